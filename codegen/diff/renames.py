"""Properties that went and came as one: renamed rather than removed and added."""

from __future__ import annotations

from collections.abc import Mapping

from codegen.diff.facts import Kind, Spot
from codegen.diff.listed import similar
from codegen.diff.naming import likeness
from codegen.diff.walk import Pair, Walk
from codegen.diff.wire import Alternative, Extras, Prop


def renamed_props(
    walk: Walk,
    pair: Pair,
    old: Alternative,
    new: Alternative,
    gone: Mapping[str, Prop],
    come: Mapping[str, Prop],
) -> list[tuple[Prop, Prop]]:
    """Properties that went and came as one: same type, and a sign that the same thing is meant."""
    found: list[tuple[Prop, Prop]] = []
    free = dict(sorted(come.items()))
    for _, before in sorted(gone.items()):
        fits = [after for after in free.values() if _is_rename(walk, before, after)]
        if fits:
            after = max(fits, key=lambda prop: likeness(before.wire, prop.wire))
            found.append((before, after))
            del free[after.wire]
    return found


def _is_rename(walk: Walk, old: Prop, new: Prop) -> bool:
    return _same_type(walk, old, new) and (
        similar(old.wire, new.wire) or _same_words(walk, old, new) or _type_renamed(walk, old, new)
    )


def _same_type(walk: Walk, old: Prop, new: Prop) -> bool:
    """Whether both accept the same, and neither has a named type that the other could have had."""
    before = walk.old.settle(old.uses)
    after = walk.new.settle(new.uses)
    names = (
        [walk.old.names.get(use) for use in before[:1]],
        [walk.new.names.get(use) for use in after[:1]],
    )
    if names[0] != names[1] and all(
        name in walk.old.definitions and name in walk.new.definitions
        for name in (*names[0], *names[1])
    ):
        return False
    return walk.forward.holds(old.uses, new.uses) and walk.backward.holds(new.uses, old.uses)


def _same_words(walk: Walk, old: Prop, new: Prop) -> bool:
    text = walk.old.node(old.at).get("description")
    return isinstance(text, str) and text == walk.new.node(new.at).get("description")


def _type_renamed(walk: Walk, old: Prop, new: Prop) -> bool:
    """Whether the type's own name changed along with the property's, in the same way."""
    pairs = [
        (before, after)
        for before in _type_names(walk, old, is_old=True)
        for after in _type_names(walk, new, is_old=False)
    ]
    return any(
        before.lower().replace(_flat(old.wire), _flat(new.wire)) == after.lower() != before.lower()
        for before, after in pairs
    )


def _flat(wire: str) -> str:
    return wire.replace("_", "").lower()


def _type_names(walk: Walk, prop: Prop, *, is_old: bool) -> list[str]:
    wire = walk.old if is_old else walk.new
    names = [wire.names[use] for use in wire.settle(prop.uses) if use in wire.names]
    names += [
        alternative.names[0] for alternative in wire.value(prop.uses).objects if alternative.names
    ]
    return names


def note_rename(
    walk: Walk,
    pair: Pair,
    old: Alternative,
    new: Alternative,
    before: Prop,
    after: Prop,
) -> None:
    """The fact, and the pair of types that stand for each other."""
    needed, insisted = after.wire in new.required, before.wire in old.required
    rejected = needed or new.extras is Extras.CLOSED
    missed = insisted or old.extras is Extras.CLOSED
    walk.add(
        pair,
        Kind.PROPERTY_RENAMED,
        Spot(before.at, after.at),
        old=before.wire,
        new=after.wire,
        fails=("W" if rejected else "") + ("R" if missed else ""),
    )
    # The two are never read for each other, but their types stand for each other.
    walk.pair(before.uses, after.uses)
