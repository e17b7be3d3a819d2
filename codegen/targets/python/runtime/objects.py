"""Objects by the rules: each property with its licence, and the keys that nobody declared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from .errors import shown
from .fields import (
    DefaultOnError,
    DefaultOnNull,
    Fallback,
    OpenStruct,
    SkipInvalidItems,
    Slot,
    Within,
)
from .hints import bounded, name_of
from .kinds import kind_of
from .values import array, constrained, or_null
from .walk import ABSENT, Decoder, Mismatch, Path, Walk

Build = Callable[[Any], Decoder]


def struct_decoder(cls: Any, build: Build) -> Decoder:
    """The closure for a plain struct."""
    config = cls.__struct_config__
    check = _object_check(cls.__name__, config.tag_field, config.tag)
    plans = _plans(cls, build)
    allowed = {*(plan.wire for plan in plans), config.tag_field}
    closed = config.forbid_unknown_fields

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        check(value, path)
        if closed:
            _refuse_unknown(allowed, value, path)
        return cls(**_fields(plans, value, path, walk))

    return decode


def open_struct_decoder(cls: type[OpenStruct], build: Build) -> Decoder:
    """The closure for a struct beside whose keys others stand."""
    check = _object_check(cls.__name__, cls.tag_field_, cls.tag_)
    plans = _plans(cls, build)
    own = {*(plan.wire for plan in plans), cls.tag_field_}
    hints = get_type_hints(cls, include_extras=True)
    payload = build(hints["payload"]) if cls.nested_ else None
    extra = build(get_args(hints["extra"])[1]) if cls.keeps_ else None

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        check(value, path)
        values = _fields(plans, value, path, walk)
        declared = own
        if payload is not None:
            others = {key: part for key, part in value.items() if key not in own}
            values["payload"] = payload(others, path, walk)
            declared = own | _declared_keys(values["payload"])
        if extra is not None:
            values["extra"] = {
                key: extra(part, (path, key), walk)
                for key, part in value.items()
                if key not in declared
            }
        return cls(**values)

    return decode


def slots_of(cls: Any) -> tuple[Slot, ...]:
    """The properties that a generated class declares."""
    if issubclass(cls, OpenStruct):
        return tuple(slot for slot in cls.slots_ if not cls.is_beside(slot.name))
    return tuple(
        Slot(field.name, field.encode_name, field.default, field.default_factory)
        for field in msgspec.structs.fields(cls)
    )


def _declared_keys(value: Any) -> set[str | None]:
    """The wire names that the class of a decoded object declares, its nested value's included."""
    names: set[str | None] = {slot.wire for slot in slots_of(kind_of(value))}
    if isinstance(value, OpenStruct):
        names.add(value.tag_field_)
        return names | _declared_keys(value.__dict__["payload"]) if value.nested_ else names
    return names | {value.__struct_config__.tag_field}


class _FieldPlan:
    """How one property is decoded, and what takes the place of a bad value."""

    __slots__ = ("decode", "empty", "expected", "name", "on_error", "on_null", "required", "wire")

    def __init__(self, slot: Slot, hint: Any, build: Build) -> None:
        notes: list[Any] = []
        if get_origin(hint) is Annotated:
            hint, *notes = get_args(hint)
        for note in notes:
            if isinstance(note, Within):
                hint = bounded(hint, note)
        notes = [note for note in notes if not isinstance(note, Within)]
        parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
        others = [part for part in parts if part not in (UnsetType, NoneType)]
        nullable = NoneType in parts
        container = _container(others[0]) if len(others) == 1 else None
        self.name, self.wire, self.required = slot.name, slot.wire, slot.required
        self.expected = name_of(hint)
        self.on_error = DefaultOnError in notes
        self.on_null = container if DefaultOnNull in notes else None
        # A default of the schema's own is taken by leaving the argument out.
        has_default = not slot.required and slot.default is not UNSET
        self.empty = container if self.on_error and not nullable and not has_default else None
        for note in notes:
            if isinstance(note, Fallback):
                self.empty = note.make
        if SkipInvalidItems in notes and container is list:
            inner = _skipping(others[0], build)
            self.decode = constrained(or_null(inner) if nullable else inner, notes)
        else:
            self.decode = constrained(build(hint), notes)


def _container(hint: Any) -> Any:
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    origin = get_origin(hint)
    return origin if origin in (list, dict) else None


def _skipping(hint: Any, build: Build) -> Decoder:
    notes: list[Any] = []
    while get_origin(hint) is Annotated:
        hint, *found = get_args(hint)
        notes += found
    item = get_args(hint)[0]
    return constrained(array(build(item), name_of(item), skip=True), notes)


def _plans(cls: Any, build: Build) -> tuple[_FieldPlan, ...]:
    hints = get_type_hints(cls, include_extras=True)
    return tuple(_FieldPlan(slot, hints[slot.name], build) for slot in slots_of(cls))


def _fields(plans: tuple[_FieldPlan, ...], value: Any, path: Path, walk: Walk) -> dict[str, Any]:
    """The declared properties of an object, decoded, by Python name."""
    values: dict[str, Any] = {}
    for plan in plans:
        part = value.get(plan.wire, ABSENT)
        if part is ABSENT:
            if plan.required:
                raise Mismatch(path, f"missing required property {plan.wire!r}")
        elif part is None and plan.on_null is not None:
            walk.repair((path, plan.wire), "null_to_empty", plan.expected, "null")
            values[plan.name] = plan.on_null()
        elif not plan.on_error:
            values[plan.name] = plan.decode(part, (path, plan.wire), walk)
        else:
            mark = walk.mark()
            try:
                values[plan.name] = plan.decode(part, (path, plan.wire), walk)
            except Mismatch as error:
                walk.forget(mark)
                walk.repair((path, plan.wire), "defaulted", plan.expected, error.why)
                if plan.empty is not None:
                    values[plan.name] = plan.empty()
                elif plan.required:
                    values[plan.name] = UNSET
    return values


def _object_check(name: str, tag_field: str | None, tag: Any) -> Callable[[Any, Path], None]:
    def check(value: Any, path: Path) -> None:
        if kind_of(value) is not dict:
            raise Mismatch(path, f"expected an object ({name}), found {shown(value)}")
        if tag_field is None or tag is None:
            return
        found = value.get(tag_field, ABSENT)
        if found is ABSENT:
            raise Mismatch(path, f"missing required property {tag_field!r}")
        if found != tag:
            raise Mismatch((path, tag_field), f"expected {tag!r}, found {shown(found)}")

    return check


def _refuse_unknown(allowed: set[Any], value: Mapping[str, Any], path: Path) -> None:
    for key in value:
        if key not in allowed:
            known = ", ".join(sorted(repr(name) for name in allowed if name is not None))
            raise Mismatch((path, key), f"unknown property {key!r}; there are only {known}")
