"""A whole schema as a value: its definitions by name and its methods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from codegen.model.methods import Method
from codegen.model.shapes import Array, Field, Map, Nullable, Ref, Shape, Struct, Union


@dataclass(frozen=True, slots=True)
class Definition:
    """An entry of `$defs`, or the root where it is a type of its own.

    `envelope` marks the definitions that only join messages for JSON-RPC (`x-docs-ignore`).
    """

    name: str
    shape: Shape
    at: str
    description: str | None = None
    envelope: bool = False


@dataclass(frozen=True, slots=True)
class Model:
    """Definitions in the order of the file, and methods sorted by side and name.

    `error` names the definition of JSON-RPC errors in responses; `batches` tells whether the root
    lists JSON-RPC batches.
    """

    title: str
    definitions: Mapping[str, Definition]
    methods: tuple[Method, ...]
    error: str | None = None
    batches: bool = False

    def resolve(self, shape: Shape) -> Shape:
        """The shape behind references (a chain of aliases always ends: cycles were refused)."""
        while isinstance(shape, Ref):
            shape = self.definitions[shape.name].shape
        return shape

    def fields(self, shape: Shape) -> tuple[Field, ...]:
        """The declared properties of a struct (behind references); () for everything else."""
        found = self.resolve(shape)
        return found.fields if isinstance(found, Struct) else ()


def parts(shape: Shape) -> Iterator[Shape]:
    """The shapes directly inside a shape."""
    match shape:
        case Array(items=inner) | Map(values=inner) | Nullable(inner=inner):
            yield inner
        case Struct(fields=fields, extra_values=extra):
            yield from (field.shape for field in fields)
            yield extra
        case Union(variants=variants):
            yield from (variant.shape for variant in variants)
        case _:
            return
