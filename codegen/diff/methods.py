"""Compare methods: which came, went, changed their name, their side or their kind.

A method is known by its name, its role and who sends it: one name may be a request of one side
and a notification of the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from codegen.diff.annotations import annotate
from codegen.diff.facts import Direction, Kind, Role, Route, Spot
from codegen.diff.frames import compare_frames
from codegen.diff.messages import Message, Protocol
from codegen.diff.naming import is_rename, likeness
from codegen.diff.reading import Wire
from codegen.diff.routes import Routes
from codegen.diff.walk import Walk, is_unstable

_OTHER = {Direction.A2C: Direction.C2A, Direction.C2A: Direction.A2C}


@dataclass(slots=True)
class Call:
    """A method as its caller sees it: what is sent, and what comes back."""

    name: str
    direction: Direction
    role: Role
    parts: dict[Role, Message] = field(default_factory=dict)

    @property
    def first(self) -> Message:
        """The message that stands for the method in reports."""
        return next(self.parts[role] for role in Role if role in self.parts)

    @property
    def route(self) -> Route:
        """What the caller sends."""
        return Route(self.name, self.role, self.direction)


Key = tuple[str, Direction, Role]
Calls = dict[Key, Call]


def compare_methods(walk: Walk, routes: Routes, old: Protocol, new: Protocol) -> None:
    """Facts about methods; what two messages of one method carry becomes a pair of the walk."""
    before, after = list(old.messages), list(new.messages)
    met = [*_matched(before, after), *_matched_by_shape(walk, before, after)]
    for one, other in sorted(met, key=lambda two: _order(two[1])):
        _meet(walk, routes, one, other)
    calls_old, calls_new = _calls(old.messages), _calls(new.messages)
    gone = {key: call for key, call in calls_old.items() if key not in calls_new}
    come = {key: call for key, call in calls_new.items() if key not in calls_old}
    _drop_extensions(walk.old, before, gone)
    _drop_extensions(walk.new, after, come)
    _moved(walk, gone, come, Kind.MESSAGE_KIND_CHANGED)
    _moved(walk, gone, come, Kind.METHOD_SIDE_CHANGED)
    _renames(walk, gone, come)
    for call in come.values():
        _add(walk, Kind.METHOD_ADDED, None, call)
    for call in gone.values():
        _add(walk, Kind.METHOD_REMOVED, call, None, fails="W")
    compare_frames(walk, old, new)


def _order(message: Message) -> tuple[str, Role, Direction]:
    return message.name, message.role, message.direction


def _calls(messages: Iterable[Message]) -> Calls:
    found: Calls = {}
    for message in messages:
        if message.role is Role.ERROR:
            continue
        direction, role = message.direction, message.role
        if role is Role.RESPONSE:
            direction, role = _OTHER[direction], Role.REQUEST
        key = (message.name, direction, role)
        call = found.setdefault(key, Call(message.name, direction, role))
        call.parts.setdefault(message.role, message)
    return found


def _matched(old: list[Message], new: list[Message]) -> Iterable[tuple[Message, Message]]:
    """Messages of both schemas that are one message; what is left over stays in the lists.

    By method, role and sender; where a schema gives no methods, by what the message carries.
    """
    found: list[tuple[Message, Message]] = []
    for by_label in (False, True):
        index = {_key(message, by_label): message for message in new}
        for message in list(old):
            other = index.get(_key(message, by_label))
            if other is None or other not in new:
                continue
            if by_label and message.method is not None and other.method is not None:
                continue
            found.append((message, other))
            old.remove(message)
            new.remove(other)
    return found


def _matched_by_shape(
    walk: Walk, old: list[Message], new: list[Message]
) -> list[tuple[Message, Message]]:
    """Messages without methods whose type was renamed: on the wire nothing tells them apart."""
    found = []
    for message in [message for message in old if message.method is None]:
        fits = [
            other
            for other in new
            if other.method is None
            and (other.role, other.direction) == (message.role, message.direction)
            and walk.forward.holds((message.at,), (other.at,))
            and walk.backward.holds((other.at,), (message.at,))
        ]
        if fits:
            other = max(fits, key=lambda one: (likeness(message.label, one.label), one.label))
            found.append((message, other))
            old.remove(message)
            new.remove(other)
    return found


def _key(message: Message, by_label: bool) -> tuple[object, ...]:
    what = message.label if by_label or message.method is None else ("method", message.method)
    return what, message.role, message.direction


def _meet(walk: Walk, routes: Routes, old: Message, new: Message) -> None:
    pair = walk.root((old.at,), (new.at,))
    routes.start(pair, new.name, new.role, new.direction)
    annotate(walk, pair, old.arm, new.arm)
    repointed = (
        old.label != new.label
        and old.label in walk.new.definitions
        and new.label in walk.old.definitions
    )
    if repointed:
        walk.add(
            pair,
            Kind.MESSAGE_TYPE_REPOINTED,
            Spot(old.at, new.at),
            old=old.label,
            new=new.label,
            path=f"{new.name} {new.role}",
        )


def _drop_extensions(wire: Wire, left: list[Message], calls: Calls) -> None:
    """Messages without a method that may hold anything are room for extensions, not methods.

    Messages that have been matched although one schema gives no method are no news either.
    """
    for key, call in list(calls.items()):
        parts = list(call.parts.values())
        free = all(part.method is None and wire.value((part.at,)).any for part in parts)
        if free or not any(part in left for part in parts):
            del calls[key]


def _moved(walk: Walk, gone: Calls, come: Calls, kind: Kind) -> None:
    """Methods that kept their name and changed their kind of message, or the side that calls."""
    other_role = {Role.REQUEST: Role.NOTIFICATION, Role.NOTIFICATION: Role.REQUEST}
    for key in sorted(gone):
        name, direction, role = key
        if kind is Kind.MESSAGE_KIND_CHANGED:
            target = (name, direction, other_role[role])
        else:
            target = (name, _OTHER[direction], role)
        if target in come and key in gone:
            _add(walk, kind, gone.pop(key), come.pop(target), fails="WR")


def _renames(walk: Walk, gone: Calls, come: Calls) -> None:
    for key in sorted(gone):
        before = gone[key]
        fits = [k for k in sorted(come) if k[1:] == key[1:] and _is_rename(walk, before, come[k])]
        if not fits:
            continue
        after = come.pop(fits[0])
        del gone[key]
        _add(walk, Kind.METHOD_RENAMED, before, after, fails="WR")
        for role in before.parts.keys() & after.parts.keys():
            # Never read for each other, but their types stand for each other.
            walk.pair((before.parts[role].at,), (after.parts[role].at,))


def _is_rename(walk: Walk, old: Call, new: Call) -> bool:
    if old.parts.keys() != new.parts.keys():
        return False
    parts = [(old.parts[role], new.parts[role]) for role in old.parts]
    if any(one.label == other.label and one.method for one, other in parts):
        return True
    same = all(
        walk.forward.holds((one.at,), (other.at,)) and walk.backward.holds((other.at,), (one.at,))
        for one, other in parts
    )
    return same and is_rename(old.name, new.name)


def _add(walk: Walk, kind: Kind, old: Call | None, new: Call | None, fails: str = "") -> None:
    call = new or old
    assert call is not None
    at = Spot(old.first.at if old else None, new.first.at if new else None)
    marked = (
        [pointer for part in old.parts.values() for pointer in (part.at, part.arm)] if old else []
    )
    by_kind = kind is Kind.MESSAGE_KIND_CHANGED
    walk.add(
        None,
        kind,
        at,
        old=(old.role if by_kind else old.name) if old else None,
        new=(new.role if by_kind else new.name) if new else None,
        fails=fails,
        path=f"method {call.name}",
        variant=None if call.role is Role.REQUEST else call.role,
        routes=tuple(sorted({side.route for side in (old, new) if side}, key=str)),
        unstable=any(is_unstable(walk.old, pointer) for pointer in marked),
    )
