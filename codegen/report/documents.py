"""The document check in print: findings, what they rest on, and what else mentions a change."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from codegen.errors import printable
from codegen.findings import Finding, Severity
from codegen.report.catalogue import Result, RuleText
from codegen.report.formats import Format, plain, report
from codegen.report.github import github
from codegen.report.sarif import sarif

FORMATS = ("text", "json", "sarif", "github")
_MOST = 40


@dataclass(frozen=True)
class DocumentReport:
    """A run as plain values: `coverage` is JSON-ready; `impact` are file, lines, names."""

    findings: Sequence[Finding]
    suppressed: Sequence[Finding] = ()
    coverage: Mapping[str, Any] = field(default_factory=dict)
    impact: Sequence[tuple[str, int, int, Sequence[str]]] = ()
    rules: Sequence[RuleText] = ()


def report_documents(
    found: DocumentReport, form: str, paint: Callable[[str, str], str] = plain
) -> str:
    """The whole report in one of `FORMATS`."""
    ordered = sorted(found.findings, key=lambda finding: finding.order)
    match form:
        case "json":
            return json.dumps(_json(found, ordered), indent=2, ensure_ascii=True)
        case "sarif":
            return sarif(_results(ordered, found.suppressed), found.rules)
        case "github":
            return github(_results(ordered, ()), _coverage(found))
        case _:
            short = [
                replace(one, detail="") if one.severity is Severity.NOTE else one for one in ordered
            ]
            parts = [report(short, Format.TEXT, paint), *_impact(found), _coverage(found)]
            return "\n".join(part for part in parts if part)


def _results(findings: Sequence[Finding], suppressed: Sequence[Finding]) -> list[Result]:
    return [
        *(Result(one, one.rule, one.fingerprint or None) for one in findings),
        *(Result(one, one.rule, one.fingerprint or None, one.detail) for one in suppressed),
    ]


def _json(found: DocumentReport, ordered: Sequence[Finding]) -> dict[str, Any]:
    counts = {
        severity.value: sum(1 for finding in ordered if finding.severity is severity)
        for severity in Severity
    }
    return {
        "schemaVersion": 1,
        "findings": [_row(finding) for finding in ordered],
        "counts": counts,
        "coverage": found.coverage,
        "impact": [
            {"file": file, "line": line, "end": end, "names": list(names)}
            for file, line, end, names in found.impact
        ],
        "suppressed": [{**_row(finding), "reason": finding.detail} for finding in found.suppressed],
    }


def _row(finding: Finding) -> dict[str, Any]:
    return {
        "file": finding.at.file,
        "line": finding.at.line,
        "column": finding.at.column,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "message": finding.message,
        "fix": finding.fix,
        "bound": finding.bound,
        "fingerprint": finding.fingerprint,
    }


def _impact(found: DocumentReport) -> list[str]:
    if not found.impact:
        return []
    lines = [f"also mentioned, where the schema changed ({len(found.impact)} places to read):"]
    for file, line, end, names in found.impact[:_MOST]:
        where = f"{file}:{line}" if line == end else f"{file}:{line}-{end}"
        lines.append(printable(f"  {where}: {', '.join(names)}"))
    if len(found.impact) > _MOST:
        lines.append(f"  … and {len(found.impact) - _MOST} more (--format json has them all)")
    return lines


def _coverage(found: DocumentReport) -> str:
    """One line: what was compared, and why the rest was not."""
    claims: Mapping[str, Any] = found.coverage.get("claims", {})
    pages = found.coverage.get("pages", 0)
    parts = [f"{pages} page{'' if pages == 1 else 's'}"]
    json_blocks = found.coverage.get("blocks", {})
    parts.append(f"{json_blocks.get('bound', 0)} of {json_blocks.get('seen', 0)} json")
    parts += [
        f"{tally['bound']} of {tally['seen']} {kind}"
        for kind, tally in claims.items()
        if kind != "json"
    ]
    skipped = [
        f"{count} × {reason}"
        for tally in (claims.get("json", {}),)
        for reason, count in tally.get("skipped", {}).items()
    ]
    line = f"coverage: {', '.join(parts)} compared"
    if skipped:
        line += f"; json skipped: {', '.join(skipped)}"
    if found.coverage.get("suppressed"):
        line += f"; {found.coverage['suppressed']} suppressed"
    if found.coverage.get("known"):
        line += f"; {found.coverage['known']} known before"
    locks = found.coverage.get("locks")
    if locks:
        line += f"; {locks['owned']} definitions owned, {locks['unowned']} not"
    return printable(line)
