"""Swapping the two schemas swaps the two questions, and added with removed."""

from __future__ import annotations

from collections import Counter

import pytest

from codegen.diff.facts import Change, Kind, Question
from tests.diff.cases import CASES, Case
from tests.diff.schemas import facts
from tests.diff.states import EVOLUTION, PAIRS, compared, needs_pairs

_OPPOSITES = (
    (Kind.PROPERTY_ADDED_OPTIONAL, Kind.PROPERTY_REMOVED_OPTIONAL),
    (Kind.PROPERTY_ADDED_REQUIRED, Kind.PROPERTY_REMOVED_REQUIRED),
    (Kind.PROPERTY_BECAME_REQUIRED, Kind.PROPERTY_BECAME_OPTIONAL),
    (Kind.TYPE_WIDENED, Kind.TYPE_NARROWED),
    (Kind.NULL_ALLOWED, Kind.NULL_DISALLOWED),
    (Kind.CONSTRAINT_LOOSENED, Kind.CONSTRAINT_TIGHTENED),
    (Kind.OBJECT_OPENED, Kind.OBJECT_CLOSED),
    (Kind.ENUM_VALUE_ADDED, Kind.ENUM_VALUE_REMOVED),
    (Kind.ENUM_OPENED, Kind.ENUM_CLOSED),
    (Kind.VARIANT_ADDED, Kind.VARIANT_REMOVED),
    (Kind.UNION_OPENED, Kind.UNION_CLOSED),
    (Kind.OBJECT_BECAME_UNION, Kind.UNION_COLLAPSED),
    (Kind.METHOD_ADDED, Kind.METHOD_REMOVED),
    (Kind.TOLERANCE_ADDED, Kind.TOLERANCE_REMOVED),
    (Kind.DEFINITION_ADDED, Kind.DEFINITION_REMOVED),
    (Kind.REF_EXTRACTED, Kind.REF_INLINED),
    (Kind.STABILISED, Kind.DESTABILISED),
)
MIRROR = {kind: kind for kind in Kind}
for one, other in _OPPOSITES:
    MIRROR |= {one: other, other: one}

WAIVERS = {
    Kind.METHOD_REMOVED: "W, though its mirror asks nothing: a new method answers old callers",
    Kind.METHOD_ADDED: "the same, seen from the other side",
    Kind.DISCRIMINATOR_INTRODUCED: "its mirror is a required property that is removed (ACP104)",
    Kind.KNOWN_VALUES_DOCUMENTED: "its mirror is a list of values that are removed (ACP302)",
    Kind.ENUM_INTRODUCED: "its mirror is a list that was opened and lost its values",
    Kind.TOLERANCE_SWAPPED: "swapped back, tolerance is added (ACP601): nobody is hit",
    Kind.TOLERANCE_REMOVED: "W, though its mirror asks nothing: more tolerance hits nobody",
    Kind.TOLERANCE_ADDED: "the same, seen from the other side",
}
"""Why these aren't compared; what their mirrors are is checked one by one below."""
PARTNERS = {
    Kind.DISCRIMINATOR_INTRODUCED: {Kind.PROPERTY_REMOVED_REQUIRED},
    Kind.KNOWN_VALUES_DOCUMENTED: {Kind.ENUM_VALUE_REMOVED},
    Kind.ENUM_INTRODUCED: {Kind.ENUM_OPENED, Kind.ENUM_VALUE_REMOVED},
    Kind.TOLERANCE_SWAPPED: {Kind.TOLERANCE_ADDED},
}
_SWAP = {Question.W: Question.R, Question.R: Question.W}


def _seen(change: Change) -> tuple[object, ...]:
    return (change.kind, frozenset(change.questions), change.old, change.new)


def _mirrored(change: Change) -> tuple[object, ...]:
    questions = frozenset(_SWAP[question] for question in change.questions)
    return (MIRROR[change.kind], questions, change.new, change.old)


def _kept(changes: tuple[Change, ...], excused: set[Kind]) -> list[Change]:
    return [change for change in changes if change.kind not in excused]


def _check(there: tuple[Change, ...], back: tuple[Change, ...]) -> None:
    kinds = {change.kind for change in (*there, *back)} & set(WAIVERS)
    excused = kinds | {partner for kind in kinds for partner in PARTNERS.get(kind, ())}
    want = Counter(_mirrored(change) for change in _kept(there, excused))
    assert Counter(_seen(change) for change in _kept(back, excused)) == want


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_cases_mirror(case: Case) -> None:
    old, new = case.fires
    _check(facts(old, new).changes, facts(new, old).changes)


@needs_pairs
@pytest.mark.parametrize("label", PAIRS, ids=lambda label: label["id"])
def test_pairs_mirror(label: dict[str, str]) -> None:
    old, new = EVOLUTION / label["previous"], EVOLUTION / label["current"]
    _check(compared(old, new).changes, compared(new, old).changes)


@pytest.mark.parametrize("kind", PARTNERS, ids=str)
def test_waived_mirrors_are_what_they_say(kind: Kind) -> None:
    case = next(case for case in CASES if kind in {c.kind for c in facts(*case.fires).changes})
    back = {change.kind for change in facts(*reversed(case.fires)).changes}
    assert back & PARTNERS[kind]
