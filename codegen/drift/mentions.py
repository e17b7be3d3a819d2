"""Where pages mention names: for the impact list and for suggestions of ownership."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from codegen.drift.documents import Block, Comment, Fence, ListBlock, Page, Prose, Table
from codegen.drift.editions import Edition
from codegen.drift.locks.owned import Owned, read_owned, surface
from codegen.model import Model, Union

_WORD = re.compile(r"[A-Za-z_][\w]*(?:/[a-z_]+)*")


@dataclass(frozen=True, slots=True)
class Mention:
    """A piece of a page (lines from 1) that mentions names."""

    file: str
    line: int
    end: int
    names: tuple[str, ...]


def changed_names(old: Edition, new: Edition) -> frozenset[str]:
    """The names that a change of schema touches: definitions whose structure differs, their tags,
    the properties and values that came, went or changed, and methods.
    """
    found: set[str] = set()
    for name in {*old.definitions, *new.definitions}:
        before, after = _owned(old, name), _owned(new, name)
        if before is not None and after is not None and before.digest == after.digest:
            continue
        found |= {name, *_tags_of(old.model, name), *_tags_of(new.model, name)}
        lines = _surface(old, name) ^ _surface(new, name)
        found |= {_word(line) for line in lines}
    found |= old.names.methods ^ new.names.methods
    return frozenset(name for name in found if _is_telling(name))


def _owned(edition: Edition, name: str) -> Owned | None:
    return read_owned(edition, name) if name in edition.model.definitions else None


def _surface(edition: Edition, name: str) -> set[str]:
    return set(surface(edition, name)) if name in edition.model.definitions else set()


def _word(line: str) -> str:
    return line.lstrip("|= ").partition(":")[0].rstrip("!?")


def _tags_of(model: Model, name: str) -> Iterator[str]:
    for definition in model.definitions.values():
        if isinstance(definition.shape, Union):
            for variant in definition.shape.variants:
                if variant.payload == name and variant.tag is not None:
                    yield variant.tag


def _is_telling(name: str) -> bool:
    """Whether a name can't be an ordinary word."""
    return any(char.isupper() for char in name[1:]) or "_" in name.strip("_") or "/" in name


def find_mentions(pages: Iterable[Page], names: frozenset[str]) -> Iterator[Mention]:
    """Every paragraph, list item, table row and code block that mentions one of the names."""
    if not names:
        return
    for page in pages:
        for first, last in _pieces(page):
            text = "\n".join(page.lines[first - 1 : last])
            found = [word for word in _WORD.findall(text) if word in names]
            if found:
                yield Mention(page.file, first, last, tuple(sorted(set(found))))


def _pieces(page: Page) -> Iterator[tuple[int, int]]:
    for block in page.blocks:
        match block:
            case ListBlock(items=items):
                starts = [item.spot.line for item in items]
                ends = [*(start - 1 for start in starts[1:]), _own_end(block, page)]
                yield from zip(starts, ends, strict=True)
            case Table(rows=rows):
                yield from ((row.spot.line, row.spot.line) for row in rows)
            case Prose() | Fence():
                yield block.spot.line, block.end
            case Comment():
                continue
            case _:
                continue


def _own_end(block: Block, page: Page) -> int:
    """The last line of a list's last item, without what stands in blocks of its own."""
    inside = [
        other.spot.line
        for other in page.blocks
        if block.spot.line < other.spot.line <= block.end and not isinstance(other, ListBlock)
    ]
    last = max(
        (item.spot.line for item in block.items) if isinstance(block, ListBlock) else (),
        default=block.end,
    )
    return min([line - 1 for line in inside if line > last], default=block.end)


def suggest_owners(
    pages: Sequence[Page], edition: Edition, most: int = 2
) -> Mapping[str, list[str]]:
    """Page -> definitions that it should own: the pages that mention each one most."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    names: dict[str, str] = {name: name for name in edition.definitions}
    for name in edition.definitions:
        for tag in _tags_of(edition.model, name):
            names.setdefault(tag, name)
    for page in pages:
        for word in _WORD.findall(page.text):
            if word in names and _is_telling(word):
                counts[names[word]][page.file] += 1
    owners: dict[str, list[str]] = defaultdict(list)
    for name in sorted(counts):
        ranked = sorted(counts[name].items(), key=lambda entry: (-entry[1], entry[0]))
        for file, _ in ranked[:most]:
            owners[file].append(name)
    return dict(sorted(owners.items()))
