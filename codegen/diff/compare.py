"""Two schema documents -> the facts about what differs."""

from __future__ import annotations

from dataclasses import replace

from codegen.diff.annotations import annotate_all
from codegen.diff.definitions import compare_definitions, start_everywhere
from codegen.diff.facts import Change, Comparison, Kind
from codegen.diff.messages import read_protocol
from codegen.diff.methods import compare_methods
from codegen.diff.reading import Wire
from codegen.diff.references import check_references
from codegen.diff.routes import Routes
from codegen.diff.values import compare_pair
from codegen.diff.walk import Draft, Walk
from codegen.source import SchemaDocument


def compare(old: SchemaDocument, new: SchemaDocument) -> Comparison:
    """Every fact about two schemas, in no particular order of importance.

    Raises `InputError` where a reference leads nowhere.
    """
    check_references(old)
    check_references(new)
    walk = Walk(Wire(old), Wire(new))
    protocols = read_protocol(walk.old), read_protocol(walk.new)
    undirected = not protocols[0].messages or not protocols[1].messages
    routes = Routes(walk)
    if undirected:
        start_everywhere(walk, routes)
    else:
        compare_methods(walk, routes, *protocols)
    _settle(walk)
    routes.close()
    compare_definitions(walk, routes, *protocols)
    _settle(walk)
    routes.close()
    annotate_all(walk)
    _settle(walk)
    changes = [_finished(walk, routes, draft) for draft in walk.drafts.values()]
    return Comparison(
        tuple(sorted(changes, key=lambda change: (change.path, change.kind, str(change.old)))),
        undirected,
    )


def _settle(walk: Walk) -> None:
    for pair in walk.pending():
        compare_pair(walk, pair)


def _finished(walk: Walk, routes: Routes, draft: Draft) -> Change:
    change = draft.change
    if change.routes:
        return change
    found, met = routes.to(draft.pairs)
    pairs = [walk.pairs[key] for key in draft.pairs]
    traits = set(change.traits)
    if change.kind is Kind.NULL_ALLOWED and pairs and all(pair.null_old for pair in pairs):
        traits.add("null-empty")
    if change.kind is Kind.NULL_DISALLOWED and pairs and all(pair.null_new for pair in pairs):
        traits.add("null-empty")
    return replace(change, routes=found, traits=frozenset(traits), met=met)
