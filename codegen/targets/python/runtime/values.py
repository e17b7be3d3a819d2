"""Scalars, lists and maps by the rules, each as a closure over the closures of its parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from .errors import shown
from .fields import Within
from .hints import SCALARS, suggestion
from .kinds import kind_of
from .walk import Decoder, Mismatch, Path, Walk


def anything(value: Any, path: Path, walk: Walk) -> Any:
    """Every JSON value, as it is."""
    return value


def null(value: Any, path: Path, walk: Walk) -> Any:
    """Null and nothing else."""
    if value is None:
        return None
    raise Mismatch(path, f"expected null, found {shown(value)}")


def or_null(inner: Decoder) -> Decoder:
    """The inner value or null."""

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        return None if value is None else inner(value, path, walk)

    return decode


def scalar(kind: type) -> Decoder:
    """A value of exactly this Python type: nothing is coerced."""
    expected = SCALARS[kind]

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        if kind_of(value) is kind:
            return value
        raise Mismatch(path, f"expected {expected}, found {shown(value)}")

    return decode


def literal(values: tuple[Any, ...]) -> Decoder:
    """One of the listed values, of the same JSON kind."""
    listed = {(kind_of(value), value) for value in values}
    known = ", ".join(map(repr, values[:12])) + (", …" if len(values) > 12 else "")
    expected = f"expected {known}" if len(values) == 1 else f"expected one of {known}"

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        if isinstance(value, str | int) and (kind_of(value), value) in listed:
            return value
        why = partial(_not_listed, expected, value, values)
        raise Mismatch(path, why)

    return decode


def _not_listed(expected: str, value: Any, values: tuple[Any, ...]) -> str:
    return f"{expected}, found {shown(value)}{suggestion(value, values)}"


def array(item: Decoder, expected: str, *, skip: bool) -> Decoder:
    """A list. With `skip`, items that don't decode are dropped; `expected` names their type."""

    def strict(value: Any, path: Path, walk: Walk) -> Any:
        if kind_of(value) is not list:
            raise Mismatch(path, f"expected an array, found {shown(value)}")
        return [item(part, (path, index), walk) for index, part in enumerate(value)]

    def skipping(value: Any, path: Path, walk: Walk) -> Any:
        if kind_of(value) is not list:
            raise Mismatch(path, f"expected an array, found {shown(value)}")
        kept: list[Any] = []
        for index, part in enumerate(value):
            mark = walk.mark()
            try:
                kept.append(item(part, (path, index), walk))
            except Mismatch as error:
                walk.forget(mark)
                walk.repair((path, index), "skipped_item", expected, error.why)
        return kept

    return skipping if skip else strict


def mapping(inner: Decoder) -> Decoder:
    """An object with arbitrary keys."""

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        if kind_of(value) is not dict:
            raise Mismatch(path, f"expected an object, found {shown(value)}")
        if inner is anything:
            return value
        return {key: inner(part, (path, key), walk) for key, part in value.items()}

    return decode


def constrained(inner: Decoder, notes: Sequence[Any]) -> Decoder:
    """The inner value within the bounds that its hint states; other notes say nothing here."""
    checks = [note for note in notes if isinstance(note, msgspec.Meta | Within)]
    if not checks:
        return inner

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        found = inner(value, path, walk)
        for check in checks:
            if isinstance(check, Within):
                try:
                    check.check(found)
                except ValueError as error:
                    raise Mismatch(path, f"{error}, found {shown(value)}") from None
            elif (broken := _broken(check, found)) is not None:
                raise Mismatch(path, f"expected {broken}, found {shown(value)}")
        return found

    return decode


def _broken(meta: msgspec.Meta, value: Any) -> str | None:
    """The constraint that a value breaks, in words. JSON Schema counts characters and items."""
    kind = kind_of(value)
    if kind is int or kind is float:
        if meta.ge is not None and value < meta.ge:
            return f"at least {meta.ge}"
        if meta.le is not None and value > meta.le:
            return f"at most {meta.le}"
    elif kind is str or kind is list:
        if meta.min_length is not None and len(value) < meta.min_length:
            return f"a length of at least {meta.min_length}"
        if meta.max_length is not None and len(value) > meta.max_length:
            return f"a length of at most {meta.max_length}"
    return None
