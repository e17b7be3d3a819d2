"""Shapes as Python type hints, for everything that is not a field of a class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from codegen.model import (
    Any,
    Array,
    Const,
    Enum,
    Map,
    Nullable,
    Ref,
    Scalar,
    ScalarType,
    Shape,
    Struct,
    Union,
)
from codegen.targets.python.literals import value_literal

_SIGNED_64 = range(-(2**63), 2**63)
_UINT64_MAX = 2**64 - 1


def hint(shape: Shape, names: Mapping[str, str]) -> str:
    """The type hint of a shape; named shapes by their Python name."""
    match shape:
        case Scalar():
            return scalar_hint(shape)
        case Any():
            return "Any"
        case Const(value=value):
            return f"Literal[{value_literal(value)}]"
        case Enum(members=members, rest=rest):
            listed = f"Literal[{', '.join(value_literal(member.value) for member in members)}]"
            return f"{listed} | {scalar_hint(rest)}" if rest else listed
        case Array(items=items, min_items=low, max_items=high):
            inner = f"list[{hint(items, names)}]"
            return _annotated(inner, _lengths(low, high))
        case Map(values=values):
            return f"dict[str, {hint(values, names)}]"
        case Nullable(inner=inner):
            return f"{hint(inner, names)} | None"
        case Ref(name=name) | Struct(name=name) | Union(name=name):
            return names[name]


def scalar_hint(scalar: Scalar) -> str:
    """The type hint of a scalar with the constraints that are enforced (docs/decoding.md)."""
    match scalar.type:
        case ScalarType.STRING:
            return _annotated("str", _lengths(scalar.min_length, scalar.max_length))
        case ScalarType.INTEGER | ScalarType.NUMBER:
            # A number may be whole: `int | float` keeps whole numbers exact.
            plain = "int" if scalar.type is ScalarType.INTEGER else "int | float"
            marker = wide_bounds(scalar)
            return _annotated(plain, narrow_bounds(scalar), [marker] if marker else [])
        case ScalarType.BOOLEAN:
            return "bool"
        case ScalarType.NULL:
            return "None"


def narrow_bounds(scalar: Scalar) -> dict[str, float]:
    """The limits that msgspec checks itself: of integers, within 64 signed bits."""
    if scalar.type is not ScalarType.INTEGER:
        return {}
    limits = {"ge": scalar.minimum, "le": scalar.maximum}
    return {
        key: value for key, value in limits.items() if value is not None and value in _SIGNED_64
    }


def wide_bounds(scalar: Scalar) -> str | None:
    """The marker for the limits that msgspec can't check; `None` where there are none."""
    narrow = narrow_bounds(scalar)
    low = scalar.minimum if "ge" not in narrow else None
    high = scalar.maximum if "le" not in narrow else None
    if (low, high) == (None, _UINT64_MAX):
        return "Uint64"
    return None if low is None and high is None else f"Within({low!r}, {high!r})"


def _lengths(low: int | None, high: int | None) -> dict[str, float]:
    limits = {"min_length": low, "max_length": high}
    return {key: value for key, value in limits.items() if value is not None}


def _annotated(inner: str, limits: Mapping[str, float], markers: Sequence[str] = ()) -> str:
    arguments = ", ".join(f"{key}={value!r}" for key, value in limits.items())
    notes = [f"Meta({arguments})"] if limits else []
    notes += markers
    return f"Annotated[{inner}, {', '.join(notes)}]" if notes else inner
