"""Compare definitions: names that came, went or changed, and types that no message compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from codegen.diff.facts import Direction, Kind, Role, Spot
from codegen.diff.messages import Protocol
from codegen.diff.reading import Wire
from codegen.diff.routes import Routes
from codegen.diff.walk import Walk
from codegen.diff.wire import Use

Messages = frozenset[tuple[str, Role, Direction]]


def compare_definitions(walk: Walk, routes: Routes, old: Protocol, new: Protocol) -> None:
    """Facts about the names of definitions; then compare those of one name that never met.

    Two types of one name never meet where nothing leads to them, or where what leads to them
    changed at the same time; then a reader of the result wants to know all the same.
    """
    _compare_names(walk)
    seen = _seen(walk, routes)
    gets = _reaching(walk.old, old), _reaching(walk.new, new)
    for name in walk.old.definitions.keys() & walk.new.definitions.keys():
        if name in old.envelopes or name in new.envelopes:
            continue
        uses = (walk.old.definitions[name],), (walk.new.definitions[name],)
        settled = walk.old.settle(uses[0]), walk.new.settle(uses[1])
        if settled[0] in seen[0] or settled[1] in seen[1]:
            continue
        pair = walk.pair(*uses)
        before, after = gets[0].get(name, frozenset()), gets[1].get(name, frozenset())
        if before and after:
            routes.shadow(pair, sorted(before | after))


def _seen(walk: Walk, routes: Routes) -> tuple[set[Use], set[Use]]:
    """What has been compared in each schema: as a place of its own, or as part of a branch."""
    found: tuple[set[Use], set[Use]] = (set(), set())
    for key in walk.pairs:
        if not routes.reached(key):
            continue
        for uses, wire, side in zip(key, (walk.old, walk.new), found, strict=True):
            side.add(uses)
            for alternative in wire.value(uses).objects:
                side.update((wire.definitions[name],) for name in alternative.names)
    return found


def _compare_names(walk: Walk) -> None:
    before, after = walk.old.definitions, walk.new.definitions
    gone, come = {*before} - {*after}, {*after} - {*before}
    for name in sorted(gone):
        fits = sorted(walk.matched.get(name, set()) & come)
        if len(fits) != 1:
            walk.add(None, Kind.DEFINITION_REMOVED, Spot(before[name], None), old=name)
            continue
        come.discard(fits[0])
        at = Spot(before[name], after[fits[0]])
        walk.add(None, Kind.DEFINITION_RENAMED, at, old=name, new=fits[0])
    for name in sorted(come):
        walk.add(None, Kind.DEFINITION_ADDED, Spot(None, after[name]), new=name)


def _reaching(wire: Wire, protocol: Protocol) -> Mapping[str, Messages]:
    """Definition -> the messages of one schema that lead to it."""
    uses = {name: set(references(node.schema)) for name, node in wire.document.definitions()}
    found: dict[str, set[tuple[str, Role, Direction]]] = {}
    for message in protocol.messages:
        route = (message.name, message.role, message.direction)
        stack = [wire.names[message.at]] if message.at in wire.names else []
        while stack:
            name = stack.pop()
            known = found.setdefault(name, set())
            if route not in known:
                known.add(route)
                stack += uses[name] & uses.keys()
    return {name: frozenset(routes) for name, routes in found.items()}


def references(schema: object) -> Iterator[str]:
    """The definitions that a schema refers to."""
    stack: list[object] = [schema]
    while stack:
        value = stack.pop()
        if isinstance(value, Mapping):
            ref = value.get("$ref")
            if isinstance(ref, str):
                yield ref.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
            stack += value.values()
        elif isinstance(value, list):
            stack += value


def start_everywhere(walk: Walk, routes: Routes) -> None:
    """For schemas without messages: whatever nothing else leads to may go both ways.

    Definitions that only lead to each other in a circle are started as well, all of them.
    """
    root = walk.old.document.root, walk.new.document.root
    if any(keyword in schema for schema in root for keyword in _STRUCTURE):
        _start(walk, routes, "", "")
    common = walk.old.definitions.keys() & walk.new.definitions.keys()
    used = _used(walk.old) | _used(walk.new)
    free = {name for name in common if name not in used} or common
    for name in sorted(free):
        _start(walk, routes, walk.old.definitions[name], walk.new.definitions[name])


_STRUCTURE = ("properties", "type", "enum", "const", "$ref", "allOf", "anyOf", "oneOf")


def _start(walk: Walk, routes: Routes, old: str, new: str) -> None:
    pair = walk.root((old,), (new,))
    for direction in Direction:
        routes.start(pair, "", Role.REQUEST, direction)


def _used(wire: Wire) -> Set[str]:
    bare = {key: value for key, value in wire.document.root.items() if key != "$defs"}
    found = set(references(bare))
    for name, node in wire.document.definitions():
        found |= {other for other in references(node.schema) if other != name}
    return found
