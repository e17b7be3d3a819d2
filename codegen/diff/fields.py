"""Compare two objects: properties that came, went, were renamed or changed; undeclared keys."""

from __future__ import annotations

from codegen.diff.annotations import annotate
from codegen.diff.facts import Kind, Spot
from codegen.diff.limits import compare_limit
from codegen.diff.properties import compare_default, compare_tolerance
from codegen.diff.renames import note_rename, renamed_props
from codegen.diff.walk import Pair, Walk
from codegen.diff.wire import Alternative, Extras, Prop
from codegen.model import MISSING


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
    for before, after in renamed_props(walk, pair, old, new, gone, come):
        note_rename(walk, pair, old, new, before, after)
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
        compare_default(walk, pair, at, before, after)
    if before.tolerance != after.tolerance:
        compare_tolerance(walk, pair, at, before.tolerance, after.tolerance)
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
