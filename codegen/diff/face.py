"""What a user of the generated bindings sees: their names, attributes and type hints.

Taken from the plan that the bindings are printed from, so nothing here is guessed from a schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from codegen.errors import InputError
from codegen.model import Shape
from codegen.normalise import normalise
from codegen.source import KeywordPolicy, SchemaDocument, check_keywords
from codegen.targets.python.hints import hint
from codegen.targets.python.plan import ClassPlan, ModulePlan
from codegen.targets.python.planner import plan_module


class Part(StrEnum):
    """What a name of the bindings is."""

    CLASS = "class"
    ATTRIBUTE = "attribute"
    UNION = "union"
    ALIAS = "alias"


@dataclass(frozen=True, slots=True)
class Entry:
    """A public name: what it is, its hint, where it stands in the schema.

    `needed`: the constructor insists on it.
    """

    part: Part
    text: str
    at: str
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """The public names of one module of bindings."""

    entries: Mapping[str, Entry]


def public_face(document: SchemaDocument) -> Face:
    """The face of the bindings of a schema. Raises `InputError` where there can be none."""
    error = next(check_keywords(document, KeywordPolicy()), None)
    if error is not None:
        raise error
    plan = plan_module(normalise(document), document.place)
    return Face(dict(_entries(plan)))


def _entries(plan: ModulePlan) -> Iterator[tuple[str, Entry]]:
    classes = {found.name: found for found in plan.classes}
    for found in plan.classes:
        yield found.name, Entry(Part.CLASS, "open" if found.open else "", found.struct.at)
        yield from _attributes(plan, classes, found, found)
    for union in plan.unions:
        branches = [_name(plan, branch.shape) for branch in union.branches]
        yield union.name, Entry(Part.UNION, " | ".join(sorted(branches)), union.union.at)
    places = {plan.names[name]: found.at for name, found in plan.model.definitions.items()}
    for alias in plan.aliases:
        yield alias.name, Entry(Part.ALIAS, hint(alias.shape, plan.names), places[alias.name])


def _name(plan: ModulePlan, shape: Shape | str) -> str:
    return shape if isinstance(shape, str) else hint(shape, plan.names)


def _attributes(
    plan: ModulePlan, classes: Mapping[str, ClassPlan], owner: ClassPlan, found: ClassPlan
) -> Iterator[tuple[str, Entry]]:
    """The attributes of a class: those it takes over first, as its own may restate them."""
    if found.base is not None:
        yield from _attributes(plan, classes, owner, classes[found.base])
    for field in found.fields:
        entry = Entry(
            Part.ATTRIBUTE,
            hint(field.field.shape, plan.names),
            field.field.at,
            needed=field.default is None,
        )
        yield f"{owner.name}.{field.name}", entry


def face_or_reason(document: SchemaDocument) -> Face | str:
    """The face, or why the schema has no bindings."""
    try:
        return public_face(document)
    except InputError as error:
        return str(error)
