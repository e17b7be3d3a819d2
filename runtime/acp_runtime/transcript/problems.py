"""What a peer got wrong, as values. Nothing that a peer sends raises an exception here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from .places import MessageKey, Place

Value: TypeAlias = str | MessageKey
"""One of the two values that don't fit together."""


class ProblemKind(StrEnum):
    """What is wrong. The comment says what `known` and `given` of the problem are.

    The first and the last three kinds stay for good: something was ignored. The others describe
    the present state and can go away with a later update.
    """

    IDENTITY_CHANGED = "identity_changed"
    """A known participant or reference came with another value, which was ignored: the value
    that stays, the one ignored (RFD "Session-directed messages")."""
    PARTICIPANTS_EQUAL = "participants_equal"
    """A message from a session to itself: sender, recipient."""
    SESSION_NOT_PARTICIPANT = "session_not_participant"
    """The transcript belongs neither to the sender nor to the recipient: sender, recipient."""
    REFERENCE_MISPLACED = "reference_misplaced"
    """`senderMessageId` on an outgoing view or `recipientMessageId` on an incoming one; it isn't
    followed: the view's direction, the reference."""
    LINK_CLASH = "link_clash"
    """The view that a reference names (`about`) says something else; the two stay unlinked: what
    that view says in `field`, what it would have to say."""
    LINK_CONTESTED = "link_contested"
    """Several views name the same one (`about`), which names none of them; all of them stay
    unlinked: the first other view, this view."""
    PARENT_CHANGED = "parent_changed"
    """A child was announced under a second parent, which was ignored: the parent that stays, the
    one ignored (schema: `/$defs/SubagentUpdate`, "immediate parent")."""
    CHILD_IS_PARENT = "child_is_parent"
    """A session was announced as its own child, which was ignored: parent, child."""
    PARENT_CYCLE = "parent_cycle"
    """A session was announced as the child of one of its descendants, which was ignored: that
    descendant, the session."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Two values that don't fit together, and where."""

    kind: ProblemKind
    place: Place
    """The entry or child whose update doesn't fit."""
    field: str
    """Wire name of the property that doesn't fit."""
    known: Value
    given: Value
    about: MessageKey | None = None
    """The other view, for the two kinds of links."""
