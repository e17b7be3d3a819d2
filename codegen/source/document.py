"""A parsed schema file and its nodes; a node knows its JSON Pointer, so every error has a place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from codegen.errors import InputError, Place, escape_token, unescape_token
from codegen.source.dialects import Dialect
from codegen.source.positions import Positions


@dataclass(frozen=True)
class SchemaDocument:
    """One schema file: its name for messages, its text, its parsed root and its dialect."""

    file: str
    text: str
    root: Mapping[str, Any]
    dialect: Dialect

    @cached_property
    def positions(self) -> Positions:
        """Where every value of the file stands; scanned on first use (for messages only)."""
        return Positions(self.text)

    def place(self, pointer: str) -> Place:
        """File, line and column of the value at a JSON Pointer."""
        line, column = self.positions.of(pointer)
        return Place(self.file, line, column, pointer)

    def error(
        self, pointer: str, what: str, cure: str = "", rule: str = "invalid-schema"
    ) -> InputError:
        """An `InputError` about the value at a JSON Pointer."""
        return InputError(what, at=self.place(pointer), cure=cure, rule=rule)

    @property
    def node(self) -> Node:
        """The root schema."""
        return Node(self, "", self.root)

    def definitions(self) -> Iterator[tuple[str, Node]]:
        """The named definitions, in the order of the file."""
        keyword = self.dialect.definitions
        for name, schema in self.root.get(keyword, {}).items():
            yield name, Node(self, f"/{keyword}/{escape_token(name)}", _as_object(schema))

    @property
    def definition_names(self) -> Collection[str]:
        """The names of all definitions."""
        names: Collection[str] = self.root.get(self.dialect.definitions, {}).keys()
        return names

    def definition_name(self, ref: str) -> str | None:
        """The definition that a checked `$ref` names; `None` for a reference to the root."""
        if ref == "#":
            return None
        return unescape_token(ref.removeprefix(f"#/{self.dialect.definitions}/"))


@dataclass(frozen=True, slots=True)
class Node:
    """A subschema: its document, its JSON Pointer, its keywords."""

    document: SchemaDocument
    pointer: str
    schema: Mapping[str, Any]

    def __contains__(self, keyword: str) -> bool:
        return keyword in self.schema

    def get(self, keyword: str, default: Any = None) -> Any:
        """The value of a keyword."""
        return self.schema.get(keyword, default)

    def child(self, keyword: str) -> Node:
        """The subschema under a keyword such as `items`."""
        schema = self.schema[keyword]
        return Node(self.document, f"{self.pointer}/{escape_token(keyword)}", _as_object(schema))

    def children(self, keyword: str) -> tuple[Node, ...]:
        """The subschemas of a keyword that holds an array, such as `anyOf`; () without it."""
        return tuple(
            Node(self.document, f"{self.pointer}/{keyword}/{index}", _as_object(schema))
            for index, schema in enumerate(self.schema.get(keyword, ()))
        )

    def named(self, keyword: str) -> dict[str, Node]:
        """The subschemas of a keyword that holds an object, such as `properties`."""
        return {
            name: Node(
                self.document,
                f"{self.pointer}/{keyword}/{escape_token(name)}",
                _as_object(schema),
            )
            for name, schema in self.schema.get(keyword, {}).items()
        }

    def target(self) -> Node:
        """The schema that this node's `$ref` names (the reference has been checked)."""
        name = self.document.definition_name(self.schema["$ref"])
        if name is None:
            return self.document.node
        keyword = self.document.dialect.definitions
        schema = self.document.root[keyword][name]
        return Node(self.document, f"/{keyword}/{escape_token(name)}", _as_object(schema))

    def error(self, what: str, cure: str = "", rule: str = "unsupported-form") -> InputError:
        """An `InputError` about this node; without a `rule` it counts as a form not supported."""
        return self.document.error(self.pointer, what, cure, rule)


def _as_object(schema: Any) -> Mapping[str, Any]:
    # `true` accepts everything, as `{}` does; `false` is refused by the keyword check.
    return {} if schema is True else schema
