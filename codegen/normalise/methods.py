"""Methods: which definitions a method carries is told by the JSON-RPC envelopes that list them.

An envelope is recognised by JSON-RPC's own members: `method` and `params`, with `id` for a
request and without for a notification; `result` for a response. Who handles a method stands on
its definitions (`x-side`), so the sender is the other side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from enum import Enum, auto

from codegen.model import Kind, Method, Side
from codegen.source import Node, SchemaDocument


class _Carries(Enum):
    REQUEST = auto()
    NOTIFICATION = auto()
    RESULT = auto()


def read_methods(document: SchemaDocument) -> tuple[Method, ...]:
    """The methods of a schema, sorted by handling side and name.

    Raises `InputError` where two definitions claim one role of a method.
    """
    arms = dict(_arms(document))
    claims: dict[tuple[Side, str], dict[_Carries, tuple[str, Node]]] = defaultdict(dict)
    for name, node in document.definitions():
        method = node.get("x-method")
        if method is None:
            continue
        for side in _sides(node):
            role = arms[name][0] if name in arms else _unlisted(node)
            other = claims[side, method].setdefault(role, (name, node))
            if other[1].pointer != node.pointer:
                raise node.error(
                    f"{method!r} of side {side} has two definitions for one role "
                    f"(also {other[1].pointer})",
                    "change x-method or x-side of one of them",
                )
    return tuple(_method(name, side, roles, arms) for (side, name), roles in sorted(claims.items()))


def _sides(node: Node) -> tuple[Side, ...]:
    side = node.get("x-side", Side.PROTOCOL)
    return (Side.AGENT, Side.CLIENT) if side == "both" else (Side(side),)


def _method(
    name: str,
    side: Side,
    roles: dict[_Carries, tuple[str, Node]],
    arms: dict[str, tuple[_Carries, str | None]],
) -> Method:
    request = roles.get(_Carries.REQUEST)
    notification = roles.get(_Carries.NOTIFICATION)
    result = roles.get(_Carries.RESULT)
    carried = [part for part in (request, notification, result) if part]
    texts = (arms[part[0]][1] for part in (request, notification) if part and part[0] in arms)
    senders = {
        Side.AGENT: (Side.CLIENT,),
        Side.CLIENT: (Side.AGENT,),
        Side.PROTOCOL: (Side.AGENT, Side.CLIENT),
    }
    is_request = bool(request or result)
    return Method(
        name=name,
        handled_by=side,
        sent_by=senders[side],
        kind=Kind.BOTH
        if is_request and notification
        else Kind.REQUEST
        if is_request
        else Kind.NOTIFICATION,
        params=request[0] if request else None,
        notification_params=notification[0] if notification else None,
        result=result[0] if result else None,
        description=next(texts, None),
        at=carried[0][1].pointer,
    )


def _unlisted(node: Node) -> _Carries:
    raise node.error(
        "this definition has a method but no envelope lists it",
        "add it to the params or result of a message, or remove x-method",
    )


def _arms(document: SchemaDocument) -> Iterator[tuple[str, tuple[_Carries, str | None]]]:
    """Definition -> what carries it and the text that stands on its arm (the first one wins)."""
    found: dict[str, tuple[_Carries, str | None]] = {}
    for members in _envelopes(document):
        if "method" in members and "params" in members:
            role = _Carries.REQUEST if "id" in members else _Carries.NOTIFICATION
            part = members["params"]
        elif "result" in members and "id" in members:
            role, part = _Carries.RESULT, members["result"]
        else:
            continue
        for name, text in _targets(part):
            found.setdefault(name, (role, text))
    yield from found.items()


def read_error(document: SchemaDocument) -> str | None:
    """The definition of the error that a response carries instead of a result."""
    for members in _envelopes(document):
        if "id" in members and "error" in members:
            return next((name for name, _ in _targets(members["error"])), None)
    return None


def _envelopes(document: SchemaDocument) -> Iterator[dict[str, Node]]:
    """The members of every object in the root and in definitions that could be a message."""
    for start in (document.node, *(node for _, node in document.definitions())):
        for node in _objects(start):
            yield node.named("properties")


def _objects(node: Node) -> Iterator[Node]:
    """A node and the branches and items below it; references aren't followed."""
    yield node
    for keyword in ("anyOf", "oneOf"):
        for arm in node.children(keyword):
            yield from _objects(arm)
    if "items" in node:
        yield from _objects(node.child("items"))


def _targets(node: Node) -> Iterator[tuple[str, str | None]]:
    """The definitions that the branches of a `params` or `result` lead to."""
    for arm in _objects(node):
        for part in (arm, *arm.children("allOf")):
            if "$ref" in part:
                name = part.document.definition_name(part.get("$ref"))
                if name is not None:
                    yield name, arm.get("description")
