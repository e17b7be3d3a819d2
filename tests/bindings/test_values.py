"""Constructors and values: pleasant to make, to print, to compare, to change and to write."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import msgspec
import pytest
from acp_schema import v1, v2
from msgspec import UNSET

from tests.built import build
from tests.rules import ON_ERROR, ON_NULL
from tests.tolerant import DIALECT


def test_keywords_only() -> None:
    assert v1.TextContent(text="x").text == "x"
    with pytest.raises(TypeError):
        v1.TextContent("x")  # type: ignore[misc]
    with pytest.raises(TypeError):
        v2.ContentBlockOther("x")  # type: ignore[misc]


def test_required_fields_are_required() -> None:
    with pytest.raises(TypeError, match="text"):
        v1.TextContent()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="type"):
        v2.ContentBlockOther()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="nonsense"):
        v1.TextContent(text="x", nonsense=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="nonsense"):
        v2.ContentBlockOther(type="x", nonsense=1)  # type: ignore[call-arg]


def test_what_is_not_given_is_absent() -> None:
    update = v2.ToolCallUpdate(tool_call_id="t")
    assert (update.title, update.content, update.meta) == (UNSET, UNSET, UNSET)
    assert v2.encode(update) == b'{"toolCallId":"t"}'
    assert (
        v2.encode(v2.ToolCallUpdate(tool_call_id="t", title=None))
        == b'{"toolCallId":"t","title":null}'
    )
    other = v2.AuthMethodOther(type="x", method_id="m", name="n")
    assert (other.description, other.extra) == (UNSET, {})


def test_defaults_are_made_anew() -> None:
    first, second = (
        v1.InitializeRequest(protocol_version=1),
        v1.InitializeRequest(protocol_version=1),
    )
    assert first.client_capabilities == second.client_capabilities
    assert first.client_capabilities is not second.client_capabilities
    one, two = v2.ContentBlockOther(type="x"), v2.ContentBlockOther(type="x")
    assert one.extra is not two.extra
    decoded = [v1.decode(v1.InitializeRequest, b'{"protocolVersion":1}') for _ in range(2)]
    assert decoded[0].client_capabilities is not decoded[1].client_capabilities


def test_repr_hides_what_is_absent() -> None:
    assert repr(v2.ToolCallUpdate(tool_call_id="t")) == "ToolCallUpdate(tool_call_id='t')"
    assert (
        repr(v2.ToolCallUpdate(tool_call_id="t", title=None))
        == "ToolCallUpdate(tool_call_id='t', title=None)"
    )
    assert repr(v2.ContentBlockOther(type="x")) == "ContentBlockOther(type='x')"
    assert (
        repr(v2.ContentBlockOther(type="x", extra={"a": 1}))
        == "ContentBlockOther(type='x', extra={'a': 1})"
    )


def test_equality() -> None:
    assert v1.TextContent(text="x") == v1.TextContent(text="x")
    assert v1.TextContent(text="x") != v1.TextContent(text="y")
    assert v1.TextContent(text="x") != v1.ContentBlockText(text="x")
    assert v2.ContentBlockOther(type="x", extra={"a": [1]}) == v2.ContentBlockOther(
        type="x", extra={"a": [1]}
    )
    assert v2.ContentBlockOther(type="x", extra={"a": [1]}) != v2.ContentBlockOther(type="x")
    assert v2.ContentBlockOther(type="x") != v2.ToolCallContentOther(type="x")
    with pytest.raises(TypeError):
        hash(v2.ContentBlockOther(type="x"))


def test_replace() -> None:
    text = v1.ContentBlockText(text="x", meta=None)
    changed = msgspec.structs.replace(text, text="y")
    assert (changed.text, changed.meta, text.text) == ("y", None, "x")
    assert type(changed) is v1.ContentBlockText
    assert text.__replace__(text="y") == changed
    with pytest.raises(TypeError):
        msgspec.structs.replace(text, nonsense=1)
    other = v2.ContentBlockOther(type="x", extra={"a": 1})
    assert other.__replace__(type="y") == v2.ContentBlockOther(type="y", extra={"a": 1})
    with pytest.raises(TypeError):
        other.__replace__(nonsense=1)
    if hasattr(copy, "replace"):
        assert copy.replace(text, text="y") == changed
        assert copy.replace(other, type="y").type == "y"


def test_copies() -> None:
    for value in (
        v1.ContentBlockText(text="x"),
        v2.ContentBlockOther(type="x", extra={"a": [1]}),
        v2.decode(v2.SessionUpdate, b'{"sessionUpdate":"state_update","state":"idle"}'),
    ):
        for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert again == value
            assert type(again) is type(value)
            assert v2.encode(again) == v2.encode(value)


def test_tags_can_be_read_and_not_be_given() -> None:
    update = v1.SessionUpdateToolCall(tool_call_id="t", title="x")
    assert update.session_update == "tool_call"
    assert type(update).session_update == "tool_call"
    with pytest.raises(TypeError):
        v1.SessionUpdateToolCall(tool_call_id="t", title="x", session_update="tool_call")  # type: ignore[call-arg]
    assert json.loads(v1.encode(update)) == {
        "sessionUpdate": "tool_call",
        "toolCallId": "t",
        "title": "x",
    }


def test_match_by_class() -> None:
    found: list[Any] = []
    for text in (
        b'{"type":"text","text":"x"}',
        b'{"type":"image","data":"d","mimeType":"m"}',
        b'{"type":"hum","db":3}',
    ):
        match v2.decode(v2.ContentBlock, text):
            case v2.ContentBlockText(text=inner):
                found.append(inner)
            case v2.ContentBlockOther(type=kind, extra=extra):
                found.append((kind, extra))
            case block:
                found.append(block.type)
    assert found == ["x", "image", ("hum", {"db": 3})]


def test_isinstance_of_a_union() -> None:
    assert isinstance(v1.TextResourceContents(uri="u", text="t"), v1.EmbeddedResourceResource)
    assert not isinstance(v1.TextContent(text="t"), v1.EmbeddedResourceResource)
    assert isinstance(v2.ContentBlockText(text="t"), v2.ContentBlock)


# What nobody declared stays beside, and never gets in the way

NAMES = [
    *("__class__", "__dict__", "__init__", "__struct_fields__", "__replace__", "__eq__", "slots_"),
    *(
        "extra",
        "payload",
        "tag_",
        "tag_field_",
        "is_beside",
        "keeps_",
        "self",
        "meta",
        "session_update",
    ),
    *("sessionId", "toolCallId", "title", "class", "None", "", " ", "a/b", "\u0000"),
]


@pytest.mark.parametrize("key", NAMES)
def test_no_key_gets_in_the_way(key: str) -> None:
    block = v2.decode(v2.ContentBlock, json.dumps({"type": "hum", key: [1]}))
    assert isinstance(block, v2.ContentBlockOther)
    assert (block.type, block.extra) == ("hum", {key: [1]})
    assert block.is_beside("extra")
    assert json.loads(v2.encode(block)) == {"type": "hum", key: [1]}
    assert v2.decode(v2.ContentBlock, v2.encode(block)) == block
    message = {"used": 1, "size": 2, "_meta": {key: {"used": 7}}}
    usage = v1.decode(
        v1.UsageUpdate, json.dumps({**message, **({} if key in ("used", "size") else {key: 7})})
    )
    assert (usage.used, usage.size, usage.meta) == (1, 2, {key: {"used": 7}})
    assert json.loads(v1.encode(usage)) == message
    assert callable(usage.__replace__)


def test_extra_never_overrides_what_is_declared() -> None:
    made = v2.AuthMethodOther(
        type="x", method_id="m", name="n", extra={"type": "terminal", "name": "evil", "more": 1}
    )
    assert json.loads(v2.encode(made)) == {"type": "x", "methodId": "m", "name": "n", "more": 1}


def test_meta_is_never_spread() -> None:
    text = b'{"sessionId":"s","_meta":{"sessionId":"evil","update":7},"update":{"sessionUpdate":"plan_removed","planId":"p"}}'
    found = v2.decode(v2.UpdateSessionNotification, text)
    assert found.session_id == "s"
    assert json.loads(v2.encode(found)) == json.loads(text)


# Writing

SCHEMA: dict[str, Any] = {
    "$schema": DIALECT,
    "title": "Written",
    "$defs": {
        "Empty": {"type": "object"},
        "Box": {
            "type": "object",
            "properties": {
                "empty": {"$ref": "#/$defs/Empty"},
                "inline": {"type": "object"},
                "flag": {"type": "boolean", "default": False, ON_ERROR: True},
                "nothing": {"type": "null"},
                "maybe": {"type": ["string", "null"]},
                "names": {"type": "array", "items": {"type": "string"}, ON_NULL: True},
                "fixed": {"type": "string", "const": "yes"},
            },
        },
        "Kept": {
            "type": "object",
            "properties": {"a": {"type": "integer"}},
            "required": ["a"],
            "additionalProperties": True,
        },
        "KeptNumbers": {
            "type": "object",
            "properties": {"a": {"type": "string"}},
            "additionalProperties": {"type": "integer"},
        },
        "Unevaluated": {
            "type": "object",
            "properties": {"a": {"type": "integer"}},
            "required": ["a"],
            "unevaluatedProperties": True,
        },
        "Sealed": {
            "type": "object",
            "properties": {"a": {"type": "integer"}},
            "additionalProperties": False,
        },
        "HoldsKept": {
            "type": "object",
            "properties": {"one": {"$ref": "#/$defs/Kept"}, "many": {"type": "array", "items": {"$ref": "#/$defs/Kept"}}},
        },
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return build(SCHEMA, tmp_path_factory.mktemp("written"))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("Empty", {"zz": 1}, {}),
        ("Empty", {}, {}),
        ("Box", {}, {"flag": False}),
        ("Box", {"empty": {"zz": 1}}, {"empty": {}, "flag": False}),
        ("Box", {"inline": {"zz": [1]}}, {"inline": {"zz": [1]}, "flag": False}),
        ("Box", {"flag": True, "nothing": None, "maybe": None}, {"flag": True, "nothing": None, "maybe": None}),
        ("Box", {"names": None}, {"names": [], "flag": False}),
        ("Box", {"fixed": "yes", "_meta": {}}, {"fixed": "yes", "flag": False}),
        ("Kept", {"a": 1, "b": [2], "c": None}, {"a": 1, "b": [2], "c": None}),
        ("KeptNumbers", {"a": "x", "b": 2}, {"a": "x", "b": 2}),
        ("Unevaluated", {"a": 1, "b": {"c": 1.0}}, {"a": 1, "b": {"c": 1.0}}),
        ("Sealed", {"a": 1}, {"a": 1}),
        ("HoldsKept", {"one": {"a": 1, "b": 2}, "many": [{"a": 1, "z": {}}]}, {"one": {"a": 1, "b": 2}, "many": [{"a": 1, "z": {}}]}),
    ],
)  # fmt: skip
def test_written(written: Any, name: str, value: Any, expected: Any) -> None:
    hint = written.models.DEFINITIONS[name]
    for data in (json.dumps(value), value):
        assert json.loads(written.encode(written.decode(hint, data))) == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Box", {"nothing": 0}),
        ("Box", {"fixed": "no"}),
        ("Box", {"fixed": None}),
        ("Box", {"inline": []}),
        ("Box", {"empty": None}),
        ("Empty", []),
        ("Kept", {"b": 1}),
        ("KeptNumbers", {"b": "x"}),
        ("Sealed", {"a": 1, "b": 1}),
        ("HoldsKept", {"many": [{"b": 1}]}),
    ],
)
def test_refused(written: Any, name: str, value: Any) -> None:
    hint = written.models.DEFINITIONS[name]
    for data in (json.dumps(value), value):
        with pytest.raises(written.DecodeError):
            written.decode(hint, data)


def test_encode_takes_what_holds_values() -> None:
    block = v2.ContentBlockOther(type="x", extra={"b": v1.TextContent(text="y")})
    text = v2.encode({"list": [block, None], "n": 1})
    assert json.loads(text) == {"list": [{"type": "x", "b": {"text": "y"}}, None], "n": 1}
    with pytest.raises(TypeError):
        v2.encode(object())


def test_decoding_changes_no_input() -> None:
    value = {"sessionUpdate": "state_update", "state": "idle", "stopReason": 7, "_meta": {"k": [1]}}
    before = copy.deepcopy(value)
    v2.decode(v2.SessionUpdate, value)
    assert value == before
