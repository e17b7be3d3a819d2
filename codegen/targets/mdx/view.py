"""The finished page: what the templates print, block by block.

For maintainers: every string in here is final (escaped, wrapped, anchored). A template joins the
pieces and never asks a question about a schema. `kind` names the macro that prints a block.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias


class Ending(StrEnum):
    """How an element closes after its content."""

    GLUED = "glued"  # on the line of the opening tag, the lead in between
    TIGHT = "tight"  # on the next line
    SPACED = "spaced"  # after an empty line


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Title and description as finished YAML scalars."""

    kind: ClassVar[str] = "front_matter"
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading line; `anchor` is the explicit id above it, `attribute` names the span's class.

    An empty `attribute` means a heading of plain text.
    """

    kind: ClassVar[str] = "heading"
    marks: str
    text: str
    attribute: str = ""
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Prose:
    """Finished Markdown; may hold several paragraphs."""

    kind: ClassVar[str] = "prose"
    text: str


@dataclass(frozen=True, slots=True)
class Label:
    """A bold label, alone or with a value behind it."""

    kind: ClassVar[str] = "label"
    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of finished, padded cells."""

    kind: ClassVar[str] = "table"
    header: tuple[str, ...]
    rule: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Element:
    """One component: opening tag, lead, parts after empty lines, nested fields, closing tag."""

    kind: ClassVar[str] = "element"
    tag: str
    opening: str
    lead: str = ""
    parts: tuple[str, ...] = ()
    fields: tuple[Element, ...] = ()
    ending: Ending = Ending.TIGHT


@dataclass(frozen=True, slots=True)
class FieldBlock:
    """Fields of one object; printed without empty lines between them."""

    kind: ClassVar[str] = "field_block"
    fields: tuple[Element, ...]


Block: TypeAlias = FrontMatter | Heading | Prose | Label | Table | Element | FieldBlock


@dataclass(frozen=True, slots=True)
class DocPage:
    """One page; the blocks are printed in order with one empty line between them."""

    blocks: tuple[Block, ...]
