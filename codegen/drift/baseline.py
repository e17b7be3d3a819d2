"""Findings that were there before: a committed list of fingerprints, or another revision's."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from codegen.drift.verdicts import fingerprint
from codegen.errors import InputError, Place
from codegen.findings import Finding, Severity

VERSION = 1


def baseline_text(findings: Iterable[Finding]) -> str:
    """The file: a row for each finding above note, sorted."""
    rows = sorted(
        (finding.at.file, finding.rule, finding.fingerprint, finding.message)
        for finding in findings
        if finding.severity is not Severity.NOTE and finding.fingerprint
    )
    entries = [
        {"file": file, "rule": rule, "fingerprint": mark, "message": message}
        for file, rule, mark, message in rows
    ]
    return (
        json.dumps({"version": VERSION, "findings": entries}, indent=1, ensure_ascii=False) + "\n"
    )


def read_baseline(text: str, name: str) -> dict[str, str]:
    """Fingerprint -> "file: rule". Raises `InputError`."""
    try:
        found = json.loads(text)
        if found["version"] != VERSION:
            raise ValueError(f"version {found['version']}")
        return {
            str(row["fingerprint"]): f"{row['file']}: {row['rule']}" for row in found["findings"]
        }
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"not a baseline ({error})",
            at=Place(name, getattr(error, "lineno", None), getattr(error, "colno", None)),
            cure="write it again: acp-codegen check --write-baseline",
        ) from None


def new_since(
    findings: Sequence[Finding], known: Iterable[str]
) -> tuple[list[Finding], list[Finding]]:
    """Findings that are new, and findings that were known."""
    marks = frozenset(known)
    fresh = [finding for finding in findings if finding.fingerprint not in marks]
    old = [finding for finding in findings if finding.fingerprint in marks]
    return fresh, old


def unused(findings: Sequence[Finding], baseline: dict[str, str], name: str) -> list[Finding]:
    """An entry that fires no more would hide the next mistake of its kind."""
    marks = {finding.fingerprint for finding in findings}
    return [
        Finding(
            "baseline-unused",
            Severity.ERROR,
            Place(name),
            f"{what} ({mark}) does not fire any more",
            "write the baseline again: acp-codegen check --write-baseline",
            fingerprint=fingerprint("baseline-unused", name, "", mark),
        )
        for mark, what in baseline.items()
        if mark not in marks
    ]
