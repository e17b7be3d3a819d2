"""Which definition belongs to which method and side, what a method does, who sends what.

For maintainers: schema-docs §3.1 and §4.1. Everything comes from `x-side`, `x-method`,
`x-docs-ignore` and the envelopes; an envelope is found by its role, the name of the side that
sends it followed by the kind of message. No message is named here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from codegen.targets.mdx.config import SIDES
from codegen.targets.mdx.document import (
    Document,
    Node,
    alternatives,
    arms,
    as_node,
    as_text,
    properties,
    wrapped_reference,
)

BOTH = "both"
_OPPOSITE = {"agent": "client", "client": "agent"}
_SHARED_SIDE = "protocol"


class Kind(StrEnum):
    """What a message is in its protocol."""

    REQUEST = "request"
    NOTIFICATION = "notification"
    RESPONSE = "response"


_CALLS = (Kind.REQUEST, Kind.NOTIFICATION)


@dataclass(frozen=True, slots=True)
class Method:
    """One method in one side's part: its definitions sorted by name, and its raw prose."""

    side: str
    name: str
    definitions: tuple[str, ...]
    prose: str | None


@dataclass(frozen=True, slots=True)
class Grouping:
    """All methods by side, sorted by name, and the names of the definitions without a method."""

    sides: Mapping[str, tuple[Method, ...]]
    loose: tuple[str, ...]


def is_ignored(node: Node) -> bool:
    """Whether the schema keeps a definition out of its documentation."""
    return node.get("x-docs-ignore") is True


def place(node: Node) -> tuple[tuple[str, ...], str] | None:
    """The sides and the method a definition belongs to; None for the other definitions."""
    side, method = as_text(node.get("x-side")), as_text(node.get("x-method"))
    if side is None or method is None:
        return None
    if side == BOTH:
        return ("agent", "client"), method
    return ((side,), method) if side in SIDES else None


def group(document: Document, overrides: Mapping[str, str]) -> Grouping:
    """Sort the definitions into methods and the rest; `overrides` win over found prose."""
    found: dict[str, dict[str, list[str]]] = {side: {} for side in SIDES}
    loose: list[str] = []
    for name in sorted(document.definitions):
        node = document.definitions[name]
        if is_ignored(node):
            continue
        belongs = place(node)
        if belongs is None:
            loose.append(name)
            continue
        sides, method = belongs
        for side in sides:
            found[side].setdefault(method, []).append(name)
    texts = {side: _texts(document, side) for side in SIDES}
    grouped = {
        side: tuple(
            Method(side, method, tuple(names), overrides.get(method, _text(texts[side], names)))
            for method, names in sorted(methods.items())
        )
        for side, methods in found.items()
    }
    return Grouping(grouped, tuple(loose))


def kinds(document: Document) -> Mapping[str, Kind]:
    """The kind of every message: by the envelope that carries it, else by how its name ends."""
    found: dict[str, Kind] = {}
    for name, envelope in _envelopes(document):
        held = properties(envelope)
        if "params" in held:
            request = "id" in held or name.endswith(Kind.REQUEST.capitalize())
            kind = Kind.REQUEST if request else Kind.NOTIFICATION
            for route, _ in _routes(envelope):
                found.setdefault(route, kind)
        for form in (envelope, *alternatives(envelope)):
            result = properties(form).get("result")
            for arm in alternatives(result) if result is not None else ():
                target = wrapped_reference(arm)
                if target is not None:
                    found.setdefault(target, Kind.RESPONSE)
    for name, node in document.definitions.items():
        ending = next((kind for kind in Kind if name.endswith(kind.capitalize())), None)
        if ending is not None and place(node) is not None:
            found.setdefault(name, ending)
    return found


def sender(side: str, kind: Kind) -> tuple[str, str] | None:
    """Who sends and who receives a message of a side; None if either may do either."""
    if side not in _OPPOSITE:
        return None
    other = _OPPOSITE[side]
    return (side, other) if kind is Kind.RESPONSE else (other, side)


def _text(texts: list[tuple[str, Node]], names: list[str]) -> str | None:
    for target, arm in texts:
        if target in names:
            return as_text(arm.get("description"))
    return None


def _texts(document: Document, side: str) -> list[tuple[str, Node]]:
    """The routes of the envelopes a side receives, requests first."""
    return [route for envelope in _received(document, side) for route in _routes(envelope)]


def _received(document: Document, side: str) -> Iterator[Node]:
    if side != _SHARED_SIDE:
        for kind in _CALLS:
            envelope = document.definitions.get(_OPPOSITE[side].capitalize() + kind.capitalize())
            if envelope is not None:
                yield envelope
        return
    stem = side.capitalize()
    shared = [
        node
        for name, node in document.definitions.items()
        if name.startswith(stem) and name.endswith(Kind.NOTIFICATION.capitalize())
    ]
    yield from shared or (
        node
        for node in arms(document.root, "anyOf") or ()
        if (as_text(node.get("title")) or "").startswith(stem)
    )


def _envelopes(document: Document) -> Iterator[tuple[str, Node]]:
    for name, node in document.definitions.items():
        if is_ignored(node):
            yield name, node
    for node in arms(document.root, "anyOf") or ():
        yield as_text(node.get("title")) or "", node


def _routes(envelope: Node) -> Iterator[tuple[str, Node]]:
    """Each definition an envelope's parameters may hold, with the arm that leads there."""
    parameters = as_node(properties(envelope).get("params"))
    for choice in arms(parameters, "anyOf") or ():
        members = arms(choice, "anyOf")
        for arm in members if members is not None else arms(choice, "oneOf") or ():
            target = wrapped_reference(arm)
            if target is not None:
                yield target, arm
