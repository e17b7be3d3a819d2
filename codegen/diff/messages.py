"""Which messages a schema describes: who sends what to whom, and what carries it.

Direction is told by the messages that list a type, never by the type: `x-side` names the
handler, so a request goes to that side and its response comes from there. Older schemas have no
`x-side`; there the names of the envelopes say who sends them (`Agent…`, `Client…`). A type
without any of this may go both ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from codegen.diff.facts import Direction, Role
from codegen.diff.reading import Wire
from codegen.source import Node

_ENVELOPE = re.compile(r"(Agent|Client)(Request|Response|Notification)")
_SENDER = re.compile(r"(Agent|Client)(?![a-z ])")
_ROLE = re.compile(r"(Request|Response|Notification)$")
_BOTH = (Direction.A2C, Direction.C2A)
_FROM = {"Agent": (Direction.A2C,), "Client": (Direction.C2A,)}
_TO: Mapping[str, tuple[Direction, ...]] = {
    "agent": (Direction.C2A,),
    "client": (Direction.A2C,),
    # What goes through a third party is between it and its neighbours: no agent or client is hit.
    "proxy": (),
}


@dataclass(frozen=True, slots=True)
class Message:
    """A message in one direction. `method` is `None` where the schema doesn't say it.

    `label` is the definition or title of what it carries; `uses` leads there; `at` is the
    pointer of the definition (or of the branch that lists it, `arm`).
    """

    method: str | None
    role: Role
    direction: Direction
    label: str
    at: str
    arm: str

    @property
    def name(self) -> str:
        """What the message is called in a report."""
        return self.method or self.label


@dataclass(slots=True)
class Protocol:
    """All messages of one schema, and the definitions that only join messages."""

    messages: list[Message] = field(default_factory=list)
    ids: dict[tuple[Role, Direction], str] = field(default_factory=dict)
    batches: dict[Direction, str] = field(default_factory=dict)
    envelopes: set[str] = field(default_factory=set)


def read_protocol(wire: Wire) -> Protocol:
    """The messages of a schema. Empty for a schema that describes none."""
    found = Protocol()
    for envelope in _envelopes(wire, wire.document.node, _Above(), set()):
        _read_envelope(wire, found, envelope)
    if not found.messages:
        _read_plain(wire, found)
    _read_unlisted(wire, found)
    _read_batches(wire, found)
    found.messages = list({_key(message): message for message in found.messages}.values())
    return found


def _key(message: Message) -> tuple[object, ...]:
    return message.method, message.role, message.direction, message.label


def _sender(text: str | None) -> str | None:
    match = _SENDER.match(text or "")
    return match[1] if match else None


@dataclass(frozen=True, slots=True)
class _Above:
    """What encloses a part of an envelope: its definition, who sends it, members so far."""

    name: str | None = None
    sender: str | None = None
    members: Mapping[str, Node] = field(default_factory=dict)


def _envelopes(wire: Wire, node: Node, above: _Above, seen: set[str]) -> Iterator[_Above]:
    """Everything that the root joins: branches, items and references, but no properties.

    Properties would lead into what messages carry, where any name may mean anything.
    """
    if node.pointer in seen or node.get("x-method"):
        return
    seen.add(node.pointer)
    name = wire.names.get(node.pointer, above.name)
    sender = above.sender or _sender(node.get("title")) or _sender(wire.names.get(node.pointer))
    here = _Above(name, sender, {**above.members, **node.named("properties")})
    yield here
    parts = [part for word in ("allOf", "anyOf", "oneOf") for part in node.children(word)]
    target = _referred(wire, node) if "$ref" in node else None
    parts += [target] if target is not None else []
    parts += [node.child("items")] if isinstance(node.get("items"), dict) else []
    for part in parts:
        yield from _envelopes(wire, part, here, seen)


def _read_envelope(wire: Wire, found: Protocol, envelope: _Above) -> None:
    members, sender = envelope.members, envelope.sender
    if "method" in members and "params" in members:
        role = Role.REQUEST if "id" in members else Role.NOTIFICATION
        part = members["params"]
    elif "result" in members and "id" in members:
        role, part = Role.RESPONSE, members["result"]
    elif "error" in members and "id" in members:
        role, part = Role.ERROR, members["error"]
    else:
        return
    for arm in _payloads(wire, found, part):
        _add(wire, found, arm, role, _FROM.get(sender or "", _BOTH))
    if envelope.name is not None:
        found.envelopes.add(envelope.name)
    if "id" in members:
        for direction in _FROM.get(sender or "", _BOTH):
            found.ids.setdefault((role, direction), members["id"].pointer)


def _payloads(wire: Wire, found: Protocol, node: Node) -> Iterator[Node]:
    """The branches that list what a message may carry; null beside them is no message."""
    target = _referred(wire, node)
    inner = node if target is None else target
    if target is not None and not _is_list(wire, target):
        yield node
        return
    if target is not None:
        found.envelopes.add(wire.names[target.pointer])
    arms = (*inner.children("anyOf"), *inner.children("oneOf"))
    if not arms or (len(arms) == 1 and "title" in node):
        yield node
        return
    for arm in arms:
        if arm.get("type") != "null" or "title" in arm:
            yield from _payloads(wire, found, arm)


def _referred(wire: Wire, node: Node) -> Node | None:
    """The definition that a branch stands for, however it is wrapped."""
    for part in (node, *node.children("allOf")):
        if isinstance(part.get("$ref"), str):
            target = wire.target(part)
            return target if target is not None and target.pointer in wire.names else None
    inner = wire.alias(node)
    return _referred(wire, wire.node(inner)) if inner is not None else None


def _is_list(wire: Wire, target: Node) -> bool:
    """Whether a definition only lists what messages carry."""
    arms = (*target.children("anyOf"), *target.children("oneOf"))
    if target.get("x-method") or not arms or "properties" in target:
        return False
    targets = [_referred(wire, arm) for arm in arms]
    return bool(target.get("x-docs-ignore")) or any(t and t.get("x-method") for t in targets)


def _add(
    wire: Wire, found: Protocol, arm: Node, role: Role, senders: tuple[Direction, ...]
) -> None:
    target = _referred(wire, arm)
    name = wire.names[target.pointer] if target is not None else None
    side = target.get("x-side") if target is not None else None
    for direction in _directions(side, role, senders):
        found.messages.append(
            Message(
                method=target.get("x-method") if target is not None else None,
                role=role,
                direction=direction,
                label=name or str(arm.get("title", "")) or "any",
                at=target.pointer if target is not None else arm.pointer,
                arm=arm.pointer,
            )
        )


def _directions(
    side: str | None, role: Role, senders: tuple[Direction, ...]
) -> tuple[Direction, ...]:
    if side is None:
        return senders
    to_side = _TO.get(side, _BOTH)
    if role in (Role.REQUEST, Role.NOTIFICATION) or len(to_side) != 1:
        return to_side
    return tuple(direction for direction in _BOTH if direction not in to_side)


def _read_plain(wire: Wire, found: Protocol) -> None:
    """Schemas whose root lists unions of payloads without JSON-RPC members around them."""
    root = wire.document.node
    for arm in (*root.children("anyOf"), *root.children("oneOf")):
        target = _referred(wire, arm)
        match = _ENVELOPE.fullmatch(wire.names[target.pointer]) if target is not None else None
        if target is None or match is None:
            continue
        found.envelopes.add(wire.names[target.pointer])
        for arm in (*target.children("anyOf"), *target.children("oneOf")):
            for part in _payloads(wire, found, arm):
                _add(wire, found, part, Role(match[2].lower()), _FROM[match[1]])


def _read_unlisted(wire: Wire, found: Protocol) -> None:
    """Definitions with a method that no envelope lists: their name says what they are."""
    listed = {message.at for message in found.messages}
    for name, node in wire.document.definitions():
        match = _ROLE.search(name)
        if node.get("x-method") and node.pointer not in listed and match is not None:
            _add_named(found, name, node, Role(match[1].lower()))


def _add_named(found: Protocol, name: str, node: Node, role: Role) -> None:
    for direction in _directions(node.get("x-side"), role, _BOTH):
        found.messages.append(
            Message(node.get("x-method"), role, direction, name, node.pointer, node.pointer)
        )


def _read_batches(wire: Wire, found: Protocol) -> None:
    root = wire.document.node
    for arm in (*root.children("anyOf"), *root.children("oneOf")):
        if arm.get("type") == "array":
            for direction in _FROM.get(_sender(arm.get("title")) or "", _BOTH):
                found.batches.setdefault(direction, arm.pointer)
