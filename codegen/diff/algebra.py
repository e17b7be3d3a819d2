"""Both, and either: how two wire values combine (`allOf` and `anyOf`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from codegen.diff.wire import (
    ANY,
    NOTHING,
    Alternative,
    Extras,
    Items,
    Prop,
    Rest,
    Scalars,
    Use,
    Value,
)

MAX_ALTERNATIVES = 512
"""Above this, a product of unions is cut short: such a schema would be no protocol."""


def either(values: Iterable[Value]) -> Value:
    """What at least one of the values accepts."""
    return reduce(_either, values, NOTHING)


def both(values: Iterable[Value]) -> Value:
    """What all of the values accept."""
    return reduce(_both, values, ANY)


def _either(one: Value, other: Value) -> Value:
    if one.any or other.any:
        return ANY
    return Value(
        null=one.null or other.null,
        booleans=one.booleans | other.booleans,
        strings=_either_scalars(one.strings, other.strings),
        numbers=_either_scalars(one.numbers, other.numbers),
        arrays=tuple(dict.fromkeys((*one.arrays, *other.arrays))),
        objects=(*one.objects, *other.objects),
    )


def _both(one: Value, other: Value) -> Value:
    if one.any:
        return other
    if other.any:
        return one
    return Value(
        null=one.null and other.null,
        booleans=one.booleans & other.booleans,
        strings=_both_scalars(one.strings, other.strings),
        numbers=_both_scalars(one.numbers, other.numbers),
        arrays=tuple(_both_items(a, b) for a in one.arrays for b in other.arrays),
        objects=tuple(both_objects(a, b) for a in one.objects for b in other.objects)[
            :MAX_ALTERNATIVES
        ],
    )


def _either_scalars(one: Scalars | None, other: Scalars | None) -> Scalars | None:
    if one is None or other is None:
        return one or other
    rests = tuple(dict.fromkeys((*one.rests, *other.rests)))
    free = [rest for rest in rests if rest in (Rest("string"), Rest("number"))]
    return Scalars({**other.known, **one.known}, tuple(free[:1]) or rests)


def _both_scalars(one: Scalars | None, other: Scalars | None) -> Scalars | None:
    if one is None or other is None:
        return None
    known = {value: at for value, at in one.known.items() if other.open or value in other.known}
    known |= {value: at for value, at in other.known.items() if one.open and value not in known}
    rests = tuple(_both_rests(a, b) for a in one.rests for b in other.rests)
    return Scalars(known, rests) if known or rests else None


def _both_rests(one: Rest, other: Rest) -> Rest:
    return Rest(
        kind="integer" if "integer" in (one.kind, other.kind) else one.kind,
        format=one.format or other.format,
        low=tighter(max, one.low, other.low),
        high=tighter(min, one.high, other.high),
        pattern=one.pattern or other.pattern,
        encoding=one.encoding or other.encoding,
        other=tuple(sorted({*one.other, *other.other})),
    )


def tighter(choose: object, one: float | None, other: float | None) -> float | None:
    """The stricter of two limits, either of which may be absent."""
    if one is None or other is None:
        return other if one is None else one
    return max(one, other) if choose is max else min(one, other)


def _both_items(one: Items, other: Items) -> Items:
    low = tighter(max, one.low, other.low)
    high = tighter(min, one.high, other.high)
    return Items(
        items=_joined(one.items, other.items),
        at=one.at or other.at,
        low=None if low is None else int(low),
        high=None if high is None else int(high),
        prefix=one.prefix or other.prefix,
        other=tuple(sorted({*one.other, *other.other})),
    )


def both_objects(one: Alternative, other: Alternative) -> Alternative:
    """An object that is as both alternatives say.

    A property that both declare keeps the annotations of its first declaration: a reader applies
    them before it looks at branches.
    """
    props = dict(one.props)
    for wire, prop in other.props.items():
        known = props.get(wire)
        props[wire] = prop if known is None else _both_props(known, prop)
    arms = (*one.arms, *other.arms)
    return replace(
        one,
        at=other.at if other.arms and not one.arms else one.at or other.at,
        props=props,
        required=one.required | other.required,
        extras=_both_extras(one.extras, other.extras),
        arms=arms,
        names=tuple(dict.fromkeys((*one.names, *other.names))),
        title=one.title if one.arms else other.title or one.title,
        excluded=(*one.excluded, *other.excluded),
        other=tuple(sorted({*one.other, *other.other})),
    )


def _both_props(one: Prop, other: Prop) -> Prop:
    return replace(
        one, uses=_joined(one.uses, other.uses), tolerance=one.tolerance or other.tolerance
    )


def _both_extras(one: Extras | Use, other: Extras | Use) -> Extras | Use:
    if Extras.CLOSED in (one, other):
        return Extras.CLOSED
    if isinstance(one, tuple) and isinstance(other, tuple):
        return _joined(one, other)
    return other if one is Extras.OPEN else one


def _joined(one: Use, other: Use) -> Use:
    return tuple(dict.fromkeys((*one, *other)))
