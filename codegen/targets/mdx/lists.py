"""Prose outside tags, laid out as the reference pages' formatter lays it out.

For maintainers: schema-docs §11. Today's texts need two rules, both about lists; the re-indentation
that follows from them and the formatter's plainest other habits (markers, numbers, emphasis, runs
of blanks) are here for texts to come.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARKER = re.compile(r"^( *)([-*+]|\d{1,9}[.)])( +)(?=\S)")
_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|\]\([^()\s]*\)", re.DOTALL)
_STARS = re.compile(r"(?<![\w*\\])\*(?![\s*])([^*\n]*[^*\s\\])\*(?![\w*])")
_BARS = re.compile(r"(?<![\w\\])__(?![\s_])([^_\n]*[^_\s\\])__(?!\w)")
_FENCE = re.compile(r"^ *(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class _Item:
    """An open list item: where its marker and its content stand, in the source and printed."""

    content: int
    printed_content: int
    number: int
    step: int | None
    source: str
    bullet: str


def laid_out(text: str) -> str:
    """Text with LF and no trailing blanks → the same Markdown with its lists laid out.

    An item right under a paragraph line gets an empty line before it; a marker indented less
    than its item's content column starts a new list at the left.
    """
    printer = _Printer()
    for line in text.split("\n"):
        printer.take(line.rstrip())
    return "\n".join(printer.lines).strip("\n")


class _Printer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.items: list[_Item] = []
        self.fence = ""
        self.paragraph = False

    def take(self, line: str) -> None:
        fence = _FENCE.match(line)
        if self.fence:
            self._verbatim(line)
            if fence and fence[1].startswith(self.fence):
                self.fence = ""
        elif not line:
            self._empty()
        elif fence:
            self.fence = fence[1]
            self.paragraph = False
            self._verbatim(line)
        else:
            marker = _MARKER.match(line)
            if marker and self._is_item(marker):
                self._item(line, marker)
            elif marker:  # a number that would look like a list item moves up
                self.lines[-1] += f" {_spaced(line.lstrip(' '))}"
            else:
                self._continued(line)

    def _is_item(self, marker: re.Match[str]) -> bool:
        """An ordered list can only interrupt a paragraph when it starts at one."""
        if not self.paragraph or self.items or not marker[2][0].isdigit():
            return True
        return marker[2][:-1] == "1"

    def _empty(self) -> None:
        self.paragraph = False
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def _verbatim(self, line: str) -> None:
        if line or (self.lines and self.lines[-1]):
            self.lines.append(line)

    def _item(self, line: str, marker: re.Match[str]) -> None:
        indent = len(marker[1])
        ordered = marker[2][0].isdigit()
        sibling: _Item | None = None
        while self.items and indent < self.items[-1].content:
            sibling = self.items.pop()
        under_paragraph = self.paragraph and sibling is None and not self.items
        bullet = "-"
        if under_paragraph:
            self._empty()
        elif sibling is not None and sibling.source != marker[2][-1]:
            self._empty()  # another mark starts another list; beside each other two look different
            bullet = "*" if not ordered and sibling.bullet == "-" else "-"
            sibling = None
        elif sibling is not None:
            bullet = sibling.bullet
        printed = self.items[-1].printed_content if self.items else 0
        number, step = _numbered(marker[2], sibling) if ordered else (0, None)
        mark = f"{number}. " if ordered else f"{bullet} "
        content = len(marker[0])
        self.items.append(
            _Item(
                content, printed + len(mark), number, step, marker[2][-1], "" if ordered else bullet
            )
        )
        self.lines.append(" " * printed + mark + _spaced(line[content:]))
        self.paragraph = True

    def _continued(self, line: str) -> None:
        indent = len(line) - len(line.lstrip(" "))
        if not self.paragraph:
            while self.items and indent < self.items[-1].content:
                self.items.pop()
        if self.items:
            item = self.items[-1]
            extra = max(indent - item.content, 0)
            self.lines.append(" " * (item.printed_content + extra) + _spaced(line.lstrip(" ")))
        else:
            self.lines.append(_spaced(line.lstrip(" ")))
        self.paragraph = True


def _numbered(mark: str, sibling: _Item | None) -> tuple[int, int | None]:
    """An item's number: the first one counts, then steps of one, or none if it stays 0 or 1."""
    number = int(mark[:-1])
    if sibling is None:
        return number, None
    step = sibling.step
    if step is None:
        step = 0 if number == sibling.number and number <= 1 else 1
    return sibling.number + step, step


def _spaced(line: str) -> str:
    """Runs of blanks as one and emphasis in one notation, outside code and link targets."""
    if "  " not in line and "*" not in line and "__" not in line:
        return line
    parts: list[str] = []
    start = 0
    for span in _SPAN.finditer(line):
        parts += [_emphasised(line[start : span.start()]), span[0]]
        start = span.end()
    return "".join([*parts, _emphasised(line[start:])])


def _emphasised(text: str) -> str:
    single = re.sub(" {2,}", " ", text)
    return _BARS.sub(r"**\1**", _STARS.sub(r"_\1_", single))
