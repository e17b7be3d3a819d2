"""Each lint rule with a schema that it fires on, and a near miss that it leaves alone."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from codegen.errors import InputError
from codegen.findings import Severity
from codegen.lint import RULES, lint
from codegen.source import KeywordPolicy
from tests.tool.conftest import REPOSITORY
from tests.tool.schemas import INTEGER, STRING, Schema, branch, obj, ref

SAID = {"description": "Something."}


def lamp(*required: str, **properties: Schema) -> Schema:
    """A schema that is clean but for one definition, which a described root refers to."""
    described = {word: {**SAID, **part} for word, part in properties.items()}
    return rooted(Lamp={**SAID, **obj(*required, **described)})


def rooted(**definitions: Schema) -> Schema:
    uses = {f"use{name}": {**SAID, **ref(name)} for name in definitions}
    return {"title": "Root", **SAID, **obj(**uses), "$defs": definitions}


TOLERANT = {"x-deserialize-skip-invalid-items": True}
NULL_IS_DEFAULT = {"x-deserialize-default-on-null": True}
LIST = {"type": "array", "items": STRING}

# rule: (fires, pointers of the hits, near miss)
CASES: dict[str, list[tuple[Schema, list[str], Schema]]] = {
    "invalid-schema": [
        (
            lamp(on={**STRING, "x-deserialize-default-on-error": "yes"}),
            ["/$defs/Lamp/properties/on/x-deserialize-default-on-error"],
            lamp(on={**STRING, "x-deserialize-default-on-error": True}),
        ),
        (
            rooted(Lamp={**SAID, "type": "object", "properties": {"on": False}}),
            ["/$defs/Lamp/properties/on"],
            rooted(
                Lamp={
                    **SAID,
                    "type": "object",
                    "properties": {"on": SAID},
                    "additionalProperties": False,
                }
            ),
        ),
    ],
    "unknown-keyword": [
        (
            lamp(on={**STRING, "x-colour": 1, "uniqueItems": True}),
            ["/$defs/Lamp/properties/on/x-colour", "/$defs/Lamp/properties/on/uniqueItems"],
            lamp(**{"x-colour": STRING, "uniqueItems": STRING}),
        )
    ],
    "bad-reference": [
        (
            lamp(on=ref("Nothing"), off={"$ref": "other.json"}),
            ["/$defs/Lamp/properties/on/$ref", "/$defs/Lamp/properties/off/$ref"],
            lamp(on=ref("Lamp"), off={"$ref": "#"}),
        )
    ],
    "unsupported-form": [
        (
            lamp(on={"anyOf": [STRING, INTEGER], "oneOf": [STRING, INTEGER]}),
            ["/$defs/Lamp/properties/on"],
            lamp(on={"anyOf": [{**SAID, **STRING}, {**SAID, **INTEGER}]}),
        ),
        (
            lamp(on={"items": STRING}),
            ["/$defs/Lamp/properties/on/items"],
            lamp(on=LIST),
        ),
    ],
    "empty-circle": [
        (
            rooted(Lamp={**SAID, **ref("Desk")}, Desk={**SAID, **ref("Lamp")}),
            ["/$defs/Lamp"],
            rooted(
                Lamp={**SAID, "type": "array", "items": ref("Desk")}, Desk={**SAID, **ref("Lamp")}
            ),
        )
    ],
    "tag-clash": [
        (
            rooted(
                Lamp={**SAID, "oneOf": [{**SAID, **branch("red")}, {**SAID, **ref("Red")}]},
                Red={**SAID, **obj("kind", kind={**SAID, "const": "red"})},
            ),
            ["/$defs/Lamp/oneOf/1"],
            rooted(
                Lamp={
                    **SAID,
                    "oneOf": [
                        {**SAID, **obj("kind", kind={**SAID, "const": "blue"})},
                        {**SAID, **ref("Red")},
                    ],
                },
                Red={**SAID, **obj("kind", kind={**SAID, "const": "red"})},
            ),
        )
    ],
    "name-clash": [
        (
            rooted(**{"a-b": {**SAID, **obj()}, "a.b": {**SAID, **obj()}}),
            ["/$defs/a.b"],
            rooted(**{"a-b": {**SAID, **obj()}, "A.b": {**SAID, **obj()}}),
        )
    ],
    "default-mismatch": [
        (
            lamp(on={**STRING, "default": 7}),
            ["/$defs/Lamp/properties/on/default"],
            lamp(on={**STRING, "default": "7"}),
        ),
        (
            lamp(on={"enum": ["a", "b"], "default": "c"}),
            ["/$defs/Lamp/properties/on/default"],
            lamp(on={"type": ["string", "null"], "default": None}),
        ),
    ],
    "missing-description": [
        (
            rooted(Lamp=obj(on=STRING)),
            ["/$defs/Lamp", "/$defs/Lamp/properties/on"],
            rooted(Lamp={**SAID, **obj(on={**SAID, "anyOf": [STRING, {"type": "null"}]})}),
        ),
        (
            rooted(
                Lamp={
                    **SAID,
                    "oneOf": [
                        {"const": "a"},
                        {**SAID, "const": "b"},
                        {"description": " ", "const": "c"},
                    ],
                }
            ),
            ["/$defs/Lamp/oneOf/0", "/$defs/Lamp/oneOf/2"],
            rooted(Lamp={**SAID, "enum": ["a", "b", "c"]}),
        ),
    ],
    "unknown-name": [
        (
            lamp(on={**STRING, "description": "Off when `isOof` is set."}),
            ["/$defs/Lamp/properties/on/description"],
            lamp(
                on={**STRING, "description": "Off when `isOff` is set."},
                isOff={"type": "boolean"},
            ),
        )
    ],
    "contradicting-description": [
        (
            lamp(on={**STRING, "description": "The state. Required."}),
            ["/$defs/Lamp/properties/on/description"],
            lamp("on", on={**STRING, "description": "The state. Required."}),
        )
    ],
    "required-with-default": [
        (
            lamp("on", on={**STRING, "default": "x"}, off={**STRING, "default": "x"}),
            ["/$defs/Lamp/properties/on"],
            lamp("on", on=STRING, off={**STRING, "default": "x"}),
        ),
        (
            lamp("a/b", **{"a/b": {**STRING, "default": "x"}}),
            ["/$defs/Lamp/properties/a~1b"],
            lamp("a/b", **{"a/b": STRING}),
        ),
    ],
    "undeclared-required": [
        (
            lamp("on", "offf", on=STRING),
            ["/$defs/Lamp/required"],
            rooted(
                Base={**SAID, **obj(base={**SAID, **STRING})},
                Lamp={**SAID, "allOf": [ref("Base")], **obj("on", "base", on={**SAID, **STRING})},
            ),
        )
    ],
    "unreachable-definition": [
        (
            {
                **rooted(Lamp={**SAID, **obj()}),
                "$defs": {
                    "Lamp": {**SAID, **obj()},
                    "Desk": {**SAID, **obj(of={**SAID, **ref("Desk")})},
                },
            },
            ["/$defs/Desk"],
            {
                **rooted(Lamp={**SAID, **obj()}),
                "$defs": {
                    "Lamp": {**SAID, **obj(on={**SAID, **ref("Desk")})},
                    "Desk": {**SAID, **obj()},
                },
            },
        ),
        (
            {"$defs": {"Lamp": {**SAID, **obj()}}},
            ["/$defs/Lamp"],
            {
                "$defs": {
                    "Lamps": {**SAID, "type": "array", "items": ref("Lamp")},
                    "Lamp": {**SAID, **obj()},
                }
            },
        ),
    ],
    "idle-keyword": [
        (
            lamp(on={**INTEGER, "maxLength": 3}, off={**STRING, "minimum": 1}),
            ["/$defs/Lamp/properties/on/maxLength", "/$defs/Lamp/properties/off/minimum"],
            lamp(on={**STRING, "maxLength": 3}, off={"type": ["number", "null"], "minimum": 1}),
        )
    ],
    "idle-tolerance": [
        (
            lamp(on={**STRING, **TOLERANT}),
            ["/$defs/Lamp/properties/on/x-deserialize-skip-invalid-items"],
            lamp(on={**LIST, **TOLERANT}, off={"anyOf": [LIST, {"type": "null"}], **TOLERANT}),
        ),
        (
            lamp(on={"type": ["array", "null"], "items": STRING, **NULL_IS_DEFAULT}),
            ["/$defs/Lamp/properties/on/x-deserialize-default-on-null"],
            lamp(on={**LIST, **NULL_IS_DEFAULT}),
        ),
    ],
    "idle-exception": [
        (lamp(on=STRING), [""], lamp(on={**STRING, "x-listed": 1})),
    ],
}

LISTED = KeywordPolicy({"x-listed": "for this test"})


def hits(schema: Schema, rule: str, folder: Path) -> list[str]:
    """Where a rule fires."""
    path = folder / "schema.json"
    path.write_text(json.dumps(schema, indent=1), "utf-8")
    policy = LISTED if rule == "idle-exception" else KeywordPolicy()
    found = lint(path, policy, "schema.json")
    for finding in found:
        assert finding.severity is RULES[finding.rule].severity
        assert finding.message
        assert finding.fix
        assert finding.at.file == "schema.json"
        assert finding.at.line is not None
    return [finding.at.pointer or "" for finding in found if finding.rule == rule]


EACH = [(rule, index) for rule, cases in CASES.items() for index in range(len(cases))]


def test_every_rule_has_a_case_that_fires_and_a_near_miss() -> None:
    assert CASES.keys() == RULES.keys()
    assert all(cases and all(pointers for _, pointers, _ in cases) for cases in CASES.values())


@pytest.mark.parametrize(("rule", "index"), EACH)
def test_a_rule_fires(rule: str, index: int, tmp_path: Path) -> None:
    schema, pointers, _ = CASES[rule][index]
    assert hits(schema, rule, tmp_path) == pointers


@pytest.mark.parametrize(("rule", "index"), EACH)
def test_a_near_miss_is_clean_altogether(rule: str, index: int, tmp_path: Path) -> None:
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(CASES[rule][index][2]), "utf-8")
    policy = LISTED if rule == "idle-exception" else KeywordPolicy()
    assert [str(f.at) + f.message for f in lint(path, policy, "schema.json")] == []


def test_every_rule_that_the_code_names_exists() -> None:
    """An error with a rule that is in no table would be an internal error of `lint`."""
    used = set()
    for path in (REPOSITORY / "codegen").rglob("*.py"):
        if {"diff", "drift", "runtime", "mdx"} & set(path.parts):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                used |= {
                    word.value.value
                    for word in node.keywords
                    if word.arg == "rule" and isinstance(word.value, ast.Constant)
                }
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                if (
                    name == "error"
                    and len(node.args) >= 3
                    and isinstance(node.args[-1], ast.Constant)
                ):
                    used |= {node.args[-1].value} & RULES.keys()
    assert "name-clash" in used
    assert used <= RULES.keys()
    assert InputError("x").rule in RULES


def test_rules_are_rows_that_say_why() -> None:
    for rule_id, rule in RULES.items():
        assert rule.id == rule_id
        assert rule_id == rule_id.lower()
        assert " " not in rule_id
        assert len(rule.purpose) > 20
        assert rule.severity in (Severity.ERROR, Severity.WARNING)


def test_findings_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(rooted(Zed=obj(z=STRING), Abc=obj(a=STRING)), indent=1))
    found = lint(path, KeywordPolicy(), "schema.json")
    assert [finding.at.pointer for finding in found] == [
        *("/$defs/Zed", "/$defs/Zed/properties/z", "/$defs/Abc", "/$defs/Abc/properties/a"),
    ]


def test_a_clean_schema_goes_through_bindings_and_a_warning_does_not_stop_it(
    tmp_path: Path,
) -> None:
    from codegen.oneoff import write_bindings

    for rule, cases in CASES.items():
        for index, (fires, _, near) in enumerate(cases):
            path = tmp_path / "schema.json"
            for schema, refused in ((near, False), (fires, RULES[rule].severity is Severity.ERROR)):
                if rule == "idle-exception" and schema is near:
                    continue
                path.write_text(json.dumps(schema))
                if refused:
                    with pytest.raises(InputError):
                        write_bindings(path, tmp_path, f"p{index}")
                elif index == 0:
                    assert write_bindings(path, tmp_path, f"p{index}") > 5


def test_the_root_needs_nobody_to_refer_to_it(tmp_path: Path) -> None:
    schema = {"title": "Root", **SAID, **obj(a={**SAID, **STRING}), "$defs": {"Lamp": SAID}}
    assert hits(schema, "unreachable-definition", tmp_path) == ["/$defs/Lamp"]


def test_a_property_that_may_be_anything_is_read_like_the_others(tmp_path: Path) -> None:
    schema = lamp("on")
    schema["$defs"]["Lamp"]["properties"] = {"on": True}
    assert hits(schema, "missing-description", tmp_path) == ["/$defs/Lamp/properties/on"]


PROTOCOL = sorted((REPOSITORY / "schema" / "acp").rglob("*.json"))


@pytest.mark.parametrize("path", PROTOCOL, ids=lambda path: path.parent.name)
def test_the_protocol_s_own_schemas_are_clean(path: Path) -> None:
    assert lint(path, KeywordPolicy(), path.name) == []
