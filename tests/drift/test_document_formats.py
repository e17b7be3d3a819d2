"""The document report in every format."""

from __future__ import annotations

import json
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from codegen.drift.rules import RULES
from codegen.report.catalogue import RuleText
from codegen.report.documents import DocumentReport, report_documents
from tests.drift.worlds import check, fence

BAD = {"id": 1, "method": "kettle/boil", "params": {"waterLevel": "x"}}
HIDDEN = '{/* acp-check ignore=json-schema reason="shown on purpose" */}\n\n'


def _report() -> DocumentReport:
    checked = check(f"`teaKinds` 100%, a:b\n\n{fence(BAD)}\n{HIDDEN}{fence(BAD)}")
    rules = [RuleText(rule.id, rule.id, rule.protocol, rule.purpose) for rule in RULES.values()]
    impact = [("a.mdx", 3, 4, ("teaKind",))]
    return DocumentReport(checked.findings, checked.suppressed, {"pages": 1}, impact, rules)


def test_text_has_a_code_frame_the_impact_and_the_coverage() -> None:
    lines = report_documents(_report(), "text").split("\n")
    assert lines[0].endswith("`teaKinds` is no name of v1; did you mean `teaKind`? [ident-unknown]")
    assert lines[1] == "        1 | `teaKinds` 100%, a:b"
    assert "  a.mdx:3-4: teaKind" in lines
    assert lines[-1].startswith("coverage: 1 page")


def test_json() -> None:
    found = json.loads(report_documents(_report(), "json"))
    assert found["schemaVersion"] == 1
    assert found["counts"] == {"error": 1, "warning": 1, "note": 0}
    assert found["impact"] == [{"file": "a.mdx", "line": 3, "end": 4, "names": ["teaKind"]}]
    assert found["suppressed"][0]["reason"] == "suppressed: shown on purpose"


def test_github() -> None:
    lines = report_documents(_report(), "github").split("\n")
    assert lines[0].startswith("::error file=protocol/v1/page.mdx,line=8,col=5,title=json-schema::")
    assert lines[1].startswith("::warning file=protocol/v1/page.mdx,line=1,col=1,")


def _sarif() -> Any:
    return json.loads(report_documents(_report(), "sarif"))


def test_sarif() -> None:
    run = _sarif()["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == list(RULES)
    results = run["results"]
    assert [one["level"] for one in results] == ["warning", "error", "error"]
    assert all(rules[one["ruleIndex"]] == one["ruleId"] for one in results)
    assert all(one["partialFingerprints"]["acpCodegen/v1"] for one in results)
    assert [bool(one.get("suppressions")) for one in results] == [False, False, True]


@pytest.mark.network
def test_sarif_is_valid(tmp_path: Path) -> None:
    try:
        done = subprocess.run(
            ["npm", "pack", "--silent", "@microsoft/jest-sarif@1.0.0-beta.0"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        pytest.skip("no npm here, or no registry")
    if done.returncode:
        pytest.skip("no registry is reached")
    with tarfile.open(next(tmp_path.glob("*.tgz"))) as packed:
        member = packed.extractfile("package/lib/schemas/sarif-2.1.0-rtm.5.json")
        assert member is not None
        schema = json.load(member)
    validator = Draft7Validator(schema)
    assert [error.message for error in validator.iter_errors(_sarif())] == []
    broken = _sarif()
    broken["runs"][0]["results"][0]["level"] = "bad"
    assert list(validator.iter_errors(broken))
