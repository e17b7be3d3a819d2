"""Compare what two places accept, kind by kind: types, null, listed values, limits."""

from __future__ import annotations

from codegen.diff.elements import compare_items
from codegen.diff.facts import Kind, Spot
from codegen.diff.listed import compare_listed
from codegen.diff.unions import compare_objects
from codegen.diff.walk import Pair, Walk
from codegen.diff.wire import Value


def compare_pair(walk: Walk, pair: Pair) -> None:
    """Note every fact about one pair, and the pairs below it."""
    old, new = walk.old.value(pair.key[0]), walk.new.value(pair.key[1])
    at = walk.spot(pair)
    if old.any and new.any:
        return
    _compare_null(walk, pair, at, old, new)
    if _descend(walk, pair, old, new):
        return
    _compare_kinds(walk, pair, at, old, new)
    if old.any or new.any:
        return
    if old.booleans and new.booleans and old.booleans != new.booleans:
        _compare_booleans(walk, pair, at, old, new)
    compare_listed(walk, pair, at, old.strings, new.strings)
    compare_listed(walk, pair, at, old.numbers, new.numbers)
    compare_items(walk, pair, old.arrays, new.arrays)
    compare_objects(walk, pair, at, old.objects, new.objects)


def _descend(walk: Walk, pair: Pair, old: Value, new: Value) -> bool:
    """Whether "X or null" leaves just X to compare: X has a place (and a name) of its own."""
    before, after = walk.old.without_null(pair.key[0]), walk.new.without_null(pair.key[1])
    if (before, after) == pair.key:
        return False
    if any(
        value.any or (value.null and inner == use)
        for value, inner, use in ((old, before, pair.key[0]), (new, after, pair.key[1]))
    ):
        return False
    walk.edge(pair, before, after)
    return True


def _compare_kinds(walk: Walk, pair: Pair, at: Spot, old: Value, new: Value) -> None:
    if old.any or new.any:
        widened = new.any
        walk.add(
            pair,
            _at_element(at, Kind.TYPE_WIDENED if widened else Kind.TYPE_NARROWED),
            at,
            old=_words(old),
            new=_words(new),
            fails="R" if widened else "W",
        )
        return
    before, after = old.kinds, new.kinds
    if before == after:
        return
    # A whole number is a number: not a kind that has come or gone.
    gone = {kind for kind in before - after if kind != "integer" or "number" not in after}
    come = {kind for kind in after - before if kind != "integer" or "number" not in before}
    narrower = "number" in before and "integer" in after
    wider = "integer" in before and "number" in after
    fails = ("W" if gone or narrower else "") + ("R" if come or wider else "")
    if narrower:
        gone.discard("number")
    if wider:
        come.discard("number")
    if not before or not after:  # only null is left, or was there
        fails = ("W" if before else "") + ("R" if after else "")
    kind = {"W": Kind.TYPE_NARROWED, "R": Kind.TYPE_WIDENED}.get(fails, Kind.TYPE_CHANGED)
    walk.add(pair, _at_element(at, kind), at, old=_words(old), new=_words(new), fails=fails)


def _at_element(at: Spot, kind: Kind) -> Kind:
    """The type of list items and map values has a rule of its own."""
    ends = ("/items", "/additionalProperties", "/unevaluatedProperties")
    places = [place for place in (at.old, at.new) if place]
    inside = bool(places) and all(place.endswith(ends) for place in places)
    return Kind.ELEMENT_SCHEMA_CHANGED if inside and "/properties/items" not in places else kind


def _words(value: Value) -> str:
    if value.any:
        return "any"
    words = sorted(value.kinds)
    if value.null:
        words.append("null")
    return " | ".join(words) or "nothing"


def _compare_null(walk: Walk, pair: Pair, at: Spot, old: Value, new: Value) -> None:
    if old.null == new.null or old.any or new.any:
        return
    walk.add(
        pair,
        Kind.NULL_ALLOWED if new.null else Kind.NULL_DISALLOWED,
        at,
        old=_words(old),
        new=_words(new),
        fails="R" if new.null else "W",
    )


def _compare_booleans(walk: Walk, pair: Pair, at: Spot, old: Value, new: Value) -> None:
    for value in sorted(new.booleans - old.booleans):
        walk.add(pair, Kind.ENUM_VALUE_ADDED, at, new=str(value).lower(), fails="R")
    for value in sorted(old.booleans - new.booleans):
        walk.add(pair, Kind.ENUM_VALUE_REMOVED, at, old=str(value).lower(), fails="W")
