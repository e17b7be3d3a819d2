"""Model -> `ModulePlan`: names, bases, markers, and which unions msgspec can decode in C."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from codegen.errors import InputError, Place
from codegen.model import (
    MISSING,
    Any,
    Array,
    Const,
    Enum,
    Extras,
    Field,
    Map,
    Model,
    Nullable,
    Ref,
    Role,
    Scalar,
    Shape,
    Struct,
    Union,
    Variant,
)
from codegen.targets.python.hints import wide_bounds
from codegen.targets.python.literals import BadDefault, default_expression
from codegen.targets.python.names import class_name, field_names
from codegen.targets.python.plan import (
    AliasPlan,
    BranchPlan,
    ClassPlan,
    FieldPlan,
    ModulePlan,
    UnionPlan,
)

Locate = Callable[[str], Place]

_UNWRITABLE = re.compile(r'["\\\x00-\x1f]')
_DEFINITION_CURE = "rename one definition, or make the nested branch or object a definition"
_PROPERTY_CURE = "rename one of the properties"


@dataclass(frozen=True, slots=True)
class _Named:
    """A struct or union that becomes a name in the module, and the branch that it is, if any."""

    shape: Struct | Union
    branch: tuple[Union, Variant] | None


def plan_module(model: Model, locate: Locate) -> ModulePlan:
    """Decide everything about a module of bindings; `locate` finds the place of a JSON Pointer.

    Raises `InputError` where two schema places lead to one Python name, or a default doesn't
    fit its property.
    """
    return _Planner(model, locate).plan()


class _Planner:
    def __init__(self, model: Model, locate: Locate) -> None:
        self.model = model
        self.locate = locate
        self.named = self._named()
        self.names = self._names()
        self.open_structs = {name for name in self.named if self._is_open(name)}

    def plan(self) -> ModulePlan:
        unions = self._unions()
        by_hand = frozenset(plan.union.name for plan in unions if not plan.in_c)
        return ModulePlan(
            model=self.model,
            names=self.names,
            classes=tuple(
                self._class(entry)
                for _, entry in sorted(self.named.items())
                if isinstance(entry.shape, Struct)
            ),
            unions=unions,
            aliases=tuple(
                AliasPlan(self.names[name], definition.shape, definition.description)
                for name, definition in sorted(self.model.definitions.items())
                if not isinstance(definition.shape, Struct | Union)
            ),
            by_hand=by_hand,
        )

    # Names

    def _named(self) -> dict[str, _Named]:
        found: dict[str, _Named] = {}
        places: dict[str, str] = {name: d.at for name, d in self.model.definitions.items()}
        for definition in self.model.definitions.values():
            for entry in _walk(definition.shape):
                name = entry.shape.name
                if found.get(name) == entry:
                    continue
                is_definition = entry.shape is definition.shape and name == definition.name
                if name in found or (name in places and not is_definition):
                    other = found[name].shape.at if name in found else places[name]
                    raise self._clash(name, entry.shape.at, other)
                found[name] = entry
                places[name] = entry.shape.at
        return found

    def _names(self) -> dict[str, str]:
        places = {name: entry.shape.at for name, entry in self.named.items()}
        places |= {name: definition.at for name, definition in self.model.definitions.items()}
        names: dict[str, str] = {}
        owners: dict[str, str] = {}
        for name, at in sorted(places.items()):
            python = class_name(name)
            if python in owners:
                raise self._clash(python, at, places[owners[python]])
            owners[python] = name
            names[name] = python
        return names

    def _clash(self, name: str, at: str, other: str, cure: str = "") -> InputError:
        return InputError(
            f"two schemas would both become the Python name {name!r}: this one and {other}",
            at=self.locate(at),
            cure=cure or _DEFINITION_CURE,
            rule="name-clash",
        )

    # Classes

    def _is_open(self, name: str) -> bool:
        entry = self.named[name]
        if not isinstance(entry.shape, Struct):
            return False
        nested = entry.branch is not None and entry.branch[1].nested is not None
        return nested or entry.shape.extras is Extras.KEEP

    def _class(self, entry: _Named) -> ClassPlan:
        struct = entry.shape
        assert isinstance(struct, Struct)
        is_open = struct.name in self.open_structs
        union, variant = entry.branch or (None, None)
        tag = variant.tag if variant and variant.role is Role.TAGGED else None
        tag_field = union.tag if union and tag is not None else None
        names = self._attributes(struct, tag_field)
        base = self._base(struct, variant) if not is_open else None
        inherited = {field.wire: field for field in base.fields} if base else {}
        own = [
            field
            for field in struct.fields
            if field.wire not in inherited or inherited[field.wire].required != field.required
        ]
        return ClassPlan(
            name=self.names[struct.name],
            struct=struct,
            fields=tuple(self._field(field, names[field.wire]) for field in own),
            open=is_open,
            base=self.names[base.name] if base else None,
            tag_field=tag_field,
            tag_name=names[tag_field] if tag_field is not None else None,
            tag=tag,
            catch_all=variant is not None and variant.role is Role.CATCH_ALL,
            nested=variant.nested if variant else None,
            keeps=struct.extra_values if struct.extras is Extras.KEEP else None,
            checks=self._checks(struct, names, own),
            description=self._description(struct, variant),
        )

    def _description(self, struct: Struct, variant: Variant | None) -> str | None:
        definition = self.model.definitions.get(struct.name)
        if definition is not None and definition.shape is struct:
            return definition.description
        if struct.description is None and variant is not None and variant.payload is not None:
            return self.model.definitions[variant.payload].description
        return struct.description

    def _base(self, struct: Struct, variant: Variant | None) -> Struct | None:
        """The payload's class, where the branch adds to it and repeats nothing differently."""
        if variant is None or variant.payload is None or variant.nested is not None:
            return None
        payload = self.model.resolve(Ref(variant.payload))
        if not isinstance(payload, Struct) or self._is_open(payload.name):
            return None
        held = {field.wire: field for field in struct.fields}
        same = all(
            field.wire in held
            and held[field.wire].shape == field.shape
            and held[field.wire].tolerance == field.tolerance
            for field in payload.fields
        )
        return payload if same and payload.extras is struct.extras else None

    def _attributes(self, struct: Struct, tag_field: str | None = None) -> Mapping[str, str]:
        wires = [field.wire for field in struct.fields]
        if tag_field is not None:
            wires.append(tag_field)
        names = field_names(wires, self.names.values(), is_open=struct.name in self.open_structs)
        places = {field.wire: field.at for field in struct.fields}
        owners: dict[str, str] = {}
        for wire, name in names.items():
            if _UNWRITABLE.search(wire):
                raise InputError(
                    f"msgspec can't write the property name {wire!r}",
                    at=self.locate(places.get(wire, struct.at)),
                    cure="rename it without quotes, backslashes and control characters",
                    rule="unsupported-form",
                )
            if name in owners:
                other = places.get(owners[name], struct.at)
                raise self._clash(name, places.get(wire, struct.at), other, _PROPERTY_CURE)
            owners[name] = wire
        return names

    def _field(self, field: Field, name: str) -> FieldPlan:
        markers = [
            marker
            for marker, holds in (
                ("DefaultOnError", field.tolerance.default_on_error),
                ("SkipInvalidItems", field.tolerance.skip_invalid_items),
                ("DefaultOnNull", field.tolerance.default_on_null),
            )
            if holds
        ]
        if (bounds := self._wide_bounds(field.shape)) is not None:
            markers.append(bounds)
        if field.required and field.default is not MISSING and field.tolerance.default_on_error:
            value = self._default(field)[0]
            return FieldPlan(name, field, None, markers=(*markers, f"Fallback({value})"))
        if field.required:
            falls_back = isinstance(self.model.resolve(field.shape), Array | Map)
            return FieldPlan(
                name,
                field,
                None,
                markers=tuple(markers),
                may_be_unset=field.tolerance.default_on_error and not falls_back,
            )
        if field.default is MISSING:
            return FieldPlan(name, field, "UNSET", markers=tuple(markers))
        default, factory = self._default(field)
        return FieldPlan(name, field, default, factory, tuple(markers))

    def _default(self, field: Field) -> tuple[str, bool]:
        """The expression of a default, and whether each object needs a value of its own."""
        try:
            return default_expression(self.model, field, self.names, self._attributes)
        except BadDefault:
            raise InputError(
                "this default does not fit its own schema",
                at=self.locate(f"{field.at}/default"),
                cure="change the default or the type",
                rule="default-mismatch",
            ) from None

    def _wide_bounds(self, shape: Shape, seen: frozenset[str] = frozenset()) -> str | None:
        """The marker for the numbers in a property that msgspec can't bound itself."""
        match shape:
            case Scalar():
                return wide_bounds(shape)
            case Enum(rest=Scalar() as rest):
                return wide_bounds(rest)
            case Ref(name=name) if name not in seen:
                return self._wide_bounds(self.model.definitions[name].shape, seen | {name})
            case Nullable(inner=inner) | Array(items=inner) | Map(values=inner):
                return self._wide_bounds(inner, seen)
            case _:
                return None

    def _checks(
        self, struct: Struct, names: Mapping[str, str], own: list[Field]
    ) -> tuple[tuple[str, str], ...]:
        """Attribute and marker of each checked field; () where the base class checks them all."""
        if not any(self._check(field) for field in own):
            return ()
        return tuple(
            (names[field.wire], marker) for field in struct.fields for marker in self._check(field)
        )

    def _check(self, field: Field) -> list[str]:
        """The markers of what msgspec's own pass would wrongly accept in a property."""
        bounds = self._wide_bounds(field.shape)
        markers = [bounds] if bounds is not None else []
        if field.tolerance.default_on_null and self._is_nullable(field.shape):
            markers.append("DefaultOnNull")
        return markers

    def _is_nullable(self, shape: Shape) -> bool:
        return isinstance(self.model.resolve(shape), Nullable)

    # Unions

    def _unions(self) -> tuple[UnionPlan, ...]:
        entries = [
            entry.shape for _, entry in sorted(self.named.items()) if isinstance(entry.shape, Union)
        ]
        members = {union.name: self._in_c(union) for union in entries}
        counts: dict[frozenset[str], int] = {}
        for found in members.values():
            counts[frozenset(found)] = counts.get(frozenset(found), 0) + 1
        return tuple(
            UnionPlan(
                name=self.names[union.name],
                union=union,
                branches=tuple(self._branch(variant) for variant in union.variants),
                # Two unions of one set of members could not be told apart by their type.
                in_c=members[union.name] if counts[frozenset(members[union.name])] == 1 else (),
                tag_shape=next(
                    (
                        field
                        for field in union.shared
                        if field.wire == union.tag and field.tolerance.default_on_error
                    ),
                    None,
                ),
                description=self._union_description(union),
            )
            for union in entries
        )

    def _union_description(self, union: Union) -> str | None:
        definition = self.model.definitions.get(union.name)
        return definition.description if definition else union.description

    def _branch(self, variant: Variant) -> BranchPlan:
        return BranchPlan(variant.shape, variant.tag if variant.role is Role.TAGGED else None)

    def _in_c(self, union: Union) -> tuple[str, ...]:
        """The members that form a union in C: tagged plain structs, two at least."""
        if union.tag is None or any(v.role is Role.UNTAGGED for v in union.variants):
            return ()
        if any(field.wire == union.tag and field.tolerance for field in union.shared):
            return ()
        plain = []
        for variant in union.variants:
            if not isinstance(variant.shape, Struct):
                return ()
            if variant.shape.name not in self.open_structs:
                plain.append(self.names[variant.shape.name])
        return tuple(plain) if len(plain) > 1 else ()


def _walk(shape: Shape, branch: tuple[Union, Variant] | None = None) -> Iterator[_Named]:
    """The named shapes in a shape, outermost first."""
    match shape:
        case Struct():
            yield _Named(shape, branch)
            for field in shape.fields:
                yield from _walk(field.shape)
            yield from _walk(shape.extra_values)
        case Union():
            yield _Named(shape, branch)
            for variant in shape.variants:
                yield from _walk(variant.shape, (shape, variant))
                if isinstance(variant.nested, Union):
                    yield from _walk(variant.nested)
            for field in shape.shared:
                yield from _walk(field.shape)
        case Array(items=inner) | Map(values=inner) | Nullable(inner=inner):
            yield from _walk(inner)
        case Scalar() | Any() | Const() | Enum() | Ref():
            return
