"""Type hints as sets: a user doesn't notice the order of a union."""

from __future__ import annotations

import re


def choices(text: str) -> frozenset[str]:
    """The members of a union or of a list of literals; their order is nothing to a user."""
    found: set[str] = set()
    for part in _split(text, " | "):
        listed = re.fullmatch(r"Literal\[(.*)\]", part, re.DOTALL)
        found |= {f"Literal {word}" for word in _split(listed[1], ", ")} if listed else {part}
    return frozenset(found)


def _split(text: str, separator: str) -> list[str]:
    """The parts of a hint, brackets and quotes respected."""
    parts, depth, quoted, start, at = [], 0, False, 0, 0
    while at < len(text):
        char = text[at]
        if quoted:
            at += char == "\\"
            quoted = char != '"'
        elif char == '"':
            quoted = True
        elif char in "[(":
            depth += 1
        elif char in "])":
            depth -= 1
        elif depth == 0 and text.startswith(separator, at):
            parts.append(text[start:at])
            at += len(separator)
            start = at
            continue
        at += 1
    return [*parts, text[start:]]
