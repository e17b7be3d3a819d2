"""Objects by the rules: each property with its licence, and the keys that nobody declared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import cache, partial
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
from .hints import SCALARS, bounded, name_of
from .kinds import kind_of
from .values import array, constrained, or_null
from .walk import ABSENT, Decoder, Mismatch, Path, Reason, Walk

Build = Callable[[Any], Decoder]


def struct_decoder(cls: Any, build: Build) -> Decoder:
    """The closure for a plain struct."""
    config = cls.__struct_config__
    check = _object_check(cls.__name__, config.tag_field, config.tag)
    properties = _Properties(cls, build)
    allowed = {*properties.table, config.tag_field}
    closed = cls.refuses_unknown_

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        check(value, path)
        if closed:
            _refuse_unknown(allowed, value, path)
        return cls(**properties.decode(value, path, walk))

    return decode


def open_struct_decoder(cls: type[OpenStruct], build: Build) -> Decoder:
    """The closure for a struct beside whose keys others stand."""
    check = _object_check(cls.__name__, cls.tag_field_, cls.tag_)
    properties = _Properties(cls, build)
    own: set[str | None] = {*properties.table, cls.tag_field_}
    hints = get_type_hints(cls, include_extras=True)
    payload = build(hints["payload"]) if cls.nested_ else None
    extra = build(get_args(hints["extra"])[1]) if cls.keeps_ else None

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        check(value, path)
        values = properties.decode(value, path, walk)
        declared = own
        if payload is not None:
            others = {key: part for key, part in value.items() if key not in own}
            values["payload"] = payload(others, path, walk)
            declared = own | _declared_keys(values["payload"])
        if cls.refuses_unknown_:
            _refuse_unknown(declared, value, path)
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


def _declared_keys(value: Any) -> frozenset[str | None]:
    """The wire names that the class of a decoded object declares, its nested value's included."""
    names = _own_keys(kind_of(value))
    if isinstance(value, OpenStruct) and value.nested_:
        return names | _declared_keys(value.__dict__["payload"])
    return names


@cache
def _own_keys(cls: Any) -> frozenset[str | None]:
    is_open = issubclass(cls, OpenStruct)
    tag = cls.tag_field_ if is_open else cls.__struct_config__.tag_field
    return frozenset([tag, *(slot.wire for slot in slots_of(cls))])


class _FieldPlan:
    """How one property is decoded, and what takes the place of a bad value."""

    __slots__ = (
        *("decode", "empty", "expected", "name", "on_error", "on_null", "plain", "required"),
        *("scalar", "wire"),
    )

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
        # Types whose values need no more than a look: nothing else is a scalar's business.
        self.scalar = all(part in SCALARS for part in others) and not _has_bounds(notes)
        self.plain: frozenset[Any] = frozenset(
            [*others, *([NoneType] if nullable and self.on_null is None else [])]
            if self.scalar
            else []
        )

    def wording(self, value: Any) -> Reason:
        """Why a value is no such scalar; worded only if somebody asks."""
        return partial(_no_scalar, self.expected, value)

    def fall_back(self, values: dict[str, Any]) -> None:
        """Put what takes the place of a bad value."""
        if self.empty is not None:
            values[self.name] = self.empty()
        elif self.required:
            values[self.name] = UNSET


def _no_scalar(expected: str, value: Any) -> str:
    return f"expected {expected}, found {shown(value)}"


def _has_bounds(notes: list[Any]) -> bool:
    return any(isinstance(note, msgspec.Meta) for note in notes)


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


class _Properties:
    """The declared properties of a class, by wire name."""

    __slots__ = ("required", "table")

    def __init__(self, cls: Any, build: Build) -> None:
        hints = get_type_hints(cls, include_extras=True)
        plans = [_FieldPlan(slot, hints[slot.name], build) for slot in slots_of(cls)]
        self.table = {plan.wire: plan for plan in plans}
        self.required = [plan.wire for plan in plans if plan.required]

    def decode(self, value: Any, path: Path, walk: Walk) -> dict[str, Any]:
        """The properties of an object, decoded, by Python name; unknown keys are dropped."""
        for wire in self.required:
            if wire not in value:
                raise Mismatch(path, f"missing required property {wire!r}")
        values: dict[str, Any] = {}
        table = self.table
        for key, part in value.items():
            plan = table.get(key)
            if plan is None:
                continue
            if kind_of(part) in plan.plain:
                values[plan.name] = part
            elif part is None and plan.on_null is not None:
                walk.repair((path, key), "null_to_empty", plan.expected, "null")
                values[plan.name] = plan.on_null()
            elif not plan.on_error:
                values[plan.name] = plan.decode(part, (path, key), walk)
            elif plan.scalar:
                walk.repair((path, key), "defaulted", plan.expected, plan.wording(part))
                plan.fall_back(values)
            else:
                mark = walk.mark()
                try:
                    values[plan.name] = plan.decode(part, (path, key), walk)
                except Mismatch as error:
                    walk.forget(mark)
                    walk.repair((path, key), "defaulted", plan.expected, error.why)
                    plan.fall_back(values)
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


def _refuse_unknown(allowed: Set[Any], value: Mapping[str, Any], path: Path) -> None:
    for key in value:
        if key not in allowed:
            known = ", ".join(sorted(repr(name) for name in allowed if name is not None))
            raise Mismatch((path, key), f"unknown property {key!r}; there are only {known}")
