"""Hits -> findings: how bad each is where it stands, and what a directive suppresses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256

from codegen.drift.context import Context
from codegen.drift.hits import Hit
from codegen.drift.rules import RULES, SOFT_SECTIONS, Stage, Standing, Strength
from codegen.errors import Place
from codegen.findings import Finding, Severity

_RANK = {Severity.NOTE: 0, Severity.WARNING: 1, Severity.ERROR: 2}


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that a directive covers, and why."""

    finding: Finding
    reason: str


def judge(hits: Iterable[Hit], context: Context) -> list[Finding]:
    """The findings of one block. A block that contradicts the schema is not merely ahead of it."""
    hits = list(hits)
    contradicts = any(
        hit.rule in ("json-schema", "json-open-value") and hit.strength is not Strength.STRUCTURAL
        for hit in hits
    )
    return [_finding(hit, context, contradicts) for hit in hits]


def severity(hit: Hit, context: Context, contradicts: bool = False) -> Severity:
    """How bad a hit is."""
    rule = RULES[hit.rule]
    found = rule.severity(context.stage)
    directive = context.directive
    if hit.standing is Standing.RETIRED and context.stage is not Stage.COMPLETED:
        if hit.rule.startswith(("json-", "method-", "component-", "list-", "table-")):
            found = Severity.ERROR
    elif hit.rule == "json-unknown-property" and context.stage is Stage.RFD and contradicts:
        found = Severity.ERROR if hit.standing is Standing.PLAIN else found
    elif hit.standing is Standing.AHEAD:
        proposed = directive is not None and directive.proposal
        if proposed or (context.stage is Stage.RFD and rule.declared):
            found = Severity.NOTE
    if rule.declared and hit.strength is not Strength.DECLARED:
        found = Severity.NOTE
    if hit.strength is Strength.STRUCTURAL:
        found = _at_most(found, Severity.WARNING)
    if hit.advice or (directive is not None and directive.example == "history"):
        found = Severity.NOTE
    if _is_soft(context) and hit.rule != "revision-history":
        found = Severity.NOTE
    return found


def _is_soft(context: Context) -> bool:
    return any(
        title.lower().startswith(SOFT_SECTIONS)
        for title in context.block.trail
        if context.stage in (Stage.RFD, Stage.COMPLETED)
    )


def _at_most(found: Severity, limit: Severity) -> Severity:
    return found if _RANK[found] <= _RANK[limit] else limit


def _finding(hit: Hit, context: Context, contradicts: bool) -> Finding:
    trail = " > ".join(context.block.trail)
    page = context.page
    return Finding(
        hit.rule,
        severity(hit, context, contradicts),
        Place(page.file, hit.spot.line, hit.spot.column),
        hit.message,
        hit.fix,
        frame(page.lines, hit.spot.line, hit.spot.column),
        hit.bound,
        fingerprint(hit.rule, page.file, trail, hit.subject or hit.message),
    )


def fingerprint(rule: str, file: str, trail: str, subject: str) -> str:
    """What stays the same of a finding when lines move."""
    return sha256("\0".join((rule, file, trail, subject)).encode()).hexdigest()[:20]


def numbered(findings: Iterable[Finding]) -> list[Finding]:
    """Findings with one fingerprint each: equals are counted in the order of the page."""
    seen: dict[str, int] = {}
    result: list[Finding] = []
    for finding in findings:
        count = seen[finding.fingerprint] = seen.get(finding.fingerprint, 0) + 1
        if count > 1:
            finding = replace(finding, fingerprint=f"{finding.fingerprint}-{count}")
        result.append(finding)
    return result


def frame(lines: list[str], line: int, column: int) -> str:
    """The line with its number, and a mark below the column."""
    if not 1 <= line <= len(lines):
        return ""
    text = lines[line - 1].replace("\t", " ")
    start = max(0, column - 60)
    shown = text[start : start + 100]
    number = f"{line:>5} | "
    return f"{number}{shown}\n{' ' * (len(number) - 2)}| {' ' * (column - 1 - start)}^"
