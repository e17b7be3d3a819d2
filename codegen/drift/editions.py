"""A schema as documents are checked against it: its model, its names, its validators."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

from codegen.drift.shapes import Form, forms_of
from codegen.model import Const, Enum, Method, Model, Nullable, Ref, Shape, Struct, Union
from codegen.model.model import parts
from codegen.source import SchemaDocument


@dataclass(frozen=True)
class Edition:
    """A schema under the name that documents and directives know it by."""

    name: str
    document: SchemaDocument
    model: Model

    def forms(self, shape: Shape) -> tuple[Form, ...]:
        """Every form that an object of a shape can have; () where it is no object."""
        if isinstance(shape, Ref):
            if shape.name not in self._forms:
                self._forms[shape.name] = forms_of(self.model, shape)
            return self._forms[shape.name]
        return forms_of(self.model, shape)

    def forms_by_name(self, definition: str) -> tuple[Form, ...]:
        """The forms of a definition."""
        return self.forms(Ref(definition))

    @cached_property
    def _forms(self) -> dict[str, tuple[Form, ...]]:
        return {}

    @cached_property
    def _validators(self) -> dict[str, Validator]:
        return {}

    def validator(self, definition: str) -> Validator:
        """A validator of one definition (never of the root, which accepts any message)."""
        if definition not in self._validators:
            keyword = self.document.dialect.definitions
            root: Mapping[str, Any] = self.document.root
            schema = (
                {"$ref": f"#/{keyword}/{definition}", keyword: root[keyword]}
                if definition in root.get(keyword, {})
                else root
            )
            self._validators[definition] = Draft202012Validator(schema)
        return self._validators[definition]

    @cached_property
    def methods(self) -> Mapping[str, Sequence[Method]]:
        """Method name -> its methods (one for each side that handles it)."""
        found: dict[str, list[Method]] = defaultdict(list)
        for method in self.model.methods:
            found[method.name].append(method)
        return dict(found)

    def keys(self, definition: str) -> frozenset[str]:
        """Every key that an object of a definition can have."""
        forms = self.forms(Ref(definition))
        return frozenset(key for form in forms for key in form.keys)

    @cached_property
    def definitions_by_key(self) -> Mapping[str, Sequence[str]]:
        """Key -> the definitions whose objects can have it, in the order of the file."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in self.definitions:
            for key in self.keys(name):
                found[key].append(name)
        return dict(found)

    @cached_property
    def forms_by_tag(self) -> Mapping[str, Sequence[Form]]:
        """Tag -> the forms that it marks."""
        found: dict[str, list[Form]] = defaultdict(list)
        for name in self.definitions:
            for form in self.forms_by_name(name):
                if form.tags and form.tags[0][1] is not None:
                    found[form.tags[0][1]].append(form)
        return dict(found)

    @cached_property
    def names(self) -> Names:
        """Every name of the schema."""
        return collect_names(self.model)

    @cached_property
    def definitions(self) -> Sequence[str]:
        """The definitions that are not only joints of JSON-RPC messages."""
        return [name for name, found in self.model.definitions.items() if not found.envelope]


@dataclass(frozen=True)
class Names:
    """The names of a schema by kind; properties, tags and values lead to where they occur."""

    definitions: frozenset[str]
    properties: Mapping[str, frozenset[str]]
    tags: Mapping[str, frozenset[str]]
    values: Mapping[str, frozenset[str]]
    methods: frozenset[str]

    def __contains__(self, name: str) -> bool:
        return (
            name in self.definitions
            or name in self.properties
            or name in self.tags
            or name in self.values
            or name in self.methods
        )

    @cached_property
    def all(self) -> frozenset[str]:
        """Every name of any kind."""
        return frozenset(
            {*self.definitions, *self.properties, *self.tags, *self.values, *self.methods}
        )


def collect_names(model: Model) -> Names:
    """Every name that a model knows."""
    properties: dict[str, set[str]] = defaultdict(set)
    tags: dict[str, set[str]] = defaultdict(set)
    values: dict[str, set[str]] = defaultdict(set)
    for name, definition in model.definitions.items():
        stack: list[tuple[Shape, str]] = [(definition.shape, name)]
        while stack:
            shape, owner = stack.pop()
            match shape:
                case Struct(fields=fields):
                    for field in fields:
                        properties[field.wire].add(owner)
                        stack.append((field.shape, f"{owner}.{field.wire}"))
                case Union(tag=tag, variants=variants, shared=shared):
                    for field in shared:
                        properties[field.wire].add(owner)
                    for variant in variants:
                        if tag and variant.tag is not None:
                            properties[tag].add(owner)
                            tags[variant.tag].add(variant.payload or owner)
                        inner = variant.payload or owner
                        stack.append((variant.shape, inner))
                        if variant.nested is not None:
                            stack.append((variant.nested, inner))
                case Enum(members=members):
                    for member in members:
                        values[str(member.value)].add(owner)
                case Const(value=value) if isinstance(value, str):
                    values[value].add(owner)
                case Nullable(inner=within):
                    stack.append((within, owner))
                case _:
                    stack += [(part, owner) for part in parts(shape)]
    return Names(
        frozenset(model.definitions),
        {key: frozenset(owners) for key, owners in properties.items()},
        {key: frozenset(owners) for key, owners in tags.items()},
        {key: frozenset(owners) for key, owners in values.items()},
        frozenset(method.name for method in model.methods),
    )
