"""The whole model of one schema file."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from codegen.model import Definition, Model
from codegen.normalise.cycles import refuse_empty_cycles
from codegen.normalise.methods import read_error, read_methods
from codegen.normalise.names import pascal
from codegen.normalise.reader import Reader
from codegen.normalise.shapes import read_shape
from codegen.source import Node, SchemaDocument


def normalise(document: SchemaDocument) -> Model:
    """Read a checked document into a model. Raises `InputError` with the place of what is wrong."""
    root_name = _root_name(document)
    reader = Reader(document, read_shape, root_name)
    reader.names = {node.pointer: name for name, node in document.definitions()}
    if root_name is not None:
        if root_name in reader.names.values():
            raise document.error(
                "/title",
                f"the root and a definition are both named {root_name!r}",
                "give the root another title",
                "name-clash",
            )
        reader.names[""] = root_name
    definitions = {name: _definition(reader, name, node) for name, node in document.definitions()}
    if root_name is not None:
        definitions[root_name] = _definition(reader, root_name, document.node)
    model = Model(
        title=str(document.root.get("title", PurePath(document.file).stem)),
        definitions=definitions,
        methods=read_methods(document),
        error=read_error(document),
        batches=any(arm.get("type") == "array" for arm in _root_arms(document)),
    )
    refuse_empty_cycles(model, document)
    return model


def _definition(reader: Reader, name: str, node: Node) -> Definition:
    return Definition(
        name=name,
        shape=reader.shape(node, name),
        at=node.pointer,
        description=node.get("description"),
        envelope=bool(node.get("x-docs-ignore", False)),
    )


def _root_name(document: SchemaDocument) -> str | None:
    """What the root is called as a type; `None` where it only joins JSON-RPC messages."""
    root = document.root
    arms = _root_arms(document)
    if "properties" not in root and (not arms or all(_is_message(arm) for arm in arms)):
        structural = {"type", "enum", "const", "allOf", "$ref", "items"} & root.keys()
        if arms or not structural:
            return None
    return pascal(str(root.get("title", ""))) or "Root"


def _root_arms(document: SchemaDocument) -> tuple[Node, ...]:
    return (*document.node.children("oneOf"), *document.node.children("anyOf"))


def _is_message(node: Node) -> bool:
    """Whether a branch is a JSON-RPC message or a batch of them (JSON-RPC 2.0, sections 4 to 6)."""
    if "items" in node:
        return _is_message(node.child("items"))
    properties: dict[str, Any] = node.get("properties", {})
    return "jsonrpc" in properties
