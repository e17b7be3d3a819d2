"""The bases of generated classes, and the markers on their fields.

Fields are keyword-only and have three states where the schema has three: `UNSET` (no such key),
`None` (null) and a value.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec import NODEFAULT, UNSET

from .kinds import kind_of

if TYPE_CHECKING:
    from typing import Self, dataclass_transform
else:
    from typing import dataclass_transform


@dataclass(frozen=True, slots=True)
class Marker:
    """A reader's licence, from an `x-deserialize-*` annotation of the schema."""

    name: str

    def __repr__(self) -> str:
        return self.name


DefaultOnError = Marker("DefaultOnError")
"""A bad value is replaced: by the default, else an empty list or map, else it counts as absent."""
SkipInvalidItems = Marker("SkipInvalidItems")
"""Bad items of a list are dropped; the others keep their order."""


@dataclass(frozen=True, slots=True, repr=False)
class NullMarker(Marker):
    """The licence to send null; a decoded value never holds one."""

    def check(self, value: Any) -> None:
        """Raise `ValueError` for null: also where the schema lists null, it reads as empty."""
        if value is None:
            raise ValueError("expected a list or map, null reads as an empty one")


DefaultOnNull = NullMarker("DefaultOnNull")
"""`null` reads as the empty list or map."""


@dataclass(frozen=True, slots=True)
class Fallback:
    """What takes the place of a bad value of a required property that has a default."""

    value: Any

    def make(self) -> Any:
        """A value of its own for each object."""
        return copy.deepcopy(self.value)


@dataclass(frozen=True, slots=True)
class Within:
    """Bounds of the numbers in a field, where msgspec can't check them itself."""

    low: float | None
    high: float | None

    def check(self, value: Any) -> None:
        """Raise `ValueError` for a number outside the bounds, in lists and maps too."""
        kind = kind_of(value)
        if kind is int or kind is float:
            if self.low is not None and value < self.low:
                raise ValueError(f"expected at least {self.low}")
            if self.high is not None and value > self.high:
                raise ValueError(f"expected at most {self.high}")
        elif kind is list or kind is dict:
            for item in value if kind is list else value.values():
                self.check(item)


Uint64 = Within(None, 2**64 - 1)
"""The range of `format: uint64`; that it isn't negative is a constraint of msgspec's own."""


class Struct(
    msgspec.Struct,
    kw_only=True,
    rename="camel",
    repr_omit_defaults=True,
    forbid_unknown_fields=True,
):
    """An object with the properties that its schema declares; unknown ones are dropped.

    Not by the decoder in C, which would skip them without looking whether they are JSON at all:
    it gives up, and the walk drops them.
    """

    refuses_unknown_: ClassVar[bool] = False
    """Whether the schema allows no other properties (`additionalProperties: false`)."""

    if sys.version_info < (3, 13):

        def __replace__(self, **changes: Any) -> Self:
            return msgspec.structs.replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Slot:
    """A declared field of an `OpenStruct`: its Python name, wire name and default."""

    name: str
    wire: str
    default: Any
    factory: Any

    @property
    def required(self) -> bool:
        """Whether the constructor and the wire must have it."""
        return self.default is NODEFAULT and self.factory is NODEFAULT

    def initial(self) -> Any:
        """The value of a field that was not given."""
        if self.factory is not NODEFAULT:
            return self.factory()
        return copy.copy(self.default)


@dataclass_transform(kw_only_default=True, field_specifiers=(msgspec.field,))
class OpenStruct:
    """An object that a plain struct can't hold: on the wire other keys stand beside its own.

    Keys that it doesn't declare are kept in `extra` and written back as they came; the
    properties of `payload` stand beside its own. A subclass has the one, the other or both.
    """

    __slots__ = ("__dict__",)

    slots_: ClassVar[tuple[Slot, ...]] = ()
    tag_field_: ClassVar[str | None] = None
    tag_: ClassVar[str | None] = None
    catch_all_: ClassVar[bool] = False
    refuses_unknown_: ClassVar[bool] = False
    keeps_: ClassVar[bool] = False
    nested_: ClassVar[bool] = False

    def __init_subclass__(
        cls,
        *,
        tag_field: str | None = None,
        tag: str | None = None,
        catch_all: bool = False,
    ) -> None:
        cls.tag_field_, cls.tag_, cls.catch_all_ = tag_field, tag, catch_all
        names = [
            name
            for name, hint in get_annotations(cls).items()
            if not str(hint).startswith("ClassVar")
        ]
        cls.keeps_, cls.nested_ = "extra" in names, "payload" in names
        cls.slots_ = tuple(_slot(cls, name) for name in names)

    @classmethod
    def is_beside(cls, name: str) -> bool:
        """Whether an attribute stands for other keys, and is no property itself."""
        return (name == "extra" and cls.keeps_) or (name == "payload" and cls.nested_)

    def __init__(self, **values: Any) -> None:
        for slot in self.slots_:
            if slot.name in values:
                self.__dict__[slot.name] = values.pop(slot.name)
            elif slot.required:
                raise TypeError(f"Missing required argument '{slot.name}'")
            else:
                self.__dict__[slot.name] = slot.initial()
        if values:
            raise TypeError(f"Unexpected keyword argument '{next(iter(values))}'")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        held = ((slot, self.__dict__[slot.name]) for slot in self.slots_)
        shown = ", ".join(
            f"{slot.name}={value!r}"
            for slot, value in held
            if slot.required or value != slot.initial()
        )
        return f"{type(self).__name__}({shown})"

    def __replace__(self, **changes: Any) -> Self:
        return type(self)(**{**self.__dict__, **changes})


_FIELD = kind_of(msgspec.field())


def _slot(cls: type, name: str) -> Slot:
    given = cls.__dict__.get(name, NODEFAULT)
    if name in cls.__dict__:
        delattr(cls, name)
    wire, default, factory = None, given, NODEFAULT
    if isinstance(given, _FIELD):
        wire, default, factory = given.name, given.default, given.default_factory
    return Slot(name, wire or camel(name), default, factory)


def camel(name: str) -> str:
    """The wire name of a field that states none: msgspec's own rule for `rename="camel"`."""
    head, *rest = name.split("_")
    return head + "".join(part.title() for part in rest)


def wire_object(value: OpenStruct, payload: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of an open struct on the wire; `payload` are those of its nested value."""
    found: dict[str, Any] = {}
    if value.tag_field_ is not None and value.tag_ is not None:
        found[value.tag_field_] = value.tag_
    for slot in value.slots_:
        held = value.__dict__[slot.name]
        if slot.name == "extra" and value.keeps_:
            found = {**held, **found}
        elif slot.name == "payload" and value.nested_:
            found = {**payload, **found}
        elif held is not UNSET:
            found[slot.wire] = held
    return found
