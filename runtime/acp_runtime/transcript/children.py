"""Parents and their child sessions, by `subagent_update` alone.

A session has one immediate parent, and no session is its own ancestor (schema:
`/$defs/SubagentUpdate`: the enclosing session created and owns the child). An update that says
otherwise is reported and ignored as a whole.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, TypeVar

from .places import ChildKey
from .problems import Problem, ProblemKind
from .snapshots import Child
from .states import ChildUpsert, MetaRule, frozen_meta, update_meta, updated

S = TypeVar("S")
C = TypeVar("C")

_CHILD = "sessionId"


class Children(Generic[S, C]):
    """All associations announced so far."""

    def __init__(self, rule: MetaRule) -> None:
        self._rule = rule
        self._by_child: dict[str, Child[S, C]] = {}
        self._meta: dict[str, dict[str, Any]] = {}
        self._by_parent: dict[str, list[str]] = {}
        self._above: dict[str, str] = {}
        self._refused: dict[ChildKey, Problem] = {}

    def upsert(self, parent_id: str, update: ChildUpsert[S, C]) -> Problem | None:
        """Announce a child, or change what is known of it; the problem if it was ignored."""
        child_id = update.session_id
        key = ChildKey(parent_id, child_id)
        before = self._by_child.get(child_id)
        if before is None or before.key != key:
            problem = self._refused.get(key) or self._announce(key)
            if problem is not None:
                self._refused[key] = problem
                return problem
            before = Child[S, C](key)
        self._by_child[child_id] = Child(
            before.key,
            updated(before.title, update.title),
            updated(before.description, update.description),
            updated(before.capabilities, update.capabilities),
            updated(before.state, update.state),
        )
        update_meta(self._meta.setdefault(child_id, {}), update.meta, self._rule)
        return None

    def get(self, child_id: str) -> Child[S, C] | None:
        """The association of a session with its parent."""
        found = self._by_child.get(child_id)
        return None if found is None else replace(found, meta=frozen_meta(self._meta[child_id]))

    def title(self, child_id: str) -> str | None:
        """The parent's title for a session."""
        found = self._by_child.get(child_id)
        return None if found is None else found.title

    def parent_of(self, child_id: str) -> str | None:
        """The immediate parent of a session."""
        found = self._by_child.get(child_id)
        return None if found is None else found.key.parent_id

    def of(self, parent_id: str) -> tuple[Child[S, C], ...]:
        """The immediate children of a session, in order of announcement."""
        return self._all(self._by_parent.get(parent_id, []))

    def all(self) -> tuple[Child[S, C], ...]:
        """Every association, in order of announcement."""
        return self._all(list(self._by_child))

    def _all(self, ids: list[str]) -> tuple[Child[S, C], ...]:
        return tuple(child for child in map(self.get, ids) if child is not None)

    def _announce(self, key: ChildKey) -> Problem | None:
        """Make room for a new child, unless the tree forbids it.

        Parents never change, so what is refused once is refused for good, for the same reason.
        """
        parent_id, child_id = key.parent_id, key.child_id
        if parent_id == child_id:
            return Problem(ProblemKind.CHILD_IS_PARENT, key, _CHILD, parent_id, child_id)
        known = self.parent_of(child_id)
        if known is not None:
            return Problem(ProblemKind.PARENT_CHANGED, key, _CHILD, known, parent_id)
        top = self._top(parent_id)
        # A session without a parent is the top of its tree: it is above all that share its top.
        if top == child_id:
            return Problem(ProblemKind.PARENT_CYCLE, key, _CHILD, parent_id, child_id)
        self._above[child_id] = top
        self._by_parent.setdefault(parent_id, []).append(child_id)
        return None

    def _top(self, session_id: str) -> str:
        """The topmost known ancestor; paths are halved on the way, so that chains stay cheap."""
        above = self._above
        while session_id in above:
            step = above[session_id]
            if step in above:
                above[session_id] = above[step]
            session_id = step
        return session_id
