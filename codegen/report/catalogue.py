"""What the machine-readable formats need to know about rules and results, whatever checked."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.findings import Finding, Severity


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule as it is described to people: id, slug, usual severity, purpose."""

    id: str
    slug: str
    severity: Severity
    purpose: str


@dataclass(frozen=True, slots=True)
class Result:
    """A finding as a result: `title` heads it, `fingerprint` tells it from others across runs.

    `suppressed` is the reason why somebody decided to live with it.
    """

    finding: Finding
    title: str
    fingerprint: str | None = None
    suppressed: str | None = None


def plain_results(findings: tuple[Finding, ...]) -> tuple[Result, ...]:
    """Findings that have no fingerprint and no title of their own."""
    return tuple(Result(finding, finding.rule) for finding in findings)
