"""SARIF 2.1.0 (OASIS), as code-scanning services take it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from codegen import __version__
from codegen.findings import Severity
from codegen.report.catalogue import Result, RuleText

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_FINGERPRINT = "acpCodegen/v1"


def sarif(results: Sequence[Result], rules: Sequence[RuleText]) -> str:
    """One run: every rule whether it fired or not, and the results (`[]` when clean)."""
    index = {rule.id: number for number, rule in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "acp-codegen",
                "version": __version__,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(result, index) for result in results],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(rule: RuleText) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.slug,
        "shortDescription": {"text": rule.purpose},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(result: Result, index: dict[str, int]) -> dict[str, Any]:
    finding = result.finding
    fix = f"; {finding.fix}" if finding.fix else ""
    found: dict[str, Any] = {
        "ruleId": finding.rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message + fix},
        "locations": [{"physicalLocation": _location(result)}],
    }
    if finding.rule in index:
        found["ruleIndex"] = index[finding.rule]
    if result.fingerprint is not None:
        found["partialFingerprints"] = {_FINGERPRINT: result.fingerprint}
    if result.suppressed is not None:
        found["suppressions"] = [{"kind": "external", "justification": result.suppressed}]
    return found


def _location(result: Result) -> dict[str, Any]:
    at = result.finding.at
    found: dict[str, Any] = {"artifactLocation": {"uri": _uri(at.file)}}
    if at.line is not None:
        found["region"] = {"startLine": at.line, "startColumn": at.column or 1}
    return found


def _uri(file: str) -> str:
    return quote(PurePath(file).as_posix(), safe="/:@")
