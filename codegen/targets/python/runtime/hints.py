"""What can be read off a type hint: its name for people, and the kinds of JSON that it takes."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import UnsetType

from .kinds import kind_of
from .unions import ByHand, branches_of

SCALARS: Mapping[Any, str] = {
    str: "a string",
    int: "an integer",
    float: "a number",
    bool: "true or false",
}


def name_of(hint: Any) -> str:
    """A type hint as people write it."""
    if hint is None or hint is NoneType:
        return "null"
    origin = get_origin(hint)
    if origin is Annotated:
        return name_of(get_args(hint)[0])
    if origin is None and isinstance(hint, type):
        return hint.__name__
    if origin is list:
        return f"list[{name_of(get_args(hint)[0])}]"
    if origin not in (Union, UnionType):
        return str(hint).replace("typing.", "")
    parts = [part for part in get_args(hint) if part is not UnsetType]
    union = branches_of(frozenset(part for part in parts if part is not NoneType))
    if union is None:
        return " | ".join(name_of(part) for part in parts)
    return f"{union.name} | null" if NoneType in parts else union.name


def kinds_of(hint: Any) -> tuple[Any, ...]:
    """The exact Python types of the JSON values that a hint can accept; () for every one."""
    origin = get_origin(hint)
    if origin is Annotated:
        return kinds_of(get_args(hint)[0])
    if origin is Literal:
        return tuple(dict.fromkeys(kind_of(value) for value in get_args(hint)))
    if origin in (Union, UnionType):
        return _all_kinds([part for part in get_args(hint) if part is not UnsetType])
    if isinstance(hint, ByHand):
        return _all_kinds([*hint.branches_.tagged.values(), *hint.branches_.rest])
    if hint is None:
        return (NoneType,)
    if hint is Any:
        return ()
    if hint in SCALARS or hint is NoneType:
        return (hint,)
    return (origin,) if origin in (list, dict) else (dict,)


def _all_kinds(hints: list[Any]) -> tuple[Any, ...]:
    kinds = [kinds_of(hint) for hint in hints]
    return () if () in kinds else tuple(dict.fromkeys(kind for part in kinds for kind in part))


def suggestion(value: Any, known: Iterable[Any]) -> str:
    """A hint at the nearest known word, or nothing."""
    if isinstance(value, str) and len(value) < 100:
        near = difflib.get_close_matches(value, [str(item) for item in known], 1)
        if near:
            return f"; did you mean {near[0]!r}?"
    return ""


def bounded(hint: Any, bounds: Any) -> Any:
    """A hint with a marker moved inwards, to each number in it."""
    origin = get_origin(hint)
    if hint is int or hint is float:
        return Annotated[hint, bounds]
    if origin is Annotated:
        inner, *notes = get_args(hint)
        return hint if bounds in notes else Annotated[(bounded(inner, bounds), *notes)]
    if origin in (Union, UnionType):
        first, *others = get_args(hint)
        union = bounded(first, bounds)
        for part in others:
            union = union | bounded(part, bounds)
        return union
    if origin is list:
        return list[bounded(get_args(hint)[0], bounds)]  # type: ignore[misc]
    if origin is dict:
        return dict[str, bounded(get_args(hint)[1], bounds)]  # type: ignore[misc]
    return hint
