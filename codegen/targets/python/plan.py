"""What a module of bindings will contain, with every name decided: the input of the printers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from codegen.model import Field, Model, Shape, Struct, Union


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """An attribute of a class.

    `default` is a Python expression (`factory`: to be evaluated for each object); `None`
    where the constructor needs the argument. `may_be_unset` says that a required property is
    absent when its value was bad.
    """

    name: str
    field: Field
    default: str | None
    factory: bool = False
    markers: tuple[str, ...] = ()
    may_be_unset: bool = False


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """A class to print. `open` chooses the base that keeps other keys beside its own."""

    name: str
    struct: Struct
    fields: tuple[FieldPlan, ...]
    open: bool
    base: str | None = None
    tag_field: str | None = None
    tag_name: str | None = None
    tag: str | None = None
    catch_all: bool = False
    nested: Shape | None = None
    keeps: Shape | None = None
    checks: tuple[tuple[str, str], ...] = ()
    description: str | None = None


@dataclass(frozen=True, slots=True)
class BranchPlan:
    """A branch of a union: the type it decodes to, and the tag that leads to it."""

    shape: Shape | str
    tag: str | None


@dataclass(frozen=True, slots=True)
class UnionPlan:
    """A union to print. `in_c` are the members that msgspec decodes in one pass; () for none."""

    name: str
    union: Union
    branches: tuple[BranchPlan, ...]
    in_c: tuple[str, ...]
    tag_shape: Field | None
    description: str | None


@dataclass(frozen=True, slots=True)
class AliasPlan:
    """A name for another type."""

    name: str
    shape: Shape
    description: str | None


@dataclass(frozen=True, slots=True)
class ModulePlan:
    """Everything in one module. `names` leads from names of the model to Python names."""

    model: Model
    names: Mapping[str, str]
    classes: tuple[ClassPlan, ...]
    unions: tuple[UnionPlan, ...]
    aliases: tuple[AliasPlan, ...]
    by_hand: frozenset[str]

    def public(self) -> dict[str, str]:
        """Definition -> Python name, sorted by definition."""
        return {name: self.names[name] for name in sorted(self.model.definitions)}
