"""Names that are nearly right."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant: a slip of a few letters, or a longer or shorter form.

    Deterministic: of equals, the one that begins alike, then by the alphabet.
    """
    return _nearest(name, frozenset(known))


@lru_cache(maxsize=4096)
def _nearest(name: str, known: frozenset[str]) -> str | None:
    limit = 1 if len(name) <= 4 else 2 if len(name) <= 9 else 3
    best: tuple[int, bool, str] | None = None
    folded = _plain(name)
    for other in known:
        plain = _plain(other)
        if other == name or not plain or not folded:
            continue
        if plain == folded:
            distance = 0
        elif _is_form(folded, plain):
            distance = limit
        elif abs(len(plain) - len(folded)) > limit:
            continue
        elif plain[0] != folded[0] and plain[-1] != folded[-1]:
            # Slips at both ends at once are rare, and this spares most of the work.
            continue
        else:
            distance = _distance(folded, plain, limit)
        ranked = (distance, other[:1].isupper() != name[:1].isupper(), other)
        if distance <= limit and (best is None or ranked < best):
            best = ranked
    return best[2] if best else None


def hint(name: str, known: Iterable[str]) -> str:
    """ "did you mean `x`?", or nothing."""
    other = nearest(name, known)
    return f"did you mean `{other}`?" if other else ""


def _is_form(name: str, known: str) -> bool:
    """Whether one is the other with something before or behind it."""
    longer = len(name) > 1 and (known.startswith(name) or known.endswith(name))
    shorter = len(known) > 2 and name.startswith(known) and 3 * len(known) > 2 * len(name)
    return longer or shorter


@lru_cache(maxsize=65536)
def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()


def _distance(one: str, other: str, limit: int) -> int:
    """Edits between two words (insert, remove, replace, swap neighbours), cut off at a limit."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, char in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (char != against))
            swapped = i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == against
            if swapped:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]
