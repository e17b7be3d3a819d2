"""The steps that the first patches of this project made, rule by rule."""

from __future__ import annotations

from collections import Counter

import pytest

from codegen.diff.assess import Side, assess
from codegen.diff.levels import Level, Switches
from tests.diff.states import HISTORY, load, needs_history

pytestmark = needs_history

CHUNK, WHOLE = "SessionMessageChunk", "SessionMessage"
STEPS = (
    (
        "0-before",
        "1-message-references",
        {"ACP101": 4},
        {
            f"{owner}.{wire}"
            for owner in (CHUNK, WHOLE)
            for wire in ("senderMessageId", "recipientMessageId")
        },
    ),
    (
        "1-message-references",
        "2-content-only-chunks",
        {"ACP103": 4},
        {
            f"{CHUNK}.{who}{what}"
            for who in ("sender", "recipient")
            for what in ("MessageId", "SessionId")
        },
    ),
    (
        "0-before",
        "2-content-only-chunks",
        {"ACP101": 2, "ACP103": 2},
        {
            *(f"{WHOLE}.{who}MessageId" for who in ("sender", "recipient")),
            *(f"{CHUNK}.{who}SessionId" for who in ("sender", "recipient")),
        },
    ),
)


@pytest.mark.parametrize("edition", ["v1", "v2"])
@pytest.mark.parametrize(("old", "new", "rules", "paths"), STEPS)
def test_step(edition: str, old: str, new: str, rules: dict[str, int], paths: set[str]) -> None:
    files = [HISTORY / state / edition / "schema.unstable.json" for state in (old, new)]
    found = assess(*(Side(load(path), path.parts[-3]) for path in files), Switches())
    assert Counter(one.verdict.rule.id for one in found.judged) == rules
    assert {one.change.path for one in found.judged} == paths
    levels = {"ACP101": Level.COMPATIBLE, "ACP103": Level.RISK}
    for one in found.judged:
        assert one.verdict.level is levels[one.verdict.rule.id]
        assert [d.value for d in one.change.directions] == ["agent->client"]
        assert one.verdict.breaks == ()
    assert not found.fails(Level.BREAKING)
    assert found.unaccounted == ()
