"""Contradicting references: unlinked, reported with both values, in any order of arrival."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from acp_runtime.transcript import Basis, MessageKey, Problem, ProblemKind

from tests.runtime_transcript.wire import Edition, chunk, incoming, outgoing, upsert

P, C, Q = "parent", "child", "other"
CLASH, CONTESTED = ProblemKind.LINK_CLASH, ProblemKind.LINK_CONTESTED


def orders(edition: Edition, *updates: dict[str, Any]) -> list[Any]:
    """A view for each order of arrival."""
    return [edition.view(order) for order in permutations(updates)]


def to(view: Any, session: str, message: str) -> MessageKey | None:
    link = view.message(MessageKey(session, message)).link
    return None if link is None else link.to


def test_views_that_name_each_other_are_linked(edition: Edition) -> None:
    for view in orders(
        edition,
        outgoing(P, "s", C, recipient_message="r"),
        incoming(C, "r", P, sender_message="s"),
    ):
        assert (to(view, P, "s"), to(view, C, "r")) == (MessageKey(C, "r"), MessageKey(P, "s"))
        assert view.problems() == ()


def test_conflicting_references_unlink_and_are_reported(edition: Edition) -> None:
    for view in orders(
        edition,
        outgoing(P, "s", C, recipient_message="r"),
        incoming(C, "r", P, sender_message="another"),
    ):
        assert to(view, P, "s") is None
        assert view.other_view(MessageKey(C, "r")) is None
        assert view.problems() == (
            Problem(
                CLASH, MessageKey(P, "s"), "senderMessageId", "another", "s", MessageKey(C, "r")
            ),
        )


def test_conflicting_reference_leaves_a_mutual_pair_alone(edition: Edition) -> None:
    for view in orders(
        edition,
        outgoing(P, "liar", C, recipient_message="r"),
        outgoing(P, "s", C, recipient_message="r"),
        incoming(C, "r", P, sender_message="s"),
    ):
        assert to(view, P, "liar") is None
        assert to(view, P, "s") == MessageKey(C, "r")
        assert to(view, C, "r") == MessageKey(P, "s")
        assert [(found.kind, found.place.message_id) for found in view.problems()] == [
            (CLASH, "liar")
        ]


def test_conflict_over_participants_unlinks_and_is_reported(edition: Edition) -> None:
    for view in orders(edition, outgoing(P, "s", C, recipient_message="r"), incoming(C, "r", Q)):
        assert (to(view, P, "s"), to(view, C, "r")) == (None, None)
        (problem,) = view.problems()
        assert (problem.kind, problem.field) == (CLASH, "senderSessionId")
        assert (problem.known, problem.given) == (Q, P)


def test_two_views_of_one_direction_never_link(edition: Edition) -> None:
    for view in orders(edition, outgoing(P, "s", C, recipient_message="r"), outgoing(C, "r", P)):
        assert (to(view, P, "s"), to(view, C, "r")) == (None, None)


def test_rivals_unlink_each_other_until_the_named_view_decides(edition: Edition) -> None:
    rivals = [
        outgoing(P, "s1", C, recipient_message="r"),
        outgoing(P, "s2", C, recipient_message="r"),
    ]
    for view in [*orders(edition, *rivals), *orders(edition, *rivals, chunk(C, "r", "hi"))]:
        first, second, named = MessageKey(P, "s1"), MessageKey(P, "s2"), MessageKey(C, "r")
        assert (to(view, P, "s1"), to(view, P, "s2")) == (None, None)
        assert set(view.problems()) == {
            Problem(CONTESTED, first, "recipientMessageId", second, first, named),
            Problem(CONTESTED, second, "recipientMessageId", first, second, named),
        }
        view.apply(edition.decode(incoming(C, "r", P, sender_message="s2")))
        assert to(view, P, "s1") is None
        assert to(view, P, "s2") == named
        assert view.message(named).link.basis is Basis.MUTUAL
        assert [found.kind for found in view.problems()] == [CLASH]


def test_a_reference_without_its_session_agrees_with_the_view_that_supplies_it(
    edition: Edition,
) -> None:
    for view in orders(
        edition,
        outgoing(P, "s", C, recipient_message="r"),
        upsert(C, "r", recipient=C, sender_message="s"),
    ):
        assert to(view, P, "s") == MessageKey(C, "r")
        assert to(view, C, "r") == MessageKey(P, "s")
        assert view.message(MessageKey(C, "r")).link.basis is Basis.MUTUAL
        assert view.message(MessageKey(C, "r")).identity.sender_session_id is None


def test_a_reference_without_its_session_contradicts_another_id(edition: Edition) -> None:
    for view in orders(
        edition,
        outgoing(P, "s", C, recipient_message="r"),
        upsert(C, "r", sender_message="another"),
    ):
        assert (to(view, P, "s"), to(view, C, "r")) == (None, None)
        assert [found.kind for found in view.problems()] == [CLASH]


def test_equal_ids_with_a_reference_elsewhere_do_not_link(edition: Edition) -> None:
    for view in orders(
        edition, outgoing(P, "same", C, recipient_message="r"), incoming(C, "same", P)
    ):
        assert to(view, C, "same") is None
        assert to(view, P, "same") == MessageKey(C, "r")


def test_equal_ids_link_where_the_references_say_so(edition: Edition) -> None:
    view = edition.view([outgoing(P, "same", C, recipient_message="same"), incoming(C, "same", P)])
    assert to(view, C, "same") == MessageKey(P, "same")


@pytest.mark.parametrize("message", ["r", "unheard-of"])
def test_a_link_fills_in_nothing(edition: Edition, message: str) -> None:
    view = edition.view([outgoing(P, "s", C, recipient_message=message), chunk(C, "r", "hi")])
    named = view.message(MessageKey(C, "r"))
    assert named.identity == (None, None, None, None)
    assert named.label.session_id is None
    assert (named.link is not None) == (message == "r")
