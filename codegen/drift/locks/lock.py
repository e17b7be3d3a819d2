"""A lock file: one TOML file for each document, in one canonical form."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from codegen.drift.sidecar import toml_place
from codegen.errors import Place

VERSION = 1


@dataclass(frozen=True, slots=True)
class Ownership:
    """A target (`EDITION#NAME`) as it was when somebody said that the document is right.

    `section`: the heading that the review covers (""; the whole page). `doc` is the digest of that
    text, `history` that of the newest entry of the page's revision history.
    """

    target: str
    section: str
    digest: str
    text: str
    surface: tuple[str, ...]
    doc: str
    history: str
    day: date
    rev: str
    note: str


@dataclass(frozen=True, slots=True)
class Lock:
    """What one document owns, sorted by target and section."""

    owns: tuple[Ownership, ...]


class LockError(Exception):
    """A lock that can't be read."""

    def __init__(self, at: Place, what: str) -> None:
        super().__init__(what)
        self.at = at
        self.what = what


def read_lock(text: str, name: str) -> Lock:
    """Read a lock. Raises `LockError` with the line."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(("<<<<<<< ", ">>>>>>> ", "||||||| ")):
            raise LockError(Place(name, number, 1), "a merge conflict stands in it")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line_of, column = toml_place(str(error))
        raise LockError(Place(name, line_of, column), f"not TOML: {error}") from None
    if found.get("version") != VERSION:
        raise LockError(Place(name, 1, 1), f"its version is not {VERSION}")
    rows = found.get("owns", [])
    if not isinstance(rows, list) or set(found) - {"version", "owns"}:
        raise LockError(Place(name, 1, 1), "it holds more than `version` and `owns`")
    return Lock(tuple(_ownership(row, name, number) for number, row in enumerate(rows, 1)))


def _ownership(row: Mapping[str, Any], name: str, number: int) -> Ownership:
    try:
        accepted = row["accepted"]
        return Ownership(
            str(row["target"]),
            str(row.get("section", "")),
            str(row["digest"]),
            str(row["text"]),
            tuple(str(line) for line in row["surface"]),
            str(row["doc"]),
            str(row.get("history", "")),
            date.fromisoformat(str(accepted["date"])),
            str(accepted.get("rev", "")),
            str(accepted["note"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LockError(Place(name), f"entry {number} is not complete ({error})") from None


def lock_text(lock: Lock) -> str:
    """The file of a lock: sorted, a line for each key, LF."""
    lines = [
        "# What this document was reviewed against. Written by `acp-codegen accept`; a conflict",
        "# here means: accept again.",
        f"version = {VERSION}",
    ]
    for owned in sorted(lock.owns, key=lambda one: (one.target, one.section)):
        lines += ["", "[[owns]]", f"target = {_text(owned.target)}"]
        if owned.section:
            lines.append(f"section = {_text(owned.section)}")
        lines += [f"digest = {_text(owned.digest)}", f"text = {_text(owned.text)}", "surface = ["]
        lines += [f"  {_text(line)}," for line in owned.surface]
        lines += ["]", f"doc = {_text(owned.doc)}"]
        if owned.history:
            lines.append(f"history = {_text(owned.history)}")
        rev = f"rev = {_text(owned.rev)}, " if owned.rev else ""
        note = _text(owned.note)
        lines.append(f'accepted = {{ date = "{owned.day}", {rev}note = {note} }}')
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
