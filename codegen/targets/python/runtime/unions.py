"""Unions: which branches there are, and how a Python type leads to them.

A union whose branches are all tagged structs is a real `A | B` that msgspec decodes in C. Every
other union is a class of its own, which msgspec hands over to `walk`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Union, get_args, get_origin


@dataclass(frozen=True, slots=True, eq=False)
class Branches:
    """The branches of one union.

    `tagged` leads from a value of the property `tag` to the type of the branch; `rest` are the
    branches that are tried in order when no tag has matched, the catch-all among them.
    `tag_hint` is the type of the tag where the tag is itself a tolerant property.
    """

    name: str
    tag: str | None = None
    tagged: Mapping[str, Any] = field(default_factory=lambda: {})
    rest: tuple[Any, ...] = ()
    tag_hint: Any = None


class ByHand(type):
    """The metaclass of unions that msgspec can't decode in one pass."""

    branches_: Branches

    def __instancecheck__(cls, instance: Any) -> bool:
        return any(_is_instance(instance, hint) for hint in _hints(cls.branches_))


_BY_MEMBERS: dict[frozenset[Any], Branches] = {}


def declare(union: Any, branches: Branches) -> None:
    """Tell what a union consists of; called once for each union by the generated modules."""
    if isinstance(union, ByHand):
        union.branches_ = branches
    else:
        _BY_MEMBERS[frozenset(get_args(union))] = branches


def branches_of(members: frozenset[Any]) -> Branches | None:
    """The branches of the union that has these members in msgspec's eyes."""
    return _BY_MEMBERS.get(members)


def _hints(branches: Branches) -> list[Any]:
    return [*branches.tagged.values(), *branches.rest]


def _is_instance(instance: Any, hint: Any) -> bool:
    if hint is None:
        return instance is None
    if hint is Any:
        return True
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return any(_is_instance(instance, part) for part in get_args(hint))
    if hasattr(hint, "__metadata__"):
        return _is_instance(instance, get_args(hint)[0])
    if origin is not None and not isinstance(origin, type):
        return instance in get_args(hint)
    return isinstance(instance, origin or hint)
