"""Links to a section of the schema page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from codegen.drift.context import Context, Outcome
from codegen.drift.documents import Block, Heading, Link, ListBlock, Prose, Table
from codegen.drift.editions import Edition
from codegen.drift.hits import Hit
from codegen.drift.names import hint
from codegen.drift.vocabulary import standing

KIND = "schema links"


def verify_links(context: Context) -> Iterator[Outcome]:
    """What became of each link that leads to `…/schema#section`."""
    for link in _links(context.block):
        path, hash_sign, anchor = link.href.partition("#")
        if not hash_sign or not anchor or "://" in path:
            continue
        if PurePosixPath(path).name.partition(".")[0] != "schema":
            continue
        editions = _editions(context, path)
        anchors = {known for edition in editions for known in anchors_of(edition)}
        hits: tuple[Hit, ...] = ()
        if anchor.lower() not in anchors:
            world = context.world
            state, remark = standing(world.vocabulary, world.editions, anchor)
            names = ", ".join(edition.name for edition in editions)
            message = f"the schema page of {names} has no section `#{anchor}`"
            fix = remark or hint(anchor, anchors)
            hits = (Hit("schema-anchor", link.spot, message, fix, anchor, "link", state),)
        yield Outcome(KIND, hits, how="anchor")


def _links(block: Block) -> Iterator[Link]:
    match block:
        case Prose(inline=inline) | Heading(inline=inline):
            yield from inline.links
        case ListBlock(items=items):
            for item in items:
                yield from item.inline.links
        case Table(rows=rows):
            for row in rows:
                for cell in row.cells:
                    yield from cell.inline.links
        case _:
            return


def _editions(context: Context, path: str) -> tuple[Edition, ...]:
    folders = {part.lower() for part in PurePosixPath(path).parts}
    named = tuple(
        edition for edition in context.world.editions if edition.name.split("-")[0] in folders
    )
    return named or context.scope.editions


def anchors_of(edition: Edition) -> frozenset[str]:
    """The sections of a schema page: definitions, methods (with and without side), sides."""
    methods = {
        f"{prefix}{method.name.lower().replace('/', '-')}"
        for method in edition.model.methods
        for prefix in ("", f"{method.handled_by}-")
    }
    sides = {method.handled_by.value for method in edition.model.methods}
    return frozenset(
        {*(name.lower() for name in edition.names.definitions), *methods, *sides, "protocol-level"}
    )
