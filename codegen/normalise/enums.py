"""Enumerations: `enum`, `const`, and `oneOf`/`anyOf` of constants, open or closed."""

from __future__ import annotations

from collections.abc import Sequence

from codegen.model import Const, Enum, Member, Nullable, Scalar, Shape
from codegen.normalise.scalars import scalar, single_type
from codegen.source import Node

STRING_OR_INTEGER = "only strings and integers can be listed"


def constant(node: Node) -> Const:
    """A `const`; raises `InputError` for values that no binding can hold as a literal."""
    value = node.get("const")
    if not isinstance(value, str | int):
        raise node.error(f"const {value!r} is not supported", STRING_OR_INTEGER)
    return Const(value)


def listed(node: Node) -> Shape:
    """An `enum` list, possibly with null in it."""
    values = [value for value in node.get("enum") if value is not None]
    if len(values) == 1 and isinstance(values[0], bool):
        shape: Shape = Const(values[0])
    elif not values or any(not isinstance(v, str | int) or isinstance(v, bool) for v in values):
        raise node.error("this enum is not supported", STRING_OR_INTEGER)
    else:
        members = tuple(Member(value, None, None) for value in dict.fromkeys(values))
        shape = Const(members[0].value) if len(members) == 1 else Enum(members, None)
    return Nullable(shape) if None in node.get("enum") else shape


def enumeration(arms: Sequence[Node]) -> Enum | None:
    """The enumeration that these arms form, or `None`.

    An open one has a plain scalar arm beside its constants (found by that, not by its title).
    """
    members = [arm for arm in arms if "const" in arm and isinstance(arm.get("const"), str | int)]
    rest = [arm for arm in arms if "const" not in arm]
    if not members or len(rest) > 1 or any(isinstance(m.get("const"), bool) for m in members):
        return None
    kinds = {type(arm.get("const")) for arm in members}
    plain: Scalar | None = None
    for arm in rest:
        if single_type(arm) not in ("string", "integer") or "enum" in arm:
            return None
        plain = scalar(arm)
        if plain.type == "string" and (plain.min_length or plain.max_length is not None):
            raise arm.error("an open enumeration can't bound its other strings", "remove the bound")
        kinds.add(str if plain.type == "string" else int)
    if len(kinds) > 1:
        return None
    return Enum(
        tuple(
            Member(arm.get("const"), arm.get("title"), arm.get("description")) for arm in members
        ),
        plain,
    )
