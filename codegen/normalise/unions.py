"""Unions: which property tells the branches apart, and what each branch holds in full."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from codegen.model import Extras, Ref, Role, Struct, Union, Variant
from codegen.normalise.names import pascal
from codegen.normalise.objects import (
    OF_OBJECTS,
    Members,
    extras_of,
    inherited,
    join,
    own_members,
    refuse_strays,
)
from codegen.normalise.reader import Reader
from codegen.normalise.scalars import single_type
from codegen.source import Node
from codegen.source.keywords import ASSERTIONS

_OBJECT = {"properties", "allOf", "$ref"}
_OF_BRANCHES = {"not", "anyOf", "oneOf", "discriminator"}


def union(reader: Reader, node: Node, name: str, arms: Sequence[Node]) -> Union:
    """A union with all its branches; `node` may declare properties for every branch.

    Raises `InputError` where two branches can't be told apart or named apart.
    """
    tag = _tag(node, arms)
    shared = join(node, [inherited(reader, node, name), own_members(reader, node, name)], tag)
    variants = [_variant(reader, name, arm, tag, shared) for arm in arms]
    _check_labels(node, variants)
    _check_tags(node, variants)
    variants = [_with_struct_name(name, variant) for variant in variants]
    return Union(
        name, tag, tuple(variants), shared.settled(), node.pointer, node.get("description")
    )


def _tag(node: Node, arms: Sequence[Node]) -> str | None:
    """The tag: the `discriminator` says it, or the constant that tells most branches apart.

    The choice doesn't depend on the order of branches or properties.
    """
    if "discriminator" in node:
        return str(node.get("discriminator")["propertyName"])
    values: dict[str, list[str]] = defaultdict(list)
    for arm in arms:
        for wire, value in constants(arm).items():
            values[wire].append(value)
    ranked = sorted(values, key=lambda wire: (-len(set(values[wire])), -len(values[wire]), wire))
    return ranked[0] if ranked else None


def constants(arm: Node) -> dict[str, str]:
    """The required string constants of a branch, its payload's included."""
    found: dict[str, str] = {}
    for part in [arm.target() if "$ref" in arm else arm, *arm.children("allOf")]:
        part = part.target() if "$ref" in part else part
        required = part.get("required", ())
        for wire, schema in part.named("properties").items():
            if wire in required and isinstance(schema.get("const"), str):
                found[wire] = schema.get("const")
    return found


def _variant(reader: Reader, owner: str, arm: Node, tag: str | None, shared: Members) -> Variant:
    value = constants(arm).get(tag) if tag else None
    role = _role(arm, tag, value)
    payload = _payload(reader, arm)
    title = arm.get("title")
    label = _label(arm, role, value, title, payload)
    name = f"{owner}{pascal(label)}"
    details = {
        "tag": value,
        "title": title,
        "description": arm.get("description"),
    }
    if not (_OBJECT & arm.schema.keys()) and not shared.fields:
        return Variant(label, role, reader.shape(arm, name), arm.pointer, **details)
    _check_object(arm)
    own = own_members(reader, arm, name)
    adds = {"required", "additionalProperties", "unevaluatedProperties"} & arm.schema.keys()
    if payload and not shared.fields and not own.fields and not adds:
        return Variant(label, role, Ref(payload), arm.pointer, payload=payload, **details)
    nested = _nested(reader, arm, name)
    base = Members({}, frozenset()) if nested else inherited(reader, arm, name)
    members = join(arm, [shared, base, own], tag)
    if role is Role.TAGGED and tag:
        members = Members(
            {wire: field for wire, field in members.fields.items() if wire != tag},
            members.required,
        )
    extras, values = extras_of(reader, arm, name)
    if role is Role.CATCH_ALL:
        extras = Extras.KEEP
    shape = Struct(
        name, members.settled(), arm.pointer, extras, values, description=arm.get("description")
    )
    return Variant(label, role, shape, arm.pointer, payload=payload, nested=nested, **details)


def _check_object(arm: Node) -> None:
    """A branch beside shared properties, or with its own, is an object and nothing else."""
    if arm.get("type", "object") != "object":
        raise arm.error(
            "a branch with properties, or beside shared ones, must be an object",
            'write "type": "object"',
        )
    asserting = arm.schema.keys() & ASSERTIONS.keys()
    refuse_strays(arm, asserting - OF_OBJECTS - _OF_BRANCHES, "in a branch with properties")


def _role(arm: Node, tag: str | None, value: str | None) -> Role:
    if value is not None and "not" not in arm:
        return Role.TAGGED
    declared = arm.named("properties").get(tag) if tag else None
    if declared and tag in arm.get("required", ()) and _is_plain_string(declared):
        return Role.CATCH_ALL
    if "not" in arm:
        raise arm.error(
            "`not` is supported in a catch-all branch only",
            "declare the tag as a required plain string beside it",
        )
    return Role.UNTAGGED


def _is_plain_string(node: Node) -> bool:
    return node.get("type") == "string" and "const" not in node and "enum" not in node


def _bases(arm: Node) -> list[Node]:
    return [part for part in (arm, *arm.children("allOf")) if "$ref" in part]


def _payload(reader: Reader, arm: Node) -> str | None:
    """The one definition that a branch extends."""
    bases = _bases(arm)
    if len(bases) != 1 or any("$ref" not in part for part in arm.children("allOf")):
        return None
    return reader.name_of(bases[0].target())


def _nested(reader: Reader, arm: Node, name: str) -> Ref | Union | None:
    """The union whose properties stand beside the branch's own: its payload, or one in place."""
    if "anyOf" in arm or "oneOf" in arm:
        keyword = "anyOf" if "anyOf" in arm else "oneOf"
        bare = Node(arm.document, arm.pointer, {keyword: arm.get(keyword)})
        shape = reader.shape(bare, f"{name}Payload")
        if not isinstance(shape, Union | Ref):
            raise arm.error("a branch's inner union must consist of objects", "use $ref branches")
        return shape
    targets = [base.target() for base in _bases(arm)]
    unions = [target for target in targets if "anyOf" in target or "oneOf" in target]
    if not unions:
        return None
    if len(targets) > 1:
        raise arm.error("a branch can't extend a union and something else", "extend one definition")
    name_of_union = reader.name_of(unions[0])
    if name_of_union is None:
        raise arm.error("a branch can't extend the root", "move the root into a definition")
    return Ref(name_of_union)


def _label(arm: Node, role: Role, value: str | None, title: str | None, payload: str | None) -> str:
    match role:
        case Role.TAGGED:
            return value or ""
        case Role.CATCH_ALL:
            return title or "other"
        case Role.UNTAGGED:
            return title or payload or str(arm.get("const", single_type(arm) or "object"))


def _check_labels(node: Node, variants: Sequence[Variant]) -> None:
    """Branches with a class of their own must be named apart.

    A clash is an error, not a reason to name one of them otherwise: a new branch would then
    rename an old one.
    """
    seen: dict[str, Variant] = {}
    for variant in variants:
        if not isinstance(variant.shape, Struct):
            continue
        name = pascal(variant.label)
        if not name:
            raise node.document.error(
                variant.at,
                f"no name can be made of {variant.label!r}",
                _LABEL_CURE,
                "name-clash",
            )
        if name in seen:
            raise node.document.error(
                variant.at,
                f"the branches {seen[name].label!r} (at {seen[name].at}) and {variant.label!r} "
                f"would both be named {name}",
                _LABEL_CURE,
                "name-clash",
            )
        seen[name] = variant


_LABEL_CURE = (
    "make the branch a $ref to a definition that holds its tag; without a tag, give it a title"
)


def _with_struct_name(owner: str, variant: Variant) -> Variant:
    """The final class name of a branch; its payload's own name is left to the payload."""
    if not isinstance(variant.shape, Struct):
        return variant
    name = f"{owner}{pascal(variant.label)}"
    if name == variant.payload:
        name = f"{name}Variant"
    return replace(variant, shape=replace(variant.shape, name=name))


def _check_tags(node: Node, variants: Sequence[Variant]) -> None:
    seen: dict[str, Variant] = {}
    for variant in variants:
        if variant.role is Role.CATCH_ALL and "" in seen:
            raise node.document.error(
                variant.at,
                f"a second catch-all (also at {seen[''].at})",
                "keep one of them",
                "tag-clash",
            )
        key = variant.tag if variant.tag is not None else ""
        if variant.role is Role.UNTAGGED:
            continue
        if key in seen:
            raise node.document.error(
                variant.at,
                f"the tag {variant.tag!r} is used twice (also at {seen[key].at})",
                "give each branch a tag of its own",
                "tag-clash",
            )
        seen[key] = variant
