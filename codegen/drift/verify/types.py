"""Whether a written type (`string`, `Name[]`, `"a" | "b"`) can be the type of a property."""

from __future__ import annotations

from codegen.drift.editions import Edition
from codegen.model import (
    Any,
    Array,
    Const,
    Enum,
    Map,
    Nullable,
    Ref,
    Scalar,
    ScalarType,
    Shape,
    Struct,
    Union,
)

_ALIASES = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "list": "array",
    "dict": "object",
    "map": "object",
    "record": "object",
    "uint16": "integer",
    "uint32": "integer",
    "uint64": "integer",
    "int64": "integer",
    "int32": "integer",
    "enum": "string",
}
_KINDS = ("string", "integer", "number", "boolean", "array", "object", "null")


def fits_type(edition: Edition, shape: Shape, written: str) -> str:
    """ "" if the written type can be right or isn't understood; else what the property is."""
    words = [word.strip(" `") for word in written.split("|")]
    kinds: set[str] = set()
    for word in words:
        if word.endswith("[]") or word.lower().startswith(("array", "list")):
            kinds.add("array")
        elif word.lower() in _KINDS or word.lower() in _ALIASES:
            kinds.add(_ALIASES.get(word.lower(), word.lower()))
        elif word in edition.model.definitions:
            if not _is_named(edition, shape, word):
                kinds |= {f"definition {word}"}
            else:
                return ""
        else:
            return ""
    actual = kinds_of(edition, shape)
    if actual is None:
        return ""
    accepted = actual | ({"number"} if "integer" in actual else set())
    if kinds - {"null"} <= accepted:
        return ""
    name = _name(shape)
    return name or " or ".join(sorted(actual - {"null"}) or ["null"])


def _name(shape: Shape) -> str:
    match shape:
        case Ref(name=name):
            return name
        case Nullable(inner=inner):
            return _name(inner)
        case Array(items=items) if _name(items):
            return f"{_name(items)}[]"
        case _:
            return ""


def _is_named(edition: Edition, shape: Shape, word: str) -> bool:
    match shape:
        case Ref(name=name):
            return name == word or _is_named(edition, edition.model.definitions[name].shape, word)
        case Nullable(inner=inner):
            return _is_named(edition, inner, word)
        case Union(variants=variants):
            return any(
                variant.payload == word or _is_named(edition, variant.shape, word)
                for variant in variants
            )
        case _:
            return False


def kinds_of(edition: Edition, shape: Shape) -> set[str] | None:
    """The JSON types of a shape; `None` for "any"."""
    match edition.model.resolve(shape):
        case Any():
            return None
        case Scalar(type=ScalarType() as kind):
            return {kind.value}
        case Const(value=value):
            return {
                "boolean"
                if isinstance(value, bool)
                else "integer"
                if isinstance(value, int)
                else "string"
            }
        case Enum(members=members):
            return {"integer" if isinstance(members[0].value, int) else "string"}
        case Array():
            return {"array"}
        case Map() | Struct():
            return {"object"}
        case Nullable(inner=inner):
            found = kinds_of(edition, inner)
            return None if found is None else found | {"null"}
        case Union(variants=variants):
            joined: set[str] = set()
            for variant in variants:
                found = kinds_of(edition, variant.shape)
                if found is None:
                    return None
                joined |= found
            return joined
        case _:
            return None
