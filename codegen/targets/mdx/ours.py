"""The profile `default`: the same layout, mended and complete.

For maintainers: docs/schema-pages.md lists what differs from the reference pages. Fields and
variants are always loose, so an edit to one of them never moves its neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from codegen.targets.mdx import remarks
from codegen.targets.mdx.anchors import unique_anchors
from codegen.targets.mdx.dialect import Arm
from codegen.targets.mdx.document import (
    Document,
    Node,
    as_list,
    as_text,
    type_names,
    wrapped_reference,
)
from codegen.targets.mdx.escapes import cell, code, safe_attribute, safe_label, safe_name, scalar
from codegen.targets.mdx.layout import FIELD, Tag, loose_opening, tidy
from codegen.targets.mdx.methods import Grouping, kinds, place
from codegen.targets.mdx.safe import Passage, guarded, safe_passage
from codegen.targets.mdx.tables import Row, full_rows
from codegen.targets.mdx.text import compact_json
from codegen.targets.mdx.tolerance import tolerance
from codegen.targets.mdx.types import FullTypes
from codegen.targets.mdx.view import Block, Element, Ending, Label, Prose

_EMPTY = Passage("", (), False)


class OurDialect:
    """Implements `Dialect` for the pages we publish."""

    heading_attribute = "className"

    def __init__(self, document: Document, grouping: Grouping) -> None:
        self._document = document
        self._anchors = unique_anchors(grouping)
        self._kinds = kinds(document)
        self._types = FullTypes(self._anchors.types.get, safe_label)
        self._passages: dict[str, Passage] = {}

    def scalar(self, text: str) -> str:
        """A double-quoted YAML scalar."""
        return scalar(text)

    def running_text(self, text: str) -> str:
        """Safe blocks."""
        return "\n\n".join(self._safe(text).blocks())

    def note(self, text: str) -> Element:
        """Safe text, also where filling puts a word at the start of a line."""
        filled = tidy(Tag("Note"), " ".join(safe_passage(text).blocks()))
        lines = [f"  {guarded(line.lstrip(' '))}" for line in filled.lead.split("\n")]
        return filled if filled.ending is Ending.GLUED else replace(filled, lead="\n".join(lines))

    def definition_text(self, node: Node) -> str | None:
        """Safe blocks."""
        text = as_text(node.get("description"))
        return None if text is None else self.running_text(text)

    def name(self, text: str) -> str:
        """A name with every active character escaped."""
        return safe_name(text)

    def code(self, text: str) -> str:
        """A code span that holds any text."""
        return code(text)

    def cell(self, text: str) -> str:
        """Bars escaped."""
        return cell(text)

    def rows(self, node: Node) -> tuple[Row, ...]:
        """All constraint keywords, those of inline items and of a nullable's arm included."""
        return full_rows(node, code)

    def fields(
        self, properties: Mapping[str, Node], required: Sequence[str]
    ) -> tuple[Element, ...]:
        """Every field loose, with a sentence on malformed values if it is annotated."""
        needed = frozenset(required)
        return tuple(
            self._field(name, node, name in needed) for name, node in sorted(properties.items())
        )

    def _field(self, name: str, node: Node, needed: bool) -> Element:
        bare = ("required",) if needed else ()
        tag = Tag(FIELD, (("name", safe_attribute(name)),), self._types.of(node), bare)
        passage = self._passage(node)
        parts = [*passage.rest, *self._constraints(node, passage.ends_in_list)]
        entries = remarks.entries(self._types, node)
        if entries is not None:
            parts.append(entries)
        sentence = tolerance(self._document, node, needed, code)
        if sentence is not None:
            parts.append(f"**Malformed input:** {sentence}")
        lead = f"  {passage.lead}" if passage.lead else ""
        ending = Ending.SPACED if parts else Ending.TIGHT
        return Element(FIELD, loose_opening(tag), lead, tuple(parts), ending=ending)

    def _passage(self, node: Node) -> Passage:
        text = as_text(node.get("description"))
        if text is not None:
            return self._safe(text)
        if "const" not in node:
            return _EMPTY
        lead = f"The discriminator value. Must be {code(compact_json(node['const']))}."
        return Passage(lead, (), False)

    def _safe(self, text: str) -> Passage:
        """The same few texts stand on many fields; each is worked out once per page."""
        found = self._passages.get(text)
        if found is None:
            found = self._passages[text] = safe_passage(text)
        return found

    def _constraints(self, node: Node, after_list: bool) -> list[str]:
        """The reference layout, or one that a list just above cannot swallow."""
        margin = "" if after_list else "    "
        parts: list[str] = []
        rows = self.rows(node)
        if len(rows) == 1 and after_list:
            parts.append(f"**{rows[0].label}:** {rows[0].value}")
        elif len(rows) == 1:
            parts.append(f"{margin}- {rows[0].label}: {rows[0].value}")
        elif rows:
            lines = ["| Constraint | Value |", "| ---------- | ----- |"]
            lines += [f"| {row.label} | {cell(row.value)} |" for row in rows]
            parts.append("\n".join(margin + line for line in lines))
        values = as_list(node.get("enum"))
        if values is not None:
            lines = ["**Allowed values:**", *(f"- {code(compact_json(v))}" for v in values)]
            parts.append("\n".join(margin + line for line in lines))
        return parts

    def variant(self, arm: Arm) -> Element:
        """Always loose; says what the arm builds on if it says nothing else."""
        strings = [("name", safe_attribute(arm.name))]
        if arm.type is not None:
            strings.append(("type", safe_attribute(arm.type)))
        text = as_text(arm.node.get("description"))
        passage = _EMPTY if text is None else self._safe(text)
        parts = list(passage.rest)
        target = wrapped_reference(arm.node)
        if not passage.blocks() and target is not None:
            parts.append(f"Same as {self._link(target)}.")
        if arm.values is not None:
            listed = ", ".join(code(compact_json(value)) for value in arm.values)
            parts.append(f"**Values:** {listed}")
        parts += [block.text for block in self.joined(arm)]
        if "not" in arm.node:
            parts.append(remarks.CATCH_ALL)
        fields = self.fields(arm.properties, arm.required) if arm.properties else ()
        ending = Ending.TIGHT if fields or not (passage.lead or parts) else Ending.SPACED
        opening = Tag(FIELD, tuple(strings)).line()
        if not (passage.lead or parts or fields):
            ending = Ending.GLUED
        return Element(FIELD, opening, passage.lead, tuple(parts), fields, ending)

    def bodyless(self, node: Node) -> tuple[Block, ...]:
        """The type all the same: an alias, a list of types, a constant, or any value."""
        target = wrapped_reference(node)
        if target is not None:
            return (Label("Type", self._link(target)),)
        if "const" in node:
            return (Label("Type", code(compact_json(node["const"]))),)
        names = type_names(node)
        return (Label("Type", code(" | ".join(names)) if names else "any JSON value"),)

    def object_remarks(self, node: Node) -> tuple[Block, ...]:
        """Whether keys beyond the declared ones are kept."""
        return remarks.further_keys(self._types, node)

    def union_remarks(self, node: Node) -> tuple[Block, ...]:
        """The tag, and what happens to a value that no member names."""
        return remarks.openness(node)

    def joined(self, arm: Arm) -> tuple[Prose, ...]:
        """The members of a union inside the arm's base (schema-docs §15.5)."""
        return remarks.joined(arm, self._link)

    def direction(self, name: str) -> tuple[Block, ...]:
        """Sender, receiver and kind of a message."""
        return remarks.direction(self._document.definitions[name], self._kinds.get(name))

    def type_anchor(self, name: str) -> str | None:
        """Every definition has an id."""
        return self._anchors.types[name]

    def method_anchor(self, side: str, method: str) -> str | None:
        """Every method has an id."""
        return self._anchors.methods[side, method]

    def shown_elsewhere(self, side: str, names: Sequence[str]) -> tuple[str, ...]:
        """The definitions whose first side is another one."""
        places = {name: place(self._document.definitions[name]) for name in names}
        return tuple(name for name, at in places.items() if at is not None and at[0][0] != side)

    def pointer(self, names: Sequence[str]) -> tuple[Block, ...]:
        """Links to the definitions that stand once for both sides."""
        if not names:
            return ()
        return (Prose(f"**Messages, as for the other side:** {', '.join(map(self._link, names))}"),)

    def _link(self, name: str) -> str:
        """A Markdown link to a definition, or its name as code if the page does not show it."""
        anchor = self._anchors.types.get(name)
        return code(name) if anchor is None else f'<a href="#{anchor}">{safe_label(name)}</a>'
