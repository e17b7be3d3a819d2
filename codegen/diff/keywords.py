"""The keywords of a subschema: which of them assert something, and which types they leave."""

from __future__ import annotations

import json
from collections.abc import Iterator

from codegen.source import Node

_OBJECT = ("properties", "required", "additionalProperties", "unevaluatedProperties")
_ARRAY = ("items", "prefixItems", "minItems", "maxItems")
_STRING = ("minLength", "maxLength", "pattern", "contentEncoding")
_NUMBER = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
TYPES = ("null", "boolean", "string", "number", "array", "object")


def asserting_keywords(node: Node) -> set[str]:
    """The keywords of a node that say which values are valid."""
    return {keyword for keyword in node.schema if keyword not in SILENT}


SILENT = frozenset(
    {
        *("title", "description", "$comment", "default", "examples", "deprecated", "discriminator"),
        *("readOnly", "writeOnly", "$schema", "$id", "$defs", "definitions", "$anchor"),
        *("x-side", "x-method", "x-docs-ignore", "x-deserialize-default-on-error"),
        *("x-deserialize-skip-invalid-items", "x-deserialize-default-on-null"),
    }
)
_READ = frozenset(
    {
        *(*_OBJECT, *_ARRAY, *_STRING, "minimum", "maximum", "type", "format", "enum", "const"),
        *("$ref", "allOf", "anyOf", "oneOf", "not"),
    }
)


def unread(node: Node) -> tuple[tuple[str, str], ...]:
    """Assertions of a node that have no form of their own, as texts (sorted)."""
    return tuple(
        sorted(
            (keyword, json.dumps(value, sort_keys=True))
            for keyword, value in node.schema.items()
            if keyword not in SILENT and keyword not in _READ
        )
    )


def kinds_of(node: Node) -> Iterator[str]:
    """The types of a node: as stated, else as its keywords imply, else all."""
    stated = node.get("type")
    if stated is not None:
        yield from [stated] if isinstance(stated, str) else stated
        return
    for kind, keywords in (
        ("object", _OBJECT),
        ("array", _ARRAY),
        ("string", _STRING),
        ("number", _NUMBER),
    ):
        if any(keyword in node for keyword in keywords):
            yield kind
            return
    yield from TYPES


def of_kind(value: object, kinds: set[str]) -> bool:
    """Whether a listed value is of one of the types."""
    match value:
        case None:
            return "null" in kinds
        case bool():
            return "boolean" in kinds
        case str():
            return "string" in kinds
        case int():
            return bool({"integer", "number"} & kinds)
        case float():
            return "number" in kinds
        case list():
            return "array" in kinds
        case _:
            return "object" in kinds
