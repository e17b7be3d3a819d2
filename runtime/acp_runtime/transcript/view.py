"""The view that both editions share: what updates do to it and what can be asked."""

from __future__ import annotations

from typing import Generic, TypeVar

from .children import Children
from .entries import Entry
from .identity import (
    NOTHING_KNOWN,
    RECIPIENT,
    RECIPIENT_MESSAGE,
    SENDER_MESSAGE,
    Direction,
    Identity,
    differences,
    direction,
    learn,
    participants_clash,
    party,
)
from .links import Links
from .places import ChildKey, MessageKey
from .problems import Problem, ProblemKind
from .snapshots import Child, Label, Link, Message, Relation, Snapshot
from .states import ChildUpsert, GivenMeta, MessageUpsert, MetaRule, supplied

B = TypeVar("B")
S = TypeVar("S")
C = TypeVar("C")


class View(Generic[B, S, C]):
    """Session messages and child sessions of one connection.

    An edition's `Transcripts` adds `apply`. Questions cost what they return, and nothing asked
    creates an entry.
    """

    def __init__(self, rule: MetaRule) -> None:
        self._rule = rule
        self._sessions: dict[str, dict[str, Entry[B]]] = {}
        self._children: Children[S, C] = Children(rule)
        self._links = Links()
        self._ignored: dict[Problem, None] = {}
        self._standing: dict[MessageKey, tuple[Problem, ...]] = {}

    # Questions

    def sessions(self) -> tuple[str, ...]:
        """The transcripts that have entries, in order of their first one."""
        return tuple(self._sessions)

    def messages(self, session_id: str) -> tuple[Message[B], ...]:
        """The entries of a transcript, in order of first appearance."""
        return tuple(map(self._message, self._sessions.get(session_id, {}).values()))

    def message(self, key: MessageKey) -> Message[B] | None:
        """One entry, or None while nothing has arrived for it."""
        entry = self._sessions.get(key.session_id, {}).get(key.message_id)
        return None if entry is None else self._message(entry)

    def other_view(self, key: MessageKey) -> Message[B] | None:
        """The linked entry of the other transcript, or None if unlinked or not arrived."""
        link = self._link(key)
        return None if link is None else self.message(link.to)

    def children(self, parent_id: str) -> tuple[Child[S, C], ...]:
        """The immediate child sessions of a session, in order of announcement."""
        return self._children.of(parent_id)

    def child(self, child_id: str) -> Child[S, C] | None:
        """A child session with its parent (`key.parent_id`), or None if never announced."""
        return self._children.get(child_id)

    def problems(self) -> tuple[Problem, ...]:
        """What was ignored, in order of arrival, then what doesn't fit at present."""
        standing = (problem for found in self._standing.values() for problem in found)
        return (*self._ignored, *standing, *self._links.problems())

    def snapshot(self) -> Snapshot[B, S, C]:
        """All of it. Two views that were fed the same history have equal snapshots."""
        messages = (found for session_id in self._sessions for found in self.messages(session_id))
        return Snapshot(tuple(messages), self._children.all(), self.problems())

    # Updates

    def _append(self, session_id: str, message_id: str, content: B, meta: GivenMeta) -> MessageKey:
        entry = self._entry(session_id, message_id)
        entry.append(content, meta)
        return entry.key

    def _upsert(self, session_id: str, update: MessageUpsert[B]) -> MessageKey:
        entry = self._entry(session_id, update.message_id)
        entry.put_content(update.content)
        entry.put_meta(update.meta, self._rule)
        given = Identity(
            supplied(update.sender_session_id),
            supplied(update.recipient_session_id),
            supplied(update.sender_message_id),
            supplied(update.recipient_message_id),
        )
        if given != NOTHING_KNOWN and given != entry.identity:
            self._identify(entry, given)
        return entry.key

    def _upsert_child(self, parent_id: str, update: ChildUpsert[S, C]) -> ChildKey:
        problem = self._children.upsert(parent_id, update)
        if problem is not None:
            self._ignored[problem] = None
        return ChildKey(parent_id, update.session_id)

    def _entry(self, session_id: str, message_id: str) -> Entry[B]:
        entries = self._sessions.setdefault(session_id, {})
        entry = entries.get(message_id)
        if entry is None:
            entry = entries[message_id] = Entry(MessageKey(session_id, message_id))
        return entry

    def _identify(self, entry: Entry[B], given: Identity) -> None:
        key = entry.key
        for found in differences(entry.identity, given):
            self._ignored[Problem(ProblemKind.IDENTITY_CHANGED, key, *found)] = None
        learnt = learn(entry.identity, given)
        if learnt == entry.identity:
            return
        entry.identity = learnt
        self._links.learn(key, learnt)
        standing = _judged(key, learnt)
        if standing:  # Never becomes empty again: known values stay.
            self._standing[key] = standing

    # Answers

    def _message(self, entry: Entry[B]) -> Message[B]:
        return Message(
            entry.key,
            entry.blocks(),
            entry.meta(),
            entry.identity,
            self._label(entry.key.session_id, entry.identity),
            self._link(entry.key),
        )

    def _link(self, key: MessageKey) -> Link | None:
        found = self._links.link(key)
        if found is None:
            return None
        to, basis = found
        return Link(to, basis, to.message_id in self._sessions.get(to.session_id, {}))

    def _label(self, session_id: str, identity: Identity) -> Label:
        other = party(identity, session_id)
        facing = direction(identity, session_id)
        if other is None:
            return Label(facing, None, Relation.UNKNOWN, None)
        return Label(facing, other, self._relation(session_id, other), self._children.title(other))

    def _relation(self, session_id: str, other: str) -> Relation:
        if self._children.parent_of(other) == session_id:
            return Relation.CHILD
        if self._children.parent_of(session_id) == other:
            return Relation.PARENT
        return Relation.UNKNOWN


def _judged(key: MessageKey, identity: Identity) -> tuple[Problem, ...]:
    """What is wrong with one identity by itself."""
    sender, recipient = identity.sender_session_id, identity.recipient_session_id
    if participants_clash(identity, key.session_id) and sender and recipient:
        same = sender == recipient
        kind = ProblemKind.PARTICIPANTS_EQUAL if same else ProblemKind.SESSION_NOT_PARTICIPANT
        return (Problem(kind, key, RECIPIENT, sender, recipient),)
    facing = direction(identity, key.session_id)
    match facing:
        case Direction.OUTGOING:
            field, misplaced = SENDER_MESSAGE, identity.sender_message_id
        case Direction.INCOMING:
            field, misplaced = RECIPIENT_MESSAGE, identity.recipient_message_id
        case Direction.UNKNOWN:
            return ()
    if misplaced is None:
        return ()
    return (Problem(ProblemKind.REFERENCE_MISPLACED, key, field, facing.value, misplaced),)
