"""Who a message is from and for, and what follows from it for one view of the message."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from .places import MessageKey


class Direction(StrEnum):
    """What a view is to the session whose transcript it stands in."""

    OUTGOING = "outgoing"
    INCOMING = "incoming"
    UNKNOWN = "unknown"
    """Too little is known, or what is known contradicts itself. Still a message between
    sessions: never show it as the user's."""


class Identity(NamedTuple):
    """Participants and references of a message as far as known; None is not known yet.

    It comes from `session_message` only (schema: `/$defs/SessionMessage`).
    """

    sender_session_id: str | None = None
    recipient_session_id: str | None = None
    sender_message_id: str | None = None
    """On an incoming view: the entry in the sender's transcript."""
    recipient_message_id: str | None = None
    """On an outgoing view: the entry in the recipient's transcript."""


NOTHING_KNOWN = Identity()

SENDER, RECIPIENT = "senderSessionId", "recipientSessionId"
SENDER_MESSAGE, RECIPIENT_MESSAGE = "senderMessageId", "recipientMessageId"
WIRE_NAMES = (SENDER, RECIPIENT, SENDER_MESSAGE, RECIPIENT_MESSAGE)


class Difference(NamedTuple):
    """A property with two values."""

    field: str
    known: str
    given: str


def learn(known: Identity, given: Identity) -> Identity:
    """Fill gaps in `known` from `given`; a known value stays, whatever is given."""
    return Identity(*(new if old is None else old for old, new in zip(known, given, strict=True)))


def differences(known: Identity, given: Identity) -> list[Difference]:
    """The properties that both know, with different values."""
    return [
        Difference(name, old, new)
        for name, old, new in zip(WIRE_NAMES, known, given, strict=True)
        if old is not None and new is not None and old != new
    ]


def participants_clash(identity: Identity, session_id: str) -> bool:
    """Whether both participants are known and can't be those of a view in this transcript.

    They have to differ, and one is the transcript's session (schema:
    `/$defs/SessionMessage/properties/senderSessionId`).
    """
    sender, recipient = identity.sender_session_id, identity.recipient_session_id
    if sender is None or recipient is None:
        return False
    return sender == recipient or session_id not in (sender, recipient)


def direction(identity: Identity, session_id: str) -> Direction:
    """What the view is to the session of its transcript.

    One known participant is enough: the transcript's session is always one of the two. A
    reference alone tells nothing.
    """
    sender, recipient = identity.sender_session_id, identity.recipient_session_id
    if participants_clash(identity, session_id) or (sender is None and recipient is None):
        return Direction.UNKNOWN
    sent = sender == session_id if sender is not None else recipient != session_id
    return Direction.OUTGOING if sent else Direction.INCOMING


def party(identity: Identity, session_id: str) -> str | None:
    """The other participant's session, if it is known and the direction is."""
    match direction(identity, session_id):
        case Direction.OUTGOING:
            return identity.recipient_session_id
        case Direction.INCOMING:
            return identity.sender_session_id
        case Direction.UNKNOWN:
            return None


def reference(identity: Identity, facing: Direction) -> str | None:
    """The reference to the other view that counts for a view of this direction."""
    match facing:
        case Direction.OUTGOING:
            return identity.recipient_message_id
        case Direction.INCOMING:
            return identity.sender_message_id
        case Direction.UNKNOWN:
            return None


def named_view(identity: Identity, session_id: str) -> MessageKey | None:
    """The other view that this one names; it takes the other session and the reference."""
    other = party(identity, session_id)
    message_id = reference(identity, direction(identity, session_id))
    if other is None or message_id is None:
        return None
    return MessageKey(other, message_id)


def demanded(key: MessageKey, facing: Direction, named: MessageKey) -> Identity:
    """What the named view says, as far as it says anything, if it is the other view of `key`.

    In:  a view, its direction (not unknown) and the view that it names.
    Out: the identity to compare with; None where the named view is free.
    """
    if facing is Direction.OUTGOING:
        return Identity(key.session_id, named.session_id, sender_message_id=key.message_id)
    return Identity(named.session_id, key.session_id, recipient_message_id=key.message_id)
