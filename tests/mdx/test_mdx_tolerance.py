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
ABSENT = "read as if absent"
KEPT = "`null` is valid"
DROPPED = "malformed items are dropped"
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
        ({"type": "boolean", "default": False, **E}, False, "read as `false`, as is `null`."),
        ({"type": ["string", "null"], **E}, False, f"{ABSENT}."),
        ({"anyOf": [_ref("Sure"), {"type": "null"}], **E}, False, f"{ABSENT}."),
        ({**_ref("Maybe"), **E}, False, f"{ABSENT}; {KEPT}."),
        ({**_ref("Sure"), **E}, False, f"{ABSENT}, as is `null`."),
        (
            {"allOf": [_ref("Sure")], "default": {"a": 1}, **E},
            False,
            'read as `{"a":1}`, as is `null`.',
        ),
        (
            {"type": "array", "items": {}, **E, **S},
            False,
            f"read as `[]`, as is `null`; {DROPPED}.",
        ),
        (
            {"type": "array", "items": {}, **E, **S},
            True,
            f"read as `[]`, as is `null`; {DROPPED}; {REQUIRED}.",
        ),
        (
            {"type": "array", "items": {}, **S},
            True,
            f"what is no list is an error; {DROPPED}; {REQUIRED}.",
        ),
        (
            {"type": "array", "items": {}, **N},
            False,
            "`null` is read as `[]`; anything else is an error.",
        ),
        ({"type": ["array", "null"], **E, **S}, False, f"{ABSENT}; {DROPPED}."),
        (
            {"type": ["array", "null"], **E},
            False,
            f"{ABSENT}; one malformed item makes the whole list malformed.",
        ),
        (
            {"type": "object", "additionalProperties": {"type": "string"}, **E},
            False,
            "read as `{}`, as is `null`; one malformed entry makes the whole map malformed.",
        ),
        ({"type": "object", "additionalProperties": True, **N}, False, "`null` is read as `{}`;"),
        (
            {"type": ["array", "null"], **E, **N},
            False,
            "read as if absent; `null` is read as `[]`; one",
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
        assert found.startswith(sentence)


def test_a_reference_to_itself_ends() -> None:
    document = read_document({"$defs": {"Loop": {"anyOf": [_ref("Loop"), _ref("Loop")]}}}, ())
    assert tolerance(document, {**_ref("Loop"), **E}, False, code) is not None
