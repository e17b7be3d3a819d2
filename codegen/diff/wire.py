"""What a JSON value may look like on the wire: one form for every way of writing a schema.

A value is split by JSON's own kinds (null, boolean, string, number, array, object). Everything
that a schema language can say twice falls together here: `enum` of one and `const`, `anyOf` and
`type` lists, inlined and referenced branches, distributed and factored unions.

This is not the `Model`: a model must be printable as bindings and refuses what it can't name;
a differ has to read every schema that was ever published.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from codegen.model import MISSING, NO_TOLERANCE, Tolerance

Use = tuple[str, ...]
"""JSON Pointers of schemas that all hold for one value; () is any value."""

ANYTHING: Final[Use] = ()


@dataclass(frozen=True, slots=True)
class Rest:
    """Scalars that aren't listed one by one: everything within these limits.

    `kind` is `string`, `integer` or `number`. `other` are assertions that the tool can't read,
    as sorted JSON texts, so that a change in them is never lost.
    """

    kind: str
    format: str | None = None
    low: float | None = None
    high: float | None = None
    pattern: str | None = None
    encoding: str | None = None
    other: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Scalars:
    """Strings or numbers: listed values (each with its pointer), and what is free beside them."""

    known: Mapping[str | float, str]
    rests: tuple[Rest, ...]

    @property
    def open(self) -> bool:
        """Whether values that aren't listed are valid too."""
        return bool(self.rests)


@dataclass(frozen=True, slots=True)
class Items:
    """An array: what its items are, and how many."""

    items: Use
    at: str
    low: int | None = None
    high: int | None = None
    prefix: tuple[Use, ...] = ()
    other: tuple[tuple[str, str], ...] = ()


class Extras(Enum):
    """Properties that an object doesn't declare."""

    OPEN = auto()
    CLOSED = auto()


@dataclass(frozen=True, slots=True)
class Prop:
    """A property of an object; `at` is its first declaration."""

    wire: str
    uses: Use
    at: str
    default: object = MISSING
    tolerance: Tolerance = NO_TOLERANCE


@dataclass(frozen=True, slots=True)
class Excluded:
    """Values that a property must not have; `complement`: all but these."""

    wire: str
    values: frozenset[str]
    complement: bool = False

    def has(self, value: str) -> bool:
        """Whether a value is excluded."""
        return (value in self.values) is not self.complement


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to be an object. A union of objects is several of them.

    `arms` are the pointers of the branches taken, outermost first; `names` the definitions that
    it is put together from; `extras` may be the schema of undeclared properties.
    """

    at: str
    props: Mapping[str, Prop] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    extras: Extras | Use = Extras.OPEN
    arms: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    title: str | None = None
    excluded: tuple[Excluded, ...] = ()
    other: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """Every JSON value that a schema accepts; `any` where it accepts all of them."""

    any: bool = False
    null: bool = False
    booleans: frozenset[bool] = frozenset()
    strings: Scalars | None = None
    numbers: Scalars | None = None
    arrays: tuple[Items, ...] = ()
    objects: tuple[Alternative, ...] = ()

    @property
    def kinds(self) -> frozenset[str]:
        """JSON's names of the types, without null; `integer` where no other number fits."""
        found = {
            "boolean": bool(self.booleans),
            "string": self.strings is not None,
            "array": bool(self.arrays),
            "object": bool(self.objects),
        }
        kinds = {kind for kind, there in found.items() if there}
        if self.numbers is not None:
            whole = all(rest.kind == "integer" for rest in self.numbers.rests)
            whole = whole and all(isinstance(value, int) for value in self.numbers.known)
            kinds.add("integer" if whole else "number")
        return frozenset(kinds)


FREE_OBJECT: Final = Alternative("")
ANY: Final = Value(
    any=True,
    null=True,
    booleans=frozenset({True, False}),
    strings=Scalars({}, (Rest("string"),)),
    numbers=Scalars({}, (Rest("number"),)),
    arrays=(Items(ANYTHING, ""),),
    objects=(FREE_OBJECT,),
)
NOTHING: Final = Value()
