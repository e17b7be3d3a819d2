"""A text -> a `Page`: one walk over the parser's tokens. Never raises for what a page says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from codegen.drift.documents.inlines import read_inline
from codegen.drift.documents.jsx import Budget, ScannedTag
from codegen.drift.documents.mdx import markdown_parser
from codegen.drift.documents.page import (
    Block,
    Cell,
    Code,
    Comment,
    Fence,
    Heading,
    Inline,
    Item,
    ListBlock,
    Page,
    Problem,
    Prose,
    Row,
    Spot,
    Table,
    Tag,
    TagForm,
)


@cache
def _parser(mdx: bool) -> MarkdownIt:
    return markdown_parser(mdx)


def read_page(content: str, file: str) -> Page:
    """Read a page; `.mdx` is MDX, everything else Markdown."""
    text = content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    shift = len(content) - len(content.removeprefix("\ufeff"))
    mdx = file.endswith(".mdx")
    tokens = _parser(mdx).parse(text, {"budget": Budget(4 * len(text) + 100_000)})
    walk = _Walk(text.split("\n"), shift)
    walk.run(tokens)
    if text.startswith("---\n") and (not tokens or tokens[0].type != "front_matter"):
        walk.problem("front-matter", 1, "the front matter is never closed", "close it with `---`")
    return Page(
        file,
        text,
        walk.front,
        tuple(walk.blocks),
        tuple(walk.problems),
        tuple(walk.stray),
    )


class _Walk:
    """What has been read, and what is open, at a token."""

    def __init__(self, lines: list[str], shift: int) -> None:
        self.lines = lines
        self.shift = shift  # A byte order mark takes a column of the first line.
        self.front: Mapping[str, Any] = {}
        self.blocks: list[Block] = []
        self.problems: list[Problem] = []
        self.stray: list[Code] = []
        self._headings: list[tuple[int, str]] = []
        self._tags: list[tuple[str, str]] = []
        self._lists: list[tuple[int, Token, list[Item]]] = []
        self._item: tuple[Spot, int] | None = None
        self._rows: list[tuple[Cell, ...]] = []
        self._row_lines: list[int] = []
        self._table: Token | None = None
        self._from = 0

    def problem(self, rule: str, line: int, message: str, fix: str, column: int = 1) -> None:
        """Note what keeps a part of the page from being read."""
        self.problems.append(Problem(rule, Spot(line, column), message, fix))

    def run(self, tokens: list[Token]) -> None:
        """Read all tokens."""
        for index, token in enumerate(tokens):
            match token.type:
                case "front_matter":
                    self._front_matter(token)
                case "fence":
                    self._fence(token)
                case "heading_open":
                    self._heading(token, tokens[index + 1])
                case "inline":
                    self._text(token, tokens[index - 1].type)
                case "bullet_list_open" | "ordered_list_open":
                    # Keeps its place among the blocks; filled when the list closes.
                    self._lists.append((len(self.blocks), token, []))
                    self.blocks.append(Block(Spot(1, 1), 1, (), ()))
                case "bullet_list_close" | "ordered_list_close":
                    self._list()
                case "list_item_open":
                    line = _first(token)
                    self._item = (Spot(line, self._indent(line) + 1), line)
                case "table_open":
                    self._table, self._rows, self._row_lines = token, [], []
                case "tr_open":
                    self._rows.append(())
                    self._row_lines.append(_first(token))
                    self._from = 0
                case "table_close":
                    self._close_table()
                case "mdx_part":
                    self._part(token)
                case "html_block":
                    self._html(token)

    def _place(self, first: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        trail = tuple(text for _, text in self._headings)
        return trail, tuple(title for _, title in self._tags if title)

    def _indent(self, line: int) -> int:
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        return len(text) - len(text.lstrip()) + (self.shift if line == 1 else 0)

    def _front_matter(self, token: Token) -> None:
        try:
            found = yaml.safe_load(token.content)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark
            line, column = (mark.line + 2, mark.column + 1) if mark else (1, 1)
            what = (error.problem or "no YAML").replace("\n", " ")
            self.problem("front-matter", line, f"not YAML: {what}", "fix the syntax", column)
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            self.problem("front-matter", 1, f"not YAML: {error}", "fix the syntax")
        else:
            if isinstance(found, dict):
                self.front = {str(key): value for key, value in found.items()}
            elif found is not None:
                self.problem("front-matter", 2, "no keys and values", "write `key: value` lines")

    def _fence(self, token: Token) -> None:
        first, end = _first(token), _last(token)
        trail, labels = self._place(first)
        text = token.content.split("\n")
        columns = tuple(
            max(0, len(self.lines[first + index]) - len(line))
            for index, line in enumerate(text)
            if first + index < len(self.lines)
        )
        closing = self.lines[end - 1].strip(" \t>")
        if end == first or not closing or closing.strip(token.markup[:1]):
            self.problem(
                "fence-unclosed",
                first,
                "this fence is never closed",
                f"close it with `{token.markup}`; everything below counts as code",
                self._indent(first) + 1,
            )
        spot = Spot(first, self._indent(first) + 1)
        info = tuple(token.info.split())
        content = token.content.removesuffix("\n")
        self.blocks.append(Fence(spot, end, trail, labels, info, content, columns))

    def _heading(self, token: Token, inline: Token) -> None:
        level = int(token.tag[1:])
        read = self._inline(inline)
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        self._headings.append((level, read.text.replace("`", "").strip()))
        first = _first(token)
        trail, labels = self._place(first)
        spot = Spot(first, self._indent(first) + 1)
        self.blocks.append(Heading(spot, _last(token), trail, labels, level, read))

    def _inline(self, token: Token) -> Inline:
        read = read_inline(token, self.lines, self.shift, self._from)
        self.stray.extend(read.comments)
        return read.inline

    def _text(self, token: Token, before: str) -> None:
        if before == "heading_open":
            return
        if before in ("td_open", "th_open"):
            read = read_inline(token, self.lines, self.shift, self._from)
            self.stray.extend(read.comments)
            self._from = read.end
            self._rows[-1] = (*self._rows[-1], Cell(read.spot, read.inline))
            return
        inline = self._inline(token)
        if self._item is not None and self._lists:
            self._lists[-1][2].append(Item(self._item[0], inline))
            self._item = None
            return
        first = _first(token)
        trail, labels = self._place(first)
        spot = Spot(first, self._indent(first) + 1)
        self.blocks.append(Prose(spot, _last(token), trail, labels, inline))

    def _list(self) -> None:
        index, token, items = self._lists.pop()
        self._item = None
        first = _first(token)
        trail, labels = self._place(first)
        spot = Spot(first, self._indent(first) + 1)
        last = _last(token)
        while last > first and not self.lines[last - 1].strip():
            last -= 1
        self.blocks[index] = ListBlock(spot, last, trail, labels, tuple(items))

    def _close_table(self) -> None:
        token = self._table
        if token is None or not self._rows:
            return
        first = _first(token)
        trail, labels = self._place(first)
        rows = tuple(
            Row(Spot(line, self._indent(line) + 1), cells)
            for line, cells in zip(self._row_lines, self._rows, strict=True)
        )
        spot = Spot(first, self._indent(first) + 1)
        self.blocks.append(Table(spot, _last(token), trail, labels, rows[0].cells, rows[1:]))
        self._from = 0

    def _part(self, token: Token) -> None:
        """A tag or an expression that stands alone."""
        found = token.meta["part"]
        first = _first(token)
        trail, labels = self._place(first)
        spot = Spot(first, self._indent(first) + 1)
        if isinstance(found, ScannedTag):
            if found.form is TagForm.CLOSE:
                self._close_tag(found.name)
            self.blocks.append(
                Tag(
                    spot,
                    _last(token),
                    trail,
                    labels,
                    found.name,
                    found.form,
                    found.attributes,
                )
            )
            if found.form is TagForm.OPEN:
                title = found.attributes.get("title")
                self._tags.append((found.name, title if isinstance(title, str) else ""))
        else:
            self.blocks.append(Comment(spot, _last(token), trail, labels, found))

    def _close_tag(self, name: str) -> None:
        for index in range(len(self._tags) - 1, -1, -1):
            if self._tags[index][0] == name:
                del self._tags[index:]
                return

    def _html(self, token: Token) -> None:
        first = _first(token)
        trail, labels = self._place(first)
        spot = Spot(first, self._indent(first) + 1)
        text = token.content.strip()
        if text.startswith("<!--"):
            self.blocks.append(Comment(spot, _last(token), trail, labels, text))


def _first(token: Token) -> int:
    return token.map[0] + 1 if token.map else 1


def _last(token: Token) -> int:
    return token.map[1] if token.map else 1
