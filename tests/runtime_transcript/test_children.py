"""Parents and children: announce, upsert, clear; last state wins; one parent, no cycle."""

from __future__ import annotations

from typing import Any

import pytest
from acp_runtime.transcript import ChildKey, Problem, ProblemKind

from tests.runtime_transcript.wire import V1, V2, Edition, child

P, C, Q = "parent", "child", "other"


def test_an_upsert_changes_what_it_gives_and_null_clears(edition: Edition) -> None:
    state = {"state": "running"}
    view = edition.view(
        [child(P, C, title="t", description="d", state=state, capabilities={"cancel": {}})]
    )
    announced = view.child(C)
    view.apply(edition.decode(child(P, C)))
    assert view.child(C) == announced
    view.apply(edition.decode(child(P, C, title=None, description="new")))
    assert (view.child(C).title, view.child(C).description) == (None, "new")
    assert view.child(C).state == announced.state
    view.apply(edition.decode(child(P, C, description=None, state=None, capabilities=None)))
    found = view.child(C)
    assert (found.description, found.state, found.capabilities) == (None, None, None)
    assert view.children(P) == (found,)


def test_the_last_state_replaces_the_one_before_whole(edition: Edition) -> None:
    ended = {"state": "idle", "stopReason": "end_turn"}
    view = edition.view([child(P, C, state=ended), child(P, C, state={"state": "idle"})])
    assert (
        view.child(C).state == edition.view([child(P, C, state={"state": "idle"})]).child(C).state
    )
    assert view.child(C).state != edition.view([child(P, C, state=ended)]).child(C).state


def test_capabilities_are_replaced_whole(edition: Edition) -> None:
    view = edition.view([child(P, C, capabilities={"cancel": {}}), child(P, C, capabilities={})])
    assert view.child(C) == edition.view([child(P, C, capabilities={})]).child(C)


@pytest.mark.parametrize(
    ("edition", "left"), [(V1, {"b": None}), (V2, {"a": 1})], ids=["v1 replaces", "v2 patches"]
)
def test_meta_follows_the_edition(edition: Edition, left: dict[str, Any]) -> None:
    view = edition.view([child(P, C, meta={"a": 1, "b": 2}), child(P, C, meta={"b": None})])
    assert dict(view.child(C).meta) == left
    view.apply(edition.decode(child(P, C, meta=None)))
    assert dict(view.child(C).meta) == {}


def test_children_in_order_of_announcement(edition: Edition) -> None:
    view = edition.view([child(P, "b"), child(P, "a"), child("a", "n"), child(P, "b", title="t")])
    assert [found.key for found in view.children(P)] == [ChildKey(P, "b"), ChildKey(P, "a")]
    assert view.child("n").key.parent_id == "a"


def test_a_second_parent_is_reported_and_ignored(edition: Edition) -> None:
    view = edition.view([child(P, C, title="t"), child(Q, C, title="stolen")])
    assert (view.child(C).key.parent_id, view.child(C).title) == (P, "t")
    assert view.children(Q) == ()
    assert view.problems() == (
        Problem(ProblemKind.PARENT_CHANGED, ChildKey(Q, C), "sessionId", P, Q),
    )


def test_a_session_is_not_its_own_child(edition: Edition) -> None:
    view = edition.view([child(P, P)])
    assert view.children(P) == ()
    assert [found.kind for found in view.problems()] == [ProblemKind.CHILD_IS_PARENT]


def test_a_cycle_is_reported_and_ignored(edition: Edition) -> None:
    view = edition.view([child("c", "d"), child("a", "b"), child("b", "c"), child("d", "a")])
    assert view.child("a") is None
    assert view.children("d") == ()
    assert view.problems() == (
        Problem(ProblemKind.PARENT_CYCLE, ChildKey("d", "a"), "sessionId", "d", "a"),
    )


def test_a_refused_announcement_is_reported_once_for_the_first_reason(edition: Edition) -> None:
    history = [child(P, P), child("a", "b"), child("b", "a"), child(Q, P), child(Q, "a")]
    view = edition.view(history * 2)
    assert view.snapshot() == edition.view(history).snapshot()
    assert [found.kind for found in view.problems()] == [
        ProblemKind.CHILD_IS_PARENT,
        ProblemKind.PARENT_CYCLE,
    ]


def test_apply_answers_with_the_child(edition: Edition) -> None:
    assert edition.view().apply(edition.decode(child(P, C))) == ChildKey(P, C)
