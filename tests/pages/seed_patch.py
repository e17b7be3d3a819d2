"""Reading and applying the seed patch: a mail with several commits in unified diff form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_FILE = re.compile(r"diff --git a/(\S+) b/\S+")
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@")


@dataclass(frozen=True)
class Hunk:
    """One change: where it should start, its lines before and after."""

    line: int
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """What one commit does to one file."""

    commit: int
    file: str
    hunks: tuple[Hunk, ...]


def read_patch(text: str) -> list[Change]:
    """All changes in order. A hunk that ends too early is read as it stands."""
    changes: list[Change] = []
    commit = 0
    lines = iter(text.split("\n"))
    for line in lines:
        if line.startswith("From ") and " Mon Sep 17 " in line:
            commit += 1
        elif found := _FILE.match(line):
            changes.append(Change(commit, found[1], ()))
        elif found := _HUNK.match(line):
            last = changes.pop()
            hunk = _hunk(lines, int(found[1]), int(found[2] or 1), int(found[3] or 1))
            changes.append(Change(last.commit, last.file, (*last.hunks, hunk)))
    return changes


def _hunk(lines: Iterator[str], start: int, old: int, new: int) -> Hunk:
    before: list[str] = []
    after: list[str] = []
    while len(before) < old or len(after) < new:
        line = next(lines, None)
        if line is None:
            break
        sign, rest = line[:1], line[1:]
        if sign in ("-", " ", ""):
            before.append(rest)
        if sign in ("+", " ", ""):
            after.append(rest)
    return Hunk(start, tuple(before), tuple(after))


def applied(lines: Sequence[str], change: Change) -> list[str]:
    """The file after a change; each hunk goes to the nearest place that has its lines."""
    result = list(lines)
    moved = 0
    for hunk in change.hunks:
        places = positions(result, hunk.before)
        assert places, f"{change.file}: the hunk at line {hunk.line} fits nowhere"
        at = min(places, key=lambda place: abs(place - (hunk.line - 1 + moved)))
        result[at : at + len(hunk.before)] = hunk.after
        moved += len(hunk.after) - len(hunk.before)
    return result


def positions(lines: Sequence[str], block: Sequence[str], start: int = 0) -> list[int]:
    """Where a block of lines stands as a whole."""
    last = len(lines) - len(block) + 1
    return [at for at in range(start, last) if list(lines[at : at + len(block)]) == list(block)]
