"""The measured vectors: the reference decoders' verdict on a value, and what they write back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.editions import EDITIONS, ROOT
from tests.rules import outcome, same_json


def _vectors() -> list[Any]:
    return [
        pytest.param(edition, json.loads(line), id=f"{edition}-{number}")
        for edition in ("v1", "v2")
        for number, line in enumerate(
            (ROOT / f"tests/data/decode_{edition}.jsonl").read_text("utf-8").splitlines(), 1
        )
    ]


VECTORS = _vectors()


def test_all_vectors_are_here() -> None:
    counts = [sum(vector.values[0] == edition for vector in VECTORS) for edition in ("v1", "v2")]
    assert counts == [1120, 1114]


@pytest.mark.parametrize(("edition", "vector"), VECTORS)
def test_bindings_agree(edition: str, vector: dict[str, Any]) -> None:
    module = EDITIONS[edition].module
    hint = EDITIONS[edition].types[vector["type"]]
    expected = vector["expect"]
    for data in (json.dumps(vector["input"]).encode(), vector["input"]):
        if "error" in expected:
            with pytest.raises(module.DecodeError):
                module.decode(hint, data)
        else:
            found = json.loads(module.encode(module.decode(hint, data)))
            assert same_json(found, expected["ok"])


@pytest.mark.parametrize(("edition", "vector"), VECTORS)
def test_rules_agree(edition: str, vector: dict[str, Any]) -> None:
    """The plain reading of the rules, which other tests rely on, is measured by them, too."""
    found = outcome(EDITIONS[edition].document, vector["type"], vector["input"])
    if "error" in vector["expect"]:
        assert found is None
    else:
        assert found is not None
        assert same_json(found.value, vector["expect"]["ok"])
