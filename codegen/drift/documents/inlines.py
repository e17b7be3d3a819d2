"""Running text of one paragraph, heading or cell, with the places of its code spans and links."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from markdown_it.token import Token

from codegen.drift.documents.jsx import ScannedTag
from codegen.drift.documents.page import Code, Inline, Link, Spot


@dataclass(frozen=True, slots=True)
class ReadInline:
    """The text, where it begins, the column behind it (cells of a row share a line), comments."""

    inline: Inline
    spot: Spot
    end: int
    comments: tuple[Code, ...]


class _Columns:
    """Where each line of a token's content stands in the file."""

    def __init__(self, token: Token, lines: list[str], shift: int, start: int) -> None:
        self._shift = shift
        self._first = token.map[0] if token.map else 0
        self._starts: list[int] = []
        self._columns: list[int] = []
        offset = 0
        for index, line in enumerate(token.content.split("\n")):
            number = self._first + index
            source = lines[number] if number < len(lines) else ""
            bare = line.strip()
            column = source.find(bare, start if index == 0 else 0)
            if column < 0:
                column = max(0, len(source) - len(source.lstrip()))
            self._starts.append(offset)
            self._columns.append(column - (len(line) - len(line.lstrip())))
            offset += len(line) + 1
            self.end = column + len(bare)

    def spot(self, offset: int) -> Spot:
        """The place in the file of an offset into the content."""
        index = bisect_right(self._starts, offset) - 1
        column = self._columns[index] + offset - self._starts[index] + 1
        line = self._first + index + 1
        return Spot(line, max(1, column) + (self._shift if line == 1 else 0))


def read_inline(token: Token, lines: list[str], shift: int, start: int = 0) -> ReadInline:
    """Read an `inline` token; `start` is the column from which a cell is looked for."""
    columns = _Columns(token, lines, shift, start)
    text: list[str] = []
    length = 0
    codes: list[Code] = []
    links: list[Link] = []
    comments: list[Code] = []
    for child in token.children or ():
        match child.type:
            case "code_inline":
                codes.append(Code(child.content, columns.spot(child.meta["offset"]), length))
                part = f"`{child.content}`"
            case "softbreak" | "hardbreak":
                part = " "
            case "link_open":
                href = str(child.attrs.get("href", ""))
                if "offset" in child.meta:
                    links.append(Link(href, columns.spot(child.meta["offset"])))
                continue
            case "mdx_part":
                found = child.meta["part"]
                if not isinstance(found, ScannedTag):
                    comments.append(Code(found, columns.spot(child.meta["offset"]), length))
                continue
            case _:
                part = child.content
        text.append(part)
        length += len(part)
    return ReadInline(
        Inline("".join(text), tuple(codes), tuple(links)),
        columns.spot(0),
        columns.end,
        tuple(comments),
    )
