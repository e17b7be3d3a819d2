"""Decode by the rules: visit every node once, repair what the schema allows, report the rest.

Every type hint becomes a closure `(value, path, walk) -> decoded value` that raises `Mismatch`.
The closures read nothing but the generated classes: their hints, markers and defaults.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from .errors import Repair, RepairKind, shown
from .fields import (
    DefaultOnError,
    DefaultOnNull,
    OpenStruct,
    SkipInvalidItems,
    Slot,
    Struct,
    Within,
)
from .unions import Branches, ByHand, branches_of

Path = tuple[Any, ...]
"""Where a value stands: `()` or `(outer path, key)`; made into a JSON Pointer only for reports."""

Decoder = Callable[[Any, Path, "Walk"], Any]

_ABSENT = object()


class Mismatch(ValueError):
    """A value that its type does not accept; turned into a `DecodeError` at the top."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(reason)
        self.path = path
        self.reason = reason


class Impure(Exception):
    """A repair was needed where none may be made: one pass in C is not enough."""


class Walk:
    """One decoding: the repairs so far, and results of branches that were tried already."""

    __slots__ = ("found", "tried")

    def __init__(self) -> None:
        self.found: list[tuple[Path, RepairKind, str, str]] = []
        self.tried: dict[tuple[int, int], tuple[Any, Any, Any]] = {}

    def repair(self, path: Path, kind: RepairKind, expected: str, reason: str) -> None:
        """Note that something was forgiven."""
        self.found.append((path, kind, expected, reason))

    def repairs(self) -> list[Repair]:
        """The notes as the public face shows them."""
        return [
            Repair(pointer(path), kind, expected, reason)
            for path, kind, expected, reason in self.found
        ]


class PureWalk(Walk):
    """A decoding that may not repair anything: part of msgspec's own pass."""

    __slots__ = ()

    def repair(self, path: Path, kind: RepairKind, expected: str, reason: str) -> None:
        """Give up, so that the whole message is decoded by the rules."""
        raise Impure


def pointer(path: Path) -> str:
    """A path as an RFC 6901 JSON Pointer."""
    tokens: list[str] = []
    while path:
        path, key = path
        tokens.append(str(key).replace("~", "~0").replace("/", "~1"))
    return "".join(f"/{token}" for token in reversed(tokens))


_DECODERS: dict[Any, Decoder] = {}


def decoder(hint: Any) -> Decoder:
    """The closure for a type hint; the same hint gives the same closure."""
    found = _DECODERS.get(hint)
    if found is None:
        pending: list[Decoder] = []

        def later(value: Any, path: Path, walk: Walk) -> Any:
            return pending[0](value, path, walk)

        _DECODERS[hint] = later
        try:
            found = _build(hint)
        except BaseException:
            del _DECODERS[hint]
            raise
        pending.append(found)
        _DECODERS[hint] = found
    return found


def name_of(hint: Any) -> str:
    """A type hint as people write it."""
    if get_origin(hint) is Annotated:
        return name_of(get_args(hint)[0])
    if isinstance(hint, type) and get_origin(hint) is None:
        return "null" if hint is NoneType else hint.__name__
    parts = [part for part in get_args(hint) if part is not UnsetType]
    if get_origin(hint) in (Union, UnionType):
        union = branches_of(frozenset(part for part in parts if part is not NoneType))
        if union is None:
            return " | ".join(name_of(part) for part in parts)
        return union.name + (" | null" if NoneType in parts else "")
    return str(hint).replace("typing.", "")


def _build(hint: Any) -> Decoder:
    if hint is Any:
        return _anything
    if hint is None or hint is NoneType:
        return _null
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *notes = get_args(hint)
        return _constrained(decoder(inner), notes)
    if origin in (Union, UnionType):
        return _choice([part for part in get_args(hint) if part is not UnsetType])
    if origin is Literal:
        return _literal(get_args(hint))
    if origin is list:
        return _array(get_args(hint)[0], skip=False)
    if origin is dict:
        return _map(get_args(hint)[1])
    if hint in _SCALARS:
        return _scalar(hint)
    if isinstance(hint, ByHand):
        return _union(hint.branches_)
    if issubclass(hint, OpenStruct):
        return _open_struct(hint)
    return _struct(hint)


def _anything(value: Any, path: Path, walk: Walk) -> Any:
    return value


def _null(value: Any, path: Path, walk: Walk) -> Any:
    if value is None:
        return None
    raise Mismatch(path, f"expected null, found {shown(value)}")


_SCALARS: Mapping[Any, str] = {
    str: "a string",
    int: "an integer",
    float: "a number",
    bool: "true or false",
}


def _scalar(kind: type) -> Decoder:
    expected = _SCALARS[kind]

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        if type(value) is kind:
            return value
        raise Mismatch(path, f"expected {expected}, found {shown(value)}")

    return decode


def _constrained(inner: Decoder, notes: Sequence[Any]) -> Decoder:
    checks = [note for note in notes if isinstance(note, msgspec.Meta | Within)]
    if not checks:
        return inner

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        found = inner(value, path, walk)
        for check in checks:
            if isinstance(check, Within):
                try:
                    check.check(found)
                except ValueError as error:
                    raise Mismatch(path, f"{error}, found {shown(value)}") from None
            elif (broken := _broken(check, found)) is not None:
                raise Mismatch(path, f"expected {broken}, found {shown(value)}")
        return found

    return decode


def _broken(meta: msgspec.Meta, value: Any) -> str | None:
    """The constraint that a value breaks, in words. JSON Schema counts characters and items."""
    if meta.ge is not None and type(value) in (int, float) and value < meta.ge:
        return f"at least {meta.ge}"
    if meta.le is not None and type(value) in (int, float) and value > meta.le:
        return f"at most {meta.le}"
    if meta.min_length is not None and type(value) in (str, list) and len(value) < meta.min_length:
        return f"a length of at least {meta.min_length}"
    if meta.max_length is not None and type(value) in (str, list) and len(value) > meta.max_length:
        return f"a length of at most {meta.max_length}"
    return None


def _literal(values: tuple[Any, ...]) -> Decoder:
    kinds = {type(value) for value in values}
    listed = frozenset(values)

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        if type(value) in kinds and value in listed:
            return value
        known = ", ".join(map(repr, values[:12]))
        raise Mismatch(
            path,
            f"expected {'' if len(values) == 1 else 'one of '}{known}, "
            f"found {shown(value)}{_suggestion(value, values)}",
        )

    return decode


def _suggestion(value: Any, known: Any) -> str:
    if isinstance(value, str) and len(value) < 100:
        near = difflib.get_close_matches(value, [str(item) for item in known], 1)
        if near:
            return f"; did you mean {near[0]!r}?"
    return ""


def _array(item_hint: Any, *, skip: bool) -> Decoder:
    item = decoder(item_hint)

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        if type(value) is not list:
            raise Mismatch(path, f"expected an array, found {shown(value)}")
        if not skip:
            return [item(part, (path, index), walk) for index, part in enumerate(value)]
        kept: list[Any] = []
        for index, part in enumerate(value):
            mark = len(walk.found)
            try:
                kept.append(item(part, (path, index), walk))
            except Mismatch as error:
                del walk.found[mark:]
                walk.repair((path, index), "skipped_item", name_of(item_hint), error.reason)
        return kept

    return decode


def _map(value_hint: Any) -> Decoder:
    inner = decoder(value_hint)

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        if type(value) is not dict:
            raise Mismatch(path, f"expected an object, found {shown(value)}")
        if value_hint is Any:
            return value
        return {key: inner(part, (path, key), walk) for key, part in value.items()}

    return decode


def _choice(members: list[Any]) -> Decoder:
    """A union that msgspec can take as it stands: one union of ours, or one type for each kind."""
    nullable = NoneType in members
    others = [part for part in members if part is not NoneType]
    union = branches_of(frozenset(others))
    if union is not None:
        inner = _union(union)
    elif len(others) == 1:
        inner = decoder(others[0])
    else:
        return _by_kind(members)
    if not nullable:
        return inner

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        return None if value is None else inner(value, path, walk)

    return decode


def _kinds(hint: Any) -> tuple[type, ...]:
    """The JSON kinds that a hint can accept; () for every kind."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _kinds(get_args(hint)[0])
    if origin is Literal:
        return tuple({type(value) for value in get_args(hint)})
    if origin in (Union, UnionType):
        kinds = [_kinds(part) for part in get_args(hint) if part is not UnsetType]
        return () if () in kinds else tuple({kind for part in kinds for kind in part})
    if hint is None:
        return (NoneType,)
    if hint in _SCALARS or hint is NoneType:
        return (hint,)
    if hint is Any:
        return ()
    if origin in (list, dict):
        return (origin,)
    if isinstance(hint, ByHand):
        kinds = [_kinds(part) for part in (*hint.branches_.tagged.values(), *hint.branches_.rest)]
        return () if () in kinds else tuple({kind for part in kinds for kind in part})
    return (dict,)


def _by_kind(members: list[Any]) -> Decoder:
    """Branches that are told apart by the kind of the JSON value; an open literal comes last."""
    table: dict[type, list[Decoder]] = {}
    for member in members:
        for kind in _kinds(member):
            table.setdefault(kind, []).append(decoder(member))
    expected = " or ".join(dict.fromkeys(name_of(member) for member in members))

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        reason = f"expected {expected}, found {shown(value)}"
        for branch in table.get(type(value), ()):
            try:
                return branch(value, path, walk)
            except Mismatch as error:
                reason = error.reason
        raise Mismatch(path, reason)

    return decode


def _union(branches: Branches) -> Decoder:
    tag = branches.tag
    tagged = {value: decoder(hint) for value, hint in branches.tagged.items()}
    rest = [
        (decoder(hint), _kinds(hint), isinstance(hint, type) and _is_catch_all(hint), hint)
        for hint in branches.rest
    ]
    tag_type = decoder(branches.tag_hint) if branches.tag_hint is not None else None
    plain_rest = any(not catch_all for _, _, catch_all, _ in rest)

    def attempt(value: Any, path: Path, walk: Walk) -> Any:
        reasons: list[Mismatch] = []
        found: Any = _ABSENT
        if tag is not None and type(value) is dict and tag in value:
            found = value[tag]
            if tag_type is not None:
                try:
                    tag_type(found, (path, tag), walk)
                except Mismatch as error:
                    walk.repair((path, tag), "defaulted", name_of(branches.tag_hint), error.reason)
                    value = {key: part for key, part in value.items() if key != tag}
                    found = _ABSENT
        branch = tagged.get(found) if type(found) is str else None
        if branch is not None:
            if not rest:
                return branch(value, path, walk)
            mark = len(walk.found)
            try:
                return branch(value, path, walk)
            except Mismatch as error:
                del walk.found[mark:]
                reasons.append(error)
        for inner, kinds, catch_all, hint in rest:
            if catch_all:
                if branch is None and type(found) is str:
                    result = inner(value, path, walk)
                    walk.repair(
                        (path, tag), "unknown_variant", branches.name, f"unknown tag {shown(found)}"
                    )
                    return result
                continue
            if kinds and type(value) not in kinds:
                continue
            mark = len(walk.found)
            try:
                result = inner(value, path, walk)
            except Mismatch as error:
                del walk.found[mark:]
                reasons.append(error)
                continue
            if tagged and found is not _ABSENT and found is not None:
                walk.repair(
                    path, "untagged_fallback", branches.name, f"read as {name_of(hint)}"
                )
            return result
        raise _no_branch(branches, value, found, path, reasons)

    if not plain_rest or (len(rest) < 2 and not tagged):
        return attempt
    return _remembering(attempt)


def _is_catch_all(hint: type) -> bool:
    return issubclass(hint, OpenStruct) and hint.catch_all_


def _remembering(attempt: Decoder) -> Decoder:
    """Try the branches of one value once, however many outer branches lead to it."""

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        if type(value) is not dict and type(value) is not list:
            return attempt(value, path, walk)
        key = (id(value), id(attempt))
        known = walk.tried.get(key)
        if known is not None and known[0] is value:
            walk.found.extend(known[2])
            if isinstance(known[1], Mismatch):
                raise known[1]
            return known[1]
        mark = len(walk.found)
        try:
            result = attempt(value, path, walk)
        except Mismatch as error:
            walk.tried[key] = (value, error, ())
            raise
        walk.tried[key] = (value, result, tuple(walk.found[mark:]))
        return result

    return decode


def _no_branch(
    branches: Branches, value: Any, found: Any, path: Path, reasons: list[Mismatch]
) -> Mismatch:
    if len(reasons) == 1:
        return reasons[0]
    if reasons:
        text = "; or ".join(dict.fromkeys(error.reason for error in reasons))
        return Mismatch(path, f"no branch of {branches.name} fits: {text}")
    if type(value) is dict and branches.tag is not None:
        known = ", ".join(map(repr, branches.tagged))
        if found is _ABSENT:
            return Mismatch(
                path, f"missing {branches.tag!r}, which tells what kind of {branches.name} this is"
            )
        return Mismatch(
            (path, branches.tag),
            f"unknown kind of {branches.name}: {shown(found)}, known are {known}"
            f"{_suggestion(found, branches.tagged)}",
        )
    return Mismatch(path, f"expected {branches.name}, found {shown(value)}")


def slots_of(cls: type) -> tuple[Slot, ...]:
    """The declared fields of a generated class."""
    if issubclass(cls, OpenStruct):
        return cls.slots_
    fields = msgspec.structs.fields(cls)
    return tuple(
        Slot(field.name, field.encode_name, field.default, field.default_factory)
        for field in fields
    )


class _FieldPlan:
    """How one property is decoded, with its licence and what takes the place of a bad value."""

    __slots__ = ("decode", "empty", "expected", "name", "on_error", "on_null", "required", "wire")

    def __init__(self, slot: Slot, hint: Any) -> None:
        notes: tuple[Any, ...] = ()
        if get_origin(hint) is Annotated:
            hint, *found = get_args(hint)
            notes = tuple(found)
        parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
        others = [part for part in parts if part not in (UnsetType, NoneType)]
        container = _container(others[0]) if len(others) == 1 else None
        self.name, self.wire, self.required = slot.name, slot.wire, slot.required
        self.on_error = DefaultOnError in notes
        self.on_null = container if DefaultOnNull in notes else None
        self.empty = None
        if self.on_error and NoneType not in parts:
            if slot.required or slot.default is UNSET:
                self.empty = container
        self.expected = name_of(hint)
        if SkipInvalidItems in notes and container is list:
            self.decode = _skipping(others[0], NoneType in parts)
        else:
            self.decode = decoder(hint)
        self.decode = _constrained(self.decode, notes)


def _container(hint: Any) -> type | None:
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    origin = get_origin(hint)
    return origin if origin in (list, dict) else None


def _skipping(hint: Any, nullable: bool) -> Decoder:
    notes: list[Any] = []
    while get_origin(hint) is Annotated:
        hint, *found = get_args(hint)
        notes += found
    inner = _constrained(_array(get_args(hint)[0], skip=True), notes)
    if not nullable:
        return inner

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        return None if value is None else inner(value, path, walk)

    return decode


def _plans(cls: type) -> tuple[_FieldPlan, ...]:
    hints = get_type_hints(cls, include_extras=True)
    return tuple(
        _FieldPlan(slot, hints[slot.name])
        for slot in slots_of(cls)
        if slot.name not in _undeclared(cls)
    )


def _undeclared(cls: type) -> tuple[str, ...]:
    """Attributes of an open struct that are not properties."""
    if not issubclass(cls, OpenStruct):
        return ()
    kept = ("extra",) if cls.keeps_ else ()
    return (*kept, "payload") if cls.nested_ else kept


def _fields(plans: tuple[_FieldPlan, ...], value: Any, path: Path, walk: Walk) -> dict[str, Any]:
    """The declared properties of an object, decoded, by Python name."""
    values: dict[str, Any] = {}
    for plan in plans:
        part = value.get(plan.wire, _ABSENT)
        if part is _ABSENT:
            if plan.required:
                raise Mismatch(path, f"missing required property {plan.wire!r}")
            continue
        if part is None and plan.on_null is not None:
            walk.repair((path, plan.wire), "null_to_empty", plan.expected, "null")
            values[plan.name] = plan.on_null()
            continue
        if not plan.on_error:
            values[plan.name] = plan.decode(part, (path, plan.wire), walk)
            continue
        mark = len(walk.found)
        try:
            values[plan.name] = plan.decode(part, (path, plan.wire), walk)
        except Mismatch as error:
            del walk.found[mark:]
            walk.repair((path, plan.wire), "defaulted", plan.expected, error.reason)
            if plan.empty is not None:
                values[plan.name] = plan.empty()
            elif plan.required:
                values[plan.name] = UNSET
    return values


def _tag_check(name: str, tag_field: str | None, tag: str | None) -> Decoder:
    def check(value: Any, path: Path, walk: Walk) -> Any:
        if type(value) is not dict:
            raise Mismatch(path, f"expected an object ({name}), found {shown(value)}")
        if tag is not None and tag_field is not None and value.get(tag_field, _ABSENT) != tag:
            if tag_field not in value:
                raise Mismatch(path, f"missing required property {tag_field!r}")
            found = shown(value[tag_field])
            raise Mismatch((path, tag_field), f"expected {tag!r}, found {found}")
        return value

    return check


def _struct(cls: Any) -> Decoder:
    config = cls.__struct_config__
    check = _tag_check(cls.__name__, config.tag_field, config.tag)
    plans = _plans(cls)
    allowed = {plan.wire for plan in plans} | {config.tag_field}
    closed = config.forbid_unknown_fields

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        check(value, path, walk)
        if closed:
            _refuse_unknown(allowed, value, path)
        return cls(**_fields(plans, value, path, walk))

    return decode


def _refuse_unknown(allowed: set[Any], value: Mapping[str, Any], path: Path) -> None:
    for key in value:
        if key not in allowed:
            raise Mismatch((path, key), f"{_listed(allowed)} are the only properties here")


def _listed(names: set[Any]) -> str:
    return ", ".join(sorted(repr(name) for name in names if name is not None))


def _open_struct(cls: type[OpenStruct]) -> Decoder:
    check = _tag_check(cls.__name__, cls.tag_field_, cls.tag_)
    plans = _plans(cls)
    own = {plan.wire for plan in plans} | {cls.tag_field_}
    hints = get_type_hints(cls, include_extras=True)
    payload = decoder(hints["payload"]) if cls.nested_ else None
    extra = decoder(get_args(hints["extra"])[1]) if cls.keeps_ else None

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        check(value, path, walk)
        values = _fields(plans, value, path, walk)
        declared = own
        if payload is not None:
            others = {key: part for key, part in value.items() if key not in own}
            values["payload"] = payload(others, path, walk)
            declared = own | declared_keys(values["payload"])
        if extra is not None:
            values["extra"] = {
                key: extra(part, (path, key), walk)
                for key, part in value.items()
                if key not in declared
            }
        return cls(**values)

    return decode


def declared_keys(value: Any) -> set[str]:
    """The wire names that the class of a decoded object declares, its nested value's included."""
    cls = type(value)
    names = {slot.wire for slot in slots_of(cls) if slot.name not in _undeclared(cls)}
    if isinstance(value, OpenStruct):
        names.add(value.tag_field_ or "")
        if value.nested_:
            names |= declared_keys(value.__dict__["payload"])
    elif isinstance(value, Struct):
        names.add(value.__struct_config__.tag_field or "")
    return names

