"""Print findings. Nothing here decides anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, assert_never

from codegen.errors import printable
from codegen.findings import Finding, Severity
from codegen.report.catalogue import RuleText, plain_results
from codegen.report.github import github
from codegen.report.markdown import findings_table
from codegen.report.sarif import sarif

Paint = Callable[[str, str], str]


class Format(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    GITHUB = "github"
    SARIF = "sarif"


def plain(text: str, colour: str) -> str:
    """No colours."""
    return text


def report(
    findings: Sequence[Finding],
    form: Format,
    paint: Paint = plain,
    rules: Sequence[RuleText] = (),
) -> str:
    """All findings in one text, in the order of files and lines; "" for none as text.

    `paint(text, colour name)` adds colours where the reader can show them; `rules` are listed
    where a format lists rules.
    """
    ordered = tuple(sorted(findings, key=lambda finding: finding.order))
    match form:
        case Format.TEXT:
            return "\n".join(_text(finding, paint) for finding in ordered)
        case Format.JSON:
            return json.dumps({"findings": [_row(finding) for finding in ordered]}, indent=2)
        case Format.MARKDOWN:
            return findings_table(ordered)
        case Format.GITHUB:
            return github(plain_results(ordered), f"{len(ordered)} findings")
        case Format.SARIF:
            return sarif(plain_results(ordered), rules)
        case _:
            assert_never(form)


_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def _text(finding: Finding, paint: Paint) -> str:
    word = paint(finding.severity.value, _COLOURS[finding.severity])
    fix = f"; {finding.fix}" if finding.fix else ""
    head = f"{finding.at}: {word}: {printable(finding.message + fix)} [{finding.rule}]"
    detail = "".join(f"\n    {printable(line)}" for line in finding.detail.splitlines())
    return head + detail


def _row(finding: Finding) -> dict[str, Any]:
    return {
        "file": finding.at.file,
        "line": finding.at.line,
        "column": finding.at.column,
        "pointer": finding.at.pointer,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "message": finding.message,
        "fix": finding.fix,
    }
