"""The text functions of the page format, as the reference pages use them.

For maintainers: names in brackets are those of schema-docs §2.1. They are pure and know nothing
of pages; our own escaping is in `inline.py`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable

LIMIT = 80

_ESCAPES = str.maketrans({"|": "\\|", "<": "&lt;", ">": "&gt;", "{": "\\{", "}": "\\}"})
_HASH = re.compile(r"^([^\S\n]*)#", re.MULTILINE)
_EMPTY_LINE = re.compile(r"\n(?:[^\S\n]*\n)+")


def without_doc_links(text: str) -> str:
    """Drop the brackets of documentation links [S]."""
    return text.replace("[`", "`").replace("`]", "`")


def escaped(text: str) -> str:
    """Escape the five characters the reference pages escape, everywhere [E]."""
    return text.translate(_ESCAPES)


def without_headings(text: str) -> str:
    """Put a backslash before `#` where it opens a line [H]."""
    return _HASH.sub(r"\1\\#", text)


def compact_json(value: object) -> str:
    """One line of JSON: no spaces, key order kept, non-ASCII as it is [J]."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def paragraphs(text: str) -> tuple[str, str]:
    """The text up to the first empty line, and everything after it (or "")."""
    parts = _EMPTY_LINE.split(text, maxsplit=1)
    return parts[0], parts[1] if len(parts) == 2 else ""


def is_one_plain_paragraph(text: str) -> bool:
    """Whether a text may be refilled: no empty line and no brace (schema-docs §8.2)."""
    return not (_EMPTY_LINE.search(text) or "{" in text or "}" in text)


def width(text: str) -> int:
    """Display columns: wide East-Asian characters count two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.east_asian_width(character) in ("W", "F"):
        return 2
    return 0 if unicodedata.combining(character) else 1


def fits(text: str, indent: int = 0) -> bool:
    """Whether one line at `indent` stays within the page's width."""
    return indent + width(text) <= LIMIT


def fill(words: Iterable[str], indent: int) -> str:
    """Greedy filling at `indent` columns (schema-docs §10.3); lines joined with LF."""
    margin = " " * indent
    lines: list[str] = []
    line: list[str] = []
    used = indent
    for word in words:
        columns = width(word)
        if line and used + 1 + columns > LIMIT:
            lines.append(margin + " ".join(line))
            line, used = [], indent
        used += columns + (1 if line else 0)
        line.append(word)
    if line:
        lines.append(margin + " ".join(line))
    return "\n".join(lines)
