"""Workflow commands of GitHub: one line makes one annotation on a changed file.

GitHub shows about ten errors and ten warnings of a step, so the worst come first and a notice at
the end counts the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from codegen.findings import Severity
from codegen.report.catalogue import Result

SHOWN = 10
"""Annotations of one severity that GitHub shows for a step."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def github(results: Sequence[Result], summary: str) -> str:
    """Commands for the results that count, then one notice with a summary."""
    lines: list[str] = []
    counts: Counter[Severity] = Counter()
    order = list(Severity)
    for result in sorted(results, key=lambda one: order.index(one.finding.severity)):
        severity = result.finding.severity
        if result.suppressed is not None or severity is Severity.NOTE:
            continue
        counts[severity] += 1
        if counts[severity] <= SHOWN:
            lines.append(_command(result))
    hidden = sum(max(0, count - SHOWN) for count in counts.values())
    tail = f" ({hidden} more are in the job's summary)" if hidden else ""
    lines.append(f"::notice title=acp-codegen::{_message(summary + tail)}")
    return "\n".join(lines)


def _command(result: Result) -> str:
    finding = result.finding
    properties = [
        ("file", finding.at.file),
        ("line", finding.at.line),
        ("col", finding.at.column),
        ("title", result.title),
    ]
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties if value)
    fix = f"; {finding.fix}" if finding.fix else ""
    return f"::{_COMMANDS[finding.severity]} {listed}::{_message(finding.message + fix)}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
