"""The one way from a subschema to a shape: which form is it, and who knows that form."""

from __future__ import annotations

from codegen.model import (
    Any,
    Array,
    Extras,
    Map,
    Nullable,
    Ref,
    Role,
    Scalar,
    ScalarType,
    Shape,
    Struct,
    Union,
    Variant,
)
from codegen.normalise.enums import constant, enumeration, listed
from codegen.normalise.objects import extras_of, refuse_strays, struct
from codegen.normalise.reader import Reader
from codegen.normalise.scalars import scalar
from codegen.normalise.unions import constants, union
from codegen.source import Node
from codegen.source.keywords import ASSERTIONS

_BESIDE_CHOICE = {
    *("anyOf", "oneOf", "discriminator"),
    *("type", "properties", "required", "allOf", "$ref"),
}


def read_shape(reader: Reader, node: Node, name: str) -> Shape:
    """The shape of a subschema. Raises `InputError` for a combination that has no meaning here."""
    # Keywords of the configuration's ignored-keywords are among neither these nor the annotations.
    asserting = {keyword for keyword in node.schema if keyword in ASSERTIONS}
    if "not" in asserting:
        raise node.error("`not` is supported in a catch-all branch only", "remove it")
    if "anyOf" in asserting and "oneOf" in asserting:
        raise node.error("anyOf beside oneOf is not supported", "keep one of them")
    if "anyOf" in asserting or "oneOf" in asserting:
        refuse_strays(node, asserting - _BESIDE_CHOICE, "beside anyOf or oneOf")
        return _choice(reader, node, name)
    if asserting == {"$ref"}:
        return _reference(reader, node)
    if "allOf" in asserting:
        arms = node.children("allOf")
        if len(arms) == 1 and asserting <= {"allOf", "type"}:
            return reader.shape(arms[0], name)
        return struct(reader, node, name)
    if "$ref" in asserting:
        return struct(reader, node, name)
    if "const" in asserting:
        return constant(node)
    if "enum" in asserting:
        return listed(node)
    kind = node.get("type")
    if kind is None and "properties" not in asserting:
        refuse_strays(node, asserting, "without a type")
    if isinstance(kind, list):
        return _several(reader, node, name, kind)
    return _typed(reader, node, name, kind)


def _reference(reader: Reader, node: Node) -> Ref:
    name = reader.document.definition_name(node.get("$ref"))
    if name is None:
        name = reader.root_name
    if name is None:
        raise node.error(
            "the root joins messages and is no type of its own", "refer to a definition"
        )
    return Ref(name)


def _choice(reader: Reader, node: Node, name: str) -> Shape:
    keyword = "oneOf" if "oneOf" in node else "anyOf"
    arms = node.children(keyword)
    plain = not ({"properties", "allOf", "$ref"} & node.schema.keys())
    if plain:
        others = [arm for arm in arms if arm.get("type") != "null"]
        null = len(others) < len(arms)
        if others and (found := enumeration(others)):
            return Nullable(found) if null else found
        if len(others) == 1 and (null or not _is_variant(node, others[0])):
            inner = reader.shape(others[0], name)
            return Nullable(inner) if null and not isinstance(inner, Nullable) else inner
    return union(reader, node, name, arms)


def _is_variant(node: Node, arm: Node) -> bool:
    """Whether a lone branch has a tag: its class is then named as it will be beside others."""
    return "discriminator" in node or ("properties" in arm and bool(constants(arm)))


def _several(reader: Reader, node: Node, name: str, kinds: list[str]) -> Shape:
    others = [kind for kind in kinds if kind != "null"]
    if not others:
        return Scalar(ScalarType.NULL)
    if len(others) == 1:
        inner = _typed(reader, node, name, others[0])
        return Nullable(inner) if "null" in kinds else inner
    variants = tuple(
        Variant(
            kind, Role.UNTAGGED, _typed(reader, node, f"{name}{kind.title()}", kind), node.pointer
        )
        for kind in kinds
    )
    return Union(name, None, variants, (), node.pointer, node.get("description"))


def _typed(reader: Reader, node: Node, name: str, kind: str | None) -> Shape:
    if kind == "array":
        items = reader.shape(node.child("items"), f"{name}Item") if "items" in node else Any()
        return Array(items, node.get("minItems"), node.get("maxItems"))
    if kind == "object" or (kind is None and "properties" in node):
        return _object(reader, node, name)
    if kind is None:
        return Any()
    return scalar(node, kind)


def _object(reader: Reader, node: Node, name: str) -> Shape:
    if "properties" in node:
        return struct(reader, node, name)
    extras, values = extras_of(reader, node, name)
    if extras is Extras.REFUSE:
        return Struct(name, (), node.pointer, extras, description=node.get("description"))
    named = reader.name_of(node) is not None
    if named and extras is Extras.DROP:
        # A named object without properties is an empty struct, an inline one a map of anything.
        return Struct(name, (), node.pointer, description=node.get("description"))
    return Map(values)
