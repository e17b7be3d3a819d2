"""Path patterns: `*` stays in a folder, `**` crosses folders."""

from __future__ import annotations

import re
from functools import cache


def matches(path: str, pattern: str) -> bool:
    """Whether a whole path fits a pattern."""
    return _compiled(pattern).fullmatch(path) is not None


def ends_in(path: str, pattern: str) -> bool:
    """Whether a path, or the end of it from some folder on, fits a pattern."""
    return matches(path, pattern) or matches(path, f"**/{pattern}")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    parts: list[str] = []
    at = 0
    while at < len(pattern):
        if pattern.startswith("**/", at):
            parts.append("(?:[^/]*/)*")
            at += 3
        elif pattern.startswith("**", at):
            parts.append(".*")
            at += 2
        else:
            char = pattern[at]
            parts.append("[^/]*" if char == "*" else "[^/]" if char == "?" else re.escape(char))
            at += 1
    return re.compile("".join(parts))
