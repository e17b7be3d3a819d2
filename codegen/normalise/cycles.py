"""Definitions that consist of nothing but references to each other describe no value at all."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.model import Model, Nullable, Ref, Shape, Union
from codegen.source import SchemaDocument


def refuse_empty_cycles(model: Model, document: SchemaDocument) -> None:
    """Raises `InputError` where following references leads back without any structure."""
    settled: set[str] = set()
    for start in model.definitions:
        trail: list[tuple[str, Iterator[str]]] = [(start, _next(model, start))]
        open_names = {start}
        while trail:
            name, targets = trail[-1]
            target = next(targets, None)
            if target is None:
                trail.pop()
                open_names.discard(name)
                settled.add(name)
            elif target in open_names:
                circle = " -> ".join([*(entry[0] for entry in trail), target])
                raise document.error(
                    model.definitions[target].at,
                    f"a circle of references with no structure: {circle}",
                    "give one of them a type",
                    "empty-circle",
                )
            elif target not in settled:
                open_names.add(target)
                trail.append((target, _next(model, target)))


def _next(model: Model, name: str) -> Iterator[str]:
    return iter([*_transparent(model.definitions[name].shape)])


def _transparent(shape: Shape) -> Iterator[str]:
    match shape:
        case Ref(name=name):
            yield name
        case Nullable(inner=inner):
            yield from _transparent(inner)
        case Union(variants=variants):
            for variant in variants:
                yield from _transparent(variant.nested or variant.shape)
