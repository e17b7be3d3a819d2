"""What a view answers with: frozen values that later updates don't change.

Content blocks, states and capabilities are the decoded objects themselves, not copies. Treat
them as read-only. Generic classes have no slots: `Child[S, C](…)` sets an attribute, which a frozen
class with slots answers with the wrong exception.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from .identity import Direction, Identity
from .places import ChildKey, MessageKey
from .problems import Problem
from .states import Meta, no_meta

B = TypeVar("B")
S = TypeVar("S")
C = TypeVar("C")


@dataclass(frozen=True)
class Block(Generic[B]):
    """One content block of a message."""

    content: B
    meta: Meta = field(default_factory=no_meta)
    """`_meta` of the chunk that the block came with; empty if it came in an array."""


class Basis(StrEnum):
    """What a link rests on."""

    MUTUAL = "mutual"
    """Each view names the other."""
    NAMES = "names"
    """This view names the other one, which names none or has not arrived."""
    NAMED_BY = "named_by"
    """The other view names this one, which names none."""


@dataclass(frozen=True, slots=True)
class Link:
    """The way to the other view of the same message."""

    to: MessageKey
    basis: Basis
    arrived: bool
    """Whether the other transcript has the entry yet."""


class Relation(StrEnum):
    """What the other participant is to the transcript's session, by `subagent_update` alone."""

    CHILD = "child"
    PARENT = "parent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Label:
    """The parts of a heading such as "To …" or "From …"; the words are the application's."""

    direction: Direction
    session_id: str | None
    """The other participant, as a target for a link; None: say only that sessions talk."""
    relation: Relation
    title: str | None
    """The title that the other participant's parent gave it."""


@dataclass(frozen=True)
class Message(Generic[B]):
    """One view of a message between sessions: an entry of one transcript."""

    key: MessageKey
    blocks: tuple[Block[B], ...]
    meta: Meta
    """`_meta` of the message; empty if there is none."""
    identity: Identity
    """Exactly what was supplied; nothing is derived."""
    label: Label
    link: Link | None
    """The other view, or None where no reference leads to one without a contradiction."""

    @property
    def content(self) -> tuple[B, ...]:
        """The content blocks alone."""
        return tuple(block.content for block in self.blocks)

    @property
    def direction(self) -> Direction:
        """What the view is to its transcript's session."""
        return self.label.direction


@dataclass(frozen=True)
class Child(Generic[S, C]):
    """A child session, as its parent last reported it."""

    key: ChildKey
    title: str | None = None
    description: str | None = None
    capabilities: C | None = None
    """What the client may do to the child; None: nothing."""
    state: S | None = None
    """The last reported state; None: no report, which is neither idle nor cancelled."""
    meta: Meta = field(default_factory=no_meta)


@dataclass(frozen=True)
class Snapshot(Generic[B, S, C]):
    """Everything a view knows, in order of first appearance."""

    messages: tuple[Message[B], ...]
    children: tuple[Child[S, C], ...]
    problems: tuple[Problem, ...]
