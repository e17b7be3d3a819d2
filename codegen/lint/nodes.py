"""Every subschema of a document, with what is expected of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codegen.source import Node, SchemaDocument


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A subschema; `inherited` are the properties that `required` may name without declaring."""

    node: Node
    needs_description: bool
    inherited: frozenset[str] = frozenset()


def nodes(document: SchemaDocument) -> Iterator[PlacedNode]:
    """Definitions, properties, branches and what they hold, in the order of the file.

    A description belongs on definitions, properties and the branches of a choice; wrappers
    (`allOf`, the null of "X or null", items, the inside of `not`) need none.
    """
    root = document.node
    yield PlacedNode(root, False)
    for keyword in ("anyOf", "oneOf"):
        for arm in root.children(keyword):
            yield from _below(arm, False)
    yield from _properties(root)
    for _, node in document.definitions():
        yield from _below(node, True)


def _below(
    node: Node, described: bool, inherited: frozenset[str] = frozenset()
) -> Iterator[PlacedNode]:
    own = frozenset(node.get("properties", {}))
    taken = frozenset(
        wire
        for part in node.children("allOf")
        if "$ref" in part
        for wire in part.target().get("properties", {})
    )
    yield PlacedNode(node, described, inherited | taken)
    yield from _properties(node)
    for keyword in ("anyOf", "oneOf"):
        arms = node.children(keyword)
        choice = [arm for arm in arms if arm.get("type") != "null"]
        for arm in arms:
            is_branch = len(choice) > 1 or "const" in arm
            yield from _below(arm, is_branch and arm in choice, inherited | own | taken)
    for part in node.children("allOf"):
        if "$ref" not in part:
            yield from _below(part, False, inherited | own)
    for keyword in ("items", "additionalProperties"):
        if isinstance(node.get(keyword), dict):
            yield from _below(node.child(keyword), False)


def _properties(node: Node) -> Iterator[PlacedNode]:
    for part in node.named("properties").values():
        yield from _below(part, True)
