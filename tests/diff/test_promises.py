"""Where no break is reported for a party, what the one side sends the other side takes.

For every definition, values are made from the writer's schema and read with the reader's, as
tolerantly as its annotations say. A definition may reject some only if a change that says so
stands in it or below it.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from codegen.diff.facts import Comparison, Question
from codegen.diff.reading import Wire
from codegen.diff.rules import RULES
from codegen.diff.samples import Samples
from tests.diff.cases import CASES, Case
from tests.diff.definitions import same_below, using
from tests.diff.promises import Validator
from tests.diff.schemas import document, facts
from tests.diff.states import EVOLUTION, OURS, PAIRS, compared, load, needs_pairs

FEW, MANY = 15, 500


def broken_promises(
    old: dict[str, Any], new: dict[str, Any], found: Comparison, question: Question, count: int
) -> list[str]:
    """Definitions that reject values although nothing reported says so."""
    writer, reader = (old, new) if question is Question.W else (new, old)
    excused = _excused(old, new, found, question)
    wire = Wire(document(writer))
    strict, tolerant = Validator(writer, tolerant=False), Validator(reader, tolerant=True)
    same = same_below(old, new)
    bad = []
    for name in sorted(wire.definitions.keys() & reader["$defs"].keys() - same - excused):
        if "x-docs-ignore" in writer["$defs"][name] or name not in _types(reader):
            continue
        samples = Samples(wire, Random(name))
        valid, takes = strict.definition(name), tolerant.definition(name)
        for _ in range(count):
            value = samples.make((wire.definitions[name],))
            if valid(value) and not takes(value):
                bad.append(f"{name} {question}: {json.dumps(value)[:300]}")
                break
    return bad


def _types(schema: dict[str, Any]) -> set[str]:
    """Definitions that aren't envelopes: how messages are joined is compared on its own."""
    return {name for name, part in schema["$defs"].items() if "x-docs-ignore" not in part}


def _excused(
    old: dict[str, Any], new: dict[str, Any], found: Comparison, question: Question
) -> set[str]:
    """Definitions that hold, or lead to, a change that admits that values are rejected."""
    named: set[str] = set()
    for change in found.changes:
        if question in change.questions and RULES[change.kind].level in ("breaking", "risk"):
            for pointer in (change.at.old, change.at.new):
                parts = (pointer or "").split("/")
                if len(parts) > 2:
                    named.add(parts[2])
    return using(old, named) | using(new, named)


@pytest.mark.parametrize("question", list(Question))
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_promises_of_cases(case: Case, question: Question) -> None:
    for old, new in (case.fires, case.misses):
        assert broken_promises(old, new, facts(old, new), question, FEW) == []


def _pair(label: dict[str, Any], question: Question, count: int) -> list[str]:
    paths = EVOLUTION / label["previous"], EVOLUTION / label["current"]
    old, new = (json.loads(path.read_text("utf-8")) for path in paths)
    return broken_promises(old, new, compared(*paths), question, count)


@needs_pairs
@pytest.mark.parametrize("question", list(Question))
@pytest.mark.parametrize("label", PAIRS, ids=lambda label: label["id"])
def test_promises_of_pairs(label: dict[str, Any], question: Question) -> None:
    assert _pair(label, question, FEW) == []


@needs_pairs
@pytest.mark.sweep
@pytest.mark.parametrize("question", list(Question))
@pytest.mark.parametrize("label", PAIRS, ids=lambda label: label["id"])
def test_promises_of_pairs_at_length(label: dict[str, Any], question: Question) -> None:
    assert _pair(label, question, MANY) == []


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.parent.name)
def test_the_fast_validator_agrees(path: Path) -> None:
    schema = json.loads(path.read_text("utf-8"))
    wire = Wire(load(path))
    fast = Validator(schema, tolerant=False)
    slow = Draft202012Validator(schema)
    random = Random(1)
    names = random.sample(sorted(wire.definitions), min(40, len(wire.definitions)))
    for name in names:
        check = slow.evolve(schema={"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})
        samples = Samples(wire, random)
        other = random.choice(names)
        for target in (name, name, other):
            value = samples.make((wire.definitions[target],))
            assert fast.definition(name)(value) == check.is_valid(value), (name, value)


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.parent.name)
def test_samples_are_valid(path: Path) -> None:
    """Almost all of them: a few need a pattern that nobody solves."""
    schema = json.loads(path.read_text("utf-8"))
    wire = Wire(load(path))
    fast = Validator(schema, tolerant=False)
    for name, pointer in wire.definitions.items():
        samples = Samples(wire, Random(name))
        good = sum(fast.definition(name)(samples.make((pointer,))) for _ in range(20))
        assert good > 0, name
