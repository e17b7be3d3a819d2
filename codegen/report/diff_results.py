"""Changes of schemas as results for the formats that services read."""

from __future__ import annotations

from collections.abc import Sequence

from codegen.diff.assess import Assessment, Judged
from codegen.diff.levels import Level
from codegen.diff.rules import BY_ID
from codegen.errors import Place
from codegen.findings import Finding, Severity
from codegen.report.catalogue import Result, RuleText

SEVERITIES = {
    Level.BREAKING: Severity.ERROR,
    Level.RISK: Severity.WARNING,
    Level.COMPATIBLE: Severity.NOTE,
    Level.SOURCE: Severity.NOTE,
    Level.ANNOTATION: Severity.NOTE,
}


def rule_texts() -> tuple[RuleText, ...]:
    """All rules of the diff, in the order of their table."""
    return tuple(
        RuleText(rule.id, rule.slug, SEVERITIES[rule.level], rule.purpose)
        for rule in BY_ID.values()
    )


def results(assessment: Assessment, lowest: Level) -> Sequence[Result]:
    """The changes at a level or above, each at its place in the new schema."""
    return tuple(
        _result(assessment, judged)
        for judged in assessment.judged
        if judged.verdict.level.at_least(lowest)
    )


def _result(assessment: Assessment, judged: Judged) -> Result:
    verdict, change = judged.verdict, judged.change
    words = f"{change.path}: {verdict.message}"
    if change.at.new is None and change.at.old is not None:
        was = assessment.old.document.place(change.at.old)
        words += f" (was at {was.file}:{was.line})"
    finding = Finding(verdict.rule.id, SEVERITIES[verdict.level], place(assessment, judged), words)
    return Result(
        finding,
        f"{verdict.rule.id} {verdict.rule.slug}",
        verdict.fingerprint,
        judged.ignored,
    )


def place(assessment: Assessment, judged: Judged) -> Place:
    """Where a change stands in the new schema: what encloses it, if it is gone."""
    pointer = judged.change.at.new
    if pointer is None:
        return assessment.new.document.place("")
    return assessment.new.document.place(pointer)
