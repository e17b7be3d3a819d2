"""What errors and repairs tell: where, what was expected, what was found, what to write instead."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from acp_schema import v1, v2


def _error(hint: Any, value: Any) -> v1.DecodeError:
    with pytest.raises(v1.DecodeError) as caught:
        v1.decode(hint, json.dumps(value))
    error = caught.value
    if not isinstance(value, str):
        with pytest.raises(v1.DecodeError) as again:
            v1.decode(hint, value)
        assert (again.value.pointer, again.value.reason) == (error.pointer, error.reason)
    return error


TOOL = {"toolCallId": "t", "title": "x"}


@pytest.mark.parametrize(
    ("hint", "value", "pointer", "words"),
    [
        (v1.UsageUpdate, {"used": "x", "size": 1}, "/used", ("integer", "'x'")),
        (v1.UsageUpdate, {"used": 1.5, "size": 1}, "/used", ("integer", "1.5")),
        (v1.UsageUpdate, {"used": None, "size": 1}, "/used", ("integer", "null")),
        (v1.UsageUpdate, {"used": True, "size": 1}, "/used", ("integer", "true")),
        (v1.UsageUpdate, {"used": [1, 2], "size": 1}, "/used", ("integer", "array of 2")),
        (v1.UsageUpdate, {"used": {"a": 1}, "size": 1}, "/used", ("integer", "object with 'a'")),
        (v1.UsageUpdate, {"used": 2**64, "size": 1}, "/used", ("at most", str(2**64))),
        (v1.UsageUpdate, {"size": 1}, "", ("missing", "'used'")),
        (v1.UsageUpdate, [], "", ("UsageUpdate", "array of 0")),
        (v1.UsageUpdate, 7, "", ("object", "7")),
        (v1.SessionId, 7, "", ("string", "7")),
        (v1.ToolKind, "raed", "", ("'read'", "'raed'", "did you mean 'read'?")),
        (v1.ContentBlock, {"type": "txt", "text": ""}, "/type", ("ContentBlock", "'txt'", "'text'", "'image'", "did you mean 'text'?")),
        (v1.ContentBlock, {"type": 7}, "/type", ("ContentBlock", "7", "'text'")),
        (v1.ContentBlock, {"text": "x"}, "", ("missing", "'type'", "ContentBlock")),
        (v1.ContentBlock, "x", "", ("ContentBlock", "'x'")),
        (v2.ContentBlock, {"type": "text"}, "", ("missing", "'text'")),
        (v2.ContentBlock, {"type": "text", "text": 7}, "/text", ("string", "7")),
        (v2.ContentBlock, {"text": "x"}, "", ("missing", "'type'", "ContentBlock")),
        (v2.Notice, {"title": "", "severity": "info"}, "/title", ("length of at least 1", "''")),
        (list[v1.SessionId], ["a", 7], "/1", ("string", "7")),
        (
            v1.SessionNotification,
            {"sessionId": "s", "update": {"sessionUpdate": "tool_call", "toolCallId": 9, "title": "x"}},
            "/update/toolCallId",
            ("string", "9"),
        ),
        (
            v1.PromptRequest,
            {"sessionId": "s", "prompt": [{"type": "text", "text": "a"}, {"type": "image", "data": 1, "mimeType": "m"}]},
            "/prompt/1/data",
            ("string", "1"),
        ),
    ],
)  # fmt: skip
def test_error(hint: Any, value: Any, pointer: str, words: tuple[str, ...]) -> None:
    error = _error(hint, value)
    assert error.pointer == pointer
    assert [word for word in words if word not in error.reason] == []
    assert isinstance(error, ValueError)
    assert (pointer or "top level") in str(error)
    assert error.reason in str(error)
    assert error.repairs == ()


def test_no_suggestion_where_nothing_is_near() -> None:
    assert "did you mean" not in _error(v1.ContentBlock, {"type": "zzz"}).reason
    assert "did you mean" not in _error(v1.ToolKind, "x" * 5000).reason


@pytest.mark.parametrize("size", [100, 10_000, 1_000_000])
def test_what_was_found_is_cut(size: int) -> None:
    long = "x" * size
    values: list[tuple[Any, Any]] = [
        (v1.SessionId, [long]),
        (v1.SessionId, {long: 1, f"{long}y": 2}),
        (v1.UsageUpdate, {"used": long, "size": 1}),
        (v1.ContentBlock, {"type": long}),
        (v1.ToolKind, long),
        (v1.EmbeddedResourceResource, {"uri": "u", "text": {long: long}}),
    ]
    for hint, value in values:
        error = _error(hint, value)
        assert len(error.reason) < 1000
        assert "…" in error.reason or "array of 1" in error.reason or size <= 100


@pytest.mark.parametrize(
    ("key", "token"), [("a/b", "a~1b"), ("m~n", "m~0n"), ("~1", "~01"), ("", ""), ("é x", "é x")]
)
def test_pointers_are_escaped(key: str, token: str) -> None:
    error = _error(dict[str, v1.UsageUpdate], {key: {"used": "x", "size": 1}})
    assert error.pointer == f"/{token}/used"


def test_an_untagged_union_tells_why_each_branch_failed() -> None:
    error = _error(v1.EmbeddedResourceResource, {"uri": "u"})
    assert error.pointer == ""
    assert "'text'" in error.reason
    assert "'blob'" in error.reason
    assert "EmbeddedResourceResource" in error.reason


def test_errors_of_malformed_json() -> None:
    for text in (b"{", b'{"a":NaN}', b"\xff", b'"\\ud800"', b"1 2"):
        with pytest.raises(v1.DecodeError, match="not JSON") as caught:
            v1.decode(v1.UsageUpdate, text)
        assert caught.value.pointer == ""


# Repairs


def test_repairs_in_the_order_of_the_schema() -> None:
    repairs: list[v1.Repair] = []
    value = {**TOOL, "locations": [{"path": "/a", "line": -1}, 7], "status": "stalled", "kind": 7}
    v1.decode(v1.ToolCall, value, on_repair=repairs.append)
    assert {(repair.pointer, repair.kind) for repair in repairs} == {
        ("/kind", "defaulted"),
        ("/status", "defaulted"),
        ("/locations/0/line", "defaulted"),
        ("/locations/1", "skipped_item"),
    }
    by_pointer = {repair.pointer: repair for repair in repairs}
    assert "7" in by_pointer["/kind"].reason
    assert "stalled" in by_pointer["/status"].reason
    assert "at least 0" in by_pointer["/locations/0/line"].reason
    assert "ToolCallLocation" in by_pointer["/locations/1"].type


def test_a_repair_that_came_to_nothing_is_not_reported() -> None:
    """What was repaired inside a value that is dropped as a whole is not worth telling."""
    repairs: list[v1.Repair] = []
    v1.decode(v1.ToolCall, {**TOOL, "locations": [{"line": -1}]}, on_repair=repairs.append)
    assert [repair.pointer for repair in repairs] == ["/locations/0"]


def test_repairs_are_values() -> None:
    first, second = [], []  # type: ignore[var-annotated]
    v1.decode(v1.ToolCall, {**TOOL, "kind": 7}, on_repair=first.append)
    v1.decode(v1.ToolCall, json.dumps({**TOOL, "kind": 7}), on_repair=second.append)
    assert first == second
    assert hash(first[0]) == hash(second[0])


def test_a_callback_may_raise() -> None:
    def refuse(repair: v1.Repair) -> None:
        raise LookupError(repair.pointer)

    with pytest.raises(LookupError, match="/kind"):
        v1.decode(v1.ToolCall, {**TOOL, "kind": 7}, on_repair=refuse)
    assert v1.decode(v1.ToolCall, TOOL, on_repair=refuse).title == "x"


def test_one_debug_line_a_message(caplog: pytest.LogCaptureFixture) -> None:
    bad = {**TOOL, "kind": 7, "status": 7, "locations": [7] * 50}
    with caplog.at_level(logging.DEBUG, logger="acp_schema"):
        v1.decode(v1.ToolCall, bad)
    assert [record.levelname for record in caplog.records] == ["DEBUG"]
    message = caplog.records[0].getMessage()
    assert "52 repairs" in message
    assert "ToolCall" in message
    assert "/kind defaulted" in message
    assert len(message) < 2000


def test_no_line_where_there_is_nothing_to_tell(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="acp_schema"):
        v1.decode(v1.ToolCall, TOOL)
        v1.decode(v1.ToolCall, {**TOOL, "kind": 7}, on_repair=lambda repair: None)
    with caplog.at_level(logging.INFO, logger="acp_schema"):
        v1.decode(v1.ToolCall, {**TOOL, "kind": 7})
    assert caplog.records == []


def test_strict_lists_every_repair_and_prefers_real_errors() -> None:
    bad = {**TOOL, "kind": 7, "status": 7, "locations": [7] * 10}
    with pytest.raises(v1.DecodeError) as caught:
        v1.decode(v1.ToolCall, bad, strict=True)
    assert len(caught.value.repairs) == 12
    assert "and 7 more" in caught.value.reason
    with pytest.raises(v1.DecodeError) as caught:
        v1.decode(v1.ToolCall, {**bad, "title": 7}, strict=True)
    assert caught.value.pointer == "/title"
    assert caught.value.repairs == ()


def test_strict_refuses_unknown_variants() -> None:
    with pytest.raises(v2.DecodeError) as caught:
        v2.decode(v2.ContentBlock, b'{"type":"hum"}', strict=True)
    assert [repair.kind for repair in caught.value.repairs] == ["unknown_variant"]


def test_decode_params_and_result_pass_both_on() -> None:
    repairs: list[v1.Repair] = []
    params = {"sessionId": "s", "update": {"sessionUpdate": "tool_call", **TOOL, "kind": 7}}
    v1.decode_params("session/update", params, on_repair=repairs.append)
    assert [repair.pointer for repair in repairs] == ["/update/kind"]
    with pytest.raises(v1.DecodeError):
        v1.decode_params("session/update", params, strict=True)
    repairs.clear()
    result = {"protocolVersion": 1, "agentCapabilities": 7}
    v1.decode_result("initialize", result, on_repair=repairs.append)
    assert [repair.pointer for repair in repairs] == ["/agentCapabilities"]
    with pytest.raises(v1.DecodeError):
        v1.decode_result("initialize", result, strict=True)
