"""One definition as blocks: heading, text, body by its shape, remarks.

For maintainers: schema-docs §5, §7, §8 and §9, shared by both profiles; whatever differs is asked
of the dialect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codegen.targets.mdx.dialect import Dialect
from codegen.targets.mdx.document import (
    Document,
    Node,
    alternatives,
    arms,
    as_list,
    as_node,
    as_text,
    properties,
    required,
)
from codegen.targets.mdx.tables import aligned
from codegen.targets.mdx.text import compact_json
from codegen.targets.mdx.unions import read_arm, single_arm
from codegen.targets.mdx.view import Block, FieldBlock, Heading, Label, Prose

_FORMATTED = ("integer", "number", "string")


def type_section(document: Document, dialect: Dialect, name: str, marks: str) -> Iterator[Block]:
    """The blocks of definition `name` under a heading of level `marks`."""
    node = document.definitions[name]
    yield Heading(marks, dialect.name(name), dialect.heading_attribute, dialect.type_anchor(name))
    yield from prose(dialect.definition_text(node))
    yield from dialect.direction(name)
    yield from _body(document, dialect, node)


def prose(text: str | None) -> Iterator[Block]:
    """A finished text as a block, nothing if it is empty or absent."""
    if text:
        yield Prose(text)


def _body(document: Document, dialect: Dialect, node: Node) -> Iterator[Block]:
    if arms(node, "oneOf") is not None or arms(node, "anyOf") is not None:
        only = single_arm(document, node)
        if only is None:
            yield from _union(document, dialect, node)
        else:
            yield from _only_arm(document, dialect, node, *only)
    elif "enum" in node:
        yield Label("Type", "Enumeration")
        yield from _values(dialect, "Value", as_list(node["enum"]) or ())
    elif "properties" in node:
        yield from _object(dialect, node)
        yield from dialect.object_remarks(node)
    elif as_text(node.get("type")) is not None:
        yield from _simple(dialect, node)
    else:
        yield from dialect.bodyless(node)


def _only_arm(
    document: Document, dialect: Dialect, node: Node, arm: Node, merged: Node
) -> Iterator[Block]:
    yield from prose(dialect.definition_text(arm))
    if "properties" in merged:
        yield from _object(dialect, merged)
        yield from dialect.joined(read_arm(document, arm))
    elif as_text(merged.get("type")) is not None:
        yield from _simple(dialect, merged)
    else:
        yield from _union(document, dialect, node)


def _object(dialect: Dialect, node: Node) -> Iterator[Block]:
    yield Label("Type", "Object")
    held = properties(node)
    if not held:
        yield Prose("_No properties defined_")
        return
    yield Label("Properties")
    yield FieldBlock(dialect.fields(held, required(node)))


def _simple(dialect: Dialect, node: Node) -> Iterator[Block]:
    name = as_text(node.get("type")) or ""
    given = as_text(node.get("format"))
    shown = f"{name} ({given})" if given is not None and name in _FORMATTED else name
    yield Label("Type", dialect.code(shown))
    rows = dialect.rows(node)
    if len(rows) == 1:
        yield Label(rows[0].label, rows[0].value)
    elif rows:
        cells = [(row.label, dialect.cell(row.value)) for row in rows]
        yield aligned(("Constraint", "Value"), cells)
    values = as_list(node.get("enum"))
    if values is not None:
        yield from _values(dialect, "Allowed Values", values)


def _values(dialect: Dialect, title: str, values: Sequence[object]) -> Iterator[Block]:
    rows = [(dialect.cell(dialect.code(compact_json(value))),) for value in values]
    yield aligned((title,), rows)


def _union(document: Document, dialect: Dialect, node: Node) -> Iterator[Block]:
    yield Label("Type", "Union")
    yield from dialect.union_remarks(node)
    tag = as_node(node.get("discriminator")).get("propertyName")
    shared = {name: value for name, value in properties(node).items() if name != tag}
    if shared:
        yield Label("Shared properties")
        yield FieldBlock(dialect.fields(shared, required(node)))
    if shared or (arms(node, "anyOf") is not None and arms(node, "oneOf") is not None):
        yield Label("Variants")
    for arm in alternatives(node):
        yield dialect.variant(read_arm(document, arm))
