"""Decode by the rules: visit every node once, repair what the schema allows, report the rest.

Every type hint becomes a closure `(value, path, walk) -> decoded value` that raises `Mismatch`.
The closures read nothing but the generated classes: their hints, markers and defaults.
"""

from __future__ import annotations

from threading import RLock
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import UnsetType

from .branches import union_decoder
from .errors import shown
from .fields import OpenStruct
from .hints import SCALARS, kinds_of, name_of
from .kinds import kind_of
from .objects import open_struct_decoder, struct_decoder
from .unions import ByHand, branches_of
from .values import (
    anything,
    array,
    constrained,
    literal,
    mapping,
    null,
    or_null,
    scalar,
)
from .walk import Decoder, Mismatch, Path, Reason, Walk

_DECODERS: dict[Any, Decoder] = {}
_UNFINISHED: dict[Any, Decoder] = {}
_BUILDING = RLock()


def decoder(hint: Any) -> Decoder:
    """The closure for a type hint; equal hints give the same closure."""
    found = _DECODERS.get(hint)
    if found is None:
        with _BUILDING:
            outermost = not _UNFINISHED
            try:
                found = _unfinished(hint)
                if outermost:
                    # Other threads see closures only when everything that they call is there.
                    _DECODERS.update(_UNFINISHED)
            finally:
                if outermost:
                    _UNFINISHED.clear()
    return found


def _unfinished(hint: Any) -> Decoder:
    found = _DECODERS.get(hint) or _UNFINISHED.get(hint)
    if found is None:
        pending: list[Decoder] = []

        def later(value: Any, path: Path, walk: Walk) -> Any:
            return pending[0](value, path, walk)

        # A type that contains itself meets this entry while it is being built.
        _UNFINISHED[hint] = later
        found = _build(hint)
        pending.append(found)
        _UNFINISHED[hint] = found
    return found


def _build(hint: Any) -> Decoder:
    if hint is Any:
        return anything
    if hint is None or hint is NoneType:
        return null
    if hint in SCALARS:
        return scalar(hint)
    if isinstance(hint, ByHand):
        return union_decoder(hint.branches_, decoder)
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *notes = get_args(hint)
        return constrained(decoder(inner), notes)
    if origin is Literal:
        return literal(get_args(hint))
    if origin is list:
        item = get_args(hint)[0]
        return array(decoder(item), name_of(item), skip=False)
    if origin is dict:
        return mapping(decoder(get_args(hint)[1]))
    if origin in (Union, UnionType):
        return _choice([part for part in get_args(hint) if part is not UnsetType])
    if issubclass(hint, OpenStruct):
        return open_struct_decoder(hint, decoder)
    return struct_decoder(hint, decoder)


def _choice(members: list[Any]) -> Decoder:
    """A union that msgspec can take as it stands: one of ours, or one type for each kind."""
    others = [part for part in members if part is not NoneType]
    union = branches_of(frozenset(others))
    if union is not None:
        inner = union_decoder(union, decoder)
    elif len(others) == 1:
        inner = decoder(others[0])
    else:
        return _by_kind(members)
    return or_null(inner) if NoneType in members else inner


def _by_kind(members: list[Any]) -> Decoder:
    """Types that are told apart by the kind of the JSON value; an open literal comes last."""
    table: dict[Any, list[Decoder]] = {}
    for member in members:
        for kind in kinds_of(member):
            table.setdefault(kind, []).append(decoder(member))
    expected = " or ".join(dict.fromkeys(name_of(member) for member in members))

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        why: Reason = f"expected {expected}, found {shown(value)}"
        for branch in table.get(kind_of(value), ()):
            try:
                return branch(value, path, walk)
            except Mismatch as error:
                why = error.why
        raise Mismatch(path, why)

    return decode
