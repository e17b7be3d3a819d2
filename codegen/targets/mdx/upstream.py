"""The profile `upstream`: the reference pages' answers, their defects included.

For maintainers: schema-docs §2, §8, §9.3, §11. Nothing here is to be improved; what is wrong with
it is mended in `ours.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from codegen.targets.mdx.anchors import method_anchors
from codegen.targets.mdx.dialect import Arm
from codegen.targets.mdx.document import Node, as_list, as_text
from codegen.targets.mdx.layout import FIELD, NOTHING, Tag, loose_opening, tidy
from codegen.targets.mdx.lists import laid_out
from codegen.targets.mdx.methods import Grouping
from codegen.targets.mdx.tables import Row, upstream_rows
from codegen.targets.mdx.text import (
    compact_json,
    escaped,
    is_one_plain_paragraph,
    paragraphs,
    without_doc_links,
    without_headings,
)
from codegen.targets.mdx.types import UpstreamTypes
from codegen.targets.mdx.view import Block, Element, Ending


class UpstreamDialect:
    """Implements `Dialect` by the rules of the reference pages."""

    heading_attribute = "class"

    def __init__(self, grouping: Grouping) -> None:
        self._methods = method_anchors(grouping)
        self._types = UpstreamTypes()

    def scalar(self, text: str) -> str:
        """The text between quotes, as it is."""
        return f'"{text}"'

    def running_text(self, text: str) -> str:
        """Lists laid out, nothing escaped."""
        return laid_out(text)

    def note(self, text: str) -> Element:
        """The text as it is."""
        return tidy(Tag("Note"), text)

    def definition_text(self, node: Node) -> str | None:
        """Escaped, headings defused, lists laid out."""
        text = _description(node)
        return None if text is None else laid_out(without_headings(text))

    def name(self, text: str) -> str:
        """The name as it is."""
        return text

    def code(self, text: str) -> str:
        """The text between backticks, as it is."""
        return f"`{text}`"

    def cell(self, text: str) -> str:
        """The text as it is."""
        return text

    def rows(self, node: Node) -> tuple[Row, ...]:
        """The nine known keywords."""
        return upstream_rows(node)

    def fields(
        self, properties: Mapping[str, Node], required: Sequence[str]
    ) -> tuple[Element, ...]:
        """Tidy if every field is, else all loose (schema-docs §8.2)."""
        one_tidy = all(map(_is_tidy, properties.values()))
        needed = set(required)
        found: list[Element] = []
        for name, node in sorted(properties.items()):
            bare = ("required",) if name in needed else ()
            tag = Tag(FIELD, (("name", name),), self._types.of(node), bare)
            found.append(tidy(tag, _field_text(node)) if one_tidy else self._loose(tag, node))
        return tuple(found)

    def _loose(self, tag: Tag, node: Node) -> Element:
        lead, rest = paragraphs(_field_text(node) or "")
        parts = [laid_out(rest)] if rest.strip() else []
        rows = self.rows(node)
        if len(rows) == 1:
            parts.append(f"    - {rows[0].label}: {rows[0].value}")
        elif rows:
            lines = ["    | Constraint | Value |", "    | ---------- | ----- |"]
            parts.append("\n".join([*lines, *(f"    | {r.label} | {r.value} |" for r in rows)]))
        values = as_list(node.get("enum"))
        if values is not None:
            listed = [f"    - `{compact_json(value)}`" for value in values]
            parts.append("\n".join(["    **Allowed values:**", *listed]))
        return Element(
            FIELD,
            loose_opening(tag),
            f"  {lead}" if lead else "",
            tuple(parts),
            ending=Ending.SPACED if parts else Ending.TIGHT,
        )

    def variant(self, arm: Arm) -> Element:
        """Tidy without properties and with one plain paragraph, else loose (schema-docs §9.3)."""
        strings = (("name", arm.name), *((("type", arm.type),) if arm.type is not None else ()))
        tag = Tag(FIELD, strings)
        text = _description(arm.node)
        values = None if arm.values is None else f"**Values:** {', '.join(map(_value, arm.values))}"
        plain = text is None or is_one_plain_paragraph(text)
        if not arm.properties and plain and (text is None or values is None):
            return tidy(tag, text or values or NOTHING)
        lead, rest = paragraphs(text or values or NOTHING)
        parts = [laid_out(rest)] if rest.strip() else []
        if text and values:
            parts.append(values)
        fields = self.fields(arm.properties, arm.required) if arm.properties else ()
        tight = bool(fields) or not parts
        ending = Ending.TIGHT if tight else Ending.SPACED
        return Element(FIELD, tag.line(), lead, tuple(parts), fields, ending)

    def bodyless(self, node: Node) -> tuple[Block, ...]:
        """Nothing."""
        return ()

    def object_remarks(self, node: Node) -> tuple[Block, ...]:
        """Nothing."""
        return ()

    def union_remarks(self, node: Node) -> tuple[Block, ...]:
        """Nothing."""
        return ()

    def joined(self, arm: Arm) -> tuple[Block, ...]:
        """Nothing."""
        return ()

    def direction(self, name: str) -> tuple[Block, ...]:
        """Nothing."""
        return ()

    def type_anchor(self, name: str) -> str | None:
        """Types rely on the ids that a site derives from headings."""
        return None

    def method_anchor(self, side: str, method: str) -> str | None:
        """Only names with a slash have an explicit id."""
        return self._methods[side, method] if "/" in method else None

    def shown_elsewhere(self, side: str, names: Sequence[str]) -> tuple[str, ...]:
        """Everything is shown again."""
        return ()

    def pointer(self, names: Sequence[str]) -> tuple[Block, ...]:
        """Nothing."""
        return ()


def _description(node: Node) -> str | None:
    text = as_text(node.get("description"))
    return None if text is None else escaped(without_doc_links(text))


def _field_text(node: Node) -> str | None:
    text = _description(node)
    if text is None and "const" in node:
        return f"The discriminator value. Must be `{compact_json(node['const'])}`."
    return text


def _is_tidy(node: Node) -> bool:
    text = _field_text(node)
    return (
        "enum" not in node
        and not upstream_rows(node)
        and (text is None or is_one_plain_paragraph(text))
    )


def _value(value: object) -> str:
    return f'`"{escaped(value)}"`' if isinstance(value, str) else f"`{compact_json(value)}`"
