"""Updates as they come over the wire, decoded by the bindings, so that all three states of a
property are what a peer's JSON makes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import acp_schema.v1
import acp_schema.v2
from acp_runtime.transcript import MessageKey, v1, v2

Update = dict[str, Any]
Params = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition: its empty view and its decoder of `session/update` params."""

    name: str
    open: Callable[[], Any]
    decode: Callable[[Params], Any]

    def view(self, history: Iterable[Params] = ()) -> Any:
        """A fresh view that was fed a history."""
        view = self.open()
        for params in history:
            view.apply(self.decode(params))
        return view

    def __str__(self) -> str:
        return self.name


V1 = Edition(
    "v1",
    v1.Transcripts,
    lambda params: acp_schema.v1.decode(acp_schema.v1.SessionNotification, params),
)
V2 = Edition(
    "v2",
    v2.Transcripts,
    lambda params: acp_schema.v2.decode(acp_schema.v2.UpdateSessionNotification, params),
)
EDITIONS = (V1, V2)

WIRE = {
    "sender": "senderSessionId",
    "recipient": "recipientSessionId",
    "sender_message": "senderMessageId",
    "recipient_message": "recipientMessageId",
    "meta": "_meta",
}


def text(words: str) -> dict[str, Any]:
    """A text block."""
    return {"type": "text", "text": words}


def upsert(session: str, message: str, **properties: Any) -> Params:
    """`session_message`; `content` may be a list of strings."""
    content = properties.get("content")
    if isinstance(content, list):
        properties["content"] = [text(item) if isinstance(item, str) else item for item in content]
    return _params(session, "session_message", messageId=message, **properties)


def chunk(session: str, message: str, words: str, **properties: Any) -> Params:
    """`session_message_chunk` with a text block."""
    return _params(
        session, "session_message_chunk", messageId=message, content=text(words), **properties
    )


def child(parent: str, session: str, **properties: Any) -> Params:
    """`subagent_update`: `parent` reports its child `session`."""
    return _params(parent, "subagent_update", sessionId=session, **properties)


def other(session: str, kind: str, **properties: Any) -> Params:
    """Any other update."""
    return _params(session, kind, **properties)


def _params(session: str, kind: str, **properties: Any) -> Params:
    update = {WIRE.get(name, name): value for name, value in properties.items()}
    return {"sessionId": session, "update": {"sessionUpdate": kind, **update}}


def words(view: Any, session: str, message: str) -> list[str]:
    """The texts of an entry's blocks."""
    return [block.text for block in view.message(MessageKey(session, message)).content]


def outgoing(session: str, message: str, to: str, **properties: Any) -> Params:
    """An upsert that names both participants, sender's side."""
    return upsert(session, message, sender=session, recipient=to, **properties)


def incoming(session: str, message: str, sender: str, **properties: Any) -> Params:
    """An upsert that names both participants, recipient's side."""
    return upsert(session, message, sender=sender, recipient=session, **properties)
