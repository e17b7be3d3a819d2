"""Whole JSON-RPC 2.0 messages: one read never raises for what a peer sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from msgspec import UNSET

from .codec import JSONText, encode, parse
from .errors import DecodeError, Repair
from .kinds import kind_of
from .methods import Method, MethodTable, Party, decode_payload

Id: TypeAlias = int | str | None
"""A request's id, in its own JSON type: `7` and `"7"` are two ids."""

Pending: TypeAlias = Mapping[Any, str] | Callable[[Any], str | None]
"""From the id of a request that was sent to its method; `None` or a missing key: not ours."""

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A call that is owed a response with the same `id`."""

    id: Id
    method: str
    params: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    """A call that is owed no answer."""

    method: str
    params: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """The answer to a request: a `result`, or an `error` (then `result` is `UNSET`)."""

    id: Id
    result: Any = UNSET
    error: Any = UNSET
    method: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownMessage:
    """A well-formed message whose method (or request) is not known here; its content is raw."""

    kind: Literal["request", "notification", "response"]
    id: Id = None
    method: str | None = None
    params: Any = UNSET
    result: Any = UNSET
    error: Any = UNSET

    def reply(self) -> Response | None:
        """The error response that is owed; `None` where none is."""
        if self.kind != "request":
            return None
        return _error(self.id, METHOD_NOT_FOUND, f"Method not found: {self.method}")


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidMessage:
    """Something that is no valid message; `reply_owed` tells whether its sender waits for one."""

    error: DecodeError
    code: int
    reply_owed: bool
    id: Id = None
    method: str | None = None

    def reply(self) -> Response | None:
        """The error response that is owed; `None` where none is."""
        return _error(self.id, self.code, str(self.error)) if self.reply_owed else None


Message: TypeAlias = Request | Notification | Response | UnknownMessage | InvalidMessage


def _error(id: Id, code: int, message: str) -> Response:
    return Response(id=id, error={"code": code, "message": message})


@dataclass(frozen=True, slots=True)
class MessageReader:
    """Reads messages of one edition. `batches` tells whether arrays of messages exist there."""

    methods: MethodTable
    error_type: Any
    batches: bool

    def decode_message(
        self,
        data: JSONText | Any,
        receiver: Party,
        pending: Pending | None = None,
        *,
        strict: bool = False,
        on_repair: Callable[[Repair], object] | None = None,
    ) -> Message | list[Message]:
        """Decode a message (JSON text or parsed JSON) that `receiver` has received.

        Dispatches by method; a response is read as the result of the request that `pending`
        names for its id. Never raises for the content: what is wrong comes back as an
        `InvalidMessage`, what is not known as an `UnknownMessage`. A batch gives a list.
        """
        try:
            raw = parse(data)
        except DecodeError as error:
            return InvalidMessage(error=error, code=PARSE_ERROR, reply_owed=True)
        if kind_of(raw) is list and self.batches and raw:
            return [self._message(part, receiver, pending, strict, on_repair) for part in raw]
        return self._message(raw, receiver, pending, strict, on_repair)

    def _message(
        self,
        raw: Any,
        receiver: Party,
        pending: Pending | None,
        strict: bool,
        on_repair: Callable[[Repair], object] | None,
    ) -> Message:
        broken = _broken(raw)
        if broken is not None:
            return broken
        if "method" not in raw:
            return self._response(raw, receiver, pending, strict, on_repair)
        name, is_request = raw["method"], "id" in raw
        method = self._method(name, receiver)
        kind = None
        if method is not None:
            kind = method.params if is_request else method.notification_params
        if kind is None:
            return UnknownMessage(
                kind="request" if is_request else "notification",
                id=raw.get("id"),
                method=name,
                params=raw.get("params", UNSET),
            )
        try:
            params = _part("params", kind, raw.get("params"), strict, on_repair)
        except DecodeError as error:
            return InvalidMessage(
                error=error,
                code=INVALID_PARAMS,
                reply_owed=is_request,
                id=raw.get("id"),
                method=name,
            )
        if is_request:
            return Request(id=raw["id"], method=name, params=params)
        return Notification(method=name, params=params)

    def _response(
        self,
        raw: Any,
        receiver: Party,
        pending: Pending | None,
        strict: bool,
        on_repair: Callable[[Repair], object] | None,
    ) -> Message:
        id = raw["id"]
        name = _pending_method(pending, id)
        sender: Party = "agent" if receiver == "client" else "client"
        method = self._method(name, sender) if name is not None else None
        if method is None:
            return UnknownMessage(
                kind="response",
                id=id,
                method=name,
                result=raw.get("result", UNSET),
                error=raw.get("error", UNSET),
            )
        try:
            if "result" in raw:
                result = _part("result", method.result, raw["result"], strict, on_repair)
                return Response(id=id, result=result, method=name)
            error = _part("error", self.error_type, raw["error"], strict, on_repair)
            return Response(id=id, error=error, method=name)
        except DecodeError as error:
            return InvalidMessage(
                error=error, code=INVALID_REQUEST, reply_owed=False, id=id, method=name
            )

    def _method(self, name: str, handler: Party) -> Method | None:
        table = self.methods.agent if handler == "agent" else self.methods.client
        return table.get(name) or self.methods.protocol.get(name)


def _pending_method(pending: Pending | None, id: Id) -> str | None:
    if pending is None:
        return None
    return pending(id) if callable(pending) else pending.get(id)


def _part(
    key: str,
    kind: Any,
    value: Any,
    strict: bool,
    on_repair: Callable[[Repair], object] | None,
) -> Any:
    """The content of a message; places count from the top of the message."""

    def moved(repair: Repair) -> None:
        if on_repair is not None:
            on_repair(replace(repair, pointer=f"/{key}{repair.pointer}"))

    try:
        return decode_payload(kind, value, strict, moved if on_repair is not None else None)
    except DecodeError as error:
        raise DecodeError(f"/{key}{error.pointer}", error.reason, error.repairs) from None


def _broken(raw: Any) -> InvalidMessage | None:
    """What makes a value no JSON-RPC 2.0 message, whatever its method."""
    id: Any = raw.get("id") if kind_of(raw) is dict else None
    place, reason = "", ""
    if kind_of(raw) is not dict:
        reason = "expected a JSON-RPC message, an object"
    elif raw.get("jsonrpc") != "2.0":
        place, reason = "/jsonrpc", 'expected "2.0"'
    elif "id" in raw and not _is_id(id):
        place, reason, id = "/id", "expected a 64-bit integer, a string or null", None
    elif "method" in raw:
        if kind_of(raw["method"]) is not str:
            place, reason = "/method", "expected a string"
    elif "id" not in raw or ("result" not in raw and "error" not in raw):
        reason = "neither a method nor a result or error with an id"
    if not reason:
        return None
    answered = kind_of(raw) is dict and "method" not in raw and ("result" in raw or "error" in raw)
    return InvalidMessage(
        error=DecodeError(place, reason),
        code=INVALID_REQUEST,
        reply_owed=not answered,
        id=id if _is_id(id) else None,
    )


def _is_id(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    return value is None or isinstance(value, str)


def encode_message(message: Message | Sequence[Message]) -> bytes:
    """Encode a message, or several as a batch: the mirror of `decode_message`.

    Raises `TypeError` for an `InvalidMessage`, which has no form on the wire (see its `reply`).
    """
    if isinstance(message, Sequence):
        return encode([_envelope(part) for part in message])
    return encode(_envelope(message))


def _envelope(message: Message) -> dict[str, Any]:
    match message:
        case InvalidMessage():
            raise TypeError("an invalid message has no form on the wire; encode its reply()")
        case Request():
            members = {"id": message.id, "method": message.method, "params": message.params}
        case Notification():
            members = {"method": message.method, "params": message.params}
        case Response():
            members = {"id": message.id, "result": message.result, "error": message.error}
        case UnknownMessage(kind="response"):
            members = {"id": message.id, "result": message.result, "error": message.error}
        case UnknownMessage():
            has_id = message.kind == "request"
            members = {"id": message.id if has_id else UNSET, "method": message.method}
            members["params"] = message.params
    kept = {key: value for key, value in members.items() if value is not UNSET}
    return {"jsonrpc": "2.0", **kept}
