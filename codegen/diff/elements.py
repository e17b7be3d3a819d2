"""Compare arrays: how many items, and what they are."""

from __future__ import annotations

from itertools import zip_longest

from codegen.diff.facts import Kind, Spot
from codegen.diff.limits import compare_limit
from codegen.diff.walk import Pair, Walk
from codegen.diff.wire import Items


def compare_items(walk: Walk, pair: Pair, old: tuple[Items, ...], new: tuple[Items, ...]) -> None:
    """Facts about arrays, where both schemas accept some; several forms are read by position."""
    if not old or not new:
        return
    if len(old) != len(new):
        _compare_forms(walk, pair, old, new)
        return
    for before, after in zip(old, new, strict=True):
        _compare_one(walk, pair, before, after)


def _compare_forms(walk: Walk, pair: Pair, old: tuple[Items, ...], new: tuple[Items, ...]) -> None:
    fails = ("W" if len(old) > len(new) else "") + ("R" if len(new) > len(old) else "")
    at = Spot(old[0].at, new[0].at)
    shown = [f"{len(forms)} form{'s' if len(forms) > 1 else ''} of array" for forms in (old, new)]
    walk.add(pair, Kind.ELEMENT_SCHEMA_CHANGED, at, old=shown[0], new=shown[1], fails=fails)
    for before, after in zip(old, new, strict=False):
        _compare_one(walk, pair, before, after)


def _compare_one(walk: Walk, pair: Pair, old: Items, new: Items) -> None:
    at = Spot(old.at, new.at)
    before, after = dict(old.other), dict(new.other)
    limits: list[tuple[str, object, object]] = [
        ("minItems", old.low, new.low),
        ("maxItems", old.high, new.high),
        *((word, before.get(word), after.get(word)) for word in sorted({*before, *after})),
    ]
    for word, one, other in limits:
        compare_limit(walk, pair, at, word, one, other)
    for one_use, other_use in zip_longest(old.prefix, new.prefix):
        # A place that only one schema describes is an ordinary item of the other.
        walk.edge(
            pair,
            old.items if one_use is None else one_use,
            new.items if other_use is None else other_use,
            item=True,
        )
    walk.edge(pair, old.items, new.items, item=True)
