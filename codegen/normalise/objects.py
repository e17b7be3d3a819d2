"""Objects: properties, what they inherit through `allOf`, and what happens to undeclared keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace

from codegen.errors import escape_token
from codegen.model import (
    MISSING,
    NO_TOLERANCE,
    Any,
    Extras,
    Field,
    Shape,
    Struct,
    Tolerance,
)
from codegen.normalise.names import pascal
from codegen.normalise.reader import Reader
from codegen.source import Node
from codegen.source.keywords import ASSERTIONS

OF_OBJECTS = {
    *("type", "properties", "required", "allOf", "$ref"),
    *("additionalProperties", "unevaluatedProperties"),
}


@dataclass(frozen=True, slots=True)
class Members:
    """Properties in order of declaration, and the names that a schema requires."""

    fields: Mapping[str, Field]
    required: frozenset[str]

    def settled(self) -> tuple[Field, ...]:
        """The fields, each required or not by the joint list of names."""
        return tuple(
            replace(field, required=wire in self.required) for wire, field in self.fields.items()
        )


def own_members(reader: Reader, node: Node, owner: str) -> Members:
    """The properties that a node declares itself."""
    fields = {
        wire: _field(reader, part, wire, owner) for wire, part in node.named("properties").items()
    }
    return Members(fields, frozenset(node.get("required", ())))


def _field(reader: Reader, node: Node, wire: str, owner: str) -> Field:
    return Field(
        wire=wire,
        shape=reader.shape(node, f"{owner}{pascal(wire)}"),
        required=False,
        at=node.pointer,
        default=node.get("default", MISSING),
        tolerance=tolerance(node),
        description=node.get("description"),
    )


def tolerance(node: Node) -> Tolerance:
    """The `x-deserialize-*` annotations of a property."""
    found = Tolerance(
        default_on_error=node.get("x-deserialize-default-on-error", False),
        skip_invalid_items=node.get("x-deserialize-skip-invalid-items", False),
        default_on_null=node.get("x-deserialize-default-on-null", False),
    )
    return found if found else NO_TOLERANCE


def join(node: Node, parts: Iterable[Members], tag: str | None = None) -> Members:
    """Several declarations of one object; a later one may restate a property, not change it.

    Only the property that tells branches apart (`tag`) may be narrowed by the branch; the
    annotations of its first declaration stay, because they act before any branch is tried.
    """
    fields: dict[str, Field] = {}
    required: frozenset[str] = frozenset()
    for part in parts:
        required |= part.required
        for wire, field in part.fields.items():
            known = fields.get(wire)
            if known is None:
                fields[wire] = field
            elif wire == tag:
                fields[wire] = replace(
                    field, tolerance=field.tolerance or known.tolerance, default=known.default
                )
            elif known.shape != field.shape:
                raise node.error(
                    f"property {wire!r} is declared with two schemas (also at {known.at})",
                    "declare it once",
                )
    return Members(fields, required)


def inherited(reader: Reader, node: Node, owner: str) -> Members:
    """The members that a node's `$ref` and `allOf` bring, all the way down."""
    parts: list[Members] = []
    bases = [node] if "$ref" in node else []
    for base in (*bases, *node.children("allOf")):
        target = base.target() if "$ref" in base else base
        with reader.entered(target, base):
            _check_object(target, base)
            name = reader.name_of(target) or owner
            parts += [inherited(reader, target, name), own_members(reader, target, name)]
    return join(node, parts)


def _check_object(target: Node, base: Node) -> None:
    """Only objects can be joined: constraints on anything else would be lost."""
    if "anyOf" in target or "oneOf" in target:
        raise base.error(
            "an object can't take over a union here", "use the union as a branch's payload"
        )
    refuse_strays(target, target.schema.keys() & ASSERTIONS.keys() - OF_OBJECTS, "in an allOf")
    if target.get("type", "object") != "object":
        raise base.error(
            f"only objects can be joined, and {target.pointer or 'the root'} is none",
            "refer to it by $ref alone",
        )


def refuse_strays(node: Node, keywords: Set[str], where: str) -> None:
    """Raises `InputError` for keywords that have no meaning where they stand."""
    if keywords:
        raise node.document.error(
            f"{node.pointer}/{escape_token(min(keywords))}",
            f"{min(keywords)} {where} is not supported",
            "move it to a schema with a type and no $ref, allOf, anyOf or oneOf",
            "unsupported-form",
        )


def struct(reader: Reader, node: Node, name: str) -> Struct:
    """An object with properties of its own or inherited ones."""
    if not isinstance(kind := node.get("type", "object"), list):
        allowed = OF_OBJECTS if kind == "object" else OF_OBJECTS - {"type"}
        asserting = node.schema.keys() & ASSERTIONS.keys()
        refuse_strays(node, asserting - allowed, "beside $ref, allOf or properties")
    members = join(node, [inherited(reader, node, name), own_members(reader, node, name)])
    extras, values = extras_of(reader, node, name)
    return Struct(
        name, members.settled(), node.pointer, extras, values, description=node.get("description")
    )


def extras_of(reader: Reader, node: Node, name: str) -> tuple[Extras, Shape]:
    """What the node says of undeclared properties; `unevaluatedProperties` counts the same."""
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        if keyword in node:
            if node.get(keyword) is False:
                return Extras.REFUSE, Any()
            return Extras.KEEP, reader.shape(node.child(keyword), f"{name}Value")
    return Extras.DROP, Any()
