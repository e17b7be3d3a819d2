"""Whole JSON-RPC messages: dispatch, responses, batches, and what is owed to the sender."""

from __future__ import annotations

import json
from typing import Any

import pytest
from acp_schema import v1, v2
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

CHUNK = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "hi"}}
PROMPT = {"sessionId": "s", "prompt": [{"type": "text", "text": "hi"}]}


def message(**members: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", **members}


def raw(value: Any) -> bytes:
    return json.dumps(value).encode()


def test_a_notification_is_dispatched_by_its_method() -> None:
    sent = message(method="session/update", params={"sessionId": "s", "update": CHUNK})
    found = v1.decode_message(raw(sent), "client")
    assert isinstance(found, v1.Notification)
    assert isinstance(found.params, v1.SessionNotification)
    assert isinstance(found.params.update, v1.SessionUpdateAgentMessageChunk)
    assert json.loads(v1.encode_message(found)) == sent


@pytest.mark.parametrize("id", [7, "7", 0, "", None, -(2**63), 2**63 - 1])
def test_an_id_keeps_its_own_type(id: Any) -> None:
    sent = message(id=id, method="session/prompt", params=PROMPT)
    found = v1.decode_message(raw(sent), "agent")
    assert isinstance(found, v1.Request)
    assert (type(found.id), found.id) == (type(id), id)
    assert json.loads(v1.encode_message(found)) == sent


@pytest.mark.parametrize("id", [1.0, True, [], {}, 2**63, -(2**63) - 1])
def test_an_id_that_is_none_makes_the_message_invalid(id: Any) -> None:
    found = v1.decode_message(message(id=id, method="session/prompt", params=PROMPT), "agent")
    assert isinstance(found, v1.InvalidMessage)
    assert (found.error.pointer, found.code, found.id) == ("/id", -32600, None)


def test_text_and_parsed_json_read_the_same() -> None:
    sent = message(id=1, method="session/prompt", params=PROMPT)
    assert v1.decode_message(sent, "agent") == v1.decode_message(raw(sent), "agent")
    assert v1.decode_message(json.dumps(sent), "agent") == v1.decode_message(raw(sent), "agent")


def test_the_receiver_decides_whose_method_it_is() -> None:
    sent = message(id=1, method="session/prompt", params=PROMPT)
    assert isinstance(v1.decode_message(sent, "agent"), v1.Request)
    other = v1.decode_message(sent, "client")
    assert isinstance(other, v1.UnknownMessage)
    assert (other.kind, other.method, other.params) == ("request", "session/prompt", PROMPT)


def test_a_method_of_both_sides_is_read_as_the_receivers_own() -> None:
    params = {"serverId": "x", "connectionId": "x", "method": "ping"}
    as_request = message(id=1, method="mcp/message", params=params)
    as_notification = message(method="mcp/message", params=params)
    assert not isinstance(v1.decode_message(as_request, "client"), v1.UnknownMessage)
    assert not isinstance(v1.decode_message(as_notification, "agent"), v1.UnknownMessage)
    # Near misses: that kind of the method does not exist on that side.
    assert isinstance(v1.decode_message(as_request, "agent"), v1.UnknownMessage)
    assert isinstance(v1.decode_message(as_notification, "client"), v1.UnknownMessage)


def test_protocol_methods_reach_both_sides() -> None:
    sent = message(method="$/cancel_request", params={"requestId": 3})
    for receiver in ("agent", "client"):
        found = v1.decode_message(sent, receiver)
        assert isinstance(found, v1.Notification), receiver
        assert found.params.request_id == 3


def test_a_response_is_the_result_of_the_pending_request() -> None:
    sent = message(id="a", result={"stopReason": "end_turn"})
    found = v1.decode_message(sent, "client", {"a": "session/prompt"})
    assert isinstance(found, v1.Response)
    assert isinstance(found.result, v1.PromptResponse)
    assert (found.method, found.error) == ("session/prompt", UNSET)
    assert json.loads(v1.encode_message(found)) == sent


def test_pending_may_be_a_function() -> None:
    found = v1.decode_message(message(id=5, result={}), "client", lambda id: {5: "logout"}.get(id))
    assert isinstance(found, v1.Response)
    assert isinstance(found.result, v1.LogoutResponse)


def test_an_error_response_is_typed() -> None:
    sent = message(id=1, error={"code": -32000, "message": "sign in"})
    found = v1.decode_message(sent, "client", {1: "session/new"})
    assert isinstance(found, v1.Response)
    assert isinstance(found.error, v1.Error)
    assert found.result is UNSET
    assert json.loads(v1.encode_message(found)) == sent


@pytest.mark.parametrize("pending", [None, {}, {2: "session/new"}, {1: "no/such"}])
def test_a_response_to_nothing_of_ours_is_unknown_and_kept(pending: Any) -> None:
    sent = message(id=1, result={"x": [1]})
    found = v1.decode_message(sent, "client", pending)
    assert isinstance(found, v1.UnknownMessage)
    assert (found.kind, found.result, found.reply()) == ("response", {"x": [1]}, None)
    assert json.loads(v1.encode_message(found)) == sent


@pytest.mark.parametrize("params", [{}, {"params": None}, {"params": {}}])
def test_missing_or_null_content_reads_as_empty_where_nothing_is_needed(params: Any) -> None:
    found = v1.decode_message(message(id=1, method="logout", **params), "agent")
    assert isinstance(found, v1.Request)
    assert found.params == v1.LogoutRequest()
    # Near miss: a method whose parameters need something.
    broken = v1.decode_message(message(id=1, method="session/prompt", **params), "agent")
    assert isinstance(broken, v1.InvalidMessage)
    assert (broken.code, broken.reply_owed) == (-32602, True)


def test_null_result_reads_as_empty_too() -> None:
    found = v1.decode_message(message(id=1, result=None), "client", {1: "logout"})
    assert isinstance(found, v1.Response)
    assert found.result == v1.LogoutResponse()
    assert v1.decode_result("logout", b" null ") == v1.LogoutResponse()
    with pytest.raises(v1.DecodeError):
        v1.decode_result("session/new", b"null")


@pytest.mark.parametrize("id", [{}, {"id": 1}])
def test_unknown_methods_come_back_raw_with_the_reply_that_is_owed(id: dict[str, Any]) -> None:
    sent = message(**id, method="_acme/beep", params=[1, {"a": None}])
    found = v1.decode_message(raw(sent), "client")
    assert isinstance(found, v1.UnknownMessage)
    assert (found.kind, found.params) == ("request" if id else "notification", [1, {"a": None}])
    assert json.loads(v1.encode_message(found)) == sent
    reply = found.reply()
    if not id:
        assert reply is None
        return
    assert reply is not None
    assert json.loads(v1.encode_message(reply))["error"]["code"] == -32601


@pytest.mark.parametrize(
    ("sent", "pointer", "owed"),
    [
        ({"id": 1, "method": "logout"}, "/jsonrpc", True),
        ({"jsonrpc": "1.0", "method": "logout"}, "/jsonrpc", True),
        (message(method=7), "/method", True),
        (message(), "", True),
        (message(id=1), "", True),
        (message(result={}), "", False),
        ({"jsonrpc": "2", "id": 1, "result": {}}, "/jsonrpc", False),
        (7, "", True),
        (None, "", True),
    ],
)
def test_what_is_no_message_says_why(sent: Any, pointer: str, owed: bool) -> None:
    found = v1.decode_message(raw(sent), "agent")
    assert isinstance(found, v1.InvalidMessage)
    assert (found.error.pointer, found.code) == (pointer, -32600)
    assert (found.reply_owed, found.reply() is not None) == (owed, owed)


@pytest.mark.parametrize("text", [b"", b"{", b'{"a":NaN}', b"\xff", b"[" * 100_000, '"\ud800"'])
def test_text_that_is_no_json_is_a_parse_error(text: Any) -> None:
    found = v1.decode_message(text, "agent")
    assert isinstance(found, v1.InvalidMessage)
    assert (found.code, found.reply_owed, found.id) == (-32700, True, None)


def test_bad_parameters_point_into_the_message() -> None:
    update = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text"}}
    sent = message(method="session/update", params={"sessionId": "s", "update": update})
    found = v1.decode_message(raw(sent), "client")
    assert isinstance(found, v1.InvalidMessage)
    assert found.error.pointer == "/params/update/content"
    assert (found.code, found.reply_owed, found.reply()) == (-32602, False, None)


def test_repairs_point_into_the_message_and_strict_refuses_them() -> None:
    update = {"sessionUpdate": "from_the_future", "x": 1}
    sent = message(method="session/update", params={"sessionId": "s", "update": update})
    repairs: list[Any] = []
    found = v2.decode_message(raw(sent), "client", on_repair=repairs.append)
    assert isinstance(found, v2.Notification)
    assert [(repair.pointer, repair.kind) for repair in repairs] == [
        ("/params/update/sessionUpdate", "unknown_variant")
    ]
    assert json.loads(v2.encode_message(found)) == sent
    assert isinstance(v2.decode_message(raw(sent), "client", strict=True), v2.InvalidMessage)
    # The closed union of v1 refuses it, and the stream goes on.
    assert isinstance(v1.decode_message(raw(sent), "client"), v1.InvalidMessage)


def test_a_batch_is_a_list_where_the_schema_has_batches() -> None:
    batch = [message(id=1, method="auth/logout"), 3, message(method="_x")]
    found = v2.decode_message(raw(batch), "agent")
    assert isinstance(found, list)
    assert [type(part) for part in found] == [v2.Request, v2.InvalidMessage, v2.UnknownMessage]
    assert json.loads(v2.encode_message([found[0], found[2]])) == [
        {**batch[0], "params": {}},
        batch[2],
    ]
    assert isinstance(v2.decode_message(b"[]", "agent"), v2.InvalidMessage)
    assert isinstance(v1.decode_message(raw(batch), "agent"), v1.InvalidMessage)


def test_an_invalid_message_has_no_form_on_the_wire() -> None:
    found = v1.decode_message(b"{", "agent")
    with pytest.raises(TypeError, match="reply"):
        v1.encode_message(found)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
METHODS = st.sampled_from([*v1.AGENT_METHODS, *v1.CLIENT_METHODS, "$/cancel_request", "_x"])


@given(
    st.fixed_dictionaries(
        {"jsonrpc": st.just("2.0") | JSON},
        optional={"id": JSON, "method": METHODS | JSON, "params": JSON, "result": JSON},
    )
    | JSON
)
def test_nothing_that_a_peer_sends_raises(sent: Any) -> None:
    for edition in (v1, v2):
        for receiver in ("agent", "client"):
            for part in (sent, [sent]):
                edition.decode_message(part, receiver, lambda _: "session/new")


def test_methods_that_exist_on_two_sides_need_the_side() -> None:
    with pytest.raises(LookupError, match=r"agent.*client"):
        v1.decode_params("mcp/message", {})
    with pytest.raises(LookupError, match="unknown method"):
        v1.decode_params("no/such", {})
    with pytest.raises(LookupError, match="unknown side"):
        v1.decode_params("mcp/message", {}, side="server")
    with pytest.raises(LookupError, match="no result"):
        v1.decode_result("session/update", {})
    with pytest.raises(LookupError, match="no notification"):
        v1.decode_params("session/prompt", {}, notification=True)
    assert v1.decode_params("session/prompt", PROMPT) == v1.decode(v1.PromptRequest, PROMPT)
