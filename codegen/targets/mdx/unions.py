"""Union arms as the page shows them: name, type, merged properties; and what a union is.

For maintainers: schema-docs §9. `read_arm` is shared by both profiles; `character` tells ours
what the reference pages leave out (tag, openness).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from codegen.targets.mdx.dialect import Arm
from codegen.targets.mdx.document import (
    Document,
    Node,
    alternatives,
    arms,
    as_list,
    as_node,
    as_text,
    is_null,
    properties,
    reference,
    required,
    type_names,
)
from codegen.targets.mdx.text import compact_json


@dataclass(frozen=True, slots=True)
class Character:
    """How a union tells its members apart, and what it does with a value none of them names.

    `tag` is the property whose constants choose the member. `open` names the members that take
    any other tag or string, `untagged` those that are tried on what is left; a union with
    constants and neither is closed.
    """

    tag: str | None
    open: tuple[str, ...]
    untagged: tuple[str, ...]
    constants: bool
    scalars: bool


def read_arm(document: Document, node: Node) -> Arm:
    """One arm, merged with the definition it builds on."""
    base = base_of(document, node)
    merged, needed = _merged(node, base)
    values = as_list(node.get("enum"))
    return Arm(node, arm_name(node), _type(node, values), values, merged, needed, base)


def base_of(document: Document, node: Node) -> Node | None:
    """The definition an arm builds on; empty if it only wraps, None if it does not merge."""
    if reference(node) is not None:
        return document.target(node) or {}
    parts = arms(node, "allOf")
    if parts is None:
        return None
    for part in parts:
        if reference(part) is not None:
            return document.target(part) or {}
    return {}


def single_arm(document: Document, node: Node) -> tuple[Node, Node] | None:
    """The only arm of a union and its merged form, if there is one arm and it merges (§9.4)."""
    members = arms(node, "oneOf")
    if members is None:
        members = arms(node, "anyOf")
    if members is None or len(members) != 1:
        return None
    arm = members[0]
    base = base_of(document, arm)
    if base is None:
        return None
    merged, needed = _merged(arm, base)
    dropped = ("$ref", "allOf", "anyOf", "oneOf", "description")
    own = {key: value for key, value in arm.items() if key not in dropped}
    body: dict[str, object] = {k: v for k, v in base.items() if k not in dropped} | own
    body.pop("properties", None)
    if merged or "properties" in base or "properties" in arm:
        body |= {"properties": merged, "required": list(needed)}
    return arm, body


def _merged(node: Node, base: Node | None) -> tuple[Mapping[str, Node], tuple[str, ...]]:
    if base is None:
        return properties(node), required(node)
    found = dict(properties(base))
    needed = list(required(base))
    inline = [part for part in arms(node, "allOf") or () if reference(part) is None]
    for source in (*inline, node):
        for name, value in properties(source).items():
            found.setdefault(name, value)
        needed += [name for name in required(source) if name not in needed]
    return found, tuple(needed)


def arm_name(node: Node) -> str:
    """What a variant is called (schema-docs §9.1)."""
    name = reference(node)
    if name is not None:
        return name
    values = as_list(node.get("enum"))
    if values is not None:
        return " | ".join(map(_value, values))
    if "const" in node:
        return _value(node["const"])
    if is_null(node):
        return "null"
    title = as_text(node.get("title"))
    if isinstance(node.get("properties"), Mapping):
        for value in properties(node).values():
            if "const" in value:
                return as_text(value["const"]) or title or "Object"
        return title or "Object"
    given = as_text(node.get("type"))
    return title or given or "Variant"


def _value(value: object) -> str:
    return value if isinstance(value, str) else compact_json(value)


def _type(node: Node, values: object) -> str | None:
    if values is not None:
        return "enum"
    given = as_text(node.get("format")) or as_text(node.get("type"))
    if given is not None:
        return given
    return compact_json(node["type"]) if as_list(node.get("type")) is not None else None


def character(node: Node) -> Character:
    """Read a union's tag and openness off its arms."""
    members = [arm for arm in alternatives(node) if not is_null(arm)]
    tag = as_text(as_node(node.get("discriminator")).get("propertyName")) or _tag(members)
    plain = [arm for arm in members if "const" in arm or "enum" in arm]
    tagged = [arm for arm in members if _constant(arm, tag)]
    named = {id(arm) for arm in (*plain, *tagged)}
    rest = [arm for arm in members if id(arm) not in named]
    taking = [arm for arm in rest if _takes_any(arm, tag)]
    untagged = [arm for arm in rest if not _takes_any(arm, tag)]
    return Character(
        tag if tagged else None,
        tuple(map(arm_name, taking)),
        tuple(map(arm_name, untagged)),
        bool(named),
        not tagged,
    )


def _takes_any(arm: Node, tag: str | None) -> bool:
    """A catch-all: it excludes the known tags, leaves the tag free, or is a plain string."""
    if tag is None:
        return "not" in arm or arm.get("type") == "string"
    free = properties(arm).get(tag)
    return "not" in arm or (free is not None and "string" in (*type_names(free), _untyped(free)))


def _untyped(node: Node) -> str:
    return "" if "type" in node else "string"


def _tag(members: list[Node]) -> str | None:
    for arm in members:
        for name, value in properties(arm).items():
            if "const" in value and name in required(arm):
                return name
    return None


def _constant(arm: Node, tag: str | None) -> bool:
    return tag is not None and "const" in properties(arm).get(tag, {})
