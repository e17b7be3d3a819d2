"""The shapes a JSON value can have, each a frozen value with the JSON Pointer it came from.

Three facts about a property are kept apart: whether its key may be missing (`Field.required`),
whether its value may be null (`Nullable`), and what a reader does with a bad value
(`Field.tolerance`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum as PyEnum
from enum import StrEnum, auto
from typing import Final


class ScalarType(StrEnum):
    """JSON Schema's names of the scalar types."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    NULL = "null"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A string, integer, number, boolean or null with its constraints (`None`: not stated).

    `minimum` and `maximum` of an integer already include the range of its `format`.
    """

    type: ScalarType
    format: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    content_encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Any:
    """Every JSON value."""


@dataclass(frozen=True, slots=True)
class Const:
    """One string, integer or boolean and nothing else."""

    value: str | int | bool


@dataclass(frozen=True, slots=True)
class Member:
    """A listed value of an enumeration."""

    value: str | int
    title: str | None
    description: str | None


@dataclass(frozen=True, slots=True)
class Enum:
    """Listed strings or integers. `rest` is what an open enumeration accepts beside them."""

    members: tuple[Member, ...]
    rest: Scalar | None

    @property
    def open(self) -> bool:
        """Whether values that are not listed are valid too."""
        return self.rest is not None


@dataclass(frozen=True, slots=True)
class Array:
    """A JSON array; lengths `None` where not stated."""

    items: Shape
    min_items: int | None = None
    max_items: int | None = None


@dataclass(frozen=True, slots=True)
class Map:
    """An object with arbitrary keys."""

    values: Shape


@dataclass(frozen=True, slots=True)
class Nullable:
    """The inner shape or null."""

    inner: Shape


@dataclass(frozen=True, slots=True)
class Ref:
    """A definition, by the name it has in the schema."""

    name: str


class Missing(PyEnum):
    """The type of `MISSING`, which says that a schema has no `default`."""

    MISSING = auto()


MISSING: Final = Missing.MISSING


@dataclass(frozen=True, slots=True)
class Tolerance:
    """The `x-deserialize-*` annotations of a property (docs/decoding.md)."""

    default_on_error: bool = False
    skip_invalid_items: bool = False
    default_on_null: bool = False

    def __bool__(self) -> bool:
        return self.default_on_error or self.skip_invalid_items or self.default_on_null


NO_TOLERANCE: Final = Tolerance()


@dataclass(frozen=True, slots=True)
class Field:
    """A property of an object. `default` is a JSON value, `MISSING` where there is none."""

    wire: str
    shape: Shape
    required: bool
    at: str
    default: object = MISSING
    tolerance: Tolerance = NO_TOLERANCE
    description: str | None = None


class Extras(PyEnum):
    """What a reader does with properties that an object doesn't declare."""

    DROP = auto()
    KEEP = auto()
    REFUSE = auto()


@dataclass(frozen=True, slots=True)
class Struct:
    """An object with declared properties; `extra_values` is the shape of kept undeclared ones."""

    name: str
    fields: tuple[Field, ...]
    at: str
    extras: Extras = Extras.DROP
    extra_values: Shape = Any()
    description: str | None = None


class Role(PyEnum):
    """How a union recognises a branch."""

    TAGGED = auto()
    """By a required string constant: the union's tag."""
    UNTAGGED = auto()
    """By trying it, in order, once no tag has matched."""
    CATCH_ALL = auto()
    """By a tag that no other branch knows."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A branch of a union.

    `shape` is the branch as it stands on the wire: a `Struct` that holds everything (shared,
    payload and own properties), or a `Ref` to the definition that is the whole branch, or any
    other shape. `payload` names the definition that a struct branch extends. `nested` is a union
    whose properties stand beside those of the branch on the wire (a branch that is itself a
    union with another tag).
    """

    label: str
    role: Role
    shape: Shape
    at: str
    tag: str | None = None
    payload: str | None = None
    nested: Ref | Union | None = None
    title: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Union:
    """One of several branches.

    `tag` is the wire name of the property that tells them apart (`None`: untagged);
    `shared` are the properties declared beside the branches, already part of each branch.
    """

    name: str
    tag: str | None
    variants: tuple[Variant, ...]
    shared: tuple[Field, ...]
    at: str
    description: str | None = None

    @property
    def open(self) -> bool:
        """Whether an unknown tag is a value (kept raw) instead of an error."""
        return any(variant.role is Role.CATCH_ALL for variant in self.variants)


Shape = Scalar | Any | Const | Enum | Array | Map | Nullable | Ref | Struct | Union
