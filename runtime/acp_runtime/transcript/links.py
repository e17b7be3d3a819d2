"""Which two views belong together, by their references alone.

A view that names another makes a claim on it. A claim is judged against what the named view says
of itself, once when either of them learns something: an identity learns at most four things, so
all judging together stays linear, however many views name the same one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .identity import (
    NOTHING_KNOWN,
    RECIPIENT_MESSAGE,
    SENDER_MESSAGE,
    Difference,
    Direction,
    Identity,
    demanded,
    differences,
    direction,
    named_view,
)
from .places import MessageKey
from .problems import Problem, ProblemKind
from .snapshots import Basis


@dataclass(slots=True)
class _Claims:
    """The views that name one view: those it doesn't contradict, and those it does."""

    fitting: dict[MessageKey, None] = field(default_factory=dict[MessageKey, None])
    clashing: dict[MessageKey, Difference] = field(default_factory=dict[MessageKey, Difference])

    def all(self) -> list[MessageKey]:
        return [*self.fitting, *self.clashing]

    def drop(self, claimant: MessageKey) -> None:
        self.fitting.pop(claimant, None)
        self.clashing.pop(claimant, None)

    def accepted(self) -> MessageKey | None:
        """The one view whose claim holds; two that hold cancel each other."""
        return next(iter(self.fitting)) if len(self.fitting) == 1 else None


class Links:
    """The references of all views, and what they add up to at present."""

    def __init__(self) -> None:
        self._identities: dict[MessageKey, Identity] = {}
        self._named: dict[MessageKey, MessageKey] = {}
        self._claims: dict[MessageKey, _Claims] = {}

    def learn(self, key: MessageKey, identity: Identity) -> None:
        """Take note of what a view has come to know; call it whenever that changes."""
        self._identities[key] = identity
        named, before = named_view(identity, key.session_id), self._named.pop(key, None)
        if before is not None and before != named:
            self._claims[before].drop(key)
        if named is not None:
            self._named[key] = named
            self._judge(key, named)
        if key in self._claims:
            for claimant in self._claims[key].all():
                self._judge(claimant, key)

    def link(self, key: MessageKey) -> tuple[MessageKey, Basis] | None:
        """The other view, and what says so.

        A view that names another is linked with that one or with none; a view that names none
        is linked with the only one that names it.
        """
        named = self._named.get(key)
        if named is None:
            claimant = self._accepted(key)
            if claimant is None:
                return None
            return claimant, Basis.MUTUAL if self._names_back(claimant, key) else Basis.NAMED_BY
        if self._accepted(named) != key:
            return None
        return named, Basis.MUTUAL if self._names_back(key, named) else Basis.NAMES

    def problems(self) -> Iterator[Problem]:
        """The references that lead nowhere at present because others contradict them."""
        for target, claims in self._claims.items():
            for claimant, found in claims.clashing.items():
                yield Problem(ProblemKind.LINK_CLASH, claimant, *found, about=target)
            if len(claims.fitting) > 1:
                yield from self._contested(target, claims)

    def _contested(self, target: MessageKey, claims: _Claims) -> Iterator[Problem]:
        first, second = sorted(claims.fitting)[:2]
        for claimant in claims.fitting:
            rival = second if claimant == first else first
            sent = self._facing(claimant) is Direction.OUTGOING
            wire = RECIPIENT_MESSAGE if sent else SENDER_MESSAGE
            yield Problem(ProblemKind.LINK_CONTESTED, claimant, wire, rival, claimant, target)

    def _judge(self, claimant: MessageKey, target: MessageKey) -> None:
        claims = self._claims.setdefault(target, _Claims())
        claims.drop(claimant)
        wanted = demanded(claimant, self._facing(claimant), target)
        found = differences(self._identities.get(target, NOTHING_KNOWN), wanted)
        if found:
            claims.clashing[claimant] = found[0]
        else:
            claims.fitting[claimant] = None

    def _accepted(self, target: MessageKey) -> MessageKey | None:
        claims = self._claims.get(target)
        return None if claims is None else claims.accepted()

    def _facing(self, key: MessageKey) -> Direction:
        return direction(self._identities[key], key.session_id)

    def _names_back(self, claimant: MessageKey, target: MessageKey) -> bool:
        """Whether a view that doesn't contradict its claimant also has a reference to it.

        The reference counts even while the session it belongs to is unknown: the claimant
        supplies that, and the IDs agree.
        """
        identity = self._identities.get(target, NOTHING_KNOWN)
        if self._facing(claimant) is Direction.OUTGOING:
            return identity.sender_message_id is not None
        return identity.recipient_message_id is not None
