"""The methods of an edition: what each carries, and decoding by method name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Any, Literal, TypeAlias, get_args, get_type_hints

from .codec import JSONText, decode, parse
from .errors import Repair
from .fields import Struct
from .objects import slots_of

Party: TypeAlias = Literal["agent", "client"]
MethodSide: TypeAlias = Literal["agent", "client", "protocol"]


@dataclass(frozen=True, slots=True)
class Method:
    """A JSON-RPC method.

    `params`, `notification_params` and `result` are types that `decode` takes; `None` where the
    method has no such message.
    """

    name: str
    handled_by: tuple[Party, ...]
    sent_by: tuple[Party, ...]
    kind: Literal["request", "notification", "both"]
    params: Any
    notification_params: Any
    result: Any
    description: str


@dataclass(frozen=True, slots=True)
class MethodTable:
    """The methods of one edition by the side that handles them."""

    agent: Mapping[str, Method]
    client: Mapping[str, Method]
    protocol: Mapping[str, Method]

    def find(self, name: str, side: MethodSide | None = None) -> Method:
        """The method of that name.

        Raises `LookupError` for an unknown name, or where the name exists on two sides and
        `side` (the side that handles it) is not given.
        """
        tables = {"agent": self.agent, "client": self.client, "protocol": self.protocol}
        if side is not None and side not in tables:
            raise LookupError(f"unknown side {side!r}: it is agent, client or protocol")
        found = {
            key: table[name]
            for key, table in tables.items()
            if name in table and side in (None, key)
        }
        if not found:
            of = f" of side {side!r}" if side else ""
            raise LookupError(f"unknown method {name!r}{of}")
        if len(found) > 1:
            sides = " and ".join(repr(key) for key in found)
            raise LookupError(f"method {name!r} exists on the sides {sides}: say which with side=")
        return next(iter(found.values()))

    def decode_params(
        self,
        name: str,
        data: JSONText | Any,
        *,
        side: MethodSide | None = None,
        notification: bool = False,
        strict: bool = False,
        on_repair: Callable[[Repair], object] | None = None,
    ) -> Any:
        """Decode the parameters of a method; `side` is the one that handles it.

        A method that is both is read as the request, or with `notification=True` as the
        notification. Raises `LookupError` for the method and `DecodeError` for the data.
        """
        method = self.find(name, side)
        as_notification = notification or method.params is None
        kind = method.notification_params if as_notification else method.params
        if kind is None:
            wanted = "notification" if notification else "request"
            raise LookupError(f"method {name!r} is no {wanted}")
        return decode_payload(kind, data, strict, on_repair)

    def decode_result(
        self,
        name: str,
        data: JSONText | Any,
        *,
        side: MethodSide | None = None,
        strict: bool = False,
        on_repair: Callable[[Repair], object] | None = None,
    ) -> Any:
        """Decode the result of a method; arguments and errors as in `decode_params`."""
        method = self.find(name, side)
        if method.result is None:
            raise LookupError(f"method {name!r} has no result")
        return decode_payload(method.result, data, strict, on_repair)


def decode_payload(
    kind: Any, data: Any, strict: bool, on_repair: Callable[[Repair], object] | None
) -> Any:
    """Decode the content of a message; `None` and null read as `{}` where nothing is needed.

    A payload needs nothing if no property is required and every one may be null.
    """
    if kind is None:
        return parse(data)
    empty = data is None or (isinstance(data, bytes | str) and data.strip() in (b"null", "null"))
    if empty and _needs_nothing(kind):
        data = {}
    return decode(kind, data, strict=strict, on_repair=on_repair)


@cache
def _needs_nothing(kind: Any) -> bool:
    if not isinstance(kind, type) or not issubclass(kind, Struct):
        return False
    hints = get_type_hints(kind)
    return all(
        not slot.required and NoneType in get_args(hints[slot.name]) for slot in slots_of(kind)
    )
