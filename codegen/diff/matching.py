"""Which branch of the old schema is which branch of the new one, where no tag says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from codegen.diff.walk import Walk
from codegen.diff.wire import Alternative

_LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class Match:
    """Two branches that stand for each other."""

    old: Alternative
    new: Alternative


def same_payload(walk: Walk, old: Alternative, new: Alternative, tag: str | None) -> bool:
    """Whether two branches carry the same, tags aside: the same definition or the same members."""
    if old.names and new.names and old.names[-1] == new.names[-1]:
        return True
    wires = [{*side.props} - {tag} for side in (old, new)]
    if wires[0] != wires[1] or not wires[0]:
        return False
    if old.required - {tag} != new.required - {tag}:
        return False
    return all(
        walk.forward.holds(old.props[wire].uses, new.props[wire].uses)
        and walk.backward.holds(new.props[wire].uses, old.props[wire].uses)
        for wire in wires[0] & wires[1]
        if wire in old.props and wire in new.props
    )


def match_untagged(
    walk: Walk, old: Sequence[Alternative], new: Sequence[Alternative]
) -> tuple[list[Match], list[Alternative], list[Alternative]]:
    """Pairs of branches, and those left over on each side; the likeliest pairs first."""
    if len(old) == len(new) == 1:
        return [Match(old[0], new[0])], [], []
    scored = sorted(
        (
            (-_likeness(walk, before, after), i, j)
            for i, before in enumerate(old)
            for j, after in enumerate(new)
        ),
    )
    left, right = dict(enumerate(old)), dict(enumerate(new))
    found: list[Match] = []
    for score, i, j in scored:
        if -score >= _LIKELY and i in left and j in right:
            found.append(Match(left.pop(i), right.pop(j)))
    if len(left) == len(right) == 1 and len(old) == 1 == len(new):
        found.append(Match(left.popitem()[1], right.popitem()[1]))
    return found, list(left.values()), list(right.values())


def _likeness(walk: Walk, old: Alternative, new: Alternative) -> float:
    """How sure it is that two branches are the same one: 0 to 4."""
    score = 0.0
    if walk.forward.object(old, new) and walk.backward.object(new, old):
        score += 2
    if old.names and old.names == new.names:
        score += 1
    elif set(old.names) & set(new.names):
        score += 0.5
    if old.title and old.title == new.title:
        score += 0.4
    wires = {*old.props} | {*new.props}
    common = {*old.props} & {*new.props}
    return score + (0.6 * len(common) / len(wires) if wires else 0.1)
