"""Keys that no schema declares, and values that only a catch-all accepts.

A validator can't see them: the wire format is open, a document must not be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from codegen.drift.documents.jsontext import is_placeholder
from codegen.drift.editions import Edition
from codegen.drift.examples.issue import Issue, Part
from codegen.drift.names import hint, nearest
from codegen.drift.rules import Standing
from codegen.drift.shapes import BadTag, Form, choose
from codegen.drift.vocabulary import Vocabulary, standing
from codegen.errors import escape_token
from codegen.model import Array, Enum, Map, Nullable, Ref, Shape, Struct, Union


def find_strays(
    edition: Edition,
    part: Part,
    value: Any,
    vocabulary: Vocabulary,
    editions: tuple[Edition, ...],
) -> Iterator[Issue]:
    """The issues of one bound part, in no particular order."""
    stack: list[tuple[Shape, Any, str, str]] = [(Ref(part.definition), value, part.pointer, "")]
    while stack:
        shape, found, pointer, owner = stack.pop()
        match edition.model.resolve(shape):
            case Nullable(inner=inner):
                if found is not None:
                    stack.append((inner, found, pointer, owner))
            case Array(items=items):
                if isinstance(found, list):
                    stack += [
                        (items, item, f"{pointer}/{index}", owner)
                        for index, item in enumerate(found)
                    ]
            case Map(values=values):
                if isinstance(found, dict):
                    stack += [
                        (values, item, f"{pointer}/{escape_token(key)}", owner)
                        for key, item in found.items()
                    ]
            case Enum() as enum:
                yield from _enum(edition, shape, enum, found, pointer, owner)
            case Struct() | Union():
                if not isinstance(found, dict):
                    continue
                form = choose(edition.forms(shape), found)
                if isinstance(form, BadTag):
                    yield from _tag(form, pointer)
                elif form is not None:
                    other = part.other if pointer == part.pointer else None
                    for key in found:
                        if key not in form.keys and not form.open:
                            yield _unknown(edition, form, key, pointer, other, vocabulary, editions)
                    stack += _members(form, found, pointer)
            case _:
                continue


def _members(
    form: Form, value: Mapping[str, Any], pointer: str
) -> Iterator[tuple[Shape, Any, str, str]]:
    for key, item in value.items():
        below = f"{pointer}/{escape_token(key)}"
        if key in form.fields:
            yield form.fields[key].shape, item, below, f"{form.name}.{key}"
        elif form.values is not None and key not in form.keys:
            yield form.values, item, below, f"{form.name}.{key}"


def _tag(bad: BadTag, pointer: str) -> Iterator[Issue]:
    if is_placeholder(bad.value):
        return
    shown = f"`{bad.value}`" if isinstance(bad.value, str) else repr(bad.value)[:40]
    yield Issue(
        "json-open-value" if bad.open else "json-schema",
        f"{pointer}/{escape_token(bad.wire)}",
        f"{shown} is no `{bad.wire}` of {bad.union}"
        + (" (it would count as an unknown one)" if bad.open else ""),
        hint(str(bad.value), bad.known) or "a name of your own begins with `_`" * bad.open,
        f"{bad.union}.{bad.wire}={bad.value}",
        hides=True,
    )


def _enum(
    edition: Edition, shape: Shape, enum: Enum, value: Any, pointer: str, owner: str
) -> Iterator[Issue]:
    if not enum.open or not isinstance(value, str) or is_placeholder(value):
        return
    known = [str(member.value) for member in enum.members]
    if value in known or value.startswith("_"):
        return
    name = shape.name if isinstance(shape, Ref) else owner
    yield Issue(
        "json-open-value",
        pointer,
        f"`{value}` is no value of {name} (it would count as an unknown one)",
        hint(value, known) or "a value of your own begins with `_`",
        f"{name}={value}",
    )


def _unknown(
    edition: Edition,
    form: Form,
    key: str,
    pointer: str,
    other: str | None,
    vocabulary: Vocabulary,
    editions: tuple[Edition, ...],
) -> Issue:
    at = f"{pointer}/{escape_token(key)}"
    name = form.name
    subject = f"{name}.{key}"
    where = f"{name} ({edition.name})"
    if other is not None and key in edition.keys(other):
        message = f"`{key}` is not a property of {where}; it belongs to {other}"
        return Issue("json-side", at, message, "move it to the other side of the call", subject)
    state, remark = standing(vocabulary, editions, key, name)
    owners = sorted(owner for owner in edition.names.properties.get(key, ()) if "." not in owner)
    message = f"`{key}` is not a property of {where}"
    if remark:
        message += f"; {remark}"
    fix = hint(key, form.keys)
    other = nearest(key, form.keys) if state is Standing.RETIRED else None
    if owners and not fix:
        more = ", …" if len(owners) > 3 else ""
        verb = "has" if len(owners) == 1 else "have"
        fix = f"{', '.join(owners[:3])}{more} {verb} it"
    return Issue("json-unknown-property", at, message, fix, subject, state, rename=other or "")
