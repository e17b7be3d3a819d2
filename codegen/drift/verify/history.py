"""The revision history of an RFD: dated entries, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from codegen.drift.context import Context, Outcome
from codegen.drift.documents import Item, ListBlock, Page
from codegen.drift.hits import Hit
from codegen.drift.rules import Stage

KIND = "history entries"
HEADING = "revision history"


def history_of(page: Page) -> tuple[Item, ...]:
    """The entries of a page's revision history, as they stand."""
    return tuple(
        item
        for block in page.blocks
        if isinstance(block, ListBlock) and block.trail and block.trail[-1].lower() == HEADING
        for item in block.items
    )


def day_of(item: Item) -> date | None:
    """The day that an entry begins with."""
    word = item.inline.text.strip(" *")[:10]
    try:
        return date.fromisoformat(word) if len(word) == 10 and word[4] == "-" else None
    except ValueError:
        return None


def verify_history(context: Context) -> Iterator[Outcome]:
    """What became of each entry of the page's revision history."""
    block = context.block
    if (
        not isinstance(block, ListBlock)
        or not block.trail
        or block.trail[-1].lower() != HEADING
        or context.stage not in (Stage.RFD, Stage.COMPLETED)
    ):
        return
    before: date | None = None
    for item in block.items:
        day = day_of(item)
        start = item.inline.text[:30]
        hits: tuple[Hit, ...] = ()
        if day is None:
            message = f"“{start}…” does not begin with a day (YYYY-MM-DD)"
            hits = (Hit("revision-history", item.spot, message, "begin it with one", start),)
        elif before is not None and day > before:
            message = f"{day} stands below {before}"
            fix = "put the newest entry first"
            hits = (Hit("revision-history", item.spot, message, fix, str(day)),)
        before = day or before
        yield Outcome(KIND, hits, how="history")
