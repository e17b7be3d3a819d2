"""A schema document -> wire values, leniently: what can't be read is kept as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from codegen.diff.algebra import both, either
from codegen.diff.keywords import TYPES, asserting_keywords, kinds_of, of_kind, unread
from codegen.diff.objects import object_value
from codegen.diff.scalars import listed, number_rest, string_rest
from codegen.diff.wire import ANY, Items, Scalars, Use, Value
from codegen.source import Node, SchemaDocument


class Wire:
    """The wire values of one document, read on demand and once."""

    def __init__(self, document: SchemaDocument) -> None:
        self.document = document
        self._values: dict[str, Value] = {}
        self._uses: dict[Use, Value] = {}
        self._open: set[str] = set()
        self._nodes: dict[str, Node] = {}

    @cached_property
    def definitions(self) -> Mapping[str, str]:
        """Definition -> pointer, in the order of the file."""
        return {name: node.pointer for name, node in self.document.definitions()}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Pointer -> definition."""
        return {pointer: name for name, pointer in self.definitions.items()}

    def node(self, pointer: str) -> Node:
        """The schema at a pointer; `true` counts as the empty schema."""
        found = self._nodes.get(pointer)
        if found is None:
            found = self._nodes[pointer] = self._find(pointer)
        return found

    def _find(self, pointer: str) -> Node:
        value: Any = self.document.root
        for token in pointer.split("/")[1:]:
            key = token.replace("~1", "/").replace("~0", "~")
            value = value[int(key)] if isinstance(value, list) else value[key]
        return Node(self.document, pointer, value if isinstance(value, dict) else {})

    def settle(self, uses: Use) -> Use:
        """The same use with references followed as far as they say nothing of their own."""
        settled = tuple(dict.fromkeys(self._settle(pointer) for pointer in uses))
        return tuple(pointer for pointer in settled if not self.value((pointer,)).any)

    def _settle(self, pointer: str) -> str:
        seen = {pointer}
        while (target := self.alias(self.node(pointer))) is not None and target not in seen:
            seen.add(target)
            pointer = target
        return pointer

    def alias(self, node: Node) -> str | None:
        """Where a schema that only refers leads: `$ref`, or a wrapper around one schema."""
        asserting = asserting_keywords(node)
        if asserting == {"$ref"}:
            target = self.target(node)
            return None if target is None else target.pointer
        for keyword in ("allOf", "anyOf", "oneOf"):
            if asserting in ({keyword}, {keyword, "type"}) and len(node.get(keyword)) == 1:
                child = node.children(keyword)[0]
                if "type" not in asserting or self._has_type(child, node.get("type")):
                    return child.pointer
        return None

    def _has_type(self, node: Node, kind: object) -> bool:
        return self.value((node.pointer,)).kinds == {kind} and not self.value((node.pointer,)).null

    def without_null(self, uses: Use) -> Use:
        """The one branch beside null that a use consists of; the use itself otherwise."""
        if len(uses) != 1 or not self.value(uses).null:
            return uses
        node = self.node(uses[0])
        for keyword in ("anyOf", "oneOf"):
            if asserting_keywords(node) == {keyword}:
                arms = node.children(keyword)
                inner = [(arm.pointer,) for arm in arms if arm.get("type") != "null"]
                if len(inner) == 1 and len(arms) == 2 and not self.value(inner[0]).null:
                    return inner[0]
        return uses

    def target(self, node: Node) -> Node | None:
        """What a `$ref` leads to; `None` for one that leads out of the file."""
        ref = node.get("$ref")
        pointer = ref[1:] if isinstance(ref, str) and ref.startswith("#") else None
        if pointer is None:
            return None
        return self.node(pointer)

    def value(self, uses: Use) -> Value:
        """Everything that the schemas at these pointers accept together."""
        found = self._uses.get(uses)
        if found is None:
            found = self._uses[uses] = both(self._at(pointer) for pointer in uses)
        return found

    def _at(self, pointer: str) -> Value:
        if pointer in self._values:
            return self._values[pointer]
        if pointer in self._open:  # a circle of references without structure says nothing
            return ANY
        self._open.add(pointer)
        try:
            found = self._read(self.node(pointer))
        finally:
            self._open.discard(pointer)
        self._values[pointer] = found
        return found

    def _read(self, node: Node) -> Value:
        parts = [self._own(node)]
        target = self.target(node) if "$ref" in node else None
        if target is not None:
            parts.append(self._named(target, self._at(target.pointer)))
        parts += [self._named(part, self._at(part.pointer)) for part in node.children("allOf")]
        for keyword in ("anyOf", "oneOf"):
            arms = node.children(keyword)
            if arms:
                parts.append(either(self._arm(arm) for arm in arms))
        return both(parts)

    def _arm(self, arm: Node) -> Value:
        value = self._at(arm.pointer)
        # A branch that is nothing but a choice is spelling: its own branches stand for it.
        if value.any or arm.schema.keys() in ({"anyOf"}, {"oneOf"}):
            return value
        title = arm.get("title")
        return replace(
            value,
            objects=tuple(
                replace(
                    part, at=arm.pointer, arms=(arm.pointer, *part.arms), title=title or part.title
                )
                for part in value.objects
            ),
        )

    def _named(self, target: Node, value: Value) -> Value:
        name = self.names.get(target.pointer)
        if name is None or value.any:
            return value
        return replace(
            value,
            objects=tuple(replace(part, names=(name, *part.names)) for part in value.objects),
        )

    def _own(self, node: Node) -> Value:
        kinds = set(kinds_of(node))
        if "const" in node or "enum" in node:
            values = [node.get("const")] if "const" in node else node.get("enum")
            return listed(node, [value for value in values if of_kind(value, kinds)])
        if kinds == {*TYPES} and not unread(node) and "not" not in node:
            return ANY
        numeric = kinds & {"integer", "number"}
        return Value(
            null="null" in kinds,
            booleans=frozenset({True, False}) if "boolean" in kinds else frozenset(),
            strings=Scalars({}, (string_rest(node, unread(node)),)) if "string" in kinds else None,
            numbers=Scalars({}, (number_rest(node, min(numeric, default=""), unread(node)),))
            if numeric
            else None,
            arrays=(self._items(node),) if "array" in kinds else (),
            objects=(object_value(node, unread(node)),) if "object" in kinds else (),
        )

    @staticmethod
    def _items(node: Node) -> Items:
        items: Use = (f"{node.pointer}/items",) if isinstance(node.get("items"), dict) else ()
        prefix = tuple((part.pointer,) for part in node.children("prefixItems"))
        low, high = node.get("minItems"), node.get("maxItems")
        # `minItems: 0` says nothing.
        return Items(items, node.pointer, low or None, high, prefix, unread(node))
