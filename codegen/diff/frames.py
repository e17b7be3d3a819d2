"""Compare what JSON-RPC adds around messages: the `id` member and batches."""

from __future__ import annotations

from codegen.diff.facts import Direction, Kind, Role, Route, Spot
from codegen.diff.messages import Protocol
from codegen.diff.walk import Walk


def compare_frames(walk: Walk, old: Protocol, new: Protocol) -> None:
    """Facts about envelopes. How they are nested says nothing, so it is not looked at."""
    _compare_ids(walk, old, new)
    if old.batches.keys() != new.batches.keys():
        _compare_batches(walk, old, new)


def _compare_ids(walk: Walk, old: Protocol, new: Protocol) -> None:
    for role, direction in sorted(old.ids.keys() & new.ids.keys()):
        before, after = old.ids[role, direction], new.ids[role, direction]
        fails = ("" if walk.forward.holds((before,), (after,)) else "W") + (
            "" if walk.backward.holds((after,), (before,)) else "R"
        )
        if fails:
            walk.add(
                None,
                Kind.ENVELOPE_CHANGED,
                Spot(before, after),
                fails=fails,
                path=f"(envelope) id of a {role}",
                variant=direction,
                routes=(Route("", role, direction),),
            )


def _compare_batches(walk: Walk, old: Protocol, new: Protocol) -> None:
    for direction in Direction:
        before, after = old.batches.get(direction), new.batches.get(direction)
        if (before is None) is (after is None):
            continue
        walk.add(
            None,
            Kind.ENVELOPE_CHANGED,
            Spot(before, after),
            old="batches" if before else None,
            new="batches" if after else None,
            fails="W" if before else "R",
            path="(envelope) batches",
            variant=direction,
            routes=(Route("", Role.REQUEST, direction),),
        )
