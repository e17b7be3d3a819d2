"""A description in Markdown → the same text in MDX, printed in one canonical form.

For maintainers: `markdown.py` finds the blocks, `inline.py` escapes running text, and this module
prints the blocks so that MDX cannot read them differently: fences are closed and long enough,
nested content is indented to its item, a line that would start a block is escaped. Headings stay
text (`\\#`), quotes stay text (`&gt;`), definitions of link targets stay text (they would hold
for the whole page).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import assert_never

from codegen.targets.mdx.escapes import visible
from codegen.targets.mdx.inline import safe_text
from codegen.targets.mdx.markdown import (
    Fence,
    Grid,
    Listing,
    MarkdownBlock,
    Paragraph,
    Rule,
    read_markdown,
)
from codegen.targets.mdx.tables import aligned

_STARTS = re.compile(
    r"#|=+$|-+$|[-*+](?: |$)|~~~|\||:?-+:? *(?:\||$)"
    r"|(?:- *){3,}$|(?:\* *){3,}$|(?:_ *){3,}$"
)
_NUMBER = re.compile(r"(\d{1,9})([.)](?: |$))")
_MODULE = re.compile(r"(import|export)\b")
_LAST = 999_999_999  # Markdown reads no longer number as a list marker
_EMPTY_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Passage:
    """A finished text in pieces: the first paragraph, and the blocks after it.

    `lead` is empty if the text starts with something else than a paragraph.
    """

    lead: str
    rest: tuple[str, ...]
    ends_in_list: bool

    def blocks(self) -> tuple[str, ...]:
        """Everything in order."""
        return (self.lead, *self.rest) if self.lead else self.rest


def safe_passage(text: str) -> Passage:
    """Markdown as it stands in a schema → finished MDX; any input, nothing raised."""
    blocks = read_markdown(_normalised(text))
    printed = [_printed(block) for block in blocks]
    lead = bool(blocks) and isinstance(blocks[0], Paragraph)
    return Passage(
        printed[0] if lead else "",
        tuple(printed[1:] if lead else printed),
        bool(blocks) and isinstance(blocks[-1], Listing),
    )


def _normalised(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).split("\n")
    joined = "\n".join(line.rstrip(" ") for line in lines)
    return _EMPTY_LINES.sub("\n\n", joined).strip("\n")


def _printed(block: MarkdownBlock) -> str:
    match block:
        case Paragraph(lines):
            text = safe_text("\n".join(lines))
            return "\n".join(map(guarded, (line.strip(" ") for line in text.split("\n"))))
        case Fence(language, lines):
            return _fence(language, lines)
        case Grid(rows, alignment):
            return _grid(rows, alignment)
        case Rule():
            return "***"
        case Listing():
            return _listing(block)
        case _:
            assert_never(block)


def guarded(line: str) -> str:
    """A paragraph line that starts nothing: no heading, list, module, table or definition."""
    number = _NUMBER.match(line)
    if number:
        return f"{number[1]}\\{line[number.end(1) :]}"
    if _MODULE.match(line):
        return f"&#{ord(line[0])};{line[1:]}"
    return f"\\{line}" if _STARTS.match(line) else line


def _fence(language: str, lines: tuple[str, ...]) -> str:
    content = visible("\n".join(lines))
    longest = max((len(run) for run in re.findall("`+", content)), default=0)
    mark = "`" * max(3, longest + 1)
    name = re.sub(r"[^\w+#.-].*", "", language, flags=re.DOTALL)
    return "\n".join([mark + name, *([content] if content else []), mark])


def _grid(rows: tuple[tuple[str, ...], ...], alignment: tuple[str, ...]) -> str:
    safe = [tuple(safe_text(text) for text in row) for row in rows]
    table = aligned(safe[0], safe[1:])
    rule = [
        (":" if given.startswith(":") else "-") + dashes[1:-1] + (":" if given[-1] == ":" else "-")
        for given, dashes in zip(alignment, table.rule, strict=True)
    ]
    lines = [table.header, tuple(rule), *table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def _listing(listing: Listing) -> str:
    items: list[str] = []
    for index, blocks in enumerate(listing.items):
        mark = "- " if listing.first is None else f"{min(listing.first + index, _LAST)}. "
        margin = " " * len(mark)
        lines = _item(blocks, listing.spaced).split("\n")
        body = [lines[0], *(margin + line if line else "" for line in lines[1:])]
        items.append((mark + "\n".join(body)).rstrip())
    return ("\n\n" if listing.spaced else "\n").join(items)


def _item(blocks: tuple[MarkdownBlock, ...], spaced: bool) -> str:
    text = ""
    before: MarkdownBlock | None = None
    for block in blocks:
        if before is not None:
            close = not spaced and isinstance(before, Paragraph) and isinstance(block, Listing)
            text += "\n" if close else "\n\n"
        text += _printed(block)
        before = block
    return text
