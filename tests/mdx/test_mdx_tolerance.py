"""The sentence on malformed values: every row of the decoding table."""

from __future__ import annotations

from typing import Any

import pytest

from codegen.targets.mdx.document import read_document
from codegen.targets.mdx.escapes import code
from codegen.targets.mdx.tolerance import Fallback, fallback, tolerance

E = {"x-deserialize-default-on-error": True}
S = {"x-deserialize-skip-invalid-items": True}
N = {"x-deserialize-default-on-null": True}

DOCUMENT = read_document(
    {"$defs": {"Maybe": {"type": ["string", "null"]}, "Sure": {"type": "object"}, "Any": {}}}, ()
)
ABSENT = "a malformed value counts as if the field were absent"
KEPT = "`null` is valid and stays `null`"
DROPPED = "items that do not decode are dropped, the others keep their order"
REQUIRED = "leaving the field out is an error"


def _ref(name: str) -> dict[str, object]:
    return {"$ref": f"#/$defs/{name}"}


@pytest.mark.parametrize(
    ("node", "value"),
    [
        ({"type": "array", "default": [1]}, "[1]"),
        ({"type": "array"}, "[]"),
        ({"type": ["array", "null"]}, None),
        ({"type": "object", "additionalProperties": True}, "{}"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "{}"),
        ({"type": "object", "additionalProperties": False}, None),
        ({"type": "object"}, None),
        ({"type": ["object", "null"], "additionalProperties": True}, None),
        ({"type": "boolean", "default": False}, "false"),
        ({"type": ["string", "null"], "default": None}, "null"),
        (_ref("Sure"), None),
    ],
)
def test_fallback(node: dict[str, Any], value: str | None) -> None:
    assert fallback(node) == Fallback(value)


@pytest.mark.parametrize(
    ("node", "required", "sentence"),
    [
        ({"type": "string"}, False, None),
        ({"type": "boolean", "default": False, **E}, False, "or `null` is read as `false`"),
        ({"type": ["string", "null"], **E}, False, f"{ABSENT}; {KEPT}."),
        ({"anyOf": [_ref("Sure"), {"type": "null"}], **E}, False, f"{ABSENT}; {KEPT}."),
        ({**_ref("Maybe"), **E}, False, f"{ABSENT}; {KEPT}."),
        ({**_ref("Sure"), **E}, False, "or `null` counts as if the field were absent."),
        ({"allOf": [_ref("Sure")], "default": {"a": 1}, **E}, False, 'read as `{"a":1}`.'),
        (
            {"type": "array", "items": {}, **E, **S},
            False,
            f"a malformed value or `null` is read as `[]`; {DROPPED}.",
        ),
        (
            {"type": "array", "items": {}, **E, **S},
            True,
            f"a malformed value or `null` is read as `[]`; {DROPPED}; {REQUIRED}.",
        ),
        (
            {"type": "array", "items": {}, **S},
            True,
            f"a value that is no list is an error; {DROPPED}; {REQUIRED}.",
        ),
        (
            {"type": "array", "items": {}, **N},
            False,
            "`null` is read as `[]`; any other malformed value is an error.",
        ),
        ({"type": ["array", "null"], **E, **S}, False, f"{ABSENT}; {KEPT}; {DROPPED}."),
        (
            {"type": ["array", "null"], **E},
            False,
            f"{ABSENT}; {KEPT}; one malformed item makes the whole list malformed.",
        ),
        (
            {"type": "object", "additionalProperties": {"type": "string"}, **E},
            False,
            "is read as `{}`; one malformed entry makes the whole map malformed.",
        ),
        ({"type": "object", "additionalProperties": True, **N}, False, "`null` is read as `{}`;"),
        (
            {"type": ["array", "null"], **E, **N},
            False,
            "a malformed value counts as if the field were absent; `null` is read as `[]`",
        ),
        ({**E}, False, None),
        ({**E, "description": "Anything."}, False, None),
        ({**_ref("Any"), **E}, False, None),
        ({"type": "string", "x-deserialize-default-on-error": False}, False, None),
    ],
)
def test_sentence(node: dict[str, Any], required: bool, sentence: str | None) -> None:
    found = tolerance(DOCUMENT, node, required, code)
    if sentence is None:
        assert found is None
    else:
        assert found is not None
        assert sentence in found


def test_a_reference_to_itself_ends() -> None:
    document = read_document({"$defs": {"Loop": {"anyOf": [_ref("Loop"), _ref("Loop")]}}}, ())
    assert tolerance(document, {**_ref("Loop"), **E}, False, code) is not None
