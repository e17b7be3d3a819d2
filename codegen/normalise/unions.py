"""Unions: which property tells the branches apart, and what each branch holds in full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from codegen.model import Extras, Ref, Role, Struct, Union, Variant
from codegen.normalise.names import pascal
from codegen.normalise.objects import Members, extras_of, inherited, join, own_members
from codegen.normalise.reader import Reader
from codegen.normalise.scalars import single_type
from codegen.source import Node

_OBJECT = {"properties", "allOf", "$ref"}


def union(reader: Reader, node: Node, name: str, arms: Sequence[Node]) -> Union:
    """A union with all its branches; `node` may declare properties for every branch.

    Raises `InputError` where two branches can't be told apart or named apart.
    """
    tag = _tag(node, arms)
    shared = join(node, [inherited(reader, node, name), own_members(reader, node, name)], tag)
    drafts = [_variant(reader, name, arm, tag, shared) for arm in arms]
    variants = _named_apart(node, drafts)
    _check_tags(node, variants)
    variants = [_with_struct_name(name, variant) for variant in variants]
    return Union(
        name, tag, tuple(variants), shared.settled(), node.pointer, node.get("description")
    )


def _tag(node: Node, arms: Sequence[Node]) -> str | None:
    """The tag property: the `discriminator` says it, or most branches' required constant."""
    if "discriminator" in node:
        return str(node.get("discriminator")["propertyName"])
    counts = Counter(wire for arm in arms for wire in _constants(arm))
    return counts.most_common(1)[0][0] if counts else None


def _constants(arm: Node) -> dict[str, str]:
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
    value = _constants(arm).get(tag) if tag else None
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
    own = own_members(reader, arm, name)
    if payload and not shared.fields and not own.fields:
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


def _role(arm: Node, tag: str | None, value: str | None) -> Role:
    if value is not None:
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


def _named_apart(node: Node, variants: list[Variant]) -> list[Variant]:
    """Labels that give different class names; a `title` decides where tags alone don't."""
    clashing = {
        name for name, count in Counter(pascal(v.label) for v in variants).items() if count > 1
    }
    named = [
        replace(variant, label=variant.title)
        if pascal(variant.label) in clashing and variant.title
        else variant
        for variant in variants
    ]
    seen: dict[str, Variant] = {}
    for variant in named:
        name = pascal(variant.label)
        if not name:
            raise node.document.error(
                variant.at,
                f"no name can be made of {variant.label!r}",
                "give the branch a title",
                "name-clash",
            )
        if name in seen:
            raise node.document.error(
                variant.at,
                f"the branches {seen[name].label!r} (at {seen[name].at}) and {variant.label!r} "
                f"would both be named {name}",
                "give one of them a title of its own",
                "name-clash",
            )
        seen[name] = variant
    return named


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
