"""Facts about a limit such as `maxLength`: tighter, looser, or both where it can't be told."""

from __future__ import annotations

from codegen.diff.facts import Kind, Spot
from codegen.diff.walk import Pair, Walk


def compare_limit(walk: Walk, pair: Pair, at: Spot, word: str, old: object, new: object) -> None:
    """Note what became of one limit; `None`: not stated."""
    if old == new:
        return
    tightened, loosened = limit_moves(word, old, new)
    before, after = _shown(word, old), _shown(word, new)
    if tightened:
        traits = frozenset({"set"} if old is None else set())
        walk.add(
            pair, Kind.CONSTRAINT_TIGHTENED, at, old=before, new=after, fails="W", traits=traits
        )
    if loosened:
        walk.add(pair, Kind.CONSTRAINT_LOOSENED, at, old=before, new=after, fails="R")


def limit_moves(word: str, old: object, new: object) -> tuple[bool, bool]:
    """Whether a limit became tighter, and whether it became looser."""
    if old is None or new is None:
        return old is None, new is None
    if isinstance(old, int | float) and isinstance(new, int | float):
        tighter = new > old if word.startswith("min") else new < old
        return tighter, not tighter
    return True, True


def _shown(word: str, value: object) -> str | None:
    return None if value is None else f"{word} {value}"
