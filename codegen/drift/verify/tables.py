"""Dotted paths in tables: each leads where its row says."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.drift.context import Context, Outcome
from codegen.drift.directives import Binding
from codegen.drift.documents import Spot, Table
from codegen.drift.editions import Edition
from codegen.drift.hits import Hit
from codegen.drift.paths import chains, is_path, leads_through
from codegen.drift.rules import Strength
from codegen.drift.targets import resolve_target
from codegen.drift.vocabulary import standing

KIND = "table paths"


def verify_paths(context: Context) -> Iterator[Outcome]:
    """What became of each path of a table that says whose path it is."""
    table = context.block
    if not isinstance(table, Table) or (context.directive and context.directive.skip):
        return
    for row in table.rows:
        for cell in row.cells:
            for code in cell.inline.codes:
                if is_path(code.text):
                    yield from _row(context, cell.inline.text, code.text, code.spot)


def _row(context: Context, text: str, path: str, spot: Spot) -> Iterator[Outcome]:
    bindings = list(_subjects(context, text, path))
    if not bindings:
        return
    missing: dict[tuple[str, str], list[Edition]] = {}
    reason = ""
    for binding in bindings:
        for edition in context.editions_of(binding):
            for subject in binding.targets:
                target = resolve_target(edition, subject)
                if isinstance(target, str) and subject not in edition.methods:
                    reason = target
                    continue
                through = target.name if not isinstance(target, str) else subject
                if _leads(edition, path, subject, through):
                    continue
                missing.setdefault((subject, through), []).append(edition)
    hits = [
        _hit(context, path, spot, subject, through, editions)
        for (subject, through), editions in missing.items()
    ]
    yield Outcome(KIND, tuple(hits), "" if hits or not reason else reason, "subject of the row")


def _hit(
    context: Context,
    path: str,
    spot: Spot,
    subject: str,
    through: str,
    editions: list[Edition],
) -> Hit:
    world = context.world
    last = path.rpartition(".")[2]
    state, remark = standing(world.vocabulary, world.editions, last, through)
    where = ", ".join(edition.name for edition in editions)
    message = f"`{path}` does not exist in {through} ({where})" + (f"; {remark}" if remark else "")
    bound = f"{subject} by {'directive' if context.directive else 'the row'}"
    return Hit(
        "table-path",
        spot,
        message,
        "say whose it is",
        f"{through}:{path}",
        bound,
        state,
        Strength.DECLARED,
    )


def _leads(edition: Edition, path: str, subject: str, through: str) -> bool:
    if subject in edition.methods:
        return next(chains(edition, path, (subject,)), None) is not None
    return leads_through(edition, path, through)


def _subjects(context: Context, text: str, path: str) -> Iterator[Binding]:
    """What a row is about: names in backticks, phrases that a directive explains, its target."""
    directive = context.directive
    names = [part for part in text.split("`")[1::2] if part != path]
    editions = context.scope.editions
    known = tuple(
        name
        for name in names
        if any(
            name in edition.names.definitions
            or name in edition.names.tags
            or name in edition.methods
            for edition in editions
        )
    )
    if known:
        yield Binding((), known)
        return
    if directive is None:
        return
    for phrase in sorted(directive.say, key=lambda words: (-len(words), words)):
        if phrase in text:
            yield directive.say[phrase]
            return
    if directive.bind is not None and not directive.fields:
        yield directive.bind
