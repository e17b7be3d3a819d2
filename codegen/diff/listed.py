"""Compare strings or numbers: listed values, open and closed lists, limits on free values."""

from __future__ import annotations

from difflib import SequenceMatcher

from codegen.diff.facts import Kind, Spot
from codegen.diff.inclusion import rest_fits
from codegen.diff.limits import compare_limit
from codegen.diff.walk import Pair, Walk
from codegen.diff.wire import Rest, Scalars

_SIMILAR = 0.6
_INT = {f"{sign}int{bits}": (bits, sign == "u") for bits in (8, 16, 32, 64) for sign in ("", "u")}


def compare_listed(
    walk: Walk, pair: Pair, at: Spot, old: Scalars | None, new: Scalars | None
) -> None:
    """Facts about two sets of strings (or numbers), where both schemas accept some."""
    if old is None or new is None:
        return
    _compare_openness(walk, pair, at, old, new)
    if old.known and new.known:
        _compare_values(walk, pair, at, old, new)
    elif old.known and new.open:
        for value in old.known:
            walk.add(
                pair,
                Kind.ENUM_VALUE_REMOVED,
                at,
                old=text(value),
                traits=frozenset({"open", *({"opened"} if not old.open else set())}),
            )
    if old.rests != new.rests:
        _compare_rests(walk, pair, at, old.rests, new.rests)


def _compare_openness(walk: Walk, pair: Pair, at: Spot, old: Scalars, new: Scalars) -> None:
    listed = ", ".join(sorted(text(value) for value in new.known))
    if old.open and new.open and not old.known and new.known:
        walk.add(pair, Kind.KNOWN_VALUES_DOCUMENTED, at, new=listed)
    elif old.open and not new.open:
        if old.known:
            words = f"now only {listed}"
            walk.add(pair, Kind.ENUM_CLOSED, at, old="open", new="closed", fails="W", detail=words)
        else:
            walk.add(pair, Kind.ENUM_INTRODUCED, at, old="free", new=listed, fails="W")
    elif new.open and not old.open:
        walk.add(pair, Kind.ENUM_OPENED, at, old="closed", new="open", fails="R")


def _compare_values(walk: Walk, pair: Pair, at: Spot, old: Scalars, new: Scalars) -> None:
    gone = {value: place for value, place in old.known.items() if value not in new.known}
    come = {value: place for value, place in new.known.items() if value not in old.known}
    opened = frozenset({"opened"} if new.open and not old.open else set())
    for before, after in _renamed(walk, gone, come):
        fails = ("" if new.open else "W") + ("" if old.open else "R")
        walk.add(
            pair,
            Kind.ENUM_VALUE_RENAMED,
            at,
            old=text(before),
            new=text(after),
            fails=fails,
            traits=_open(new.open and old.open),
        )
        del gone[before], come[after]
    for value in gone:
        walk.add(
            pair,
            Kind.ENUM_VALUE_REMOVED,
            at,
            old=text(value),
            fails="" if new.open else "W",
            traits=_open(new.open) | opened,
        )
    for value in come:
        walk.add(
            pair,
            Kind.ENUM_VALUE_ADDED,
            at,
            new=text(value),
            fails="" if old.open else "R",
            traits=_open(old.open),
        )


def _open(is_open: bool) -> frozenset[str]:
    return frozenset({"open"} if is_open else set())


def text(value: str | float) -> str:
    """A listed value as it stands in a report: strings in quotes."""
    return f'"{value}"' if isinstance(value, str) else str(value)


def _renamed(
    walk: Walk, gone: dict[str | float, str], come: dict[str | float, str]
) -> list[tuple[str | float, str | float]]:
    """The values that went and came as one: same words said about it, or nearly the same name."""
    found: list[tuple[str | float, str | float]] = []
    free = dict(come)
    for before, place in gone.items():
        for after, target in free.items():
            if (
                isinstance(before, str)
                and isinstance(after, str)
                and (similar(before, after) or _same_words(walk, place, target))
            ):
                found.append((before, after))
                del free[after]
                break
    return found


def _same_words(walk: Walk, old: str, new: str) -> bool:
    before = walk.old.node(old).get("description") if old else None
    return isinstance(before, str) and before == walk.new.node(new).get("description")


def similar(one: str, other: str) -> bool:
    """Whether two names look like one name spelt anew."""
    before, after = (name.replace("_", "").replace("-", "").lower() for name in (one, other))
    return before == after or SequenceMatcher(None, before, after).ratio() >= _SIMILAR


def _compare_rests(
    walk: Walk, pair: Pair, at: Spot, old: tuple[Rest, ...], new: tuple[Rest, ...]
) -> None:
    if not old or not new:
        return
    if len(old) > 1 or len(new) > 1:
        _compare_many(walk, pair, at, old, new)
        return
    before, after = old[0], new[0]
    if before.format != after.format or before.encoding != after.encoding:
        _compare_format(walk, pair, at, before, after)
    for word, one, other in _limits(before, after):
        compare_limit(walk, pair, at, word, one, other)


def _compare_many(
    walk: Walk, pair: Pair, at: Spot, old: tuple[Rest, ...], new: tuple[Rest, ...]
) -> None:
    if not all(any(rest_fits(one, other) for other in new) for one in old):
        walk.add(pair, Kind.CONSTRAINT_TIGHTENED, at, fails="W", detail="limits of its branches")
    if not all(any(rest_fits(one, other) for other in old) for one in new):
        walk.add(pair, Kind.CONSTRAINT_LOOSENED, at, fails="R", detail="limits of its branches")


def _limits(old: Rest, new: Rest) -> list[tuple[str, object, object]]:
    """Each limit that may differ: its word, and its value in both schemas."""
    words = ("minLength", "maxLength") if old.kind == "string" else ("minimum", "maximum")
    found: list[tuple[str, object, object]] = [
        (words[0], old.low, new.low),
        (words[1], old.high, new.high),
        ("pattern", old.pattern, new.pattern),
    ]
    before, after = dict(old.other), dict(new.other)
    found += [(word, before.get(word), after.get(word)) for word in sorted({*before, *after})]
    return [(word, one, other) for word, one, other in found if one != other]


def _compare_format(walk: Walk, pair: Pair, at: Spot, old: Rest, new: Rest) -> None:
    was, is_now = _format(old), _format(new)
    if old.encoding != new.encoding:
        restated = (old.format, new.encoding) == ("byte", "base64") or (
            old.encoding,
            new.format,
        ) == ("base64", "byte")
        traits = frozenset({"restated"} if restated else set())
        walk.add(
            pair,
            Kind.ENCODING_CHANGED,
            at,
            fails="" if restated else "WR",
            traits=traits,
            old=was,
            new=is_now,
        )
        return
    before, after = _INT.get(old.format or ""), _INT.get(new.format or "")
    if before is None or after is None:
        fails = ("W" if new.format else "") + ("R" if old.format else "")
        walk.add(pair, Kind.FORMAT_CHANGED, at, fails=fails, old=was, new=is_now)
        return
    shrinks, grows = _range_moves(before, after), _range_moves(after, before)
    walk.add(
        pair,
        Kind.FORMAT_CHANGED,
        at,
        fails=("W" if shrinks else "") + ("R" if grows else ""),
        traits=frozenset({"shrinks"} if shrinks else set()),
        old=was,
        new=is_now,
    )


def _range_moves(old: tuple[int, bool], new: tuple[int, bool]) -> bool:
    """Whether a whole number of the one format may be outside the other."""
    (bits, unsigned), (width, only_positive) = old, new
    low, high = (0 if unsigned else -(2 ** (bits - 1))), 2 ** (bits if unsigned else bits - 1)
    least = 0 if only_positive else -(2 ** (width - 1))
    most = 2 ** (width if only_positive else width - 1)
    return low < least or high > most


def _format(rest: Rest) -> str | None:
    words = [rest.format or "", rest.encoding if rest.encoding else ""]
    return " ".join(word for word in words if word) or None


__all__ = ["compare_listed", "similar", "text"]
