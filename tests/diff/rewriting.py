"""Ways to write one schema differently: each is wire-equivalent, so nothing may be reported.

A rewriting takes a subschema and gives another spelling of it, or `None` where it doesn't apply.
`rewritten` applies some of them at random places of a whole document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

Schema = dict[str, Any]
Rewriting = Callable[[Schema, "Context"], Schema | None]

_SAID = (
    "title",
    "description",
    "default",
    "$comment",
    "x-deserialize-default-on-error",
    "x-deserialize-skip-invalid-items",
    "x-deserialize-default-on-null",
    "x-side",
    "x-method",
    "x-docs-ignore",
)


class Context:
    """The document being rewritten: for new definitions."""

    def __init__(self, document: Schema, random: Random) -> None:
        self.document = document
        self.random = random

    def extract(self, schema: Schema) -> Schema:
        name = f"Extracted{len(self.document['$defs'])}"
        self.document["$defs"][name] = schema
        return {"$ref": f"#/$defs/{name}"}


def _split(schema: Schema) -> tuple[Schema, Schema]:
    """What is said about a value, and which values are valid."""
    said = {key: value for key, value in schema.items() if key in _SAID}
    return said, {key: value for key, value in schema.items() if key not in _SAID}


def wrap_in_all_of(schema: Schema, context: Context) -> Schema | None:
    """`$ref` -> `allOf: [$ref]`"""
    said, rest = _split(schema)
    return {**said, "allOf": [rest]} if rest.keys() == {"$ref"} else None


def unwrap_all_of(schema: Schema, context: Context) -> Schema | None:
    """`allOf: [$ref]` -> `$ref`"""
    said, rest = _split(schema)
    if rest.keys() != {"allOf"} or len(rest["allOf"]) != 1:
        return None
    return {**said, **rest["allOf"][0]}


def single_arm(schema: Schema, context: Context) -> Schema | None:
    """A schema -> a choice of one."""
    said, rest = _split(schema)
    if not rest or "anyOf" in rest or "oneOf" in rest:
        return None
    return {**said, context.random.choice(["anyOf", "oneOf"]): [rest]}


def flip_combinator(schema: Schema, context: Context) -> Schema | None:
    """`anyOf` <-> `oneOf`, branches being disjoint to whoever takes the first that fits."""
    for one, other in (("anyOf", "oneOf"), ("oneOf", "anyOf")):
        if one in schema and other not in schema:
            return {other if key == one else key: value for key, value in schema.items()}
    return None


def nest_choice(schema: Schema, context: Context) -> Schema | None:
    """Two neighbouring branches -> one branch that is a choice."""
    arms = schema.get("anyOf", ())
    if len(arms) < 3 or any("const" in arm for arm in arms):
        return None
    return {**schema, "anyOf": [{"anyOf": arms[:2]}, *arms[2:]]}


def null_as_branch(schema: Schema, context: Context) -> Schema | None:
    """`type: [x, null]` -> `anyOf: [x, null]`"""
    said, rest = _split(schema)
    kinds = rest.get("type")
    if not isinstance(kinds, list) or len(kinds) != 2 or "null" not in kinds or "enum" in rest:
        return None
    other = next(kind for kind in kinds if kind != "null")
    return {**said, "anyOf": [{**rest, "type": other}, {"type": "null"}]}


def const_as_enum(schema: Schema, context: Context) -> Schema | None:
    """`const` -> `enum` of one"""
    if "const" not in schema:
        return None
    return {
        ("enum" if k == "const" else k): ([v] if k == "const" else v) for k, v in schema.items()
    }


def branches_as_enum(schema: Schema, context: Context) -> Schema | None:
    """`oneOf` of constants -> `enum`"""
    said, rest = _split(schema)
    arms = rest.get("oneOf", ())
    if rest.keys() != {"oneOf"} or not all(set(_split(a)[1]) <= {"const", "type"} for a in arms):
        return None
    if not all(isinstance(arm.get("const"), str) for arm in arms):
        return None
    return {**said, "type": "string", "enum": [arm["const"] for arm in arms]}


def enum_as_branches(schema: Schema, context: Context) -> Schema | None:
    """`enum` -> `oneOf` of constants"""
    said, rest = _split(schema)
    if not rest.keys() <= {"enum", "type"} or "enum" not in rest or len(rest["enum"]) < 2:
        return None
    return {**said, "oneOf": [{"const": value} for value in rest["enum"]]}


def drop_type(schema: Schema, context: Context) -> Schema | None:
    """`type: object` next to properties says nothing new."""
    if schema.get("type") != "object" or "properties" not in schema:
        return None
    return {key: value for key, value in schema.items() if key != "type"}


def extract(schema: Schema, context: Context) -> Schema | None:
    """An inline object -> a definition"""
    said, rest = _split(schema)
    if "properties" not in rest or "x-method" in said:
        return None
    return {**said, **context.extract(rest)}


def inline(schema: Schema, context: Context) -> Schema | None:
    """A reference to a plain definition -> what it stands for"""
    said, rest = _split(schema)
    if rest.keys() != {"$ref"}:
        return None
    name = rest["$ref"].rpartition("/")[2]
    target = context.document["$defs"].get(name, {})
    if "x-method" in target or not _split(target)[1] or _refers_to(target, name, context, set()):
        return None
    return {**deepcopy(_split(target)[1]), **said}


def _refers_to(schema: Any, name: str, context: Context, seen: set[str]) -> bool:
    for target in _references(schema):
        if target == name:
            return True
        if target not in seen:
            seen.add(target)
            if _refers_to(context.document["$defs"].get(target, {}), name, context, seen):
                return True
    return False


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for value in schema.values():
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)


def distribute(schema: Schema, context: Context) -> Schema | None:
    """Properties beside a choice -> the same properties in each branch"""
    arms, props = schema.get("anyOf"), schema.get("properties")
    if not arms or not props or "x-method" in schema or "allOf" in schema or "$ref" in schema:
        return None
    if not all({"properties", "allOf"} & arm.keys() for arm in arms):
        return None
    required = schema.get("required", [])
    said = {
        key: value
        for key, value in schema.items()
        if key not in ("properties", "required", "anyOf")
    }
    return {
        **{k: v for k, v in said.items() if k != "type"},
        "anyOf": [
            {
                **arm,
                "properties": {**deepcopy(props), **_narrowed(props, arm.get("properties", {}))},
                "required": [*dict.fromkeys([*required, *arm.get("required", [])])],
            }
            for arm in arms
        ],
    }


def _narrowed(shared: Schema, own: Schema) -> Schema:
    """The branch's own properties; what is shared keeps the annotations of the shared one."""
    return {
        wire: {**{k: v for k, v in shared.get(wire, {}).items() if k in _SAID}, **part}
        for wire, part in own.items()
    }


def reorder(schema: Schema, context: Context) -> Schema | None:
    """Keys and lists in another order"""
    found = dict(context.random.sample(list(schema.items()), len(schema)))
    for keyword in ("required", "enum"):
        if isinstance(found.get(keyword), list):
            found[keyword] = context.random.sample(found[keyword], len(found[keyword]))
    if isinstance(found.get("properties"), dict):
        items = list(found["properties"].items())
        found["properties"] = dict(context.random.sample(items, len(items)))
    return found


def reorder_arms(schema: Schema, context: Context) -> Schema | None:
    """Branches in another order"""
    for keyword in ("anyOf", "oneOf"):
        if len(schema.get(keyword, ())) > 1:
            arms = schema[keyword]
            return {**schema, keyword: context.random.sample(arms, len(arms))}
    return None


def say_otherwise(schema: Schema, context: Context) -> Schema | None:
    """Other titles, comments, and a discriminator keyword"""
    said = {"$comment": "said otherwise"}
    if "title" in schema and "anyOf" not in schema and "oneOf" not in schema:
        said["title"] = f"{schema['title']}Anew"
    return {**schema, **said}


REWRITINGS: dict[str, Rewriting] = {
    found.__name__: found
    for found in (
        wrap_in_all_of,
        unwrap_all_of,
        single_arm,
        flip_combinator,
        nest_choice,
        null_as_branch,
        const_as_enum,
        branches_as_enum,
        enum_as_branches,
        drop_type,
        extract,
        inline,
        distribute,
        reorder,
        reorder_arms,
        say_otherwise,
    )
}
_SCHEMAS = ("anyOf", "oneOf", "allOf")
_ONE = ("items", "additionalProperties")


def _places(schema: Schema) -> Iterator[tuple[Any, Any]]:
    """Every subschema below a schema, as a container and the key into it; `not` is left alone."""
    for keyword in _SCHEMAS:
        for index, part in enumerate(schema.get(keyword, ())):
            yield schema[keyword], index
            yield from _places(part)
    for part in [schema.get("properties", {})]:
        for wire, inner in part.items():
            if isinstance(inner, dict):
                yield part, wire
                yield from _places(inner)
    for keyword in _ONE:
        if isinstance(schema.get(keyword), dict):
            yield schema, keyword
            yield from _places(schema[keyword])


def rewritten(document: Schema, names: list[str], random: Random, count: int) -> Schema:
    """A copy with about `count` rewritings applied at random places of its definitions."""
    copy = deepcopy(document)
    context = Context(copy, random)
    envelopes = {name for name in copy["$defs"] if "x-docs-ignore" in copy["$defs"][name]}
    for _ in range(count):
        name = random.choice([name for name in copy["$defs"] if name not in envelopes])
        places = [(copy["$defs"], name), *_places(copy["$defs"][name])]
        container, key = random.choice(places)
        rewriting = REWRITINGS[random.choice(names)]
        if container is copy["$defs"] and rewriting in (single_arm, wrap_in_all_of, extract):
            continue
        found = rewriting(container[key], context)
        if found is not None:
            container[key] = found
    return copy
