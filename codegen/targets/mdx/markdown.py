"""A description's block structure: paragraphs, lists, fences, tables, rules.

For maintainers: only as much Markdown as descriptions use. What is not recognised is a paragraph
line, and `safe.py` escapes whatever could make a paragraph line start something else; so a
misreading here costs looks, never a broken page. Nesting is bounded, every line is looked at a
bounded number of times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

DEEPEST = 8

_FENCE = re.compile(r"^ *(?:(`{3,})([^`]*)|(~{3,})(.*))$")
_MARKER = re.compile(r"^( *)([-*+]|\d{1,9}[.)])(?:( +)(?=\S)|$)")
_DELIMITER = re.compile(r"^ *\|?(?: *:?-+:? *\|)*(?: *:?-+:? *\|?)$")
_CELL = re.compile(r"(?<!\\)(?:\\\\)*\|")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of running text, leading blanks gone."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fence:
    """Code: the language line and the lines between the fences, as written."""

    language: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of raw cells; the first row is the header."""

    rows: tuple[tuple[str, ...], ...]
    alignment: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A thematic break."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; `first` is the first number of an ordered one, else None."""

    first: int | None
    items: tuple[tuple[MarkdownBlock, ...], ...]
    spaced: bool


MarkdownBlock: TypeAlias = Paragraph | Fence | Grid | Rule | Listing


def read_markdown(text: str) -> tuple[MarkdownBlock, ...]:
    """Split text (LF, no tabs, no trailing blanks) into blocks; never fails."""
    return _blocks(text.split("\n"), 0)


def _blocks(lines: list[str], depth: int) -> tuple[MarkdownBlock, ...]:
    found: list[MarkdownBlock] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line)
        if not line.strip(" "):
            at += 1
        elif fence:
            block, at = _fence(lines, at, fence)
            found.append(block)
        elif _is_rule(line):
            found.append(Rule())
            at += 1
        elif (marker := _MARKER.match(line)) and depth < DEEPEST:
            listing, at = _listing(lines, at, marker, depth)
            found.append(listing)
        elif _starts_grid(lines, at):
            grid, at = _grid(lines, at)
            found.append(grid)
        else:
            start = at
            at += 1
            while at < len(lines) and not _interrupts(lines, at, depth):
                at += 1
            found.append(Paragraph(tuple(text.lstrip(" ") for text in lines[start:at])))
    return tuple(found)


def _interrupts(lines: list[str], at: int, depth: int) -> bool:
    line = lines[at]
    if not line.strip(" ") or _FENCE.match(line) or _starts_grid(lines, at):
        return True
    if _is_rule(line):
        return line.strip(" ")[0] != "-"  # dashes under a paragraph would make it a heading
    marker = _MARKER.match(line)
    if not marker or marker[3] is None or depth >= DEEPEST:
        return False
    return not marker[2][0].isdigit() or marker[2][:-1] == "1"


def _is_rule(line: str) -> bool:
    marks = line.replace(" ", "")
    return len(marks) >= 3 and marks[0] in "-*_" and marks == marks[0] * len(marks)


def _fence(lines: list[str], at: int, opener: re.Match[str]) -> tuple[Fence, int]:
    mark = opener[1] or opener[3]
    indent = len(opener[0]) - len(opener[0].lstrip(" "))
    content: list[str] = []
    at += 1
    while at < len(lines):
        bare = lines[at].strip(" ")
        if len(bare) >= len(mark) and bare == mark[0] * len(bare):
            at += 1
            break
        kept = min(indent, len(lines[at]) - len(lines[at].lstrip(" ")))
        content.append(lines[at][kept:])
        at += 1
    return Fence((opener[2] or opener[4] or "").strip(" "), tuple(content)), at


def _starts_grid(lines: list[str], at: int) -> bool:
    if at + 1 >= len(lines) or "|" not in lines[at]:
        return False
    rule = lines[at + 1]
    if "-" not in rule or not _DELIMITER.match(rule):
        return False
    return len(cells(rule)) == len(cells(lines[at]))


def _grid(lines: list[str], at: int) -> tuple[Grid, int]:
    rows = [cells(lines[at])]
    alignment = cells(lines[at + 1])
    at += 2
    while at < len(lines) and "|" in lines[at]:
        row = cells(lines[at])[: len(alignment)]
        rows.append(row + ("",) * (len(alignment) - len(row)))
        at += 1
    return Grid(tuple(rows), alignment), at


def cells(line: str) -> tuple[str, ...]:
    """The cells of a table row: split at bars without a backslash before them."""
    parts: list[str] = []
    start = 0
    for bar in _CELL.finditer(line):
        parts.append(line[start : bar.end() - 1].strip(" "))
        start = bar.end()
    parts.append(line[start:].strip(" "))
    if len(parts) > 1 and not parts[0]:
        parts = parts[1:]
    if len(parts) > 1 and not parts[-1]:
        parts = parts[:-1]
    return tuple(parts)


def _listing(lines: list[str], at: int, marker: re.Match[str], depth: int) -> tuple[Listing, int]:
    ordered = marker[2][0].isdigit()
    first = int(marker[2][:-1]) if ordered else None
    items: list[list[str]] = []
    spaced = False
    current: re.Match[str] | None = marker
    while current is not None:
        item, at, gap = _item(lines, at, current)
        items.append(item)
        current = _MARKER.match(lines[at]) if at < len(lines) else None
        if current and (current[2][0].isdigit() != ordered or _is_rule(lines[at])):
            current = None
        spaced = spaced or (gap and current is not None)
    read = tuple(_blocks(item, depth + 1) for item in items)
    return Listing(first, read, spaced or any(map(_has_gap, items))), at


def _has_gap(item: list[str]) -> bool:
    return any(not line for line in item[:-1])


def _item(lines: list[str], at: int, marker: re.Match[str]) -> tuple[list[str], int, bool]:
    """One item's lines without their indent, where it ends, and whether a gap follows."""
    ordered = marker[2][0].isdigit()
    indent = len(marker[1])
    blanks = len(marker[3] or " ")
    content = indent + len(marker[2]) + (blanks if blanks <= 4 else 1)
    item = [lines[at][content:].lstrip(" ")]
    fenced = _FENCE.match(item[0]) is not None
    gap = False
    at += 1
    while at < len(lines):
        line = lines[at]
        if not line.strip(" "):
            gap = True
            at += 1
            continue
        column = len(line) - len(line.lstrip(" "))
        if column < content:
            inner = _MARKER.match(line)
            if inner and column > indent and inner[2][0].isdigit() != ordered:
                content = column  # meant as nested, though indented too little
            elif inner or gap or fenced or _FENCE.match(line) or _is_rule(line):
                break
        if gap:
            item.append("")
            gap = False
        item.append(line[min(column, content) :])
        if _FENCE.match(line):
            fenced = not fenced
        at += 1
    return item, at, gap
