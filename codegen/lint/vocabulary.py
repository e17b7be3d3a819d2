"""The names that a description may refer to in backticks, and whether a reference leads somewhere.

For maintainers: only code that looks like a name or a path of names counts as a reference
(`sessionId`, `session.mcp.http`, `session/prompt`, `terminal/*`); any other code is an example.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from codegen.source import Node, SchemaDocument
from codegen.source.keywords import SUBSCHEMA

_NAME = r"[A-Za-z_$][\w$-]*"
_REFERENCE = re.compile(rf"{_NAME}(?:\.{_NAME})*|{_NAME}(?:/[\w$-]+)*(?:/\*)?")
_WORD = re.compile("[a-z]{2}")  # not `N`, `USD` or `WIDTHxHEIGHT`
_WORDS = frozenset(("true", "false", "null"))
_TYPES = frozenset(("string", "number", "integer", "boolean", "object", "array"))
_MEDIA = ("application/", "audio/", "font/", "image/", "message/", "model/", "text/", "video/")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Every name of a schema: `properties` leads on, `names` are all the others with them."""

    names: frozenset[str]
    methods: frozenset[str]
    properties: Mapping[str, tuple[Node, ...]]

    def is_reference(self, code: str) -> bool:
        """Whether a code span names something, rather than showing an example."""
        looks = _REFERENCE.fullmatch(code) is not None and _WORD.search(code) is not None
        return looks and not code.startswith(_MEDIA)

    def knows(self, reference: str) -> bool:
        """Whether there is such a name, path of properties, or pattern of methods."""
        if reference in self.names:
            return True
        if reference.endswith("/*"):
            return any(method.startswith(reference[:-1]) for method in self.methods)
        first, *rest = reference.split(".")
        found = [node for node in self.properties.get(first, ()) if rest]
        for part in rest:
            held = [_held(node) for node in found]
            found = [properties[part] for properties in held if part in properties]
        return bool(found)


def vocabulary(document: SchemaDocument) -> Vocabulary:
    """Collect the names of a document."""
    names = set(_WORDS | _TYPES | SUBSCHEMA.keys())
    methods: set[str] = set()
    properties: dict[str, list[Node]] = defaultdict(list)
    names |= {name for name, _ in document.definitions()}
    for node in _nodes(document.node):
        for wire, part in node.named("properties").items():
            properties[wire].append(part)
        for keyword in ("title", "format", "x-method", "x-side"):
            names |= _texts(node.get(keyword))
        names |= _texts(node.get("const")) | _texts(node.get("enum")) | _texts(node.get("default"))
        methods |= _texts(node.get("x-method"))
    names |= properties.keys()
    return Vocabulary(
        frozenset(names),
        frozenset(methods),
        {wire: tuple(found) for wire, found in properties.items()},
    )


def _texts(value: Any) -> set[str]:
    match value:
        case str():
            return {value}
        case list():
            return set().union(*map(_texts, value))
        case dict():
            return set(value).union(*map(_texts, value.values()))
        case _:
            return set()


def _nodes(root: Node) -> Iterator[Node]:
    """All subschemas below the root, definitions included."""
    stack = [root, *(node for _, node in root.document.definitions())]
    while stack:
        node = stack.pop()
        yield node
        stack += node.named("properties").values()
        for keyword in ("anyOf", "oneOf", "allOf"):
            stack += node.children(keyword)
        for keyword in ("items", "not", "additionalProperties"):
            if isinstance(node.get(keyword), dict):
                stack.append(node.child(keyword))


def _held(node: Node) -> Mapping[str, Node]:
    """The properties that a value of this shape can have, behind references, arms and items."""
    found: dict[str, Node] = {}
    seen: set[str] = set()
    stack = [node]
    while stack:
        at = stack.pop()
        if at.pointer in seen:
            continue
        seen.add(at.pointer)
        found |= at.named("properties")
        if "$ref" in at:
            stack.append(at.target())
        for keyword in ("anyOf", "oneOf", "allOf"):
            stack += at.children(keyword)
        if isinstance(at.get("items"), dict):
            stack.append(at.child("items"))
    return found
