"""Objects of the schema language as wire values: properties, extras, excluded tags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from codegen.diff.wire import Alternative, Excluded, Extras, Prop, Use
from codegen.errors import escape_token
from codegen.model import MISSING
from codegen.normalise.objects import tolerance
from codegen.source import Node

Unread = tuple[tuple[str, str], ...]


def object_value(node: Node, other: Unread) -> Alternative:
    """The one alternative that a node's own keywords describe."""
    excluded = tuple(_excluded(node.get("not"))) if "not" in node else ()
    if "not" in node and not excluded:
        other = (*other, ("not", repr(node.get("not"))))
    return Alternative(
        at=node.pointer,
        props={wire: _prop(wire, part) for wire, part in node.named("properties").items()},
        required=frozenset(node.get("required", ())),
        extras=_extras(node),
        excluded=excluded,
        other=other,
    )


def _prop(wire: str, node: Node) -> Prop:
    return Prop(
        wire,
        (node.pointer,),
        node.pointer,
        default=node.get("default", MISSING),
        tolerance=tolerance(node),
    )


def _extras(node: Node) -> Extras | Use:
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        value = node.get(keyword)
        if value is False:
            return Extras.CLOSED
        if isinstance(value, dict) and value:
            return (f"{node.pointer}/{escape_token(keyword)}",)
    return Extras.OPEN


def _excluded(schema: Any) -> Iterator[Excluded]:
    """The tags that a `not` rules out; nothing where it says something else.

    Three spellings occur: the known tags one by one, "has this property at all", and "has this
    property with another value".
    """
    arms = schema.get("anyOf", [schema]) if isinstance(schema, Mapping) else []
    found: dict[tuple[str, bool], set[str]] = {}
    for arm in arms:
        names = arm.get("required", ()) if isinstance(arm, Mapping) else ()
        if len(names) != 1 or not arm.keys() <= {"type", "properties", "required"}:
            return
        wire = str(next(iter(names)))
        part = arm.get("properties", {}).get(wire, {})
        complement, values = _values(part)
        if values is None:
            return
        found.setdefault((wire, complement), set()).update(values)
    for (wire, complement), listed in found.items():
        yield Excluded(wire, frozenset(listed), complement)


def _values(part: Any) -> tuple[bool, list[str] | None]:
    if not isinstance(part, Mapping):
        return True, None
    if set(part) <= {"type"}:
        return True, []
    if isinstance(part.get("const"), str):
        return False, [part["const"]]
    if isinstance(part.get("enum"), list):
        return False, [value for value in part["enum"] if isinstance(value, str)]
    if isinstance(part.get("not"), Mapping) and isinstance(part["not"].get("const"), str):
        return True, [part["not"]["const"]]
    return True, None
