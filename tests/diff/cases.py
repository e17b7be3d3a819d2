"""For each rule a change that fires it, and a near miss that doesn't."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tests.diff.schemas import (
    Schema,
    carrying,
    catch_all,
    envelope,
    message,
    obj,
    ref,
    schema,
    tagged,
)

STRING = {"type": "string"}
INTEGER = {"type": "integer"}
EMPTY = {"type": "object"}


@dataclass(frozen=True)
class Case:
    """A rule, the change that fires it at a level, who breaks, and the near miss."""

    rule: str
    fires: tuple[Schema, Schema]
    level: str
    breaks: str
    misses: tuple[Schema, Schema]

    @property
    def id(self) -> str:
        return self.rule


def body(old: Schema, new: Schema, way: str = "note", **more: Schema) -> tuple[Schema, Schema]:
    """The same type in one message, before and after."""
    return carrying(old, way, **more), carrying(new, way, **more)


def edited(content: Schema, **definitions: Schema | None) -> Schema:
    """A copy with some definitions replaced, added, or (None) removed."""
    copy = deepcopy(content)
    for name, definition in definitions.items():
        if definition is None:
            del copy["$defs"][name]
        else:
            copy["$defs"][name] = definition
    return copy


def prop(**keywords: Any) -> Schema:
    """An object with one optional property `p`."""
    return obj(p=keywords)


A, AB = obj("a", a=STRING), obj("a b", a=STRING, b=INTEGER)
BASE = carrying(A)
KINDS = {"enum": ["calm", "busy"], "type": "string"}
GREW = {"enum": ["calm", "busy", "asleep"], "type": "string"}
OPEN = {"anyOf": [{"type": "string", "const": "calm"}, STRING]}
SHAPES = {
    "Circle": obj("radius", radius=INTEGER),
    "Square": obj("side", side=INTEGER),
    "Line": obj("from to", **{"from": INTEGER, "to": INTEGER}),
}
CLOSED = {"oneOf": [tagged("circle", "Circle"), tagged("square", "Square")]}
CLOSED3 = {"oneOf": [*CLOSED["oneOf"], tagged("line", "Line")]}
OPENED = {"anyOf": [*CLOSED["oneOf"], catch_all("circle", "square")]}
OPENED3 = {"anyOf": [*CLOSED3["oneOf"], catch_all("circle", "square", "line")]}
BY_SHAPE = {"anyOf": [tagged("circle", "Circle"), {"title": "square", "allOf": [ref("Square")]}]}
TOLERANT = {"x-deserialize-default-on-error": True}


def union(old: Schema, new: Schema) -> tuple[Schema, Schema]:
    """The same union before and after, with all payloads there."""
    return body(old, new, "answer", **SHAPES)


def with_method(name: str, side: str = "client", role: str = "notification") -> Schema:
    """The base with one more method, a notification of the agent unless said otherwise."""
    holder = {"notification": "AgentNotification", "request": "AgentRequest"}[role]
    names = ["Note", "Extra"] if role == "notification" else ["Extra"]
    if side == "agent":
        holder = holder.replace("Agent", "Client")
        names = ["Extra"]
    content = edited(
        BASE,
        Extra=message(obj("at", at=INTEGER), name, side),
        **{holder: envelope(role, *names)},
    )
    if holder not in BASE["$defs"]:
        content["anyOf"].append({"title": holder[:6], "anyOf": [ref(holder)]})
    return content


def marked(schema: Schema) -> Schema:
    return {**schema, "description": "**UNSTABLE** may change"}


def with_ids(ids: Any) -> Schema:
    return edited(BASE, Id=ids)


TWO = schema(note=A, ask=A, answer=A, Other=obj("a", a=INTEGER))
POINTS = edited(
    TWO, Note=obj("a", a=STRING), Other=message(obj("a", a=INTEGER), "note/send", "client")
)
POINTS["$defs"]["AgentNotification"] = envelope("notification", "Other")

CASES = (
    Case(
        "ACP101",
        body(A, obj("a", a=STRING, b=INTEGER)),
        "compatible",
        "",
        body(A, A | {"title": "T"}),
    ),
    Case("ACP102", body(A, AB), "breaking", "agent", body(A, obj("a", a=STRING, b=INTEGER))),
    Case("ACP103", body(obj("a", a=STRING, b=INTEGER), A), "risk", "", body(AB, A)),
    Case("ACP104", body(AB, A), "breaking", "client", body(obj("a", a=STRING, b=INTEGER), A)),
    Case(
        "ACP105",
        body(obj("oldName", oldName=INTEGER), obj("old_name", old_name=INTEGER)),
        "breaking",
        "agent client",
        body(obj("oldName", oldName=INTEGER), obj("old_name", old_name=STRING)),
    ),
    Case("ACP106", body(obj(a=STRING), A), "breaking", "agent", body(A, obj(a=STRING))),
    Case("ACP107", body(A, obj(a=STRING)), "breaking", "client", body(obj(a=STRING), A)),
    Case(
        "ACP201",
        body(prop(type="integer"), prop(type="number")),
        "breaking",
        "client",
        body(prop(type="number"), prop(type="integer")),
    ),
    Case(
        "ACP202",
        body(prop(type=["string", "integer"]), prop(type="string")),
        "breaking",
        "agent",
        body(prop(type=["string", "null"]), prop(type="string")),
    ),
    Case(
        "ACP203",
        body(prop(type="string"), prop(type="integer")),
        "breaking",
        "agent client",
        body(prop(type="string"), prop(type=["string", "integer"])),
    ),
    Case(
        "ACP204",
        body(prop(type="string"), prop(type=["string", "null"])),
        "breaking",
        "client",
        body(prop(), prop(type=["string", "null"])),
    ),
    Case(
        "ACP205",
        body(prop(type=["string", "null"]), prop(type="string")),
        "breaking",
        "agent",
        body(prop(anyOf=[STRING, {"type": "null"}]), prop(type=["string", "null"])),
    ),
    Case(
        "ACP206",
        body(prop(type="string", maxLength=9), prop(type="string", maxLength=5)),
        "breaking",
        "agent",
        body(prop(type="string"), prop(type="string", minLength=0)),
    ),
    Case(
        "ACP207",
        body(prop(type="string", maxLength=5), prop(type="string", maxLength=9)),
        "risk",
        "client",
        body(prop(type="string", maxLength=9), prop(type="string", maxLength=5)),
    ),
    Case(
        "ACP208",
        body(prop(type="integer", format="int64"), prop(type="integer", format="int32")),
        "breaking",
        "agent",
        body(
            prop(type="integer", format="uint32"), prop(type="integer", format="uint32", minimum=0)
        ),
    ),
    Case(
        "ACP209",
        body(
            prop(type="string", contentEncoding="base64"),
            prop(type="string", contentEncoding="base32"),
        ),
        "risk",
        "agent client",
        body(prop(type="string", format="uri"), prop(type="string")),
    ),
    Case(
        "ACP210",
        body(prop(type="integer", default=1), prop(type="integer", default=2)),
        "risk",
        "",
        body(prop(type=["integer", "null"]), prop(type="integer")),
    ),
    Case(
        "ACP211",
        body(prop(type="array", items=STRING), prop(type="array", items=INTEGER)),
        "breaking",
        "agent client",
        body(prop(type="array", items=STRING), prop(type="string")),
    ),
    Case(
        "ACP212",
        body(A, A | {"additionalProperties": False}),
        "breaking",
        "agent",
        body(A, A | {"additionalProperties": True}),
    ),
    Case(
        "ACP213",
        body(A | {"additionalProperties": False}, A),
        "breaking",
        "client",
        body(A | {"additionalProperties": True}, A),
    ),
    Case("ACP301", body(KINDS, GREW, "answer"), "breaking", "client", body(GREW, KINDS, "answer")),
    Case("ACP302", body(GREW, KINDS, "ask"), "breaking", "client", body(KINDS, GREW, "ask")),
    Case(
        "ACP303",
        body(KINDS, {"type": "string", "enum": ["calm", "buzy"]}),
        "breaking",
        "agent client",
        body(KINDS, {"type": "string", "enum": ["calm", "asleep"]}),
    ),
    Case(
        "ACP304",
        body({"type": "string", "enum": ["calm"]}, OPEN),
        "breaking",
        "client",
        body(OPEN, {"anyOf": [*OPEN["anyOf"][:1], {"type": "string", "const": "busy"}, STRING]}),
    ),
    Case(
        "ACP305",
        body(OPEN, {"type": "string", "enum": ["calm"]}),
        "breaking",
        "agent",
        body(OPEN, OPEN | {"title": "Mood"}),
    ),
    Case("ACP306", body(STRING, OPEN), "compatible", "", body(STRING, KINDS)),
    Case("ACP307", body(STRING, KINDS), "breaking", "agent", body(STRING, OPEN)),
    Case("ACP401", union(CLOSED, CLOSED3), "breaking", "client", union(CLOSED3, CLOSED)),
    Case("ACP402", union(CLOSED3, CLOSED), "breaking", "agent", union(CLOSED, CLOSED3)),
    Case(
        "ACP403",
        union(CLOSED, {"oneOf": [tagged("round", "Circle"), tagged("square", "Square")]}),
        "breaking",
        "agent client",
        union(CLOSED, {"oneOf": [tagged("round", "Line"), tagged("square", "Square")]}),
    ),
    Case(
        "ACP404",
        union(
            CLOSED,
            {
                "oneOf": [
                    tagged("circle", "Circle", tag="shape"),
                    tagged("square", "Square", tag="shape"),
                ]
            },
        ),
        "breaking",
        "agent client",
        union(CLOSED, OPENED),
    ),
    Case(
        "ACP405",
        union(BY_SHAPE, CLOSED),
        "breaking",
        "agent",
        union(BY_SHAPE, BY_SHAPE | {"title": "S"}),
    ),
    Case("ACP406", union(CLOSED, OPENED), "breaking", "client", union(OPENED, OPENED3)),
    Case("ACP407", union(OPENED, CLOSED), "breaking", "agent", union(OPENED3, OPENED)),
    Case(
        "ACP408",
        union(ref("Circle"), {"anyOf": [ref("Circle"), ref("Square")]}),
        "source",
        "",
        union(ref("Circle"), {"anyOf": [ref("Circle")]}),
    ),
    Case(
        "ACP409",
        union({"anyOf": [ref("Circle"), ref("Square")]}, ref("Circle")),
        "source",
        "",
        union({"anyOf": [ref("Circle")]}, ref("Circle")),
    ),
    Case(
        "ACP501", (BASE, with_method("note/extra")), "compatible", "", (BASE, edited(BASE, New=A))
    ),
    Case(
        "ACP502",
        (with_method("note/extra"), BASE),
        "breaking",
        "agent",
        (with_method("note/extra"), with_method("note/other")),
    ),
    Case(
        "ACP503",
        (with_method("note/extra"), with_method("note/other")),
        "breaking",
        "agent client",
        (with_method("note/extra"), with_method("note/extra")),
    ),
    Case(
        "ACP504",
        (with_method("note/extra", "client"), with_method("note/extra", "agent")),
        "breaking",
        "agent client",
        (with_method("note/extra"), BASE),
    ),
    Case(
        "ACP505",
        (with_method("note/extra"), with_method("note/extra", role="request")),
        "breaking",
        "agent client",
        (with_method("note/extra"), BASE),
    ),
    Case("ACP506", (TWO, POINTS), "source", "", (TWO, edited(TWO, Other=obj("a", a=STRING)))),
    Case(
        "ACP507",
        (with_ids({"type": ["integer", "string"]}), with_ids({"type": "string"})),
        "risk",
        "agent client",
        (with_ids({"type": ["integer", "string"]}), with_ids({"anyOf": [INTEGER, STRING]})),
    ),
    Case(
        "ACP601",
        body(prop(type="string"), prop(type="string", **TOLERANT)),
        "compatible",
        "",
        body(prop(type="string", **TOLERANT), prop(type="string")),
    ),
    Case(
        "ACP602",
        body(prop(type="string", **TOLERANT), prop(type="string")),
        "risk",
        "agent",
        body(prop(type="string"), prop(type="string", **TOLERANT)),
    ),
    Case(
        "ACP603",
        body(
            prop(type="array", **TOLERANT),
            prop(type="array", **{"x-deserialize-default-on-null": True}),
        ),
        "risk",
        "agent",
        body(
            prop(type="array", **TOLERANT),
            prop(type="array", **TOLERANT, **{"x-deserialize-default-on-null": True}),
        ),
    ),
    Case("ACP701", (BASE, edited(BASE, Extra=A)), "source", "", (BASE, BASE | {"title": "T"})),
    Case("ACP702", (edited(BASE, Extra=A), BASE), "source", "", (BASE, edited(BASE, Extra=A))),
    Case(
        "ACP703",
        (carrying(ref("Old"), Old=A), carrying(ref("New"), New=A)),
        "source",
        "",
        (carrying(A, Old=A), carrying(A, New=A)),
    ),
    Case(
        "ACP704",
        (carrying(obj(p=A), Part=A), carrying(obj(p=ref("Part")), Part=A)),
        "source",
        "",
        (carrying(obj(p=A), Part=AB), carrying(obj(p=ref("Part")), Part=AB)),
    ),
    Case(
        "ACP705",
        (carrying(obj(p=ref("Part")), Part=A), carrying(obj(p=A), Part=A)),
        "source",
        "",
        (carrying(obj(p=ref("Part")), Part=AB), carrying(obj(p=A), Part=AB)),
    ),
    Case(
        "ACP706",
        body(CLOSED, {"anyOf": CLOSED["oneOf"]}, **SHAPES),
        "source",
        "",
        body(CLOSED, {"oneOf": CLOSED["oneOf"][::-1]}, **SHAPES),
    ),
    Case(
        "ACP707",
        body(CLOSED, CLOSED | {"discriminator": {"propertyName": "kind"}}, **SHAPES),
        "source",
        "",
        body(CLOSED, CLOSED | {"title": "Shape"}, **SHAPES),
    ),
    Case("ACP708", body(A, A | {"title": "Title"}), "source", "", body(A, A | {"$comment": "x"})),
    Case(
        "ACP709",
        body(A, {k: v for k, v in A.items() if k != "type"}),
        "source",
        "",
        body(obj(p=A), obj(p=obj("a", a=INTEGER))),
    ),
    Case(
        "ACP801",
        body(A, A | {"description": "A body"}),
        "annotation",
        "",
        body(A, A | {"title": "T"}),
    ),
    Case(
        "ACP802",
        body(A, A | {"x-docs-ignore": True}),
        "annotation",
        "",
        body(A, A | {"x-docs-ignore": False}),
    ),
    Case(
        "ACP803",
        body(AB, obj("a b", b=INTEGER, a=STRING)),
        "annotation",
        "",
        body(AB, AB | {"title": "T"}),
    ),
    Case(
        "ACP804",
        body(A, A | {"$comment": "x"}),
        "annotation",
        "",
        body(A, A | {"description": "x"}),
    ),
    Case(
        "ACP901",
        body(marked(A), A | {"description": "may change"}),
        "compatible",
        "",
        body(A | {"description": "may change"}, A | {"description": "may not"}),
    ),
    Case("ACP902", body(A, marked(A)), "risk", "", body(marked(A), marked(A) | {"title": "T"})),
)
"""ACP903 is about the file beside a schema: see test_cli."""
