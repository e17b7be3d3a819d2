"""Other spellings of one schema report nothing above `source`, alone, combined, both ways."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.diff.classify import classify
from codegen.diff.compare import compare
from codegen.diff.levels import Level
from tests.diff.rewriting import REWRITINGS, rewritten
from tests.diff.schemas import STRICT, carrying, document, obj, ref, tagged
from tests.diff.states import OURS, every_state, load, name_of

V2 = next(path for path in OURS if "v2" in path.parts)


def loud(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What is reported above `source`, in either direction."""
    documents = document(old, "old.json"), document(new, "new.json")
    return [
        f"{verdict.rule.id} {verdict.change.path}: {verdict.message}"
        for pair in (documents, documents[::-1])
        for verdict in classify(compare(*pair), STRICT)
        if verdict.level.at_least(Level.COMPATIBLE)
    ]


@pytest.mark.parametrize("path", every_state(), ids=name_of)
def test_self_diff_is_empty(path: Path) -> None:
    assert compare(load(path), load(path)).changes == ()


@pytest.mark.parametrize("name", REWRITINGS)
def test_one_rewriting(name: str) -> None:
    schema = json.loads(V2.read_text("utf-8"))
    assert loud(schema, rewritten(schema, [name], Random(name), 400)) == []


def test_every_rewriting_applies_somewhere() -> None:
    schema = json.loads(V2.read_text("utf-8"))
    idle = [n for n in REWRITINGS if rewritten(schema, [n], Random(n), 2000) == schema]
    # Our own schema has no list to rewrite, until `branches_as_enum` has made some.
    assert idle == ["enum_as_branches"]
    both = ["branches_as_enum", "enum_as_branches"]
    assert loud(schema, rewritten(schema, both, Random(0), 2000)) == []


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_rewritings_combined(seed: int) -> None:
    schema = json.loads(V2.read_text("utf-8"))
    assert loud(schema, rewritten(schema, list(REWRITINGS), Random(seed), 300)) == []


@pytest.mark.sweep
@pytest.mark.parametrize("path", every_state(), ids=name_of)
def test_rewritings_of_every_state(path: Path) -> None:
    schema = json.loads(path.read_text("utf-8"))
    for seed in range(10):
        assert loud(schema, rewritten(schema, list(REWRITINGS), Random(seed), 400)) == []


STATES = ("idle", "busy")
REASONS = {"type": "string", "enum": ["done", "stopped"]}
OPEN_REASONS = {
    "anyOf": [{"type": "string", "const": word} for word in REASONS["enum"]] + [{"type": "string"}]
}


def _keyed(*words: str, rest: bool) -> dict[str, Any]:
    arms = [tagged(word, tag="reason") for word in words]
    if rest:
        other = obj("reason", reason={"type": "string"})
        arms.append({"title": "other", **other, "not": {"anyOf": [*arms]}})
    return {**obj(usage={"type": "integer"}), "anyOf": arms}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            obj("reason", reason=REASONS, usage={"type": "integer"}),
            _keyed("done", "stopped", rest=False),
        ),
        (
            obj("reason", reason=OPEN_REASONS, usage={"type": "integer"}),
            _keyed("done", "stopped", rest=True),
        ),
        (tagged("one"), {"anyOf": [tagged("one")]}),
        (obj(p={"type": "object"}), obj(p={"type": "object", "additionalProperties": True})),
        (obj(p={}), obj(p=True)),
        (obj(p={"anyOf": [{}, {"type": "null"}]}), obj(p={})),
        (obj(p=ref("Alias")), obj(p={"type": "string"})),
    ],
)
def test_spellings_that_no_rewriting_makes(old: dict[str, Any], new: dict[str, Any]) -> None:
    alias = {"Alias": {"type": "string"}}
    assert loud(carrying(old, **alias), carrying(new, **alias)) == []
