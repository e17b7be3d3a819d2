"""The text of a page, or of a section, as a reader sees it: reflowing it is no change."""

from __future__ import annotations

from codegen.artifacts import digest
from codegen.drift.directives import WORD, comment_text
from codegen.drift.documents import Comment, Heading, Page
from codegen.drift.verify.history import history_of


def section_lines(page: Page, section: str) -> tuple[int, int] | None:
    """First and last line of a section (the whole page for ""); `None` where there is none."""
    if not section:
        return 1, len(page.lines)
    start: Heading | None = None
    for block in page.blocks:
        if isinstance(block, Heading):
            if start is not None and block.level <= start.level:
                return start.spot.line, block.spot.line - 1
            if start is None and block.trail[-1] == section:
                start = block
    return (start.spot.line, len(page.lines)) if start is not None else None


def text_digest(page: Page, section: str) -> str:
    """The digest of a section's words; directives don't count."""
    found = section_lines(page, section)
    if found is None:
        return ""
    skipped = {
        line
        for block in page.blocks
        if isinstance(block, Comment) and (comment_text(block.text) or "").startswith(WORD)
        for line in range(block.spot.line, block.end + 1)
    }
    words: list[str] = []
    for number in range(found[0], found[1] + 1):
        if number not in skipped:
            words += page.lines[number - 1].split()
    return f"sha256:{digest(' '.join(words).encode())[:32]}"


def history_digest(page: Page) -> str:
    """The digest of the newest entry of the revision history ("" where there is none)."""
    entries = history_of(page)
    if not entries:
        return ""
    words = " ".join(entries[0].inline.text.split())
    return f"sha256:{digest(words.encode())[:32]}"
