"""What a reader does with a malformed value of a field, in one short sentence.

For maintainers: docs/schema-pages.md and the decoding rules it points to. Everything follows from
the field's shape, whether it is required, and its three `x-deserialize-*` annotations; there is
no list of fields. A field without an annotation gets no sentence: a bad value there is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from codegen.targets.mdx.document import (
    Document,
    Node,
    alternatives,
    as_node,
    is_null,
    restricts,
    type_names,
    wrapped_reference,
)
from codegen.targets.mdx.text import compact_json

ON_ERROR = "x-deserialize-default-on-error"
SKIP_ITEMS = "x-deserialize-skip-invalid-items"
ON_NULL = "x-deserialize-default-on-null"


@dataclass(frozen=True, slots=True)
class Fallback:
    """What a malformed value turns into: `value` is JSON, or None for "as if left out"."""

    value: str | None


def fallback(node: Node) -> Fallback:
    """The schema's default, else `[]` for an array, else `{}` for a map, else absent."""
    if "default" in node:
        return Fallback(compact_json(node["default"]))
    if node.get("type") == "array":
        return Fallback("[]")
    return Fallback("{}") if _is_map(node) else Fallback(None)


def tolerance(
    document: Document, node: Node, required: bool, code: Callable[[str], str]
) -> str | None:
    """The sentence for one field; None if it is not annotated or no value can be malformed."""
    on_error, on_null = node.get(ON_ERROR) is True, node.get(ON_NULL) is True
    skips = node.get(SKIP_ITEMS) is True
    if not (on_error or on_null or skips) or _takes_anything(document, node):
        return None
    clauses: list[str] = []
    null = code("null")
    takes_null = _takes_null(document, node, set()) and not on_null
    if on_error:
        clauses.append(_becomes(fallback(node), code))
        if not takes_null and not on_null:
            clauses[0] += f", as is {null}"
    elif skips:
        clauses.append("what is no list is an error")
    if on_null:
        clauses.append(f"{null} is read as {code(_empty(node))}")
        if not on_error:
            clauses.append("anything else is an error")
    if takes_null and not _names_null(node):
        clauses.append(f"{null} is valid")
    if skips:
        clauses.append("malformed items are dropped")
    elif on_error and "array" in type_names(node):
        clauses.append("one malformed item makes the whole list malformed")
    elif on_error and _is_map(node) and as_node(node.get("additionalProperties")):
        clauses.append("one malformed entry makes the whole map malformed")
    if required:
        clauses.append("leaving the field out is an error")
    return "; ".join(clauses) + "."


def _becomes(found: Fallback, code: Callable[[str], str]) -> str:
    return "read as if absent" if found.value is None else f"read as {code(found.value)}"


def _empty(node: Node) -> str:
    return "[]" if "array" in type_names(node) else "{}"


def _is_map(node: Node) -> bool:
    return node.get("type") == "object" and node.get("additionalProperties", False) is not False


def _takes_null(document: Document, node: Node, seen: set[str]) -> bool:
    """Whether `null` is a value of the shape, also behind references; `seen` ends circles."""
    if "null" in type_names(node):
        return True
    name = wrapped_reference(node)
    if name is not None:
        target = document.definitions.get(name)
        if target is None or name in seen:
            return False
        seen.add(name)
        return _takes_null(document, target, seen)
    return any(_takes_null(document, arm, seen) for arm in alternatives(node))


def _names_null(node: Node) -> bool:
    """Whether the field's printed type says that `null` is a value."""
    return "null" in type_names(node) or any(map(is_null, alternatives(node)))


def _takes_anything(document: Document, node: Node) -> bool:
    """Whether no value can be malformed: nothing in the node, or behind it, restricts it."""
    name = wrapped_reference(node)
    if name is not None:
        return not restricts(document.definitions.get(name, {"type": "object"}))
    return not restricts(node)
