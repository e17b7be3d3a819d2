"""What a view can be asked about: an entry of a transcript, or a parent's child session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, order=True)
class MessageKey:
    """One entry of one transcript.

    Message IDs are scoped to their transcript, so an ID alone names nothing (schema:
    `/$defs/SessionMessage/properties/messageId`).
    """

    session_id: str
    """The transcript: the outer `params.sessionId`."""
    message_id: str
    """The entry in it."""


@dataclass(frozen=True, slots=True, order=True)
class ChildKey:
    """One child session, as its parent reports it (schema: `/$defs/SubagentUpdate`)."""

    parent_id: str
    """The parent: the outer `params.sessionId`."""
    child_id: str
    """The child: `update.sessionId`."""


Place: TypeAlias = MessageKey | ChildKey
"""Where an update arrived, or where a problem was found."""
