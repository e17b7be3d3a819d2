"""What a document can own, reduced to digests and to a surface that people can read.

The structure and the descriptions of a definition have a digest each. References stay names, so
that a change shows where it was made and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from codegen.artifacts import digest
from codegen.drift.editions import Edition
from codegen.drift.targets import enum_values
from codegen.model import (
    Any as AnyShape,
)
from codegen.model import (
    Array,
    Const,
    Enum,
    Field,
    Map,
    Method,
    Nullable,
    Ref,
    Scalar,
    Shape,
    Struct,
    Union,
)

_TEXTS = ("description", "title", "$comment", "examples")
_UNORDERED = ("required", "enum")


@dataclass(frozen=True, slots=True)
class Owned:
    """A target as it is now: digest of its structure, digest of its texts, its surface."""

    digest: str
    text: str
    surface: tuple[str, ...]


def read_owned(edition: Edition, name: str) -> Owned | None:
    """A target by name: a definition, `method:NAME`, `enum:NAME` or `set:methods(SIDE)`."""
    kind, colon, rest = name.partition(":")
    if not colon:
        return _definition(edition, name)
    match kind:
        case "method":
            methods = edition.methods.get(rest)
            return _plain([_method(method) for method in methods]) if methods else None
        case "enum":
            values = enum_values(edition, rest)
            return None if isinstance(values, str) else _plain(sorted(values))
        case "set":
            return _set(edition, rest)
        case _:
            return None


def _set(edition: Edition, text: str) -> Owned | None:
    what, bracket, side = text.partition("(")
    if what == "definitions" and not bracket:
        return _plain(sorted(edition.definitions))
    names = sorted(
        f"{method.handled_by} {method.name}"
        for method in edition.model.methods
        if not bracket or method.handled_by == side.rstrip(")")
    )
    return _plain(names) if what == "methods" and names else None


def _plain(lines: list[str]) -> Owned:
    return Owned(_digest(lines), _digest([]), tuple(lines))


def _method(method: Method) -> str:
    parts = [
        f"{word} {name}"
        for word, name in (
            ("request", method.params),
            ("notification", method.notification_params),
            ("response", method.result),
        )
        if name
    ]
    return f"{method.handled_by} {method.name}: {', '.join(parts)}"


def _definition(edition: Edition, name: str) -> Owned | None:
    root: Mapping[str, Any] = edition.document.root
    keyword = edition.document.dialect.definitions
    schema = root.get(keyword, {}).get(name)
    if schema is None:
        if name not in edition.model.definitions:
            return None
        schema = {key: value for key, value in root.items() if key != keyword}
    texts: list[str] = []
    bare = _bare(schema, texts, False)
    return Owned(_digest(bare), _digest(texts), tuple(surface(edition, name)))


def _bare(value: Any, texts: list[str], named: bool) -> Any:
    """A schema without its texts, which are collected; `named`: keys are property names."""
    if isinstance(value, list):
        return [_bare(item, texts, False) for item in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for key in sorted(value):
        item = value[key]
        if not named and key in _TEXTS:
            texts.append(f"{key}={json.dumps(item, sort_keys=True)}")
        elif not named and key in _UNORDERED and isinstance(item, list):
            found[key] = sorted(item, key=json.dumps)
        else:
            found[key] = _bare(item, texts, key == "properties" and not named)
    return found


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return f"sha256:{digest(text.encode())[:32]}"


def surface(edition: Edition, name: str) -> Iterator[str]:
    """A definition in lines such as `messageId!: MessageId` (`!` required, `?` optional)."""
    shape = edition.model.definitions[name].shape
    match shape:
        case Struct(fields=fields):
            yield from (_field(field) for field in sorted(fields, key=lambda one: one.wire))
        case Enum(members=members, rest=rest):
            yield from (f"= {member.value}" for member in members)
            if rest is not None:
                yield "= any other"
        case Union(variants=variants, shared=shared):
            yield from (_field(field) for field in shared)
            for variant in variants:
                yield f"| {variant.tag or variant.label}: {variant.payload or _word(variant.shape)}"
        case _:
            yield _word(shape)


def _field(field: Field) -> str:
    return f"{field.wire}{'!' if field.required else '?'}: {_word(field.shape)}"


def _word(shape: Shape) -> str:
    match shape:
        case Ref(name=name):
            return name
        case Nullable(inner=inner):
            return f"{_word(inner)}|null"
        case Array(items=items):
            return f"{_word(items)}[]"
        case Map(values=values):
            return f"map of {_word(values)}"
        case Scalar(type=kind, format=form):
            return form or kind.value
        case Const(value=value):
            return json.dumps(value)
        case Enum():
            return "one of a list"
        case AnyShape():
            return "any"
        case Struct() | Union():
            return "object"
