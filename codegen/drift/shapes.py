"""The forms an object can have: a union is spread out until each form has one set of fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any as AnyValue

from codegen.model import (
    Const,
    Extras,
    Field,
    Map,
    Model,
    Nullable,
    Ref,
    Role,
    Shape,
    Struct,
    Union,
)


@dataclass(frozen=True)
class Form:
    """One form of an object.

    `tags` are the constants that mark it, outermost first (`None`: the value that no other form
    knows); `names` are the definitions it is made of, the most telling one first; `open` says
    that other keys are meant to be there; `values` is the shape of those; `labels` are the branches
    of unions that it took.
    """

    names: tuple[str, ...]
    tags: tuple[tuple[str, str | None], ...]
    fields: Mapping[str, Field]
    open: bool = False
    values: Shape | None = None
    labels: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What messages call it."""
        tags = [f"{wire}={value}" for wire, value in self.tags if value is not None]
        return self.names[0] if self.names else (tags[0] if tags else "object")

    @property
    def keys(self) -> frozenset[str]:
        """The keys that are declared."""
        return frozenset({*self.fields, *(wire for wire, _ in self.tags)})

    @property
    def required(self) -> frozenset[str]:
        """The keys that may not be missing."""
        return frozenset(
            {
                *(wire for wire, field in self.fields.items() if field.required),
                *(wire for wire, _ in self.tags),
            }
        )


def forms_of(model: Model, shape: Shape, name: str = "") -> tuple[Form, ...]:
    """All forms of an object of a shape; () where it is no object."""
    match shape:
        case Ref(name=target):
            return forms_of(model, model.definitions[target].shape, target)
        case Nullable(inner=inner):
            return forms_of(model, inner, name)
        case Struct():
            return (_of_struct(shape, name or shape.name),)
        case Map(values=values):
            return (Form((name,) if name else (), (), {}, True, values),)
        case Union():
            return tuple(_of_union(model, shape, name or shape.name))
        case _:
            return ()


def _of_struct(shape: Struct, name: str) -> Form:
    kept = shape.extras is Extras.KEEP
    fields = {field.wire: field for field in shape.fields}
    return Form((name,), (), fields, kept, shape.extra_values if kept else None)


def _of_union(model: Model, union: Union, name: str) -> list[Form]:
    found: list[Form] = []
    for variant in union.variants:
        inner = forms_of(model, variant.shape)
        if variant.payload:
            names: tuple[str, ...] = (variant.payload, name)
        else:
            names = (name,)
        tags: tuple[tuple[str, str | None], ...] = ()
        if union.tag and variant.role is not Role.UNTAGGED:
            tags = ((union.tag, variant.tag),)
        beside = forms_of(model, variant.nested) if variant.nested is not None else (None,)
        for form in inner:
            for other in beside:
                joined = _joined(names, tags, form, other, variant.role)
                labels = (variant.label, *form.labels, *(other.labels if other else ()))
                found.append(replace(joined, labels=labels))
    return found


def _joined(
    names: tuple[str, ...],
    tags: tuple[tuple[str, str | None], ...],
    form: Form,
    beside: Form | None,
    role: Role,
) -> Form:
    nested = beside.tags if beside else ()
    names = (*(beside.names if beside else ()), *names)
    wires = {wire for wire, _ in tags}
    # A payload that declares its own tag repeats the union's.
    rest = tuple(tag for tag in (*form.tags, *nested) if tag[0] not in wires)
    fields = {**form.fields, **(beside.fields if beside else {})}
    keep = role is Role.CATCH_ALL or form.open or bool(beside and beside.open)
    known = {wire: field for wire, field in fields.items() if wire not in wires}
    return Form(tuple(dict.fromkeys(names)), (*tags, *rest), known, keep, form.values)


@dataclass(frozen=True, slots=True)
class BadTag:
    """A tag that leads nowhere: the property, its value, what could stand there, and whether
    the union is open (the value then falls into its catch-all).
    """

    wire: str
    value: object
    known: tuple[str, ...]
    open: bool
    union: str


def choose(forms: Sequence[Form], value: Mapping[str, AnyValue]) -> Form | BadTag | None:
    """The form that a value has, why none fits, or `None` where its tag is missing."""
    left = list(forms)
    for depth in range(3):
        wires = dict.fromkeys(form.tags[depth][0] for form in left if len(form.tags) > depth)
        for wire in wires:
            if wire not in value:
                untagged = [form for form in left if len(form.tags) <= depth]
                if not untagged:
                    return None
                left = untagged
                continue
            found = value[wire]
            tagged = [form for form in left if len(form.tags) > depth]
            here = [form for form in tagged if form.tags[depth] == (wire, found)]
            rest = [form for form in tagged if form.tags[depth] == (wire, None)]
            if here:
                left = here
            elif isinstance(found, str) and found.startswith("_") and rest:
                return rest[0]
            else:
                known = [
                    str(form.tags[depth][1])
                    for form in tagged
                    if form.tags[depth][0] == wire and form.tags[depth][1] is not None
                ]
                union = left[0].names[-1] if left[0].names else "this union"
                return BadTag(wire, found, tuple(dict.fromkeys(known)), bool(rest), union)
    return best_fit(left, value)


def best_fit(forms: Sequence[Form], value: Mapping[str, AnyValue]) -> Form | None:
    """The form with the fewest unknown and missing keys; the first of equals."""
    return min(
        forms,
        key=lambda form: (
            len([key for key in value if key not in form.keys]) if not form.open else 0,
            len(form.required - value.keys()),
            _misfits(form, value),
        ),
        default=None,
    )


def _misfits(form: Form, value: Mapping[str, AnyValue]) -> int:
    """How many constants differ: what tells untagged forms apart."""
    return sum(
        1
        for wire, field in form.fields.items()
        if isinstance(field.shape, Const) and wire in value and value[wire] != field.shape.value
    )
