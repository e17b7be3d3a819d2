"""Read-only access to a parsed schema: definitions, references, arms, links rewritten.

For maintainers: the one module that turns `object` into typed values. A node that is no JSON
object (`true`, a number) reads as the empty schema; nothing here raises on odd input.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Node: TypeAlias = Mapping[str, object]

_PREFIX = "#/$defs/"
_EMPTY: Node = {}


@dataclass(frozen=True, slots=True)
class Document:
    """A schema with its links rewritten; `definitions` keeps the order of the file."""

    root: Node
    definitions: Mapping[str, Node]

    def target(self, node: Node) -> Node | None:
        """The definition behind `$ref`, or None if there is no such definition."""
        name = reference(node)
        return None if name is None else self.definitions.get(name)


def read_document(root: Node, rewrites: Sequence[tuple[str, str]]) -> Document:
    """Apply `rewrites` to every string value of `root` (schema-docs §12) and index `$defs`."""
    rules = [(re.compile(pattern), replacement) for pattern, replacement in rewrites]
    rewritten = _rewritten(root, rules) if rules else root
    tree = as_node(rewritten)
    definitions = as_node(tree.get("$defs"))
    return Document(tree, {name: as_node(node) for name, node in definitions.items()})


def _rewritten(value: object, rules: list[tuple[re.Pattern[str], str]]) -> object:
    match value:
        case str():
            for pattern, replacement in rules:
                value = pattern.sub(replacement, value)
            return value
        case Mapping():
            return {key: _rewritten(item, rules) for key, item in value.items()}
        case list() | tuple():
            return [_rewritten(item, rules) for item in value]
        case _:
            return value


def as_node(value: object) -> Node:
    """`value` as a schema node; anything but a JSON object is the empty schema."""
    return value if isinstance(value, Mapping) else _EMPTY


def as_list(value: object) -> Sequence[object] | None:
    """`value` if it is a JSON array, else None."""
    return value if isinstance(value, (list, tuple)) else None


def as_text(value: object) -> str | None:
    """`value` if it is a string, else None."""
    return value if isinstance(value, str) else None


def arms(node: Node, keyword: str) -> tuple[Node, ...] | None:
    """The members of `anyOf`, `oneOf` or `allOf`, or None if the keyword holds no array."""
    members = as_list(node.get(keyword))
    return None if members is None else tuple(as_node(member) for member in members)


def alternatives(node: Node) -> tuple[Node, ...]:
    """All `anyOf` arms, then all `oneOf` arms."""
    return (*(arms(node, "anyOf") or ()), *(arms(node, "oneOf") or ()))


def reference(node: Node) -> str | None:
    """The name behind `$ref`: without the `$defs` prefix, or the whole string."""
    target = as_text(node.get("$ref"))
    return None if target is None else target.removeprefix(_PREFIX)


def wrapped_reference(node: Node) -> str | None:
    """The name behind `$ref`, or behind the `$ref` of a one-element `allOf`."""
    direct = reference(node)
    if direct is not None:
        return direct
    wrapper = arms(node, "allOf")
    return reference(wrapper[0]) if wrapper is not None and len(wrapper) == 1 else None


def properties(node: Node) -> Mapping[str, Node]:
    """The declared properties of an object schema, in file order."""
    return {name: as_node(value) for name, value in as_node(node.get("properties")).items()}


def required(node: Node) -> tuple[str, ...]:
    """The names under `required`."""
    return tuple(name for name in as_list(node.get("required")) or () if isinstance(name, str))


def is_null(node: Node) -> bool:
    """Whether the node is exactly the null type."""
    return node.get("type") == "null"


def restricts(node: Node) -> bool:
    """Whether a node says anything about values; one that does not takes every value."""
    return any(
        not key.startswith("x-") and key not in ("description", "title", "default", "examples")
        for key in node
    )


def type_names(node: Node) -> tuple[str, ...]:
    """The type keyword as a tuple: empty if absent, one name, or the listed names."""
    single = as_text(node.get("type"))
    if single is not None:
        return (single,)
    return tuple(name for name in as_list(node.get("type")) or () if isinstance(name, str))
