"""Random histories: interleaved, duplicated, contradicting, with references late or early."""

from __future__ import annotations

import dataclasses
from typing import Any

from acp_runtime.transcript import ChildKey, MessageKey, Problem
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.runtime_transcript.model import Key, Model
from tests.runtime_transcript.wire import (
    EDITIONS,
    V2,
    Edition,
    child,
    chunk,
    incoming,
    outgoing,
    upsert,
)

SESSIONS, IDS = st.sampled_from("abc"), st.sampled_from("12")
META = st.none() | st.dictionaries(st.sampled_from("xyz"), st.none() | st.integers(0, 2))
CONTENT = st.none() | st.lists(st.sampled_from(["hi", "there"]), max_size=2)
UPSERTS = st.builds(
    lambda session, message, properties: upsert(session, message, **properties),
    SESSIONS,
    IDS,
    st.fixed_dictionaries(
        {},
        optional={
            "sender": st.none() | SESSIONS,
            "recipient": st.none() | SESSIONS,
            "sender_message": st.none() | IDS,
            "recipient_message": st.none() | IDS,
            "content": CONTENT,
            "meta": META,
        },
    ),
)
REFERENCES = st.one_of(
    st.builds(
        lambda own, message, far, ref: outgoing(own, message, far, recipient_message=ref),
        *(SESSIONS, IDS, SESSIONS, IDS),
    ),
    st.builds(
        lambda own, message, far, ref: incoming(own, message, far, sender_message=ref),
        *(SESSIONS, IDS, SESSIONS, IDS),
    ),
)
CHUNKS = st.builds(
    lambda session, message, words, meta: chunk(session, message, words, meta=meta),
    *(SESSIONS, IDS, st.sampled_from(["a", "b"]), META),
)
FAMILY = st.sampled_from("abcd")
CHILDREN = st.builds(
    lambda parent, session, properties: child(parent, session, **properties),
    FAMILY,
    FAMILY,
    st.fixed_dictionaries({}, optional={"title": st.sampled_from(["t", None]), "meta": META}),
)
UPDATES = st.one_of(UPSERTS, UPSERTS, REFERENCES, CHUNKS, CHILDREN)


@st.composite
def histories(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Updates, some of them repeated at other places."""
    updates = draw(st.lists(UPDATES, max_size=14))
    again = draw(st.lists(st.sampled_from(updates), max_size=6)) if updates else []
    for params in again:
        updates.insert(draw(st.integers(0, len(updates))), params)
    return updates


def agrees(view: Any, model: Model) -> None:
    """Every answer of the view is the model's."""
    assert [_pair(message.key) for message in view.snapshot().messages] == sorted(
        model.messages, key=lambda key: [*dict.fromkeys(k[0] for k in model.messages)].index(key[0])
    )
    for key, expected in model.messages.items():
        message = view.message(MessageKey(*key))
        found = [(block.content.text, dict(block.meta)) for block in message.blocks]
        assert found == expected["content"]
        assert dict(message.meta) == expected["meta"]
        assert message.identity == model.identity(key)
        assert message.direction == model.direction(key)
        assert _linked(message) == model.link(key)
        assert message.link is None or message.link.arrived == (
            _pair(message.link.to) in model.messages
        )
    assert {
        found.key.child_id: _child(found) for found in view.snapshot().children
    } == model.children
    assert set(map(_problem, view.problems())) == model.problems()
    assert len(set(view.problems())) == len(view.problems())


def _linked(message: Any) -> Key | None:
    return None if message.link is None else _pair(message.link.to)


def _pair(key: MessageKey) -> Key:
    return key.session_id, key.message_id


def _child(found: Any) -> dict[str, Any]:
    return {"parent": found.key.parent_id, "title": found.title, "meta": dict(found.meta)}


def _problem(problem: Problem) -> tuple[Any, ...]:
    values = (problem.place, problem.known, problem.given)
    place, known, given = (
        dataclasses.astuple(value) if isinstance(value, MessageKey | ChildKey) else value
        for value in values
    )
    about = () if problem.about is None else (_pair(problem.about),)
    return (problem.kind, place, problem.field, known, given, *about)


@settings(deadline=None)
@given(st.sampled_from(EDITIONS), histories())
def test_every_answer_is_the_models(edition: Edition, history: list[dict[str, Any]]) -> None:
    agrees(edition.view(history), Model(edition is V2, history))


@settings(deadline=None)
@given(st.sampled_from(EDITIONS), st.lists(CHILDREN, max_size=10))
def test_every_family_is_the_models(edition: Edition, history: list[dict[str, Any]]) -> None:
    agrees(edition.view(history + history), Model(edition is V2, history))


@settings(deadline=None)
@given(st.sampled_from(EDITIONS), histories())
def test_asking_in_between_changes_no_answer(
    edition: Edition, history: list[dict[str, Any]]
) -> None:
    view = edition.view()
    for params in history:
        view.apply(edition.decode(params))
        view.snapshot()
    assert view.snapshot() == edition.view(history).snapshot()


@settings(deadline=None)
@given(st.sampled_from(EDITIONS), histories())
def test_links_lead_there_and_back(edition: Edition, history: list[dict[str, Any]]) -> None:
    view = edition.view(history)
    for message in view.snapshot().messages:
        other = view.other_view(message.key)
        assert other is None or view.other_view(other.key) == message


@settings(deadline=None)
@given(st.sampled_from(EDITIONS), histories())
def test_replay_gives_the_same_state(edition: Edition, history: list[dict[str, Any]]) -> None:
    assert edition.view(history).snapshot() == edition.view(history).snapshot()


@settings(deadline=None)
@given(st.sampled_from(EDITIONS), histories())
def test_upserts_repeated_at_the_end_change_nothing(
    edition: Edition, history: list[dict[str, Any]]
) -> None:
    """An array replaces the chunks behind it, so upserts of streamed messages leave theirs out."""
    repeated = [
        _without_content(params) if _streamed(history, params) else params
        for params in history
        if not _is_chunk(params)
    ]
    assert edition.view(history + repeated).snapshot() == edition.view(history).snapshot()


def _at(params: dict[str, Any]) -> Key:
    return params["sessionId"], params["update"].get("messageId", "")


def _is_chunk(params: dict[str, Any]) -> bool:
    return bool(params["update"]["sessionUpdate"] == "session_message_chunk")


def _streamed(history: list[dict[str, Any]], params: dict[str, Any]) -> bool:
    return any(_is_chunk(other) and _at(other) == _at(params) for other in history)


def _without_content(params: dict[str, Any]) -> dict[str, Any]:
    update = {name: value for name, value in params["update"].items() if name != "content"}
    return {**params, "update": update}


@settings(deadline=None)
@given(st.sampled_from(EDITIONS), st.data())
def test_references_that_agree_link_in_any_order(edition: Edition, data: st.DataObject) -> None:
    """A world of true messages, told in single facts, shuffled and doubled."""
    count = data.draw(st.integers(1, 4))
    facts, pairs = [], []
    for number in range(count):
        sender, recipient = data.draw(st.permutations("abc"))[:2]
        sent, received = MessageKey(sender, f"s{number}"), MessageKey(recipient, f"s{-number}r")
        pairs.append((sent, received))
        for view, reference in ((sent, "recipient_message"), (received, "sender_message")):
            named = received if view is sent else sent
            facts += [
                upsert(view.session_id, view.message_id, sender=sender),
                upsert(view.session_id, view.message_id, recipient=recipient),
                upsert(view.session_id, view.message_id, **{reference: named.message_id}),
            ]
    doubled = facts + data.draw(st.lists(st.sampled_from(facts), max_size=5))
    view = edition.view(data.draw(st.permutations(doubled)))
    assert view.problems() == ()
    for sent, received in pairs:
        assert view.other_view(sent) == view.message(received)
        assert view.other_view(received) == view.message(sent)
    assert len(view.snapshot().messages) == 2 * count
