"""The bullets on associations and replay; see `test_rfd_bullets.py` for the whole list."""

from __future__ import annotations

from acp_runtime.transcript import MessageKey

from tests.runtime_transcript.wire import Edition, child, chunk, incoming, outgoing, upsert

P, C = "sess_parent", "sess_child"
RECEIVED = MessageKey(C, "received")


def test_bullet_reused_child_keeps_its_id_through_running_idle_running(edition: Edition) -> None:
    states = [
        {"state": "running"},
        {"state": "idle", "stopReason": "end_turn"},
        {"state": "running"},
    ]
    view = edition.view()
    seen = []
    for number, state in enumerate(states):
        view.apply(edition.decode(child(P, C, state=state)))
        view.apply(edition.decode(outgoing(P, f"task {number}", C)))
        seen.append(view.child(C).state)
    assert seen[0] == seen[2] != seen[1]
    assert [found.key.child_id for found in view.children(P)] == [C]
    assert len(view.messages(P)) == 3


def test_bullet_ownership_never_follows_from_a_message(edition: Edition) -> None:
    tree = [child(P, C), child(P, "sess_sibling"), child(C, "sess_grandchild")]
    talk = [
        outgoing(C, "up", P, recipient_message="x"),
        outgoing(C, "across", "sess_sibling", recipient_message="y"),
        incoming("sess_sibling", "y", C, sender_message="across"),
        outgoing("sess_grandchild", "far", P),
        outgoing("sess_stranger", "in", C),
    ]
    assert edition.view(tree + talk).snapshot().children == edition.view(tree).snapshot().children
    assert edition.view(talk).snapshot().children == ()


HISTORY = [
    child(P, C, title="Tester", meta={"a": 1}),
    outgoing(P, "sent", C, content=["go"], meta={"k": 1, "l": 2}),
    chunk(C, "received", "go", meta={"only": "here"}),
    incoming(C, "received", P, sender_message="sent"),
    child(P, C, state={"state": "unknown"}),
    upsert(P, "sent", recipient_message="received", meta={"k": None}),
    upsert(P, "sent", sender="sess_stranger"),
]


def test_bullet_replay_of_a_whole_history_gives_the_same_state(edition: Edition) -> None:
    assert edition.view(HISTORY).snapshot() == edition.view(HISTORY).snapshot()


def test_bullet_replay_upserts_repeated_at_the_end_change_nothing(edition: Edition) -> None:
    upserts = [
        params for params in HISTORY if params["update"]["sessionUpdate"] != "session_message_chunk"
    ]
    assert edition.view(HISTORY + upserts).snapshot() == edition.view(HISTORY).snapshot()


def test_bullet_replay_of_a_partial_history_shows_what_there_is(edition: Edition) -> None:
    view = edition.view([child(P, C), incoming(C, "received", P, sender_message="sent")])
    assert view.child(C).key.parent_id == P
    assert view.child(C).state is None
    assert not view.message(RECEIVED).link.arrived
    assert view.messages(P) == ()
    assert view.problems() == ()


def test_bullet_replay_of_an_association_alone_infers_no_outcome(edition: Edition) -> None:
    view = edition.view([child(P, C)])
    assert view.snapshot().messages == ()
    found = view.child(C)
    assert (found.state, found.capabilities, found.title) == (None, None, None)


def test_bullet_replay_of_routing_only_ancestors(edition: Edition) -> None:
    view = edition.view([child(P, C, capabilities={}), child(C, "sess_worker")])
    assert view.child("sess_worker").key.parent_id == C
    assert view.child(C).key.parent_id == P
    assert view.child(C).capabilities is not None
    assert len(view.children(P)) == 1


def test_bullet_lost_feed_is_unknown_and_later_state_counts(edition: Edition) -> None:
    view = edition.view([child(P, C, state={"state": "running"}, capabilities={"cancel": {}})])
    granted = view.child(C).capabilities
    view.apply(edition.decode(child(P, C, state={"state": "unknown"})))
    assert view.child(C).state.state == "unknown"
    assert view.child(C).capabilities == granted
    view.apply(edition.decode(child(P, C, state={"state": "idle", "stopReason": "end_turn"})))
    assert type(view.child(C).state).__name__ == "StateUpdateIdle"
