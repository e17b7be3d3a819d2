"""Constraint rows of a schema node, and tables padded to their columns.

For maintainers: schema-docs §7.3 and §7.4. The rows come from the node itself, never from behind
a reference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from codegen.targets.mdx.document import (
    Node,
    alternatives,
    as_node,
    as_text,
    is_null,
    type_names,
)
from codegen.targets.mdx.text import compact_json, width
from codegen.targets.mdx.view import Table

_VALUES = (
    ("default", "Default"),
    ("minimum", "Minimum"),
    ("maximum", "Maximum"),
    ("minLength", "Min length"),
    ("maxLength", "Max length"),
    ("pattern", "Pattern"),
)
_MORE_VALUES = (
    ("exclusiveMinimum", "Above"),
    ("exclusiveMaximum", "Below"),
    ("multipleOf", "Multiple of"),
    ("minItems", "Min items"),
    ("maxItems", "Max items"),
    ("uniqueItems", "Unique items"),
    ("minProperties", "Min keys"),
    ("maxProperties", "Max keys"),
)
_TEXTS = (
    ("format", "Format"),
    ("contentEncoding", "Content encoding"),
    ("contentMediaType", "Content media type"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One constraint: its label and its value as finished code."""

    label: str
    value: str


def upstream_rows(node: Node) -> tuple[Row, ...]:
    """The rows the reference pages show, in their order."""
    return _rows(node, _VALUES, lambda value: f"`{value}`")


def full_rows(node: Node, code: Callable[[str], str]) -> tuple[Row, ...]:
    """Those rows, the keywords left out there, and those of inline items or a nullable's arm."""
    rows = _rows(node, _VALUES + _MORE_VALUES, code)
    items = as_node(node.get("items"))
    if "array" in type_names(node) and "$ref" not in items:
        inner = _rows(items, _VALUES[1:] + _MORE_VALUES, code)
        rows += tuple(
            Row(f"Item {row.label[0].lower()}{row.label[1:]}", row.value) for row in inner
        )
    members = alternatives(node)
    others = [arm for arm in members if not is_null(arm)]
    if len(others) == 1 and len(members) == 2 and "$ref" not in others[0]:
        rows += full_rows(others[0], code)
    return rows


def _rows(
    node: Node, keywords: Sequence[tuple[str, str]], code: Callable[[str], str]
) -> tuple[Row, ...]:
    rows = [Row(name, code(compact_json(node[key]))) for key, name in keywords if key in node]
    if "string" in type_names(node):
        for key, label in _TEXTS:
            given = as_text(node.get(key))
            if given is not None:
                rows.append(Row(label, code(given)))
    return tuple(rows)


def aligned(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table with every cell padded to its column, at least three columns wide."""
    columns = [
        max(3, *(width(row[index]) for row in (header, *rows))) for index in range(len(header))
    ]
    return Table(
        _padded(header, columns),
        tuple("-" * size for size in columns),
        tuple(_padded(row, columns) for row in rows),
    )


def _padded(row: Sequence[str], columns: Sequence[int]) -> tuple[str, ...]:
    return tuple(text + " " * (size - width(text)) for text, size in zip(row, columns, strict=True))
