"""Findings as a Markdown table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codegen.errors import printable
from codegen.findings import Finding


def findings_table(findings: Sequence[Finding]) -> str:
    """A table with a row for each finding; a sentence where there are none."""
    if not findings:
        return "Nothing found."
    lines = ["| Where | Severity | Rule | What |", "| --- | --- | --- | --- |"]
    for finding in findings:
        what = finding.message + (f"; {finding.fix}" if finding.fix else "")
        cells = (str(finding.at), finding.severity.value, finding.rule, what)
        lines.append(f"| {' | '.join(cell(text) for text in cells)} |")
    return "\n".join(lines)


def cell(text: str) -> str:
    """A text that stays one table cell and means nothing to Markdown."""
    return re.sub(r"([\\|<>`*_\[\]])", r"\\\1", printable(text))
