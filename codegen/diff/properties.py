"""Compare what a property says beside its type: its default, and what a reader forgives."""

from __future__ import annotations

import json
from collections.abc import Mapping

from codegen.diff.facts import Kind, Spot
from codegen.diff.walk import Pair, Walk
from codegen.diff.wire import Prop
from codegen.model import MISSING, Tolerance


def compare_default(walk: Walk, pair: Pair, at: Spot, old: Prop, new: Prop) -> None:
    """Facts about what leaving the property out means."""
    before, after = old.default, new.default
    grown = (
        isinstance(before, dict)
        and isinstance(after, dict)
        and all(after.get(key, MISSING) == value for key, value in before.items())
    )
    # To a reader, a key that is left out and has no default is as good as null.
    same = before in (None, MISSING) and after in (None, MISSING)
    walk.add(
        pair,
        Kind.DEFAULT_CHANGED,
        at,
        old=_json(before),
        new=_json(after),
        traits=frozenset({"restated"} if grown or same else set()),
    )


def _json(value: object) -> str | None:
    return None if value is MISSING else json.dumps(value, sort_keys=True)


_WORDS: Mapping[str, tuple[str, str]] = {
    "skip_invalid_items": ("a bad item is dropped", "a bad item fails the whole message"),
    "default_on_error": ("a bad value becomes the default", "a bad value fails the message"),
    "default_on_null": ("null becomes the empty value", "null fails the message"),
}


def compare_tolerance(walk: Walk, pair: Pair, at: Spot, old: Tolerance, new: Tolerance) -> None:
    """Facts about bad values: which a reader survived before, and which it survives now."""
    lost = [word for word in _WORDS if _effect(old, word) and not _effect(new, word)]
    won = [word for word in _WORDS if _effect(new, word) and not _effect(old, word)]
    swapped = old.default_on_error and new.default_on_null and not new.default_on_error
    if swapped:
        kind = Kind.TOLERANCE_SWAPPED
    elif lost:
        kind = Kind.TOLERANCE_REMOVED
    else:
        kind = Kind.TOLERANCE_ADDED
    said = [f"before, {_WORDS[word][0]}; now {_WORDS[word][1]}" for word in lost]
    said += [f"now {_WORDS[word][0]}; before, {_WORDS[word][1]}" for word in won]
    if swapped:
        said.append("null becomes the empty value, as before")
    walk.add(
        pair,
        kind,
        at,
        old=_names(old),
        new=_names(new),
        fails="W" if lost else "",
        detail="; ".join(said),
    )


def _effect(tolerance: Tolerance, word: str) -> bool:
    # Whoever replaces every bad value replaces a bad null as well.
    if word == "default_on_null" and tolerance.default_on_error:
        return True
    return bool(getattr(tolerance, word))


def _names(tolerance: Tolerance) -> str | None:
    words = [word.replace("_", "-") for word in _WORDS if getattr(tolerance, word)]
    return ", ".join(words) or None
