"""What the two profiles answer differently: one interface, asked by the layout modules.

For maintainers: `upstream.py` and `ours.py` implement it. The layout modules (`page`, `sections`)
hold what both share and never ask which profile they serve.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from codegen.targets.mdx.document import Node
from codegen.targets.mdx.tables import Row
from codegen.targets.mdx.view import Block, Element


@dataclass(frozen=True, slots=True)
class Arm:
    """One member of a union as the page shows it (schema-docs §9.1, §9.2, §9.5).

    `properties` and `required` are those of the merged arm; `base` is the definition it was
    merged with, None if it was not merged. `values` are the members of its `enum`.
    """

    node: Node
    name: str
    type: str | None
    values: Sequence[object] | None
    properties: Mapping[str, Node]
    required: Sequence[str]
    base: Node | None


class Dialect(Protocol):
    """The answers a page needs from its profile; every string that comes out is finished."""

    @property
    def heading_attribute(self) -> str:
        """How a heading's span names its class."""

    def scalar(self, text: str) -> str:
        """A one-line string for the front matter, quotes included."""

    def running_text(self, text: str) -> str:
        """Markdown of the configuration or of a method, as blocks."""

    def note(self, text: str) -> Element:
        """The note, its text filled."""

    def definition_text(self, node: Node) -> str | None:
        """A definition's description as blocks; None if it has none."""

    def name(self, text: str) -> str:
        """A name as running text."""

    def code(self, text: str) -> str:
        """Text as a code span."""

    def cell(self, text: str) -> str:
        """Finished text for a table cell."""

    def rows(self, node: Node) -> tuple[Row, ...]:
        """The constraint rows of a node."""

    def fields(
        self, properties: Mapping[str, Node], required: Sequence[str]
    ) -> tuple[Element, ...]:
        """The field block of some properties, sorted by name."""

    def variant(self, arm: Arm) -> Element:
        """One member of a union."""

    def bodyless(self, node: Node) -> tuple[Block, ...]:
        """The body of a definition that is no union, enumeration, object or simple type."""

    def object_remarks(self, node: Node) -> tuple[Block, ...]:
        """What stands behind an object's fields: keys beyond the declared ones."""

    def union_remarks(self, node: Node) -> tuple[Block, ...]:
        """What stands before a union's members: its tag, and whether it is open."""

    def joined(self, arm: Arm) -> tuple[Block, ...]:
        """What an only arm takes from a union inside its base."""

    def direction(self, name: str) -> tuple[Block, ...]:
        """Who sends a message and who receives it."""

    def type_anchor(self, name: str) -> str | None:
        """The explicit id of a definition."""

    def method_anchor(self, side: str, method: str) -> str | None:
        """The explicit id of a method in the part of `side`."""

    def shown_elsewhere(self, side: str, names: Sequence[str]) -> tuple[str, ...]:
        """Those definitions of a method that another side's part has shown already."""

    def pointer(self, names: Sequence[str]) -> tuple[Block, ...]:
        """Where the definitions shown elsewhere stand."""
