"""The JSON-RPC methods of a protocol: who handles them, who sends them, what they carry."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Side(StrEnum):
    """A party of the protocol; `PROTOCOL` methods are handled and sent by both."""

    AGENT = "agent"
    CLIENT = "client"
    PROTOCOL = "protocol"


class Kind(StrEnum):
    """Whether a method is called as a request, sent as a notification, or both exist."""

    REQUEST = "request"
    NOTIFICATION = "notification"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Method:
    """A method of one side.

    `params` names the definition of the request's parameters, `notification_params` that of the
    notification's, `result` that of the response; `None` where there is none. `at` is the
    pointer of the definition that declares the method.
    """

    name: str
    handled_by: Side
    sent_by: tuple[Side, ...]
    kind: Kind
    params: str | None
    notification_params: str | None
    result: str | None
    description: str | None
    at: str
