"""Compare arrays: how many items, and what they are."""

from __future__ import annotations

from itertools import zip_longest

from codegen.diff.facts import Kind, Spot
from codegen.diff.limits import compare_limit
from codegen.diff.walk import Pair, Walk
from codegen.diff.wire import Items


def compare_items(walk: Walk, pair: Pair, old: tuple[Items, ...], new: tuple[Items, ...]) -> None:
    """Facts about arrays, where both schemas accept some; several forms are matched first."""
    if not old or not new:
        return
    before, after = list(old), list(new)
    for one, other in _matched(walk, before, after):
        _compare_one(walk, pair, one, other)
    if before or after:
        _leftover(walk, pair, (old, new), (before, after))


def _matched(walk: Walk, old: list[Items], new: list[Items]) -> list[tuple[Items, Items]]:
    """Forms of arrays that stand for each other, the likeliest first; the rest stays in the lists.

    One form on each side stands for the other one, whatever it holds.
    """
    if len(old) == len(new) == 1:
        return [(old.pop(), new.pop())]
    scored = [
        (_likeness(walk, one, other), one, other) for one in tuple(old) for other in tuple(new)
    ]
    found = []
    for score, one, other in sorted(scored, key=lambda entry: -entry[0]):
        if score and one in old and other in new:
            found.append((one, other))
            old.remove(one)
            new.remove(other)
    return found


def _likeness(walk: Walk, old: Items, new: Items) -> int:
    """How sure it is that two arrays are the same one: 0 to 3."""
    uses = walk.old.settle(old.items), walk.new.settle(new.items)
    names = walk.old.names.get((uses[0] or ("",))[0]), walk.new.names.get((uses[1] or ("",))[0])
    same = walk.forward.holds(*uses) and walk.backward.holds(uses[1], uses[0])
    return 2 * same + (names[0] is not None and names[0] == names[1])


def _leftover(
    walk: Walk,
    pair: Pair,
    forms: tuple[tuple[Items, ...], tuple[Items, ...]],
    left: tuple[list[Items], list[Items]],
) -> None:
    """Forms that only one schema has; what fits into another form is no loss."""
    lost = any(not any(walk.forward.items(one, other) for other in forms[1]) for one in left[0])
    new = any(not any(walk.backward.items(one, other) for other in forms[0]) for one in left[1])
    shown = [f"{len(part)} form{'s' if len(part) > 1 else ''} of array" for part in forms]
    walk.add(
        pair,
        Kind.ELEMENT_SCHEMA_CHANGED,
        Spot(forms[0][0].at or None, forms[1][0].at or None),
        old=shown[0],
        new=shown[1],
        fails=("W" if lost else "") + ("R" if new else ""),
    )


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
