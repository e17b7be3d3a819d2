"""The rules about descriptions: for each kind of hit one that fires, and its near misses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codegen.findings import Severity
from codegen.lint import lint
from codegen.source import KeywordPolicy

ROOT = Path(__file__).parents[2]
SCHEMAS = sorted(ROOT.glob("schema/acp/*/schema.unstable.json"))
TEXT = {"type": "string"}
MAYBE = {"type": ["string", "null"]}


def _remarks(path: Path, schema: dict[str, Any]) -> list[tuple[str, str, str]]:
    path.write_text(json.dumps(schema), "utf-8")
    found = lint(path, KeywordPolicy(), path.name)
    assert all(item.severity is Severity.WARNING for item in found), found
    rules = ("unknown-name", "contradicting-description")
    return [
        (item.rule, item.at.pointer or "", item.message) for item in found if item.rule in rules
    ]


def _schema(node: dict[str, Any], text: str, required: bool = False, wire: str = "aa") -> Any:
    others = {
        "modeId": {"type": "string", "description": "A mode.", "format": "uri"},
        "kind": {"enum": ["on", "off"], "description": "A kind."},
        "inner": {"$ref": "#/$defs/Inner", "description": "An inner one."},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Test",
        "type": "object",
        "description": "The root.",
        "properties": {"outer": {"$ref": "#/$defs/Outer", "description": "The outer one."}},
        "$defs": {
            "Outer": {
                "type": "object",
                "description": "Outer.",
                "properties": {wire: {**node, "description": text}, **others},
                **({"required": [wire]} if required else {}),
            },
            "Inner": {
                "type": "object",
                "description": "Inner.",
                "properties": {"deepName": {"type": "boolean", "description": "Deep."}},
                "x-side": "agent",
                "x-method": "lamp/set",
            },
            "Call": {
                "type": "object",
                "description": "A call.",
                "properties": {
                    "method": {"type": "string", "description": "A method."},
                    "params": {"$ref": "#/$defs/Inner", "description": "Its parameters."},
                },
            },
            "Nothing": {"type": ["integer", "null"], "description": "A number or null."},
        },
    }


@pytest.mark.parametrize(
    "text",
    [
        "Sets `modeID`.",
        "See `Inside`.",
        "Sent with `lamp/sett`.",
        "All `light/*` methods.",
        "Only with `inner.deepNam`.",
        "Only with `modeId.deepName`.",
        "The keyword `x-sidee`.",
        "Text. Like ``modeIdd``, that is. And `modeIdd`.",
    ],
)
def test_an_unknown_name_is_found(tmp_path: Path, text: str) -> None:
    found = _remarks(tmp_path / "s.json", _schema(TEXT, text))
    assert [rule for rule, _, _ in found] == ["unknown-name"]
    assert found[0][1] == "/$defs/Outer/properties/aa/description"


@pytest.mark.parametrize(
    "text",
    [
        "`modeId`, `Inner`, `lamp/set`, `lamp/*`, `on`, `off`, `uri`, `aa`, `inner.deepName`.",
        "`x-method`, `x-deserialize-default-on-error`, `anyOf`, `true`, `null`, `string`, `object`.",
        'An object such as `{}` or `{"no_such": 1}`; a string as in `"no_such"`; code `-32601`.',
        "A name, such as `main` or `no_such`.",
        "A media type (`text/plain`), a placeholder (`YYYY-MM-DD`, `WIDTHxHEIGHT`), a path (`/etc/x`).",
        "Written as `no such` or `no_such: 1` or `[no_such]`; unpaired ` no_such.",
    ],
)
def test_names_that_exist_and_examples_are_not(tmp_path: Path, text: str) -> None:
    assert _remarks(tmp_path / "s.json", _schema(TEXT, text)) == []


@pytest.mark.parametrize(
    ("node", "required", "text", "says"),
    [
        (TEXT, False, "A lamp. Required.", "says required"),
        (TEXT, False, "(required) A lamp.", "says required"),
        (TEXT, False, "A lamp. This field is always required.", "says required"),
        (TEXT, False, "A lamp. It must be present.", "says required"),
        (TEXT, False, "A lamp. `aa` is mandatory.", "says required"),
        (TEXT, True, "Optional. A lamp.", "can be absent"),
        (TEXT, True, "A lamp. May be left out.", "can be absent"),
        (TEXT, True, "A lamp. Absent: none.", "can be absent"),
        (MAYBE, True, "A lamp. Absent or `null`: none.", "can be absent"),
        (TEXT, False, "Nullable. A lamp.", "can be null"),
        (TEXT, False, "A lamp; optional and nullable.", "can be null"),
        (TEXT, False, "A lamp. It may be `null`.", "can be null"),
        (TEXT, False, "A lamp. Absent or `null`: none.", "can be null"),
        ({"$ref": "#/$defs/Inner"}, False, "A lamp. `null`: none.", "can be null"),
        (MAYBE, False, "A lamp, never null.", None),
        (MAYBE, False, "A lamp. Never `null`.", "never null"),
        ({"$ref": "#/$defs/Nothing"}, False, "A lamp. It is never `null`.", "never null"),
        ({"type": "integer", "default": 3}, False, "A lamp. Defaults to 4.", "4 is the default"),
        ({"type": "string", "default": "on"}, False, "Default: `off`.", "`off` is the default"),
        ({"type": "boolean", "default": False}, False, "The default is true.", "true is the def"),
        (TEXT, False, "A lamp. `on` by default.", "the schema has none"),
    ],
)
def test_a_contradiction_is_found(
    tmp_path: Path, node: dict[str, Any], required: bool, text: str, says: str | None
) -> None:
    found = _remarks(tmp_path / "s.json", _schema(node, text, required))
    if says is None:
        assert found == []
        return
    assert [rule for rule, _, _ in found] == ["contradicting-description"]
    assert says in found[0][2]


@pytest.mark.parametrize(
    ("node", "required", "text"),
    [
        (TEXT, True, "A lamp. Required."),
        (TEXT, False, "Optional. A lamp. Absent: none."),
        (MAYBE, False, "Nullable. It may be `null`. Absent or `null`: none."),
        (TEXT, False, "Required if `modeId` is given."),
        (TEXT, False, "A lamp. Not required."),
        (TEXT, False, "Names of the required properties."),
        (TEXT, False, "Whether a sign-in is required."),
        (TEXT, False, 'The answer says "required."; the marker is `required`.'),
        (TEXT, True, "Optional features of a lamp."),
        (TEXT, True, "The list may be empty if absent keys are known."),
        (TEXT, False, "The modes, which may be null in a lamp."),
        ({"$ref": "#/$defs/Nothing"}, False, "It may be `null`."),
        ({"anyOf": [{"$ref": "#/$defs/Inner"}, {"type": "null"}]}, False, "`null`: none."),
        ({}, False, "Any value. `null`: none."),
        ({"type": "integer", "default": 3}, False, "Defaults to 3."),
        ({"type": "string", "default": "on"}, False, "Default: `on`. `on` by default."),
        ({"type": "array", "items": TEXT, "default": []}, False, "Defaults to `[]`."),
        (TEXT, False, "Whether it is the default."),
        (
            {"type": "array", "items": TEXT, "x-deserialize-default-on-null": True},
            False,
            "Lamps. `null`: none.",
        ),
    ],
)
def test_what_is_so_or_is_no_claim_is_not(
    tmp_path: Path, node: dict[str, Any], required: bool, text: str
) -> None:
    assert _remarks(tmp_path / "s.json", _schema(node, text, required)) == []


def test_a_property_may_be_called_required(tmp_path: Path) -> None:
    node = {"type": "array", "items": TEXT}
    text = "Names that `required` holds. The key `required` is optional in a schema."
    assert _remarks(tmp_path / "s.json", _schema(node, text, wire="required")) == []


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.parent.name)
def test_our_schemas_are_clean(path: Path) -> None:
    assert lint(path, KeywordPolicy(), path.name) == []


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.parent.name)
def test_a_slip_in_our_schemas_is_found(path: Path, tmp_path: Path) -> None:
    schema = json.loads(path.read_text("utf-8"))
    fields = schema["$defs"]["PromptRequest"]["properties"]
    fields["sessionId"]["description"] += " Absent: none."
    fields["prompt"]["description"] += " It may be `null`, see `sesionId`."
    found = [rule for rule, _, _ in _remarks(tmp_path / "s.json", schema)]
    assert sorted(found) == ["contradicting-description"] * 2 + ["unknown-name"]
