"""The test list of the RFD on subagents, as far as it is about what a client's view shows.

The seed shows three bullets of the list whole and one in part (the rest of the list lies outside
its hunks); each is at least one test here:

* views of one message, nothing invented (its visible end)      `test_bullet_no_invented_views_*`
* late references, both ways, never by equal IDs                `test_bullet_references_*`
* chunk first, interleaving, snapshot, late participants        `test_bullet_chunk_first_*`
* reported before the child has finished, child events go on    `test_bullet_reported_early_*`

An earlier public revision of the page has the list's other bullets. Those that bear on
associations and replay are tested in `test_rfd_bullets_replay.py`:

* one child for several assignments, running, idle, running     `test_bullet_reused_child_*`
* a message to a parent or sibling leaves the tree as it is     `test_bullet_ownership_*`
* replay after a restart: whole, partial, none                  `test_bullet_replay_*`
* a lost feed is `unknown`, later state counts again            `test_bullet_lost_feed_*`

Not applicable to a view of transcripts:

* permission callbacks before the spawn metadata, buffering, "no guessed parent": the agent's
  side; a view shows what it is told (see `test_bullet_no_invented_views_no_guessed_parent`);
* cancelling a child and an ancestor with interactions pending, late responses: requests and
  responses don't reach a view of updates;
* restoring the provider's listeners on resume without history: the agent's side;
* costs of parent and child that overlap: `usage_update` is another view's business;
* the freshness boundary of a load or resume response: a response is no update; the owner starts
  a fresh view (`test_bullet_replay_*`) and decides what counts as live.
"""

from __future__ import annotations

from itertools import permutations

import pytest
from acp_runtime.transcript import Basis, Direction, MessageKey, Relation

from tests.runtime_transcript.wire import (
    V2,
    Edition,
    child,
    chunk,
    incoming,
    other,
    outgoing,
    text,
    upsert,
    words,
)

P, C = "sess_parent", "sess_child"
SENT, RECEIVED = MessageKey(P, "sent"), MessageKey(C, "received")


def test_bullet_no_invented_views_of_outgoing_traffic_alone(edition: Edition) -> None:
    view = edition.view(
        [child(P, C), outgoing(P, "sent", C, recipient_message="received", content=["hi"])]
    )
    assert view.sessions() == (P,)
    assert view.messages(C) == ()
    assert view.message(RECEIVED) is None
    assert view.other_view(SENT) is None
    assert [message.key for message in view.snapshot().messages] == [SENT]


def test_bullet_no_invented_views_labels_are_data_for_projections(edition: Edition) -> None:
    view = edition.view(
        [child(P, C, title="Tester"), outgoing(P, "sent", C), incoming(C, "received", P)]
    )
    sent, received = view.message(SENT).label, view.message(RECEIVED).label
    assert (sent.direction, sent.session_id) == (Direction.OUTGOING, C)
    assert (sent.relation, sent.title) == (Relation.CHILD, "Tester")
    assert (received.direction, received.session_id) == (Direction.INCOMING, P)
    assert (received.relation, received.title) == (Relation.PARENT, None)


def test_bullet_no_invented_views_user_messages_stay_out(edition: Edition) -> None:
    view = edition.view([other(C, "user_message_chunk", messageId="received", content=text("hi"))])
    assert view.snapshot() == edition.view().snapshot()


def test_bullet_no_invented_views_no_guessed_parent(edition: Edition) -> None:
    view = edition.view([incoming(C, "received", P), outgoing(P, "sent", C)])
    assert view.children(P) == ()
    assert view.child(C) is None
    assert view.message(SENT).label.relation is Relation.UNKNOWN


def test_bullet_references_late_on_both_sides(edition: Edition) -> None:
    view = edition.view([incoming(C, "received", P, content=["a"]), chunk(C, "received", "b")])
    assert view.message(RECEIVED).link is None
    for late in (
        outgoing(P, "sent", C, content=["a", "b"]),
        upsert(C, "received", sender_message="sent"),
        upsert(P, "sent", recipient_message="received"),
    ):
        view.apply(edition.decode(late))
    assert view.other_view(RECEIVED) == view.message(SENT)
    assert view.other_view(SENT) == view.message(RECEIVED)
    assert view.message(SENT).link.basis is Basis.MUTUAL
    assert words(view, C, "received") == ["a", "b"]
    assert view.problems() == ()


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_bullet_references_in_any_order_of_arrival(
    edition: Edition, order: tuple[int, ...]
) -> None:
    updates = [
        upsert(P, "sent", sender=P, recipient=C),
        upsert(C, "received", sender=P, recipient=C),
        upsert(P, "sent", recipient_message="received"),
        upsert(C, "received", sender_message="sent"),
    ]
    view = edition.view(updates[index] for index in order)
    assert view.other_view(RECEIVED) == view.message(SENT)
    assert view.other_view(SENT) == view.message(RECEIVED)


def test_bullet_references_before_the_other_transcript_has_arrived(edition: Edition) -> None:
    view = edition.view([incoming(C, "received", P, sender_message="sent")])
    link = view.message(RECEIVED).link
    assert (link.to, link.arrived, link.basis) == (SENT, False, Basis.NAMES)
    assert view.message(SENT) is None
    view.apply(edition.decode(chunk(P, "sent", "hi")))
    assert view.message(RECEIVED).link.arrived
    assert view.message(SENT).link.to == RECEIVED


@pytest.mark.parametrize("one_sided", [True, False])
def test_bullet_references_one_is_enough_for_both_ways(edition: Edition, one_sided: bool) -> None:
    sent = outgoing(P, "sent", C, recipient_message="received" if one_sided else None)
    received = incoming(C, "received", P, sender_message=None if one_sided else "sent")
    view = edition.view([sent, received])
    assert view.message(SENT).link.to == RECEIVED
    assert view.message(RECEIVED).link.to == SENT
    bases = [view.message(key).link.basis for key in (SENT, RECEIVED)]
    assert bases == ([Basis.NAMES, Basis.NAMED_BY] if one_sided else [Basis.NAMED_BY, Basis.NAMES])


def test_bullet_references_equal_ids_never_link(edition: Edition) -> None:
    view = edition.view([outgoing(P, "same", C), incoming(C, "same", P)])
    assert view.message(MessageKey(P, "same")).link is None
    assert view.message(MessageKey(C, "same")).link is None
    assert view.problems() == ()


def test_bullet_references_without_a_session_name_nothing(edition: Edition) -> None:
    view = edition.view(
        [
            upsert(P, "sent", sender=P, recipient_message="received"),
            upsert(C, "received", recipient=C, sender_message="sent"),
        ]
    )
    assert view.message(SENT).link is None
    assert view.message(RECEIVED).link is None


def test_bullet_chunk_first_interleaved_then_replaced(edition: Edition) -> None:
    view = edition.view(
        [chunk(C, "m", "a"), chunk(C, "n", "x"), chunk(C, "m", "b"), chunk(P, "m", "y")]
    )
    assert words(view, C, "m") == ["a", "b"]
    view.apply(edition.decode(upsert(C, "m", content=["whole"])))
    view.apply(edition.decode(chunk(C, "m", "more")))
    assert words(view, C, "m") == ["whole", "more"]
    assert words(view, C, "n") == ["x"]
    assert words(view, P, "m") == ["y"]
    assert [message.key.message_id for message in view.messages(C)] == ["m", "n"]


def test_bullet_chunk_first_participants_later_keep_the_content(edition: Edition) -> None:
    view = edition.view([chunk(C, "m", "a")])
    key = MessageKey(C, "m")
    assert view.message(key).direction is Direction.UNKNOWN
    view.apply(edition.decode(upsert(C, "m", sender=P, recipient=C)))
    view.apply(edition.decode(chunk(C, "m", "b")))
    message = view.message(key)
    assert words(view, C, "m") == ["a", "b"]
    assert message.direction is Direction.INCOMING
    assert message.identity == (P, C, None, None)


def test_bullet_chunk_first_missing_participants_are_nobody(edition: Edition) -> None:
    view = edition.view([child(P, C, title="Tester"), chunk(C, "m", "a"), upsert(C, "m")])
    message = view.message(MessageKey(C, "m"))
    assert message.identity == (None, None, None, None)
    assert (message.label.direction, message.label.session_id) == (Direction.UNKNOWN, None)
    assert (message.label.relation, message.label.title) == (Relation.UNKNOWN, None)


def test_bullet_reported_early_child_events_go_on(edition: Edition) -> None:
    history = [
        child(P, C, state={"state": "running"}),
        outgoing(P, "sent", C, content=["go"], recipient_message="received"),
        incoming(C, "received", P, content=["go"], sender_message="sent"),
    ]
    view = edition.view(history)
    assert (
        view.child(C).state
        == edition.view([child(P, C, state={"state": "running"})]).child(C).state
    )
    for late in (
        other(C, "agent_message_chunk", messageId="own", content=text("working")),
        outgoing(C, "report", P, content=["done"]),
        child(P, C, state={"state": "idle", "stopReason": "end_turn"}),
    ):
        view.apply(edition.decode(late))
    assert [message.direction for message in view.messages(C)] == ["incoming", "outgoing"]
    assert view.message(SENT) == edition.view(history).message(SENT)


def test_unknown_updates_are_ignored(edition: Edition) -> None:
    view = edition.view()
    ignored = [
        other(P, "usage_update", used=1, size=2),
        other(P, "plan_removed", id="p", planId="p"),
    ]
    if edition is V2:
        ignored.append(other(P, "_vendor", messageId="m", content=[]))
    for params in ignored:
        assert view.apply(edition.decode(params)) is None
    assert view.snapshot() == edition.view().snapshot()
