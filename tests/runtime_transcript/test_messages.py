"""One entry at a time: content, metadata, identity, and what is reported."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from acp_runtime.transcript import Direction, MessageKey, Problem, ProblemKind

from tests.runtime_transcript.wire import V1, V2, Edition, chunk, incoming, outgoing, upsert, words

P, C, X = "parent", "child", "stranger"
KEY = MessageKey(C, "m")


def message(edition: Edition, *history: dict[str, Any]) -> Any:
    return edition.view(history).message(KEY)


def kinds(view: Any) -> list[ProblemKind]:
    return [problem.kind for problem in view.problems()]


@pytest.mark.parametrize("empty", [None, []])
def test_content_null_and_the_empty_array_clear(edition: Edition, empty: Any) -> None:
    view = edition.view([upsert(C, "m", content=["a"]), upsert(C, "m", content=empty)])
    assert words(view, C, "m") == []
    view.apply(edition.decode(chunk(C, "m", "b")))
    assert words(view, C, "m") == ["b"]


def test_content_absent_leaves(edition: Edition) -> None:
    view = edition.view([chunk(C, "m", "a"), upsert(C, "m", meta={"k": 1})])
    assert words(view, C, "m") == ["a"]


def test_content_array_replaces_chunks_and_their_meta(edition: Edition) -> None:
    found = message(edition, chunk(C, "m", "a", meta={"c": 1}), upsert(C, "m", content=["b"]))
    assert [dict(block.meta) for block in found.blocks] == [{}]


def test_meta_of_a_chunk_stays_with_the_chunk(edition: Edition) -> None:
    found = message(
        edition,
        upsert(C, "m", meta={"k": 1}),
        chunk(C, "m", "a", meta={"k": 2}),
        chunk(C, "m", "b", meta=None),
    )
    assert [dict(block.meta) for block in found.blocks] == [{"k": 2}, {}]
    assert dict(found.meta) == {"k": 1}


def test_meta_is_replaced_in_v1() -> None:
    found = message(V1, upsert(C, "m", meta={"a": 1, "b": 2}), upsert(C, "m", meta={"b": None}))
    assert dict(found.meta) == {"b": None}


def test_meta_is_patched_by_key_in_v2() -> None:
    history = [
        upsert(C, "m", meta={"a": 1, "b": {"x": 1, "y": 2}, "never": None}),
        upsert(C, "m", meta={"a": None, "b": {"x": None}, "c": 3}),
        upsert(C, "m", meta={}),
        upsert(C, "m"),
    ]
    assert dict(message(V2, *history).meta) == {"b": {"x": None}, "c": 3}


def test_meta_null_clears(edition: Edition) -> None:
    assert (
        dict(message(edition, upsert(C, "m", meta={"a": 1}), upsert(C, "m", meta=None)).meta) == {}
    )


def test_identity_comes_with_upserts_only(edition: Edition) -> None:
    found = message(edition, chunk(C, "m", "a", sender=P, recipient=C, sender_message="s"))
    assert found.identity == (None, None, None, None)
    assert found.direction is Direction.UNKNOWN


@pytest.mark.parametrize("nothing", [{}, {"sender": None}, {"sender": 42}])
def test_identity_absent_null_or_malformed_keeps_what_is_known(
    edition: Edition, nothing: Any
) -> None:
    view = edition.view([incoming(C, "m", P), upsert(C, "m", **nothing)])
    assert view.message(KEY).identity == (P, C, None, None)
    assert view.problems() == ()


@pytest.mark.parametrize("name", ["sender", "recipient", "sender_message", "recipient_message"])
def test_identity_known_values_stay_and_conflicts_are_reported(edition: Edition, name: str) -> None:
    view = edition.view([upsert(C, "m", **{name: "first"}), upsert(C, "m", **{name: "second"})])
    assert "first" in view.message(KEY).identity
    assert "second" not in view.message(KEY).identity
    (problem,) = (found for found in view.problems() if found.kind is ProblemKind.IDENTITY_CHANGED)
    assert (problem.place, problem.known, problem.given) == (KEY, "first", "second")
    assert problem.field.startswith(name.split("_")[0])


def test_identity_conflict_leaves_the_rest_of_the_update_valid(edition: Edition) -> None:
    found = message(
        edition, upsert(C, "m", sender=P), upsert(C, "m", sender=X, recipient=C, content=["a"])
    )
    assert found.identity == (P, C, None, None)
    assert len(found.content) == 1


@pytest.mark.parametrize(
    ("participants", "direction", "party"),
    [
        ({"sender": C, "recipient": P}, Direction.OUTGOING, P),
        ({"sender": P, "recipient": C}, Direction.INCOMING, P),
        ({"sender": C}, Direction.OUTGOING, None),
        ({"recipient": C}, Direction.INCOMING, None),
        ({"sender": P}, Direction.INCOMING, P),
        ({"recipient": P}, Direction.OUTGOING, P),
        ({}, Direction.UNKNOWN, None),
        ({"sender_message": "s"}, Direction.UNKNOWN, None),
        ({"recipient_message": "r"}, Direction.UNKNOWN, None),
        ({"sender": C, "recipient": C}, Direction.UNKNOWN, None),
        ({"sender": P, "recipient": X}, Direction.UNKNOWN, None),
    ],
)
def test_direction_by_what_is_known(
    edition: Edition, participants: Any, direction: Direction, party: str | None
) -> None:
    found = message(edition, upsert(C, "m", **participants))
    assert (found.direction, found.label.session_id) == (direction, party)


@pytest.mark.parametrize(
    ("sender", "recipient", "kind"),
    [
        (C, C, ProblemKind.PARTICIPANTS_EQUAL),
        (P, P, ProblemKind.PARTICIPANTS_EQUAL),
        (P, X, ProblemKind.SESSION_NOT_PARTICIPANT),
    ],
)
@pytest.mark.parametrize("late", [False, True])
def test_participants_that_do_not_fit_are_reported(
    edition: Edition, sender: str, recipient: str, kind: ProblemKind, late: bool
) -> None:
    together = [upsert(C, "m", sender=sender, recipient=recipient)]
    apart = [upsert(C, "m", recipient=recipient), upsert(C, "m", sender=sender)]
    view = edition.view(apart if late else together)
    assert view.problems() == (Problem(kind, KEY, "recipientSessionId", sender, recipient),)
    assert view.message(KEY).identity[:2] == (sender, recipient)


def test_participants_that_do_not_fit_withdraw_their_reference(edition: Edition) -> None:
    view = edition.view(
        [
            upsert(C, "m", sender=P, sender_message="s"),
            outgoing(P, "s", C),
            upsert(C, "m", recipient=X),
        ]
    )
    assert view.message(KEY).link is None
    assert view.message(MessageKey(P, "s")).link is None
    assert kinds(view) == [ProblemKind.SESSION_NOT_PARTICIPANT]


def test_reference_on_the_wrong_view_is_reported_and_not_followed(edition: Edition) -> None:
    view = edition.view([outgoing(C, "m", P, sender_message="s"), incoming(P, "s", C)])
    assert view.problems() == (
        Problem(ProblemKind.REFERENCE_MISPLACED, KEY, "senderMessageId", "outgoing", "s"),
    )
    assert view.message(KEY).link is None


def test_problems_are_reported_once(edition: Edition) -> None:
    conflict = [upsert(C, "m", sender=P), upsert(C, "m", sender=X)]
    view = edition.view(conflict * 3)
    # The second round reports what the first one ignored, and the same once more.
    assert kinds(view) == [ProblemKind.IDENTITY_CHANGED]


def test_apply_answers_with_the_entry(edition: Edition) -> None:
    view = edition.view()
    assert view.apply(edition.decode(chunk(C, "m", "a"))) == KEY
    assert view.apply(edition.decode(upsert(C, "m"))) == KEY


def test_snapshots_are_frozen(edition: Edition) -> None:
    view = edition.view([chunk(C, "m", "a"), upsert(C, "m", meta={"k": 1})])
    before = view.message(KEY)
    assert view.message(KEY).blocks is before.blocks
    view.apply(edition.decode(chunk(C, "m", "b")))
    view.apply(edition.decode(upsert(C, "m", meta={"k": 2}, sender=P)))
    assert len(before.content) == 1
    assert dict(before.meta) == {"k": 1}
    assert before.identity.sender_session_id is None
    with pytest.raises(dataclasses.FrozenInstanceError):
        before.link = None
    with pytest.raises(TypeError):
        before.meta["k"] = 3


def test_a_view_does_not_share_containers_with_the_notification(edition: Edition) -> None:
    notification = edition.decode(upsert(C, "m", content=["a"], meta={"k": 1}))
    view = edition.view()
    view.apply(notification)
    notification.update.content.clear()
    notification.update.meta.clear()
    assert words(view, C, "m") == ["a"]
    assert dict(view.message(KEY).meta) == {"k": 1}


def test_questions_create_nothing(edition: Edition) -> None:
    view = edition.view()
    assert view.message(KEY) is None
    assert view.messages(C) == ()
    assert view.other_view(KEY) is None
    assert view.child(C) is None
    assert view.children(C) == ()
    assert view.snapshot() == edition.view().snapshot()
