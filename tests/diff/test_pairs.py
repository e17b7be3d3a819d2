"""The labelled pairs: who breaks, and what cries wolf. Read in place, never copied here."""

from __future__ import annotations

from typing import Any

import pytest

from codegen.diff.classify import classify
from codegen.diff.levels import Level
from tests.diff.schemas import STRICT
from tests.diff.states import EVOLUTION, PAIRS, compared, needs_pairs

pytestmark = needs_pairs


@pytest.mark.parametrize("label", PAIRS, ids=lambda label: label["id"])
def test_verdict_on_pair(label: dict[str, Any]) -> None:
    found = compared(EVOLUTION / label["previous"], EVOLUTION / label["current"])
    verdicts = classify(found, STRICT)
    broken = {p for v in verdicts if v.level is Level.BREAKING for p in v.breaks}
    answer = {0: False, 1: "by-direction", 2: True}[len(broken)]
    assert answer in label["acceptable"], broken
    if answer == label["breaking"]:
        said = {
            party for party in ("client", "agent") if label["breaks_existing"][f"{party}s"] == "yes"
        }
        assert broken == said
    if label["category"] == "cry-wolf":
        loud = [v.message for v in verdicts if v.level.at_least(Level.COMPATIBLE)]
        assert loud == []
