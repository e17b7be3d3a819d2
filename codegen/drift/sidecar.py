"""The sidecar: directives and settings for pages that we don't own, as a TOML file.

version = 1
[[page]]                      # settings of a page
file = "docs/rfds/a.mdx"      # the end of its path
editions = ["v1", "v2"]
stage = "rfd"
owns = ["v1#Name"]            # what `lock --suggest` and `accept` lock it to
[[block]]                     # a directive for a block
file = "docs/rfds/a.mdx"
kind = "list"                 # list, table, code, component, prose, heading
starts = "`name`: required"   # its first words; or
after = "Each update has:"    # the last words of the paragraph before it; and/or
heading = "Messages"          # a heading above it
ordinal = 1                   # which of those that are left (default: the only one)
optional = true               # no error where no block fits
bind = "v1,v2:Name"           # and the keys of an inline directive
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from codegen.drift.directives import Directive, DirectiveError, read_directive
from codegen.drift.documents import Block, Fence, Heading, ListBlock, Page, Prose, Spot, Table, Tag
from codegen.drift.documents.page import Inline
from codegen.drift.rules import Stage
from codegen.errors import InputError, Place

KINDS = ("list", "table", "code", "component", "prose", "heading")
_REACH = 300
_WHERE = ("file", "kind", "starts", "after", "heading", "ordinal", "optional")


@dataclass(frozen=True, slots=True)
class PageEntry:
    """Settings of the pages whose path ends with `file`."""

    file: str
    editions: tuple[str, ...]
    stage: Stage | None
    owns: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class BlockEntry:
    """A directive and where its block is found."""

    file: str
    kind: str
    starts: str
    after: str
    heading: str
    ordinal: int
    optional: bool
    directive: Directive


@dataclass(frozen=True, slots=True)
class Sidecar:
    """A sidecar file; `name` is what messages call it."""

    name: str
    pages: tuple[PageEntry, ...]
    blocks: tuple[BlockEntry, ...]


EMPTY = Sidecar("", (), ())


def read_sidecar(text: str, name: str) -> Sidecar:
    """Read a sidecar. Raises `InputError` with the line of the entry."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, column = toml_place(str(error))
        raise InputError(
            f"not TOML: {error}", at=Place(name, line, column), cure="fix the syntax"
        ) from None
    for key in found:
        if key not in ("version", "page", "block"):
            raise InputError(
                f"unknown key {key!r}", at=Place(name), cure="the keys are version, page, block"
            )
    if found.get("version") != 1:
        raise InputError("`version` is not 1", at=Place(name), cure="write version = 1")
    pages = [_page(row, name, line) for row, line in _rows(found, "page", text, name)]
    blocks = [_block(row, name, line) for row, line in _rows(found, "block", text, name)]
    return Sidecar(name, tuple(pages), tuple(blocks))


def toml_place(message: str) -> tuple[int | None, int | None]:
    """Line and column from a message of the TOML parser."""
    words = message.replace(",", " ").replace(")", " ").split()
    numbers = [int(word) for word in words if word.isdigit()]
    return (numbers[-2], numbers[-1]) if len(numbers) >= 2 else (None, None)


def _rows(
    found: Mapping[str, Any], key: str, text: str, name: str
) -> list[tuple[Mapping[str, Any], int]]:
    rows = found.get(key, [])
    lines = [
        number
        for number, line in enumerate(text.split("\n"), 1)
        if line.split("#")[0].replace(" ", "").strip() == f"[[{key}]]"
    ]
    if not isinstance(rows, list) or len(rows) > len(lines):
        raise InputError(f"{key!r} is not written as [[{key}]]", at=Place(name), cure="do so")
    return list(zip(rows, lines, strict=False))


def _page(row: Mapping[str, Any], name: str, line: int) -> PageEntry:
    allowed = ("file", "editions", "stage", "owns")
    for key in row:
        if key not in allowed:
            raise _error(name, line, f"unknown key {key!r}; the keys are {', '.join(allowed)}")
    stage = row.get("stage")
    if stage is not None and stage not in list(Stage):
        raise _error(name, line, f"{stage!r} is no stage; they are {', '.join(Stage)}")
    return PageEntry(
        _text(row, "file", name, line),
        _list(row, "editions", name, line),
        Stage(stage) if stage else None,
        _list(row, "owns", name, line),
        line,
    )


def _block(row: Mapping[str, Any], name: str, line: int) -> BlockEntry:
    kind = _text(row, "kind", name, line)
    if kind not in KINDS:
        raise _error(name, line, f"{kind!r} is no kind; they are {', '.join(KINDS)}")
    ordinal = row.get("ordinal", 0)
    if not isinstance(ordinal, int) or isinstance(ordinal, bool) or ordinal < 0:
        raise _error(name, line, "`ordinal` counts from 1")
    rest = {key: value for key, value in row.items() if key not in _WHERE}
    try:
        directive = read_directive(rest, Spot(line, 1), name)
    except DirectiveError as error:
        raise _error(name, line, str(error)) from None
    return BlockEntry(
        _text(row, "file", name, line),
        kind,
        _text(row, "starts", name, line, ""),
        _text(row, "after", name, line, ""),
        _text(row, "heading", name, line, ""),
        ordinal,
        row.get("optional") is True,
        directive,
    )


def _text(
    row: Mapping[str, Any], key: str, name: str, line: int, default: str | None = None
) -> str:
    value = row.get(key, default)
    if not isinstance(value, str) or (default is None and not value):
        raise _error(name, line, f"{key!r} is missing or no text")
    return value


def _list(row: Mapping[str, Any], key: str, name: str, line: int) -> tuple[str, ...]:
    value = row.get(key, [])
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise _error(name, line, f"{key!r} is no list of texts")
    return tuple(value)


def _error(name: str, line: int, what: str) -> InputError:
    return InputError(what, at=Place(name, line, 1), cure="mend this entry")


def belongs(file: str, entry: str) -> bool:
    """Whether a page's path ends with the path of an entry, folder by folder."""
    parts, wanted = PurePosixPath(file).parts, PurePosixPath(entry).parts
    return bool(wanted) and parts[-len(wanted) :] == wanted


def find_block(page: Page, entry: BlockEntry) -> int | str:
    """The index of an entry's block, or why there is none."""
    found = [
        index for index, block in enumerate(page.blocks) if _matches(page, index, block, entry)
    ]
    if not found:
        return f"no {entry.kind} like this in {page.file}"
    if entry.ordinal == 0:
        if len(found) > 1:
            return f"{len(found)} blocks fit; add `ordinal`"
        return found[0]
    if entry.ordinal > len(found):
        return f"only {len(found)} blocks fit"
    return found[entry.ordinal - 1]


def _matches(page: Page, index: int, block: Block, entry: BlockEntry) -> bool:
    if block.kind != entry.kind:
        return False
    if entry.heading and entry.heading not in block.trail:
        return False
    if entry.starts and not _first_words(block).startswith(entry.starts):
        return False
    return not entry.after or intro(page.blocks, index).text.rstrip().endswith(entry.after)


def _first_words(block: Block) -> str:
    match block:
        case ListBlock(items=items):
            return items[0].inline.text if items else ""
        case Table(header=header):
            return " | ".join(cell.inline.text for cell in header)
        case Prose(inline=inline) | Heading(inline=inline):
            return inline.text
        case Fence(text=text):
            return text.lstrip()
        case Tag(name=name, attributes=attributes):
            return f"{name} {attributes.get('name') or attributes.get('path') or ''}"
        case _:
            return ""


def above(blocks: Sequence[Block], index: int) -> Iterator[Block]:
    """The blocks before one, nearest first; not the whole page, which would cost its square."""
    for at in range(index - 1, max(-1, index - 1 - _REACH), -1):
        yield blocks[at]


def intro(blocks: Sequence[Block], index: int) -> Inline:
    """The paragraph before a block in its section (comments between them don't count)."""
    for block in above(blocks, index):
        if isinstance(block, Prose):
            return block.inline
        if block.kind not in ("comment", "component"):
            break
    return Inline("")
