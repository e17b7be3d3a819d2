"""Strings and numbers of the schema language as wire values."""

from __future__ import annotations

from collections.abc import Sequence

from codegen.diff.wire import FREE_OBJECT, Items, Rest, Scalars, Value
from codegen.normalise.scalars import INTEGER_RANGES
from codegen.source import Node

Unread = tuple[tuple[str, str], ...]


def string_rest(node: Node, other: Unread) -> Rest:
    """The free strings that a node accepts. A minimum length of 0 says nothing."""
    return Rest(
        "string",
        format=node.get("format"),
        low=node.get("minLength") or None,
        high=node.get("maxLength"),
        pattern=node.get("pattern"),
        encoding=node.get("contentEncoding"),
        other=other,
    )


def number_rest(node: Node, kind: str, other: Unread) -> Rest:
    """The free numbers that a node accepts.

    Limits that repeat the range of an integer `format` are left out: stating them is no news.
    """
    low, high = node.get("minimum"), node.get("maximum")
    least, most = INTEGER_RANGES.get(node.get("format", ""), (None, None))
    if kind == "integer" and least is not None and most is not None:
        low = None if low is not None and low <= least else low
        high = None if high is not None and high >= most else high
    return Rest(kind, format=node.get("format"), low=low, high=high, other=other)


def listed(node: Node, values: Sequence[object]) -> Value:
    """The value of a `const` or `enum`; each listed value keeps its place."""
    keyword = "const" if "const" in node else "enum"
    strings: dict[str | float, str] = {}
    numbers: dict[str | float, str] = {}
    booleans: set[bool] = set()
    whole = False
    for value in values:
        if isinstance(value, bool):
            booleans.add(value)
        elif isinstance(value, str):
            strings[value] = node.pointer
        elif isinstance(value, int | float):
            numbers[value] = node.pointer
        elif value is not None:
            whole = True
    structured = (("listed", repr(node.get(keyword))),) if whole else ()
    return Value(
        null=None in values,
        booleans=frozenset(booleans),
        strings=Scalars(strings, ()) if strings else None,
        numbers=Scalars(numbers, ()) if numbers else None,
        arrays=(Items((), node.pointer, other=structured),)
        if any(isinstance(value, list) for value in values)
        else (),
        objects=(FREE_OBJECT,) if any(isinstance(value, dict) for value in values) else (),
    )
