"""Who gets to a pair of places, and past whose tolerance: reachability over the graph of pairs.

Each message is one bit of a number, so that a set of messages is an integer and the whole
closure a few thousand `or`s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from codegen.diff.facts import Direction, Role, Route
from codegen.diff.walk import Edge, Key, Pair, Walk


@dataclass(slots=True)
class Reach:
    """Messages that get to a pair; of these, those that get there unguarded.

    `shadow`: messages that get to both places, but never as one message.
    """

    messages: int = 0
    strict_old: int = 0
    strict_new: int = 0
    shadow: int = 0


class Routes:
    """The messages, where each starts, and where they get."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._messages: list[tuple[str, Role, Direction]] = []
        self._starts: dict[Key, int] = {}
        self._shadows: dict[Key, int] = {}
        self._reach: dict[Key, Reach] = {}

    def start(self, pair: Pair, method: str, role: Role, direction: Direction) -> None:
        """A message whose content is this pair."""
        bit = self._bit(method, role, direction)
        self._starts[pair.key] = self._starts.get(pair.key, 0) | bit

    def shadow(self, pair: Pair, routes: Sequence[tuple[str, Role, Direction]]) -> None:
        """A pair whose places both get messages, but never the same one for both."""
        for route in routes:
            self._shadows[pair.key] = self._shadows.get(pair.key, 0) | self._bit(*route)

    def _bit(self, method: str, role: Role, direction: Direction) -> int:
        message = (method, role, direction)
        if message not in self._messages:
            self._messages.append(message)
        return 1 << self._messages.index(message)

    def close(self) -> None:
        """Work out the reach of every pair, from scratch."""
        self._reach = {key: Reach(bits, bits, bits) for key, bits in self._starts.items()}
        for key, bits in self._shadows.items():
            self._reach.setdefault(key, Reach()).shadow |= bits
        queue = list(self._reach)
        while queue:
            key = queue.pop()
            here, pair = self._reach[key], self._walk.pairs[key]
            for edge in pair.edges:
                if self._flow(here, pair, edge):
                    queue.append(edge.to)

    def _flow(self, here: Reach, pair: Pair, edge: Edge) -> bool:
        """Pass the reach of a pair on along one edge; whether that told the next one anything."""
        there = self._reach.setdefault(edge.to, Reach())
        guard_old = edge.guard_old or (edge.item and pair.skip_old)
        guard_new = edge.guard_new or (edge.item and pair.skip_new)
        messages = there.messages | here.messages
        strict_old = there.strict_old | (0 if guard_old else here.strict_old)
        strict_new = there.strict_new | (0 if guard_new else here.strict_new)
        shadow = there.shadow | here.shadow
        found = Reach(messages, strict_old, strict_new, shadow)
        if found == there:
            return False
        self._reach[edge.to] = found
        return True

    def reached(self, key: Key) -> bool:
        """Whether any message gets to a pair."""
        return key in self._reach and bool(self._reach[key].messages)

    def to(self, keys: Sequence[Key]) -> tuple[tuple[Route, ...], bool]:
        """The routes to any of these pairs, and whether the two places ever meet there."""
        total = Reach()
        for key in keys:
            reach = self._reach.get(key, Reach())
            total.messages |= reach.messages
            total.strict_old |= reach.strict_old
            total.strict_new |= reach.strict_new
            total.shadow |= reach.shadow
        if total.messages or not total.shadow:
            return self._routes(total), True
        return self._routes(Reach(total.shadow, total.shadow, total.shadow)), False

    def _routes(self, reach: Reach) -> tuple[Route, ...]:
        found = []
        for index, (method, role, direction) in enumerate(self._messages):
            bit = 1 << index
            if reach.messages & bit:
                found.append(
                    Route(
                        method,
                        role,
                        direction,
                        guarded_old=not reach.strict_old & bit,
                        guarded_new=not reach.strict_new & bit,
                    )
                )
        return tuple(sorted(found, key=lambda route: (route.method, route.role, route.direction)))
