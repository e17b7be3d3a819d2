"""Plan -> canonical schema: one schema form for each shape, with every name already on it.

datamodel-code-generator has nothing left to guess: keys are Python names, references lead to
names, and what a template prints beside the type hint stands ready under `x-plan`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any as JSON

from codegen.model import (
    MISSING,
    Any,
    Array,
    Const,
    Enum,
    Extras,
    Map,
    Nullable,
    Ref,
    Scalar,
    ScalarType,
    Shape,
    Struct,
    Union,
)
from codegen.targets.python.hints import hint, narrow_bounds
from codegen.targets.python.literals import docstring, text_literal
from codegen.targets.python.plan import ClassPlan, FieldPlan, ModulePlan

ROOT = "_Root"
"""The name of the canonical document itself; the templates print nothing for it.

No class of a plan is named so: Python names of definitions never start with an underscore.
"""


def canonical_schema(plan: ModulePlan) -> dict[str, JSON]:
    """The whole module as one schema document; names that stand elsewhere are only announced."""
    definitions: dict[str, JSON] = {
        name: {"type": "object", "properties": {}, "x-plan": {"printed": False}}
        for name in (
            *(union.name for union in plan.unions),
            *(alias.name for alias in plan.aliases),
        )
    }
    for entry in plan.classes:
        definitions[entry.name] = _class(entry, plan.names)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": ROOT,
        "type": "object",
        "properties": {},
        "x-plan": {"printed": False},
        "$defs": dict(sorted(definitions.items())),
    }


def _class(plan: ClassPlan, names: Mapping[str, str]) -> dict[str, JSON]:
    properties = {field.name: _field(field, names) for field in plan.fields}
    if plan.nested is not None:
        properties["payload"] = {**_schema(plan.nested, names), "x-plan": _PAYLOAD}
    if plan.keeps is not None:
        values = Map(plan.keeps)
        bare = _constrained_inside(values)
        extra = {**_EXTRA, "hint": hint(values, names) if bare else None}
        properties["extra"] = {**_schema(values, names, bare=bare), "x-plan": extra}
    schema: dict[str, JSON] = {
        "type": "object",
        "properties": properties,
        # Everything is required here: whether an attribute may be left out is the plan's affair.
        "required": [name for name in properties if not _may_be_absent(plan, name)],
        "x-plan": {
            "printed": True,
            "open": plan.open,
            "options": _options(plan),
            "closed": plan.struct.extras is Extras.REFUSE,
            "tag_name": plan.tag_name,
            "tag": text_literal(plan.tag) if plan.tag is not None else None,
            "checks": [{"name": name, "marker": marker} for name, marker in plan.checks],
            "doc": docstring(plan.description) if plan.description else None,
        },
    }
    if plan.base is not None:
        schema["allOf"] = [{"$ref": f"#/$defs/{plan.base}"}]
    return schema


_PAYLOAD = {"doc": '"""What the branch is: its properties stand beside these on the wire."""'}
_EXTRA = {
    "default": "{}",
    "factory": False,
    "doc": '"""Properties that the schema does not declare, as they came."""',
}


def _may_be_absent(plan: ClassPlan, name: str) -> bool:
    return any(
        field.name == name
        and (field.may_be_unset or not (field.field.required or field.field.default is not MISSING))
        for field in plan.fields
    )


def _options(plan: ClassPlan) -> list[str]:
    options = [] if plan.open else ["kw_only=True"]
    if plan.tag_field is not None and plan.tag is not None:
        options += [f"tag_field={text_literal(plan.tag_field)}", f"tag={text_literal(plan.tag)}"]
    if plan.catch_all:
        options.append("catch_all=True")
    return options


def _field(plan: FieldPlan, names: Mapping[str, str]) -> dict[str, JSON]:
    wire, shape = plan.field.wire, plan.field.shape
    # The generator makes a named type of every constraint inside a list or map: such a hint is
    # ours, and the generator sees the shape without constraints.
    bare = _constrained_inside(shape)
    return {
        **_schema(shape, names, bare=bare),
        "x-plan": {
            "hint": hint(shape, names) if bare else None,
            "wire": text_literal(wire) if camel(plan.name) != wire else None,
            "default": plan.default,
            "factory": plan.factory,
            "markers": list(plan.markers),
            "doc": docstring(plan.field.description) if plan.field.description else None,
        },
    }


def camel(name: str) -> str:
    """The wire name that msgspec's `rename="camel"` gives a Python name."""
    head, *rest = name.split("_")
    return head + "".join(part.title() for part in rest)


def _constrained_inside(shape: Shape, inside: bool = False) -> bool:
    match shape:
        case Scalar():
            return inside and _scalar(shape) != _scalar(Scalar(shape.type))
        case Array(items=inner):
            limited = shape.min_items is not None or shape.max_items is not None
            return (inside and limited) or _constrained_inside(inner, True)
        case Map(values=inner):
            return _constrained_inside(inner, True)
        case Nullable(inner=inner):
            return _constrained_inside(inner, inside)
        case _:
            return False


def _schema(shape: Shape, names: Mapping[str, str], *, bare: bool = False) -> dict[str, JSON]:
    """One form for each shape; `bare` leaves constraints out."""
    match shape:
        case Scalar():
            return _scalar(Scalar(shape.type) if bare else shape)
        case Any():
            return {}
        case Const(value=value):
            return {"const": value}
        case Enum(members=members, rest=rest):
            listed = {"enum": [member.value for member in members]}
            return {"anyOf": [listed, {"type": rest.type.value}]} if rest else listed
        case Array(items=items, min_items=low, max_items=high):
            limits = {} if bare else {"minItems": low, "maxItems": high}
            return {
                "type": "array",
                "items": _schema(items, names, bare=bare),
                **{key: value for key, value in limits.items() if value is not None},
            }
        case Map(values=values):
            inner_schema = _schema(values, names, bare=bare)
            return {"type": "object", "additionalProperties": inner_schema or True}
        case Nullable(inner=inner):
            schema = _schema(inner, names, bare=bare)
            # In a list of types the generator drops the values of a map; in a choice it turns a
            # constraint into a type of its own. Each form is used where it is read in full.
            if isinstance(inner, Scalar | Array) and "type" in schema:
                return {**schema, "type": [schema["type"], "null"]}
            return {"anyOf": [schema, {"type": "null"}]}
        case Ref(name=name) | Struct(name=name) | Union(name=name):
            return {"$ref": f"#/$defs/{names[name]}"}


def _scalar(scalar: Scalar) -> dict[str, JSON]:
    if scalar.type is ScalarType.NUMBER:
        return {"anyOf": [{"type": "integer"}, {"type": "number"}]}
    limits: dict[str, float | None] = {
        _WORDS[key]: value for key, value in narrow_bounds(scalar).items()
    }
    if scalar.type is ScalarType.STRING:
        limits = {"minLength": scalar.min_length, "maxLength": scalar.max_length}
    stated = {key: value for key, value in limits.items() if value is not None}
    return {"type": scalar.type.value, **stated}


_WORDS = {"ge": "minimum", "le": "maximum"}
