"""The explicit ids of a page: one per definition, one per method and side, none twice.

For maintainers: schema-docs §4 for the form of a method's id, §15.2 and §15.3 for what we mend.
A definition keeps the id that links from other pages expect, its name in lower case; whoever
comes later moves out of the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from codegen.targets.mdx.escapes import HIDDEN
from codegen.targets.mdx.methods import Grouping, Method

_UNFIT = re.compile(rf"(?:[\s\x00-\x20\"'`<>&{{}}\\%]|{HIDDEN.pattern})+")


@dataclass(frozen=True, slots=True)
class Anchors:
    """Ids of definitions by name, and of methods by (side, name)."""

    types: Mapping[str, str]
    methods: Mapping[tuple[str, str], str]


def plain_method_anchor(method: str) -> str:
    """A method's name in lower case, each slash a hyphen."""
    return method.lower().replace("/", "-")


def method_anchors(grouping: Grouping) -> dict[tuple[str, str], str]:
    """The reference pages' method ids: prefixed by the side if several sides have the name."""
    counts: dict[str, int] = {}
    for method in _methods(grouping):
        counts[method.name] = counts.get(method.name, 0) + 1
    return {
        (method.side, method.name): (f"{method.side}-" if counts[method.name] > 1 else "")
        + plain_method_anchor(method.name)
        for method in _methods(grouping)
    }


def unique_anchors(grouping: Grouping) -> Anchors:
    """Ids for every method and definition, without blanks, each used once.

    Methods come first, then definitions, both in page order.
    """
    taken: set[str] = set()
    methods = {key: _claim(text, taken) for key, text in method_anchors(grouping).items()}
    names = [name for method in _methods(grouping) for name in method.definitions]
    types: dict[str, str] = {}
    for name in (*names, *grouping.loose):
        if name not in types:
            types[name] = _claim(name.lower(), taken)
    return Anchors(types, methods)


def _claim(wanted: str, taken: set[str]) -> str:
    base = _UNFIT.sub("-", wanted) or "section"
    free, number = base, 2
    while free in taken:
        free, number = f"{base}-{number}", number + 1
    taken.add(free)
    return free


def _methods(grouping: Grouping) -> Iterable[Method]:
    for methods in grouping.sides.values():
        yield from methods
