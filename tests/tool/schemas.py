"""Short ways to write schemas, and random schemas for properties about names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from codegen.normalise import normalise
from codegen.source import parse
from codegen.targets.python.plan import ModulePlan
from codegen.targets.python.planner import plan_module

Schema = dict[str, Any]

STRING: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name.replace('~', '~0').replace('/', '~1')}"}


def obj(*required: str, **properties: Schema) -> Schema:
    schema: Schema = {"type": "object", "properties": properties}
    return {**schema, "required": list(required)} if required else schema


def branch(tag: str, *, by: str = "kind", **properties: Schema) -> Schema:
    return obj(by, **{by: {"const": tag}}, **properties)


def planned(schema: Schema) -> ModulePlan:
    """Everything that is decided about the bindings of a schema. Raises `InputError`."""
    document = parse(json.dumps(schema).encode(), "schema.json")
    return plan_module(normalise(document), document.place)


def classes(schema: Schema) -> dict[str, tuple[str | None, frozenset[str]]]:
    """Each class by its Python name, with what tells that it is the same one: tag and properties."""
    plan = planned(schema)
    return {
        entry.name: (entry.tag, frozenset(field.wire for field in entry.struct.fields))
        for entry in plan.classes
    }


def names(schema: Schema) -> Mapping[str, str]:
    """Name in the schema (or made of the owner and the wire) → Python name."""
    return planned(schema).names


# Words that differ in every respelling, so that a clash is never the reason of a difference.
_WORDS = st.sampled_from(
    [
        "lamp",
        "desk",
        "chair_leg",
        "Window",
        "door-knob",
        "blueDoor",
        "x",
        "7up",
        "ünder",
        "class",
        "list",
    ]
)
_SCALARS = st.sampled_from(
    [STRING, INTEGER, {"type": ["string", "null"]}, {"enum": ["a", "b"]}, {"type": "number"}]
)


@st.composite
def _shapes(draw: st.DrawFn, depth: int = 2) -> Schema:
    form = draw(st.integers(0, 7 if depth else 0))
    below = _shapes(depth - 1)
    if form <= 1:
        return dict(draw(_SCALARS))
    if form <= 3:
        return {"type": "object", "properties": draw(st.dictionaries(_WORDS, below, max_size=3))}
    if form == 4:
        return {"type": "array", "items": draw(below)}
    if form == 5:
        return {"anyOf": [draw(below), {"type": "null"}]}
    return draw(_choices(below))


@st.composite
def _choices(draw: st.DrawFn, below: st.SearchStrategy[Schema]) -> Schema:
    branches = draw(st.dictionaries(_WORDS, st.dictionaries(_WORDS, below, max_size=2), min_size=2))
    arms = [branch(tag, **properties) for tag, properties in branches.items()]
    if draw(st.booleans()):
        arms.append({"title": "other", **obj("kind", kind=STRING)})
    union: Schema = {"oneOf": arms} if draw(st.booleans()) else {"anyOf": arms}
    shared = draw(st.dictionaries(_WORDS.map(lambda word: f"{word}_shared"), below, max_size=1))
    return {**union, "type": "object", "properties": shared} if shared else union


@st.composite
def schemas(draw: st.DrawFn) -> Schema:
    """A schema with a few definitions of every form, some of them used by others."""
    names = draw(
        st.lists(
            st.sampled_from(
                [
                    "Lamp",
                    "Desk",
                    "Chair",
                    "Window",
                    "Door",
                    "Shelf",
                    "None",
                    "class",
                    "Any",
                    "decode",
                ]
            ),
            min_size=2,
            max_size=5,
            unique=True,
        )
    )
    found = {name: draw(_shapes()) for name in names}
    for name in names:
        if found[name].get("type") == "object" and draw(st.booleans()):
            found[name]["properties"]["linked"] = ref(draw(st.sampled_from(names)))
    return {"$defs": found}
