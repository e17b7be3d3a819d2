"""A case of the shared collection: four examples that a schema alone lets pass."""

from __future__ import annotations

import json

import pytest

from tests.drift.worlds import SHARED, check, committed, fence

CASES = SHARED / "cases" / "pages.json"
pytestmark = pytest.mark.skipif(not CASES.is_file(), reason="the shared cases are not here")


def test_every_fence_gives_a_finding_on_its_lines() -> None:
    case = next(one for one in json.loads(CASES.read_text()) if one["id"] == "X05")
    bodies = [one["body"] for one in case["input"]["fences"]]
    text = "# Examples\n\n" + "\n".join(fence(body) for body in bodies)
    checked = check(text, "docs/protocol/v1/page.mdx", committed())
    starts = [n for n, line in enumerate(text.split("\n"), 1) if line == "```json"]
    ends = [*starts[1:], len(text.split("\n"))]
    by_fence = [
        [(one.rule, one.fix) for one in checked.findings if start < (one.at.line or 0) < end]
        for start, end in zip(starts, ends, strict=True)
    ]
    assert ("json-unknown-property", "did you mean `mcpCapabilities`?") in by_fence[0]
    assert ("json-schema", "did you mean `config_option_update`?") in by_fence[1]
    assert [rule for rule, _ in by_fence[2]] == ["json-parse"]
    assert {rule for rule, _ in by_fence[3]} == {"json-schema", "json-unknown-property"}
    assert all(one.severity.value == "error" for one in checked.findings)
    assert not any("jsonrpc" in one.message for one in checked.findings)
    missing = next(one for one in checked.findings if "lacks required" in one.message)
    assert "`currentModeId`" in missing.message
