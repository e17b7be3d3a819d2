"""Lists in prose, laid out as the reference pages' formatter lays them out.

For maintainers: schema-docs §11, the two rules that today's texts need, plus the re-indentation
that follows from them. Everything that is no list comes out as it went in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARKER = re.compile(r"^( *)([-*+]|\d{1,9}[.)])( +)(?=\S)")
_FENCE = re.compile(r"^ *(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class _Item:
    """An open list item: where its marker and its content stand, in the source and printed."""

    ordered: bool
    content: int
    printed: int
    printed_content: int


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
        if under_paragraph or (sibling is not None and sibling.ordered != ordered):
            self._empty()
        printed = self.items[-1].printed_content if self.items else 0
        mark = marker[2] + marker[3]
        self.items.append(
            _Item(ordered, indent + len(mark), printed, printed + len(mark)),
        )
        self.lines.append(" " * printed + line[indent:])
        self.paragraph = True

    def _continued(self, line: str) -> None:
        indent = len(line) - len(line.lstrip(" "))
        if not self.paragraph:
            while self.items and indent < self.items[-1].content:
                self.items.pop()
        if self.items:
            item = self.items[-1]
            extra = max(indent - item.content, 0)
            self.lines.append(" " * (item.printed_content + extra) + line.lstrip(" "))
        else:
            self.lines.append(line.lstrip(" "))
        self.paragraph = True
