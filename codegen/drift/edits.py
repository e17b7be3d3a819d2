"""Mechanical repairs: exact replacements in a page, shown before they are made."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `old` at a line and column by `new`; an empty `old` puts a line below `line`."""

    file: str
    line: int
    column: int
    old: str
    new: str


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits made, from the end to the start; one that doesn't fit is left out.

    Line ends stay as they are.
    """
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda one: (one.line, one.column), reverse=True):
        if not 1 <= edit.line <= len(lines):
            continue
        line = lines[edit.line - 1]
        if not edit.old:
            end = "\r" if line.endswith("\r") else ""
            lines[edit.line : edit.line] = [f"{part}{end}" for part in edit.new.split("\n")]
        elif line.startswith(edit.old, edit.column - 1):
            start = edit.column - 1
            lines[edit.line - 1] = f"{line[:start]}{edit.new}{line[start + len(edit.old) :]}"
    return "\n".join(lines)


def diff(old: str, new: str, file: str) -> str:
    """What would change, as a unified diff."""
    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), file, f"{file} (fixed)", lineterm="", n=1
    )
    return "\n".join(lines)
