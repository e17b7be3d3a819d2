"""Schema node → type expression, by the rules of the reference pages (schema-docs §6).

For maintainers: `UpstreamTypes` is the rule list in its order. `FullTypes` replaces the
places where it loses something: formats beside null, unions other than "X or null", nodes that
take any value, and links to definitions that the page does not show.
"""

from __future__ import annotations

from collections.abc import Callable

from codegen.targets.mdx.document import (
    Node,
    alternatives,
    arms,
    as_list,
    as_node,
    as_text,
    is_null,
    reference,
    restricts,
    type_names,
)
from codegen.targets.mdx.expressions import (
    Bare,
    Expression,
    Fragment,
    Link,
    Plain,
    Span,
    Word,
)
from codegen.targets.mdx.text import compact_json

_WRAPPERS = ("allOf", "anyOf", "oneOf")


class UpstreamTypes:
    """The reference pages' type expressions."""

    def of(self, node: Node) -> Expression:
        """The expression of one schema node; never fails."""
        name = reference(node)
        if name is not None:
            return self.link(name, "")
        only = _only_arm(node)
        if only is not None:
            return self.of(only)
        single = as_text(node.get("type"))
        if single is not None:
            return self._array(node) if single == "array" else self._scalar(node, single)
        if as_list(node.get("type")) is not None:
            return self._listed(node, type_names(node))
        if arms(node, "oneOf") is not None or arms(node, "anyOf") is not None:
            return self.union(node)
        return Word("enum") if "enum" in node else Word("object")

    def link(self, name: str, suffix: str) -> Expression:
        """A reference, the suffix inside the link."""
        return Link(name.lower(), name + suffix)

    def union(self, node: Node) -> Expression:
        """`X | null` if it is exactly that, else the bare word of §15.10."""
        members = arms(node, "oneOf")
        if members is None:
            members = arms(node, "anyOf") or ()
        others = [arm for arm in members if not is_null(arm)]
        if len(members) == 2 and len(others) == 1:
            other = others[0]
            nested = arms(other, "oneOf") is not None or arms(other, "anyOf") is not None
            if reference(other) is not None:
                return nullable(self.of(other))
            if not nested and as_text(other.get("type")) is not None:
                return nullable(self.of(other))
        return Bare("union")

    def scalar_name(self, node: Node, name: str) -> str:
        """What one name of a type list is called; the reference pages lose its format."""
        return name

    def items(self, node: Node) -> Expression:
        """The expression in front of the brackets of an array of unnamed items."""
        return self.of(node)

    def _scalar(self, node: Node, name: str) -> Word:
        given = as_text(node.get("format")) if name == "integer" else None
        return Word(given or name)

    def _listed(self, node: Node, names: tuple[str, ...]) -> Expression:
        if not names:
            return Word("object")
        if "array" in names and "items" in node:
            array = self._array(node)
            rest = " | ".join(name for name in names if name != "array")
            return Fragment((Span((array,)), Span((Plain(f" | {rest}"),)))) if rest else array
        return Word(" | ".join(self.scalar_name(node, name) for name in names))

    def _array(self, node: Node) -> Expression:
        if "items" not in node:
            return Word("array")
        items = as_node(node["items"])
        name = item_name(items)
        if name is not None:
            return self.link(name, "[]")
        return Fragment((Span((self.items(items),)), Span((Plain("[]"),))))


class FullTypes(UpstreamTypes):
    """Our type expressions; `anchor_of` gives a definition's id, or None if it is not shown."""

    def __init__(self, anchor_of: Callable[[str], str | None], label: Callable[[str], str]) -> None:
        self._anchor_of = anchor_of
        self._label = label

    def of(self, node: Node) -> Expression:
        """`any` for a node that takes every value; the reference pages call it an object."""
        return super().of(node) if restricts(node) else Word("any")

    def link(self, name: str, suffix: str) -> Expression:
        """A link if the page has the type, else its name as a word."""
        anchor = self._anchor_of(name)
        return Word(name + suffix) if anchor is None else Link(anchor, self._label(name) + suffix)

    def scalar_name(self, node: Node, name: str) -> str:
        """The integer format in place of the type's name, as it is for a plain integer."""
        return (as_text(node.get("format")) or name) if name == "integer" else name

    def union(self, node: Node) -> Expression:
        """All members in order, a constant as JSON, doubles once."""
        found: list[Expression] = []
        for arm in alternatives(node):
            member = self._member(arm)
            if member not in found:
                found.append(member)
        if not found:
            return Word("never")
        if all(isinstance(member, Word) for member in found):
            return Word(" | ".join(m.text for m in found if isinstance(m, Word)))
        spans = [Span((found[0],))]
        spans += [Span(_after_bar(member)) for member in found[1:]]
        return Fragment(tuple(spans)) if len(spans) > 1 else found[0]

    def items(self, node: Node) -> Expression:
        """Brackets bind tighter than a bar, so a union of items stands in parentheses."""
        inner = self.of(node)
        match inner:
            case Word(text) if " | " in text:
                return Word(f"({text})")
            case Fragment(children) if len(children) > 1 and children[-1] != Span((Plain("[]"),)):
                return Fragment((Span((Plain("("),)), Span((inner,)), Span((Plain(")"),))))
            case _:
                return inner

    def _member(self, arm: Node) -> Expression:
        if "const" in arm:
            return Word(compact_json(arm["const"]))
        listed = as_list(arm.get("enum"))
        if listed:
            return Word(" | ".join(map(compact_json, listed)))
        return self.of(arm)


def nullable(expression: Expression) -> Expression:
    """`X | null` as two spans."""
    return Fragment((Span((expression,)), Span((Plain(" | null"),))))


def item_name(node: Node) -> str | None:
    """The reference name of array items, also through one-element wrappers."""
    name = reference(node)
    if name is not None:
        return name
    only = _only_arm(node)
    return None if only is None else item_name(only)


def _after_bar(member: Expression) -> tuple[Expression, ...]:
    if isinstance(member, Word) and member.text == "null":
        return (Plain(" | null"),)
    return (Plain(" | "), member)


def _only_arm(node: Node) -> Node | None:
    for keyword in _WRAPPERS:
        members = arms(node, keyword)
        if members is not None and len(members) == 1:
            return members[0]
    return None
