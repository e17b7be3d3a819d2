"""A page as a value. Lines and columns count from 1 and are those of the file, in characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a page."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that keeps a page, or a part of it, from being read."""

    rule: str
    spot: Spot
    message: str
    fix: str


@dataclass(frozen=True, slots=True)
class Code:
    """A code span; `start` is the offset of its opening backtick in the text around it."""

    text: str
    spot: Spot
    start: int


@dataclass(frozen=True, slots=True)
class Link:
    """The target of a link."""

    href: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Inline:
    """Running text: as it stands (code spans with one backtick), and what stands out in it."""

    text: str
    codes: tuple[Code, ...] = ()
    links: tuple[Link, ...] = ()


EMPTY = Inline("")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page: first and last line, the headings above it, the titles of open tags.

    `kind` is what directives call it.
    """

    spot: Spot
    end: int
    trail: tuple[str, ...]
    labels: tuple[str, ...]
    kind: ClassVar[str] = "block"


@dataclass(frozen=True, slots=True)
class Heading(Block):
    """A heading; its own text is the last entry of its `trail`."""

    level: int
    inline: Inline
    kind: ClassVar[str] = "heading"


@dataclass(frozen=True, slots=True)
class Prose(Block):
    """A paragraph that is no list item's first one."""

    inline: Inline
    kind: ClassVar[str] = "prose"


@dataclass(frozen=True, slots=True)
class Fence(Block):
    """A fenced block: `info` are the words behind the backticks, `columns` where each of its
    lines begins in the file.
    """

    info: tuple[str, ...]
    text: str
    columns: tuple[int, ...]
    kind: ClassVar[str] = "code"

    @property
    def language(self) -> str:
        """The first word behind the backticks, in lower case."""
        return self.info[0].lower() if self.info else ""

    def spot_at(self, line: int, column: int) -> Spot:
        """The place in the file of a line and column (from 1) of the fence's text."""
        indent = self.columns[line - 1] if line <= len(self.columns) else 0
        return Spot(self.spot.line + line, column + indent)


@dataclass(frozen=True, slots=True)
class Item:
    """A list item: its first paragraph."""

    spot: Spot
    inline: Inline


@dataclass(frozen=True, slots=True)
class ListBlock(Block):
    """A list; blocks inside its items follow it in the page."""

    items: tuple[Item, ...]
    kind: ClassVar[str] = "list"


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell."""

    spot: Spot
    inline: Inline


@dataclass(frozen=True, slots=True)
class Row:
    """A table row."""

    spot: Spot
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table(Block):
    """A table."""

    header: tuple[Cell, ...]
    rows: tuple[Row, ...]
    kind: ClassVar[str] = "table"


class TagForm(StrEnum):
    """Whether a JSX tag opens, closes or does both."""

    OPEN = "open"
    CLOSE = "close"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Tag(Block):
    """A JSX tag. Attribute values: a text, `True` for a bare one, `None` for an expression."""

    name: str
    form: TagForm
    attributes: Mapping[str, str | bool | None]
    kind: ClassVar[str] = "component"


@dataclass(frozen=True, slots=True)
class Comment(Block):
    """The text of a comment that stands alone on its line."""

    text: str
    kind: ClassVar[str] = "comment"


@dataclass(frozen=True)
class Page:
    """A page: `file` is what messages call it; `stray` are comments in the middle of a text."""

    file: str
    text: str
    front: Mapping[str, Any]
    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...] = ()
    stray: tuple[Code, ...] = field(default=())

    @cached_property
    def lines(self) -> list[str]:
        """The text, line by line."""
        return self.text.split("\n")
