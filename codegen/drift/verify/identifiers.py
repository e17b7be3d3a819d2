"""Names in backticks: known in scope, known elsewhere, gone, or never seen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from codegen.drift.context import Context, Outcome
from codegen.drift.documents import Block, Code, Heading, ListBlock, Prose, Table
from codegen.drift.editions import Edition
from codegen.drift.hits import Hit
from codegen.drift.names import hint
from codegen.drift.paths import chains, is_path
from codegen.drift.rules import Standing
from codegen.drift.vocabulary import standing
from codegen.source.keywords import SUBSCHEMA

KIND = "identifiers"
_TYPE = re.compile(r"[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+")
_PROPERTY = re.compile(r"[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+")
_SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")
_METHOD = re.compile(r"[a-z][a-z0-9_]*(?:/[a-z][a-z0-9_]*)+")
_KEYWORDS = frozenset({*SUBSCHEMA, "oneOf", "anyOf", "allOf", "additionalProperties"})


def codes_of(block: Block) -> Iterator[Code]:
    """The code spans of a block."""
    match block:
        case Prose(inline=inline) | Heading(inline=inline):
            yield from inline.codes
        case ListBlock(items=items):
            for item in items:
                yield from item.inline.codes
        case Table(header=header, rows=rows):
            for cell in (*header, *(cell for row in rows for cell in row.cells)):
                yield from cell.inline.codes
        case _:
            return


def verify_identifiers(context: Context, shown: Iterable[str]) -> Iterator[Outcome]:
    """What became of each code span that looks like a name; `shown` are values of examples."""
    values = frozenset(shown)
    for code in codes_of(context.block):
        name = code.text.strip().removesuffix("[]").removesuffix("?")
        if name.startswith("_") or name in _KEYWORDS or name in values:
            continue
        if any(name in edition.names for edition in context.scope.editions):
            yield Outcome(KIND, how="name")
        elif is_path(name):
            yield _path(context, code, name)
        elif _is_name(name, context.world.editions):
            yield Outcome(KIND, (_unknown(context, code, name),), "no such name")


def _is_name(name: str, editions: Iterable[Edition]) -> bool:
    if _METHOD.fullmatch(name):
        groups = {
            method.partition("/")[0] for edition in editions for method in edition.names.methods
        }
        return name.partition("/")[0] in groups
    return any(pattern.fullmatch(name) for pattern in (_TYPE, _PROPERTY, _SNAKE))


def _path(context: Context, code: Code, path: str) -> Outcome:
    editions = context.scope.editions
    if any(next(chains(edition, path), None) is not None for edition in editions):
        return Outcome(KIND, how="path")
    last = path.rpartition(".")[2]
    state, remark = standing(context.world.vocabulary, context.world.editions, last)
    rule = "ident-retired" if state is Standing.RETIRED else "ident-unknown"
    names = ", ".join(edition.name for edition in editions)
    message = f"`{path}` leads nowhere in {names}" + (f"; {remark}" if remark else "")
    hit = Hit(rule, code.spot, message, "", path, "every method", state)
    return Outcome(KIND, (hit,), "no such path")


def _unknown(context: Context, code: Code, name: str) -> Hit:
    world, scope = context.world, context.scope
    names = ", ".join(edition.name for edition in scope.editions)
    state, remark = standing(world.vocabulary, world.editions, name)
    elsewhere = [edition.name for edition in world.editions if name in edition.names]
    message = f"`{name}` is no name of {names}"
    bound = f"{names} by {scope.how}"
    if state is Standing.RETIRED:
        return Hit("ident-retired", code.spot, f"{message}; {remark}", "", name, bound, state)
    if elsewhere:
        message += f"; {', '.join(elsewhere)} has it"
        return Hit("ident-other-version", code.spot, message, "", name, bound, state)
    hints = (hint(name, _alike(edition, name)) for edition in scope.editions)
    fix = next((found for found in hints if found), "")
    return Hit("ident-unknown", code.spot, message, fix, name, bound, state)


def _alike(edition: Edition, name: str) -> Iterable[str]:
    """The names of the kind that this one looks like."""
    if "/" in name:
        return edition.names.methods
    return edition.names.definitions if name[0].isupper() else edition.names.all
