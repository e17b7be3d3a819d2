"""Which definitions use which, and which are the same in two schemas all the way down."""

from __future__ import annotations

from typing import Any

from codegen.diff.definitions import references

Schema = dict[str, Any]


def uses(schema: Schema) -> dict[str, set[str]]:
    """Definition -> what it refers to."""
    return {name: {*references(part)} for name, part in schema["$defs"].items()}


def using(schema: Schema, wanted: set[str]) -> set[str]:
    """The wanted definitions and everything that leads to one of them."""
    graph = uses(schema)
    found = set(wanted)
    grown = True
    while grown:
        more = {name for name, others in graph.items() if others & found} - found
        grown = bool(more)
        found |= more
    return found


def same_below(old: Schema, new: Schema) -> set[str]:
    """Definitions of one text in both schemas that lead to such definitions only."""
    common = old["$defs"].keys() & new["$defs"].keys()
    differ = {name for name in common if old["$defs"][name] != new["$defs"][name]}
    differ |= old["$defs"].keys() ^ new["$defs"].keys()
    return common - using(old, differ) - using(new, differ)
