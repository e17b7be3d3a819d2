"""Compare two objects: properties that came, went, were renamed or changed; undeclared keys."""

from __future__ import annotations

import json
from collections.abc import Mapping

from codegen.diff.annotations import annotate
from codegen.diff.facts import Kind, Spot
from codegen.diff.limits import compare_limit
from codegen.diff.listed import similar
from codegen.diff.walk import Pair, Walk
from codegen.diff.wire import Alternative, Extras, Prop
from codegen.model import MISSING, Tolerance


def compare_fields(
    walk: Walk,
    pair: Pair,
    old: Alternative,
    new: Alternative,
    *,
    tags: frozenset[str] = frozenset(),
) -> None:
    """Facts about two objects; `tags` are properties that have told branches apart already."""
    gone = {w: p for w, p in old.props.items() if w not in new.props and w not in tags}
    come = {w: p for w, p in new.props.items() if w not in old.props and w not in tags}
    for before, after in _renamed(walk, pair, old, new, gone, come):
        _rename(walk, pair, old, new, before, after)
        del gone[before.wire], come[after.wire]
    for prop in gone.values():
        _removed(walk, pair, old, new, prop)
    for prop in come.values():
        _added(walk, pair, old, new, prop)
    for wire in sorted(old.props.keys() & new.props.keys()):
        _compare_prop(walk, pair, old, new, wire, is_tag=wire in tags)
    for wire in sorted((old.required ^ new.required) - old.props.keys() - new.props.keys() - tags):
        _undeclared(walk, pair, old, new, wire)
    _compare_extras(walk, pair, old, new)
    _compare_unread(walk, pair, old, new)
    annotate(walk, pair, old.at, new.at)


def _closed(alternative: Alternative) -> bool:
    return alternative.extras is Extras.CLOSED


def _added(
    walk: Walk,
    pair: Pair,
    old: Alternative,
    new: Alternative,
    prop: Prop,
) -> None:
    required = prop.wire in new.required
    walk.add(
        pair,
        Kind.PROPERTY_ADDED_REQUIRED if required else Kind.PROPERTY_ADDED_OPTIONAL,
        Spot(old.at or None, prop.at),
        new=prop.wire,
        fails=("W" if required else "") + ("R" if _closed(old) else ""),
        traits=frozenset({"default"} if prop.default is not MISSING else set()),
    )
    if isinstance(old.extras, tuple):
        walk.edge(pair, old.extras, prop.uses, guard=_guards(None, prop))


def _removed(
    walk: Walk,
    pair: Pair,
    old: Alternative,
    new: Alternative,
    prop: Prop,
) -> None:
    required = prop.wire in old.required
    walk.add(
        pair,
        Kind.PROPERTY_REMOVED_REQUIRED if required else Kind.PROPERTY_REMOVED_OPTIONAL,
        Spot(prop.at, new.at or None),
        old=prop.wire,
        fails=("R" if required else "") + ("W" if _closed(new) else ""),
        subject="old",
        traits=frozenset({"default"} if prop.default is not MISSING else set()),
    )
    if isinstance(new.extras, tuple):
        walk.edge(pair, prop.uses, new.extras, guard=_guards(prop, None))


def _undeclared(walk: Walk, pair: Pair, old: Alternative, new: Alternative, wire: str) -> None:
    """A name that is required without being declared."""
    required = wire in new.required
    kind = Kind.PROPERTY_ADDED_REQUIRED if required else Kind.PROPERTY_REMOVED_REQUIRED
    walk.add(
        pair,
        kind,
        Spot(old.at or None, new.at or None),
        fails="W" if required else "R",
        old=None if required else wire,
        new=wire if required else None,
        detail="required but not declared",
    )


def _guards(old: Prop | None, new: Prop | None) -> tuple[bool, bool]:
    return (
        old is not None and old.tolerance.default_on_error,
        new is not None and new.tolerance.default_on_error,
    )


def _compare_prop(
    walk: Walk, pair: Pair, old: Alternative, new: Alternative, wire: str, *, is_tag: bool
) -> None:
    before, after = old.props[wire], new.props[wire]
    at = Spot(before.at, after.at)
    if not is_tag:
        _compare_required(walk, pair, old, new, wire)
        walk.edge(
            pair,
            before.uses,
            after.uses,
            guard=_guards(before, after),
            null=(before.tolerance.default_on_null, after.tolerance.default_on_null),
            skip=(before.tolerance.skip_invalid_items, after.tolerance.skip_invalid_items),
        )
    if before.default != after.default or type(before.default) is not type(after.default):
        _compare_default(walk, pair, at, before, after)
    if before.tolerance != after.tolerance:
        _compare_tolerance(walk, pair, at, before.tolerance, after.tolerance)
    annotate(walk, pair, before.at, after.at)


def _compare_required(
    walk: Walk, pair: Pair, old: Alternative, new: Alternative, wire: str
) -> None:
    if (wire in old.required) == (wire in new.required):
        return
    before, after = old.props[wire], new.props[wire]
    became = wire in new.required
    default = (after if became else before).default
    walk.add(
        pair,
        Kind.PROPERTY_BECAME_REQUIRED if became else Kind.PROPERTY_BECAME_OPTIONAL,
        Spot(before.at, after.at),
        fails="W" if became else "R",
        traits=frozenset({"default"} if default is not MISSING else set()),
    )


def _compare_default(walk: Walk, pair: Pair, at: Spot, old: Prop, new: Prop) -> None:
    before, after = old.default, new.default
    grown = (
        isinstance(before, dict)
        and isinstance(after, dict)
        and all(after.get(key, MISSING) == value for key, value in before.items())
    )
    # To a reader, a key that is left out and has no default is as good as null.
    same = before in (None, MISSING) and after in (None, MISSING)
    walk.add(
        pair,
        Kind.DEFAULT_CHANGED,
        at,
        old=_json(before),
        new=_json(after),
        traits=frozenset({"restated"} if grown or same else set()),
    )


def _json(value: object) -> str | None:
    return None if value is MISSING else json.dumps(value, sort_keys=True)


_WORDS: Mapping[str, tuple[str, str]] = {
    "skip_invalid_items": ("a bad item is dropped", "a bad item fails the whole message"),
    "default_on_error": ("a bad value becomes the default", "a bad value fails the message"),
    "default_on_null": ("null becomes the empty value", "null fails the message"),
}


def _compare_tolerance(walk: Walk, pair: Pair, at: Spot, old: Tolerance, new: Tolerance) -> None:
    lost = [word for word in _WORDS if _effect(old, word) and not _effect(new, word)]
    won = [word for word in _WORDS if _effect(new, word) and not _effect(old, word)]
    swapped = old.default_on_error and new.default_on_null and not new.default_on_error
    if swapped:
        kind = Kind.TOLERANCE_SWAPPED
    elif lost:
        kind = Kind.TOLERANCE_REMOVED
    else:
        kind = Kind.TOLERANCE_ADDED
    said = [f"before, {_WORDS[word][0]}; now {_WORDS[word][1]}" for word in lost]
    said += [f"now {_WORDS[word][0]}; before, {_WORDS[word][1]}" for word in won]
    if swapped:
        said.append("null becomes the empty value, as before")
    walk.add(
        pair,
        kind,
        at,
        old=_names(old),
        new=_names(new),
        fails="W" if lost else "",
        detail="; ".join(said),
    )


def _effect(tolerance: Tolerance, word: str) -> bool:
    # Whoever replaces every bad value replaces a bad null as well.
    if word == "default_on_null" and tolerance.default_on_error:
        return True
    return bool(getattr(tolerance, word))


def _names(tolerance: Tolerance) -> str | None:
    words = [word.replace("_", "-") for word in _WORDS if getattr(tolerance, word)]
    return ", ".join(words) or None


def _renamed(
    walk: Walk,
    pair: Pair,
    old: Alternative,
    new: Alternative,
    gone: Mapping[str, Prop],
    come: Mapping[str, Prop],
) -> list[tuple[Prop, Prop]]:
    """Properties that went and came as one: same type, and a sign that the same thing is meant."""
    found: list[tuple[Prop, Prop]] = []
    free = dict(come)
    for before in gone.values():
        for after in free.values():
            if _same_type(walk, before, after) and (
                similar(before.wire, after.wire)
                or _same_words(walk, before, after)
                or _type_renamed(walk, before, after)
            ):
                found.append((before, after))
                del free[after.wire]
                break
    return found


def _same_type(walk: Walk, old: Prop, new: Prop) -> bool:
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


def _rename(
    walk: Walk,
    pair: Pair,
    old: Alternative,
    new: Alternative,
    before: Prop,
    after: Prop,
) -> None:
    needed, insisted = after.wire in new.required, before.wire in old.required
    walk.add(
        pair,
        Kind.PROPERTY_RENAMED,
        Spot(before.at, after.at),
        old=before.wire,
        new=after.wire,
        fails=("W" if needed or _closed(new) else "") + ("R" if insisted or _closed(old) else ""),
        traits=frozenset({"default"} if needed and after.default is not MISSING else set()),
    )
    # The two are never read for each other, but their types stand for each other.
    walk.pair(before.uses, after.uses)


def _compare_extras(walk: Walk, pair: Pair, old: Alternative, new: Alternative) -> None:
    at = Spot(old.at or None, new.at or None)
    if _closed(new) and not _closed(old):
        walk.add(pair, Kind.OBJECT_CLOSED, at, old="open", new="closed", fails="W")
    elif _closed(old) and not _closed(new):
        walk.add(pair, Kind.OBJECT_OPENED, at, old="closed", new="open", fails="R")
    elif isinstance(old.extras, tuple) or isinstance(new.extras, tuple):
        before = old.extras if isinstance(old.extras, tuple) else ()
        after = new.extras if isinstance(new.extras, tuple) else ()
        walk.edge(pair, before, after)


def _compare_unread(walk: Walk, pair: Pair, old: Alternative, new: Alternative) -> None:
    before, after = dict(old.other), dict(new.other)
    at = Spot(old.at or None, new.at or None)
    for word in sorted({*before, *after}):
        compare_limit(walk, pair, at, word, before.get(word), after.get(word))
