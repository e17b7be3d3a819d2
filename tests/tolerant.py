"""A schema with one definition for every shape × annotations × required × null × default.

Each definition is an object with one property, `p`, and a required sibling `keep`, so that what
happens to `p` shows on its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.rules import ON_ERROR, ON_NULL, SKIP

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _branch(tag: str, ref: str) -> dict[str, Any]:
    const = {"type": "string", "const": tag}
    return {
        "type": "object",
        "properties": {"kind": const},
        "required": ["kind"],
        "allOf": [{"$ref": f"#/$defs/{ref}"}],
    }


def _rest(*tags: str) -> dict[str, Any]:
    known = [
        {
            "type": "object",
            "properties": {"kind": {"type": "string", "const": tag}},
            "required": ["kind"],
        }
        for tag in tags
    ]
    return {
        "title": "other",
        "type": "object",
        "properties": {"kind": {"type": "string"}},
        "required": ["kind"],
        "not": {"anyOf": known},
        "additionalProperties": True,
    }


BASE: dict[str, Any] = {
    "Spot": {
        "type": "object",
        "properties": {
            "path": {"type": "string"},
            "line": {
                "type": ["integer", "null"],
                "format": "uint32",
                "minimum": 0,
                ON_ERROR: True,
            },
        },
        "required": ["path"],
    },
    "Flags": {
        "type": "object",
        "properties": {"on": {"type": "boolean", "default": False, ON_ERROR: True}},
    },
    "Word": {"type": "string"},
    "Shade": {"oneOf": [{"type": "string", "const": "dark"}, {"type": "string", "const": "light"}]},
    "OpenShade": {
        "anyOf": [
            {"type": "string", "const": "dark"},
            {"type": "string", "const": "light"},
            {"title": "custom", "type": "string"},
        ]
    },
    "Closed": {"oneOf": [_branch("beep", "Beep"), _branch("flash", "Flash")]},
    "Open": {"anyOf": [_branch("beep", "Beep"), _branch("flash", "Flash"), _rest("beep", "flash")]},
    "Beep": {
        "type": "object",
        "properties": {"hertz": {"type": "integer", "format": "int32"}},
        "required": ["hertz"],
    },
    "Flash": {
        "type": "object",
        "properties": {"millis": {"type": "integer", "format": "int32"}},
        "required": ["millis"],
    },
}

SHAPES: dict[str, dict[str, Any]] = {
    "bool": {"type": "boolean"},
    "text": {"type": "string", "minLength": 1},
    "count": {"type": "integer", "format": "uint64", "minimum": 0},
    "amount": {"type": "number", "minimum": 0, "maximum": 10},
    "word": {"$ref": "#/$defs/Word"},
    "spot": {"$ref": "#/$defs/Spot"},
    "flags": {"$ref": "#/$defs/Flags"},
    "shade": {"$ref": "#/$defs/Shade"},
    "openShade": {"$ref": "#/$defs/OpenShade"},
    "closed": {"$ref": "#/$defs/Closed"},
    "open": {"$ref": "#/$defs/Open"},
    "words": {"type": "array", "items": {"type": "string"}},
    "counts": {
        "type": "array",
        "items": {"type": "integer", "format": "uint64", "minimum": 0},
        "maxItems": 3,
    },
    "spots": {"type": "array", "items": {"$ref": "#/$defs/Spot"}},
    "shades": {"type": "array", "items": {"$ref": "#/$defs/Shade"}},
    "openShades": {"type": "array", "items": {"$ref": "#/$defs/OpenShade"}},
    "closeds": {"type": "array", "items": {"$ref": "#/$defs/Closed"}},
    "opens": {"type": "array", "items": {"$ref": "#/$defs/Open"}},
    "lists": {"type": "array", "items": {"type": "array", "items": {"type": "boolean"}}},
    "table": {"type": "object", "additionalProperties": {"type": "integer"}},
    "spotTable": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Spot"}},
    "openTable": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Open"}},
    "meta": {"type": "object", "additionalProperties": True},
    "anything": {},
}
DEFAULTS: dict[str, Any] = {
    "bool": False,
    "text": "none",
    "count": 3,
    "amount": 0.5,
    "flags": {"on": True},
    "shade": "dark",
    "openShade": "custom",
    "words": ["w"],
    "spots": [{"path": "/d"}],
    "table": {"d": 1},
    "meta": {},
}
"""What a `default` of the shape can be; the others are tried without one."""


@dataclass(frozen=True)
class Combination:
    """One definition of the schema."""

    shape: str
    on_error: bool
    skip: bool
    on_null: bool
    required: bool
    nullable: bool
    default: bool

    @property
    def name(self) -> str:
        """The definition's name, such as `WordsESRequired`."""
        marks = "".join(
            mark
            for mark, holds in (
                ("E", self.on_error),
                ("S", self.skip),
                ("N", self.on_null),
                ("Required", self.required),
                ("Nullable", self.nullable),
                ("Default", self.default),
            )
            if holds
        )
        return f"{self.shape[0].upper()}{self.shape[1:]}X{marks}"

    @property
    def is_list(self) -> bool:
        """Whether the property is a list."""
        return SHAPES[self.shape].get("type") == "array"

    @property
    def schema(self) -> dict[str, Any]:
        """The schema of the property `p`."""
        shape = dict(SHAPES[self.shape])
        if self.nullable:
            if "$ref" in shape:
                shape = {"anyOf": [shape, {"type": "null"}]}
            else:
                shape["type"] = [shape["type"], "null"]
        elif "$ref" in shape:
            shape = {"allOf": [shape]}
        if self.default:
            shape["default"] = DEFAULTS[self.shape]
        marks = ((ON_ERROR, self.on_error), (SKIP, self.skip), (ON_NULL, self.on_null))
        return shape | {mark: True for mark, holds in marks if holds}

    @property
    def definition(self) -> dict[str, Any]:
        """The object that has the property."""
        return {
            "type": "object",
            "properties": {"keep": {"type": "string"}, "p": self.schema},
            "required": ["keep", "p"] if self.required else ["keep"],
        }


def combinations() -> Iterator[Combination]:
    """Every combination that means something: skipping needs a list, an empty value a container."""
    for shape in SHAPES:
        kind = SHAPES[shape].get("type")
        for on_error, skip, on_null, required, nullable, default in itertools.product(
            (False, True), repeat=6
        ):
            if skip and kind != "array":
                continue
            if on_null and kind not in ("array", "object"):
                continue
            if nullable and shape == "anything":
                continue
            if default and (shape not in DEFAULTS or nullable):
                continue
            yield Combination(shape, on_error, skip, on_null, required, nullable, default)


def document() -> dict[str, Any]:
    """The whole schema."""
    return {
        "$schema": DIALECT,
        "title": "Tolerant",
        "$defs": {**BASE, **{entry.name: entry.definition for entry in combinations()}},
    }


VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 11, -1, 2**64 - 1, 2**64, 1.0, 0.5, "", "x", "yes", "dark", "mauve"),
    *([], {}, ["a", 7, "b"], ["a"], [1, 2**64, 2], [1, 2, 3, 4], [None], [1, 2, "x", 3, 4]),
    *([[True], ["x"], "y", []], ["dark", "mauve", 5]),
    {"path": "/a", "line": 3},
    {"path": "/a", "line": -3},
    {"path": 7},
    {"on": "yes"},
    {"on": True, "more": 1},
    {"kind": "beep", "hertz": 1},
    {"kind": "beep", "hertz": "x"},
    {"kind": "hum", "db": [1]},
    {"kind": 7},
    {"hertz": 1},
    {"a": 1, "b": 2},
    {"a": 1, "b": "x"},
    {"a": {"path": "/a"}},
    {"a": {"path": "/a", "line": "x"}, "b": {"path": 7}},
    {"a": {"kind": "hum", "x": 1}},
    [{"path": "/a", "line": -1}, {"line": 1}, {"path": "/b", "x": 1}],
    [{"kind": "beep", "hertz": 1}, {"kind": "hum"}, {"kind": "flash"}, {"kind": 1}],
)
"""Values that fit some shapes and not others."""
