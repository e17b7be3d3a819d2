"""Unions: the tag decides, known tags fail closed, unknown ones keep everything."""

from __future__ import annotations

import json
from typing import Any

import pytest
from acp_schema import v1, v2
from msgspec import UNSET

from tests.built import build
from tests.rules import ON_ERROR, SKIP, outcome, same_json
from tests.tolerant import DIALECT


def _const(wire: str, value: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {wire: {"type": "string", "const": value}},
        "required": [wire],
    }


def _tagged(wire: str, value: str, ref: str) -> dict[str, Any]:
    return {**_const(wire, value), "allOf": [{"$ref": f"#/$defs/{ref}"}]}


def _rest(wire: str, *known: str, **more: Any) -> dict[str, Any]:
    return {
        "title": "other",
        "type": "object",
        "properties": {wire: {"type": "string"}, **more},
        "required": [wire],
        "not": {"anyOf": [_const(wire, value) for value in known]},
        "additionalProperties": True,
    }


NOTE = {"type": ["string", "null"], ON_ERROR: True}
SCHEMA: dict[str, Any] = {
    "$schema": DIALECT,
    "title": "Unions",
    "$defs": {
        "Dot": {
            "type": "object",
            "properties": {"x": {"type": "integer", "format": "int32"}, "note": NOTE},
            "required": ["x"],
        },
        "Line": {
            "type": "object",
            "properties": {"from": {"$ref": "#/$defs/Dot"}, "note": NOTE},
            "required": ["from"],
        },
        "Closed": {"oneOf": [_tagged("kind", "dot", "Dot"), _tagged("kind", "line", "Line")]},
        "Open": {
            "anyOf": [
                _tagged("kind", "dot", "Dot"),
                _tagged("kind", "line", "Line"),
                _rest("kind", "dot", "line", note=NOTE),
            ]
        },
        "OneOpen": {"anyOf": [_tagged("kind", "dot", "Dot"), _rest("kind", "dot")]},
        "Tagless": {
            "anyOf": [
                _tagged("kind", "line", "Line"),
                {"title": "plain", "allOf": [{"$ref": "#/$defs/Dot"}]},
            ]
        },
        "Untagged": {"anyOf": [{"$ref": "#/$defs/Line"}, {"$ref": "#/$defs/Dot"}]},
        "Mixed": {
            "anyOf": [
                {"type": "null"},
                {"type": "integer", "format": "uint64", "minimum": 0},
                {"type": "string"},
                {"$ref": "#/$defs/Dot"},
            ]
        },
        "Shared": {
            "type": "object",
            "properties": {
                "id": {"type": "string"},
                "note": NOTE,
                "spots": {
                    "type": "array",
                    "items": {"$ref": "#/$defs/Dot"},
                    ON_ERROR: True,
                    SKIP: True,
                },
            },
            "required": ["id"],
            "anyOf": [_tagged("kind", "dot", "Dot2"), _rest("kind", "dot")],
        },
        "Dot2": {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
        "SelfTagged": {
            "type": "object",
            "properties": {"why": NOTE, "size": {"type": "integer", "format": "int32"}},
            "anyOf": [
                _const("why", "done"),
                _tagged("why", "failed", "Failure"),
                _rest("why", "done", "failed"),
                {"title": "none", "type": "object"},
            ],
        },
        "Failure": {
            "type": "object",
            "properties": {"code": {"type": "integer"}},
            "required": ["code"],
        },
        "Scope": {"anyOf": [{"$ref": "#/$defs/SessionScope"}, {"$ref": "#/$defs/RequestScope"}]},
        "SessionScope": {
            "type": "object",
            "properties": {"session": {"type": "string"}, "note": NOTE},
            "required": ["session"],
        },
        "RequestScope": {
            "type": "object",
            "properties": {"request": {"type": "integer"}},
            "required": ["request"],
        },
        "Nested": {
            "type": "object",
            "properties": {"text": {"type": "string"}},
            "required": ["text"],
            "anyOf": [
                _tagged("mode", "form", "Scope"),
                {
                    **_rest("mode", "form"),
                    "anyOf": [
                        {"$ref": "#/$defs/SessionScope"},
                        {"$ref": "#/$defs/RequestScope"},
                    ],
                },
            ],
        },
        "Outer": {
            "anyOf": [_tagged("level", "inner", "Closed"), _rest("level", "inner")],
        },
        "Tree": {
            "type": "object",
            "properties": {
                "left": {"$ref": "#/$defs/Fork"},
                "right": {"$ref": "#/$defs/Fork"},
                "deep": {"type": "integer"},
            },
        },
        "Fork": {"anyOf": [{"$ref": "#/$defs/Strict"}, {"$ref": "#/$defs/Lax"}]},
        "Strict": {
            "type": "object",
            "properties": {
                "next": {"anyOf": [{"$ref": "#/$defs/Fork"}, {"type": "null"}]},
                "must": {"type": "integer"},
            },
            "required": ["must"],
        },
        "Lax": {
            "type": "object",
            "properties": {
                "next": {
                    "anyOf": [{"$ref": "#/$defs/Fork"}, {"type": "null"}],
                },
                "hint": {"type": ["integer", "null"], ON_ERROR: True},
            },
        },
        "ManyClosed": {
            "type": "object",
            "properties": {
                "items": {"type": "array", "items": {"$ref": "#/$defs/Closed"}, SKIP: True}
            },
            "required": ["items"],
        },
        "ManyOpen": {
            "type": "object",
            "properties": {
                "items": {"type": "array", "items": {"$ref": "#/$defs/Open"}, SKIP: True}
            },
            "required": ["items"],
        },
    },
}


@pytest.fixture(scope="module")
def unions(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return build(SCHEMA, tmp_path_factory.mktemp("unions"))


ERROR: Any = "error"
SAME: Any = "same"
"""Written back as it came."""

DOT, LINE = {"kind": "dot", "x": 1}, {"kind": "line", "from": {"x": 1}}
CASES: list[tuple[str, Any, str, Any, list[tuple[str, str]]]] = [
    # Tagged and closed
    ("Closed", DOT, "ClosedDot", SAME, []),
    ("Closed", LINE, "ClosedLine", SAME, []),
    ("Closed", {**DOT, "zz": 1}, "ClosedDot", DOT, []),
    ("Closed", {**DOT, "note": 7}, "ClosedDot", DOT, [("/note", "defaulted")]),
    ("Closed", {"kind": "dot"}, "", ERROR, []),
    ("Closed", {"kind": "line", "x": 1}, "", ERROR, []),
    ("Closed", {"kind": "Dot", "x": 1}, "", ERROR, []),
    ("Closed", {"kind": "ring", "x": 1}, "", ERROR, []),
    ("Closed", {"x": 1}, "", ERROR, []),
    ("Closed", {"kind": None, "x": 1}, "", ERROR, []),
    ("Closed", {"kind": 0, "x": 1}, "", ERROR, []),
    ("Closed", {"kind": ["dot"], "x": 1}, "", ERROR, []),
    ("Closed", None, "", ERROR, []),
    ("Closed", "dot", "", ERROR, []),
    ("Closed", [DOT], "", ERROR, []),
    # Tagged and open
    ("Open", DOT, "OpenDot", SAME, []),
    (
        "Open",
        {"kind": "ring", "r": {"a": [1, None]}},
        "OpenOther",
        SAME,
        [("/kind", "unknown_variant")],
    ),
    ("Open", {"kind": "", "r": 1}, "OpenOther", SAME, [("/kind", "unknown_variant")]),
    ("Open", {"kind": "dot"}, "", ERROR, []),
    ("Open", {"kind": "dot", "x": "1"}, "", ERROR, []),
    ("Open", {"x": 1}, "", ERROR, []),
    ("Open", {"kind": 7, "x": 1}, "", ERROR, []),
    ("Open", {"kind": None}, "", ERROR, []),
    (
        "Open",
        {"kind": "ring", "note": 7, "r": 1},
        "OpenOther",
        {"kind": "ring", "r": 1},
        [("/note", "defaulted"), ("/kind", "unknown_variant")],
    ),
    ("OneOpen", DOT, "OneOpenDot", SAME, []),
    ("OneOpen", {"kind": "dot", "x": None}, "", ERROR, []),
    ("OneOpen", {"kind": "x", "x": None}, "OneOpenOther", SAME, [("/kind", "unknown_variant")]),
    # A branch without a tag
    ("Tagless", LINE, "TaglessLine", SAME, []),
    ("Tagless", {"x": 1}, "Dot", SAME, []),
    ("Tagless", {"kind": None, "x": 1}, "Dot", {"x": 1}, []),
    ("Tagless", {"kind": "later", "x": 1}, "Dot", {"x": 1}, [("", "untagged_fallback")]),
    ("Tagless", {"kind": "line", "x": 1}, "Dot", {"x": 1}, [("", "untagged_fallback")]),
    ("Tagless", {"kind": 7, "x": 1}, "Dot", {"x": 1}, [("", "untagged_fallback")]),
    ("Tagless", {"kind": "line"}, "", ERROR, []),
    ("Tagless", {"kind": "later"}, "", ERROR, []),
    # No tag at all
    ("Untagged", {"from": {"x": 1}, "x": 2}, "Line", {"from": {"x": 1}}, []),
    ("Untagged", {"from": 7, "x": 2}, "Dot", {"x": 2}, []),
    ("Untagged", {"from": 7, "note": 7, "x": 2}, "Dot", {"x": 2}, [("/note", "defaulted")]),
    ("Untagged", {}, "", ERROR, []),
    ("Mixed", None, "NoneType", SAME, []),
    ("Mixed", 7, "int", SAME, []),
    ("Mixed", 2**64 - 1, "int", SAME, []),
    ("Mixed", 2**64, "", ERROR, []),
    ("Mixed", -1, "", ERROR, []),
    ("Mixed", "7", "str", SAME, []),
    ("Mixed", True, "", ERROR, []),
    ("Mixed", 7.0, "", ERROR, []),
    ("Mixed", {"x": 1}, "Dot", SAME, []),
    # Shared properties
    ("Shared", {"id": "i", **DOT}, "SharedDot", SAME, []),
    ("Shared", {"id": "i", "kind": "dot"}, "", ERROR, []),
    ("Shared", DOT, "", ERROR, []),
    ("Shared", {"id": 7, **DOT}, "", ERROR, []),
    (
        "Shared",
        {"id": "i", "note": 7, "spots": [{"x": 1}, {"x": "y"}], **DOT},
        "SharedDot",
        {"id": "i", "spots": [{"x": 1}], **DOT},
        [("/note", "defaulted"), ("/spots/1", "skipped_item")],
    ),
    (
        "Shared",
        {"id": "i", "note": 7, "spots": "x", "kind": "ring", "raw": [1]},
        "SharedOther",
        {"id": "i", "spots": [], "kind": "ring", "raw": [1]},
        [("/note", "defaulted"), ("/spots", "defaulted"), ("/kind", "unknown_variant")],
    ),
    ("Shared", {"kind": "ring", "raw": [1]}, "", ERROR, []),
    # The tag is itself a tolerant property
    ("SelfTagged", {"why": "done"}, "SelfTaggedDone", SAME, []),
    ("SelfTagged", {"why": "failed", "code": 3}, "SelfTaggedFailed", SAME, []),
    ("SelfTagged", {"why": "failed"}, "SelfTaggedNone", SAME, [("", "untagged_fallback")]),
    (
        "SelfTagged",
        {"why": "rain", "wet": True},
        "SelfTaggedOther",
        SAME,
        [("/why", "unknown_variant")],
    ),
    ("SelfTagged", {}, "SelfTaggedNone", SAME, []),
    ("SelfTagged", {"why": None, "zz": 1}, "SelfTaggedNone", {"why": None}, []),
    ("SelfTagged", {"why": 7, "size": 3}, "SelfTaggedNone", {"size": 3}, [("/why", "defaulted")]),
    ("SelfTagged", {"why": ["done"]}, "SelfTaggedNone", {}, [("/why", "defaulted")]),
    ("SelfTagged", {"why": "done", "size": "x"}, "", ERROR, []),
    # A union beside a branch's own properties
    ("Nested", {"text": "t", "mode": "form", "session": "s"}, "NestedForm", SAME, []),
    ("Nested", {"text": "t", "mode": "form", "request": 3}, "NestedForm", SAME, []),
    ("Nested", {"text": "t", "mode": "form"}, "", ERROR, []),
    ("Nested", {"text": "t", "mode": "form", "request": "x"}, "", ERROR, []),
    ("Nested", {"mode": "form", "session": "s"}, "", ERROR, []),
    (
        "Nested",
        {"text": "t", "mode": "video", "session": "s", "raw": {"a": 1}},
        "NestedOther",
        SAME,
        [("/mode", "unknown_variant")],
    ),
    (
        "Nested",
        {"text": "t", "mode": "video", "session": "s", "note": 7, "raw": 1},
        "NestedOther",
        {"text": "t", "mode": "video", "session": "s", "raw": 1},
        [("/note", "defaulted"), ("/mode", "unknown_variant")],
    ),
    ("Nested", {"text": "t", "mode": "video", "raw": 1}, "", ERROR, []),
    ("Outer", {"level": "inner", **DOT}, "OuterInner", SAME, []),
    (
        "Outer",
        {"level": "inner", **DOT, "note": 7},
        "OuterInner",
        {"level": "inner", **DOT},
        [("/note", "defaulted")],
    ),
    ("Outer", {"level": "inner", "kind": "ring"}, "", ERROR, []),
    ("Outer", {"level": "outer", **DOT}, "OuterOther", SAME, [("/level", "unknown_variant")]),
    ("Outer", DOT, "", ERROR, []),
    # Under skip-invalid-items
    (
        "ManyClosed",
        {"items": [DOT, {"kind": "ring"}, {"kind": "dot"}, LINE]},
        "ManyClosed",
        {"items": [DOT, LINE]},
        [("/items/1", "skipped_item"), ("/items/2", "skipped_item")],
    ),
    (
        "ManyOpen",
        {"items": [DOT, {"kind": "ring"}, {"kind": "dot"}, {"kind": 7}, LINE]},
        "ManyOpen",
        {"items": [DOT, {"kind": "ring"}, LINE]},
        [
            ("/items/1/kind", "unknown_variant"),
            ("/items/2", "skipped_item"),
            ("/items/3", "skipped_item"),
        ],
    ),
]


def _id(case: Any) -> str | None:
    return case if isinstance(case, str) else json.dumps(case)[:60]


@pytest.mark.parametrize(("name", "value", "cls", "expected", "repairs"), CASES, ids=_id)
def test_case(
    unions: Any, name: str, value: Any, cls: str, expected: Any, repairs: list[tuple[str, str]]
) -> None:
    hint = unions.models.DEFINITIONS[name]
    plain = outcome(SCHEMA, name, value)
    # A `str` is JSON text, so a string that is parsed already can't be given.
    parsed = [] if isinstance(value, str) else [value]
    for data in (json.dumps(value).encode(), *parsed):
        if expected is ERROR:
            assert plain is None
            with pytest.raises(unions.DecodeError):
                unions.decode(hint, data)
            continue
        found: list[Any] = []
        decoded = unions.decode(hint, data, on_repair=found.append)
        wanted = value if expected is SAME else expected
        assert same_json(json.loads(unions.encode(decoded)), wanted)
        assert type(decoded).__name__ == cls
        assert sorted((repair.pointer, repair.kind) for repair in found) == sorted(repairs)
        assert unions.decode(hint, unions.encode(decoded)) == decoded
        assert plain is not None
        assert same_json(plain.value, wanted)
        assert sorted(plain.repairs) == sorted(repairs)


@pytest.mark.parametrize("wrap", ["list", "map", "nullable", "listed map"])
@pytest.mark.parametrize("cls", ["ClosedDot", "OpenDot", "SharedDot", "SelfTaggedDone"])
def test_a_variant_alone_needs_its_tag(unions: Any, cls: str, wrap: str) -> None:
    variant = getattr(unions.models, cls)
    tag = "why" if cls == "SelfTaggedDone" else "kind"
    good: dict[str, Any] = {
        tag: variant.__dict__.get(tag, getattr(variant, tag)),
        "x": 1,
        "id": "i",
    }
    hint: Any
    hint, shape = {
        "list": (list[variant], lambda value: [value]),
        "map": (dict[str, variant], lambda value: {"k": value}),
        "nullable": (variant | None, lambda value: value),
        "listed map": (list[dict[str, variant]], lambda value: [{"k": value}]),
    }[wrap]
    without = {key: part for key, part in good.items() if key != tag}
    other = {**good, tag: "line"}
    for data in (json.dumps, lambda value: value):
        text = lambda value, data=data: data(shape(value))  # noqa: E731
        assert unions.decode(hint, text(good)) is not None
        assert unions.decode(variant, data(good)) is not None
        for bad in (without, other, {**good, tag: None}):
            with pytest.raises(unions.DecodeError):
                unions.decode(hint, text(bad))
            with pytest.raises(unions.DecodeError):
                unions.decode(variant, data(bad))


def test_wrapped_unions(unions: Any) -> None:
    closed = unions.models.Closed
    for hint, value in (
        (list[closed], [DOT, LINE]),
        (dict[str, closed], {"a": DOT}),
        (closed | None, DOT),
        (closed | None, None),
        (list[closed | None], [None, LINE]),
    ):
        assert same_json(json.loads(unions.encode(unions.decode(hint, json.dumps(value)))), value)
    with pytest.raises(unions.DecodeError) as caught:
        unions.decode(list[closed], json.dumps([DOT, {"kind": "dot", "x": "y"}]))
    assert caught.value.pointer == "/1/x"


def test_a_tag_can_be_read(unions: Any) -> None:
    models = unions.models
    assert models.ClosedDot(x=1).kind == "dot"
    assert unions.decode(models.Open, b'{"kind":"ring"}').kind == "ring"
    assert unions.decode(models.Outer, {"level": "inner", **DOT}).level == "inner"
    update = v2.SessionUpdateSessionMessage(message_id="m")
    assert update.session_update == "session_message"
    tag = json.loads(v2.encode(update))["sessionUpdate"]
    assert tag == "session_message"


def test_the_payload_of_a_catch_all(unions: Any) -> None:
    ring = unions.decode(unions.models.Open, {"kind": "ring", "note": "n", "r": [1]})
    assert (ring.note, ring.extra) == ("n", {"r": [1]})
    nested = unions.decode(
        unions.models.Nested, {"text": "t", "mode": "video", "session": "s", "raw": 1}
    )
    assert isinstance(nested.payload, unions.models.SessionScope)
    assert (nested.text, nested.payload.session, nested.extra) == ("t", "s", {"raw": 1})


def test_a_payload_that_is_a_union(unions: Any) -> None:
    found = unions.decode(unions.models.Outer, {"level": "inner", **DOT})
    assert isinstance(found.payload, unions.models.ClosedDot)
    assert found.payload.x == 1
    made = unions.models.OuterInner(payload=unions.models.ClosedDot(x=1))
    assert made == found
    assert json.loads(unions.encode(made)) == {"level": "inner", **DOT}


def test_protocol_unions_that_need_their_own_tag() -> None:
    idle = v2.decode(
        v2.SessionUpdate, b'{"sessionUpdate":"state_update","state":"idle","stopReason":7}'
    )
    assert isinstance(idle, v2.SessionUpdateStateUpdate)
    state = idle.payload
    assert isinstance(state, v2.StateUpdateIdle)
    assert isinstance(state.payload, v2.IdleStateUpdateNone)
    assert state.payload.stop_reason is UNSET
    assert json.loads(v2.encode(idle)) == {"sessionUpdate": "state_update", "state": "idle"}


def test_one_object_in_two_places(unions: Any) -> None:
    """Parsed JSON may share parts; values and pointers are those of separate ones."""
    good, bad = {"from": {"x": 1}, "note": 7}, {"x": "y"}
    repairs: list[Any] = []
    hint = list[unions.models.Untagged]
    found = unions.decode(hint, [good, good], on_repair=repairs.append)
    assert found[0] == found[1]
    assert found[0] is not found[1]
    assert [repair.pointer for repair in repairs] == ["/0/note", "/1/note"]
    with pytest.raises(unions.DecodeError) as caught:
        unions.decode(dict[str, hint], {"a": [good], "b": [good, bad]})
    assert caught.value.pointer == "/b/1"
    many = unions.decode(unions.models.ManyClosed, {"items": [bad, bad]}, on_repair=repairs.append)
    assert many.items == []


def test_an_untagged_branch_never_gets_a_tag() -> None:
    made = v1.AuthMethodAgent(id="a", name="n")
    assert "type" not in json.loads(v1.encode(made))
    found = v1.decode(v1.AuthMethod, b'{"id":"a","name":"n","type":"unheard"}')
    assert found == made
