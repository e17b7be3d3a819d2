"""The walk over two schemas in step: pairs of places that are read for each other.

Only what stands at the end of the same path of the same message is ever read for each other, so
the walk starts at messages and follows properties, items and branches. Names of definitions play
no part in it. Each pair is looked at once; who gets there, and through whose tolerance, is worked
out afterwards over the graph of pairs (`routes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from codegen.diff.facts import Change, Kind, Question, Route, Spot
from codegen.diff.inclusion import Inclusion
from codegen.diff.paths import ancestors, readable
from codegen.diff.reading import Wire
from codegen.diff.wire import Use

Key = tuple[Use, Use]

MARKER = "UNSTABLE"
"""A description with this word marks its node as unstable."""


@dataclass(slots=True)
class Pair:
    """Two places that are read for each other; `origin` is what led here first.

    `null_old`, `null_new`: null is turned into an empty value before it gets here.
    `skip_old`, `skip_new`: bad items of this list are dropped one by one.
    """

    key: Key
    origin: Key
    null_old: bool = True
    null_new: bool = True
    skip_old: bool = True
    skip_new: bool = True
    edges: list[Edge] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Edge:
    """A step from one pair to the next; a guarded one is protected by that reader's tolerance.

    `item`: the step into a list, guarded where the list drops bad items.
    """

    to: Key
    guard_old: bool = False
    guard_new: bool = False
    item: bool = False


@dataclass(slots=True)
class Draft:
    """A change whose routes aren't known yet, and the pairs it was seen at."""

    change: Change
    pairs: list[Key]


class Walk:
    """What the comparing functions share: both schemas, the pairs, the facts found so far."""

    def __init__(self, old: Wire, new: Wire) -> None:
        self.old = old
        self.new = new
        self.forward = Inclusion(old, new)
        self.backward = Inclusion(new, old)
        self.pairs: dict[Key, Pair] = {}
        self.drafts: dict[tuple[object, ...], Draft] = {}
        self.annotated: set[tuple[str, str]] = set()
        self.matched: dict[str, set[str]] = {}
        self._queue: list[Key] = []

    # Pairs

    def pair(self, old: Use, new: Use) -> Pair:
        """The pair of two uses, to be looked at if it is new."""
        key = (self.old.settle(old), self.new.settle(new))
        found = self.pairs.get(key)
        if found is None:
            found = self.pairs[key] = Pair(key, (old, new))
            self._queue.append(key)
            self._match(key)
        return found

    def root(self, old: Use, new: Use) -> Pair:
        """The pair of two uses that a message starts at: nothing above it guards it."""
        found = self.pair(old, new)
        found.null_old = found.null_new = found.skip_old = found.skip_new = False
        return found

    def edge(
        self,
        parent: Pair,
        old: Use,
        new: Use,
        guard: tuple[bool, bool] = (False, False),
        null: tuple[bool, bool] = (False, False),
        skip: tuple[bool, bool] = (False, False),
        item: bool = False,
    ) -> None:
        """A step from a pair to the pair of what two properties, items or branches hold."""
        child = self.pair(old, new)
        child.null_old = child.null_old and null[0]
        child.null_new = child.null_new and null[1]
        child.skip_old = child.skip_old and skip[0]
        child.skip_new = child.skip_new and skip[1]
        parent.edges.append(Edge(child.key, *guard, item))

    def pending(self) -> Iterator[Pair]:
        """Pairs nobody has looked at, until there are none."""
        while self._queue:
            yield self.pairs[self._queue.pop(0)]

    def _match(self, key: Key) -> None:
        """Note which definitions stand for each other."""
        old, new = key
        if len(old) == len(new) == 1 and old[0] in self.old.names and new[0] in self.new.names:
            self.matched.setdefault(self.old.names[old[0]], set()).add(self.new.names[new[0]])

    # Facts

    def add(
        self,
        pair: Pair | None,
        kind: Kind,
        at: Spot,
        *,
        old: str | None = None,
        new: str | None = None,
        fails: str = "",
        subject: Literal["old", "new"] | None = None,
        variant: str | None = None,
        traits: frozenset[str] = frozenset(),
        path: str | None = None,
        detail: str = "",
        routes: tuple[Route, ...] = (),
        unstable: bool | None = None,
        exact: bool = False,
    ) -> None:
        """Note a fact at a pair (`None`: nothing is read there).

        `fails` lists the questions as letters; `subject` says which schema names the place;
        `exact`: facts of one path at two places are two facts.
        """
        path = path if path is not None else self.path(at, subject)
        questions = frozenset(Question(letter) for letter in fails)
        key = (kind, path, variant, old, new, at if exact else None)
        known = self.drafts.get(key)
        if known is None:
            if unstable is None:
                unstable = at.old is not None and is_unstable(self.old, at.old)
            change = Change(
                kind, path, at, old, new, variant, questions, routes, traits, unstable, True, detail
            )
            self.drafts[key] = Draft(change, [pair.key] if pair else [])
            return
        known.pairs += [pair.key] if pair else []
        if not questions <= known.change.questions:
            questions |= known.change.questions
            known.change = replace(known.change, questions=questions)

    def spot(self, pair: Pair) -> Spot:
        """Where a pair stands: at its types, or where they are used if only one has a name."""
        old, new = pair.key
        named = [
            bool(use) and use[0] in wire.names for use, wire in ((old, self.old), (new, self.new))
        ]
        if named[0] != named[1] or not old or not new:
            old, new = pair.origin
        return Spot(old[0] if old else None, new[0] if new else None)

    def path(self, at: Spot, subject: Literal["old", "new"] | None = None) -> str:
        """The readable path of a spot: as the new schema calls it, if it is still there."""
        if at.new is not None and subject != "old":
            return readable(self.new, at.new)
        return readable(self.old, at.old or "")


def is_unstable(wire: Wire, pointer: str) -> bool:
    """Whether a node, or one that it stands in, is marked as unstable."""
    return any(marks(wire, above) for above in ancestors(pointer))


def marks(wire: Wire, pointer: str) -> bool:
    """Whether the description of this very node carries the marker."""
    text = wire.node(pointer).get("description")
    return isinstance(text, str) and MARKER in text
