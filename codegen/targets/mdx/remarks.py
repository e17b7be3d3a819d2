"""Sentences that the reference pages leave out: direction, openness, maps, joined unions.

For maintainers: docs/schema-pages.md, "What `default` adds". All of it is read off the schema;
tolerance of malformed values has its own module.
"""

from __future__ import annotations

from collections.abc import Callable

from codegen.targets.mdx.dialect import Arm
from codegen.targets.mdx.document import Node, alternatives, as_node, wrapped_reference
from codegen.targets.mdx.escapes import code
from codegen.targets.mdx.expressions import Word, inline
from codegen.targets.mdx.methods import BOTH, Kind, place, sender
from codegen.targets.mdx.types import FullTypes
from codegen.targets.mdx.unions import arm_name, character
from codegen.targets.mdx.view import Block, Label, Prose

CATCH_ALL = "Takes every value whose tag no other member names; its content is kept as it came."


def direction(node: Node, kind: Kind | None) -> tuple[Block, ...]:
    """`client → agent, request`; nothing for a definition that is no message."""
    belongs = place(node)
    if kind is None or (belongs is None and node.get("x-side") not in (None, BOTH)):
        return ()
    ends = sender(belongs[0][0], kind) if belongs is not None and len(belongs[0]) == 1 else None
    route = "either side → the other" if ends is None else f"{ends[0]} → {ends[1]}"
    return (Label("Direction", f"{route}, {kind}"),)


def openness(node: Node) -> tuple[Block, ...]:
    """How the members are told apart, and whether a value beyond them is valid."""
    found = character(node)
    if not found.constants:
        return ()
    told = "" if found.tag is None else f"Told apart by {code(found.tag)}. "
    what = "value" if found.scalars else "tag"
    said: list[str] = []
    if found.open:
        rest = ", ".join(map(code, found.open))
        said.append(f"Open: any other {what} is valid and read as {rest}.")
    if found.untagged:
        rest = ", ".join(map(code, found.untagged))
        said.append(f"A value that no other member claims is tried as {rest}.")
    if not said:
        said.append(f"Closed: any other {what} is malformed.")
    return (Prose(told + " ".join(said)),)


def joined(arm: Arm, link: Callable[[str], str]) -> tuple[Prose, ...]:
    """The members of the union inside an arm or its base, of which one applies as well."""
    members: list[str] = []
    for member in (*alternatives(arm.base or {}), *alternatives(arm.node)):
        target = wrapped_reference(member)
        members.append(code(arm_name(member)) if target is None else link(target))
    if not members:
        return ()
    return (Prose(f"Also has the content of one of: {', '.join(members)}."),)


def entries(types: FullTypes, node: Node) -> str | None:
    """What the values of a map are; None if the node is no map or its values are unrestricted."""
    values = as_node(node.get("additionalProperties"))
    if not values or all(key.startswith("x-") for key in values):
        return None
    return f"A map: any key, each value {_shown(types, values)}."


def further_keys(types: FullTypes, node: Node) -> tuple[Block, ...]:
    """Whether an object takes keys that it does not declare."""
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        allowed = node.get(keyword)
        if allowed is True:
            return (Prose("Further keys are allowed, with any value."),)
        if as_node(allowed):
            shown = _shown(types, as_node(allowed))
            return (Prose(f"Further keys are allowed, each value {shown}."),)
        if allowed is False:
            return (Prose("No further keys are allowed."),)
    return ()


def _shown(types: FullTypes, node: Node) -> str:
    expression = types.of(node)
    if isinstance(expression, Word):
        return code(expression.text)
    return inline(expression)
