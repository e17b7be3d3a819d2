"""Each rule fires and keeps still where it should; every kind of change has a rule and a case."""

from __future__ import annotations

import pytest

from codegen.diff.facts import Kind
from codegen.diff.rules import BY_ID, RULES
from codegen.report.rules_page import rules_page
from tests.diff.cases import CASES, Case
from tests.diff.schemas import ROOT, judged


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_rule_fires(case: Case) -> None:
    found = [verdict for verdict in judged(*case.fires) if verdict.rule.id == case.rule]
    assert found, "silent"
    assert found[0].level.value == case.level
    assert " ".join(sorted({party for v in found for party in v.breaks})) == case.breaks


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_near_miss_is_silent(case: Case) -> None:
    assert case.rule not in {verdict.rule.id for verdict in judged(*case.misses)}


def test_every_kind_of_change_has_a_rule_and_every_rule_a_case() -> None:
    assert set(RULES) == set(Kind)
    assert set(BY_ID) - {case.rule for case in CASES} == {"ACP903"}
    assert len(BY_ID) == len(RULES)


def test_rows_are_consistent() -> None:
    for rule in BY_ID.values():
        assert rule.quiet.rank >= rule.level.rank, rule.id
        assert rule.purpose.endswith("."), rule.id
        assert rule.question in ("", "W", "R", "WR"), rule.id


def test_page_is_in_sync() -> None:
    page = ROOT / "docs" / "rules.md"
    assert page.read_text("utf-8") == rules_page(), "run `make rules`"
