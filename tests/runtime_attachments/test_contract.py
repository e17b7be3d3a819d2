"""The schema, its bindings, both pages, and the table of this folder's tests (46)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import jsonschema
import pytest
from acp_runtime.attachments import parse_block, with_attachments
from acp_schema.attachments import (
    DEFINITIONS,
    AttachmentFailureReason,
    ChatAttachmentEntry,
    DecodeError,
    decode,
    encode,
)

from . import coverage, page
from .conftest import Make
from .kit import ROOT, SCHEMA, Table, prepare, ref

REASONS = [branch["const"] for branch in SCHEMA["$defs"]["AttachmentFailureReason"]["oneOf"]]


def test_R46_the_schema_is_clean() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    done = subprocess.run(
        [sys.executable, "-m", "codegen", "lint", str(page.SCHEMA)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, "clean" in done.stdout) == (0, True), done.stdout + done.stderr


def test_R46_the_bindings_come_from_the_schema() -> None:
    assert set(SCHEMA["$defs"]) <= set(DEFINITIONS)
    assert list(get_args(AttachmentFailureReason)) == REASONS
    assert len(REASONS) == 15


def test_R46_the_generated_page_has_every_reason_with_its_text() -> None:
    generated = (ROOT / "generated/docs/attachments/schema.mdx").read_text("utf-8")
    for branch in SCHEMA["$defs"]["AttachmentFailureReason"]["oneOf"]:
        row = f'<ResponseField name="{branch["const"]}" type="string">\n{branch["description"]}\n'
        assert row in generated


def test_R46_the_written_page_agrees_with_the_schema() -> None:
    assert page.check() == []


CHANGES = [
    ('  "fileName": "sketch.png",', '  "filename": "sketch.png",', "'filename' is no field"),
    ("`pending_blob`", "`pending_blobs`", "`pending_blobs` is no type, field, record, reason"),
    ("`ResolvedAttachment`", "`ResolvedFile`", "`ResolvedFile` is no type"),
    ('"no_file"', '"nothing"', "not valid"),
    ("alt_text=", "alt=", "alt is no parameter or field"),
    ("import CODEX,", "import KODEX,", "acp_runtime.attachments has no KODEX"),
]


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_R46_A33_a_slip_on_the_page_is_found_with_its_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = page.PAGE.read_text("utf-8")
    assert old in text
    copy = tmp_path / "page.mdx"
    copy.write_text(text.replace(old, new), "utf-8")
    found = [finding for finding in page.check(copy) if said in finding[2]]
    assert found
    assert found[0][0] == copy
    around = text.split("\n")[found[0][1] - 1 : found[0][1] + 20]
    assert any(old in line for line in around)


def test_R46_A33_a_reason_that_the_page_does_not_know_fails(tmp_path: Path) -> None:
    changed = json.loads(page.SCHEMA.read_text("utf-8"))
    new = {"description": "x", "type": "string", "const": "too_large"}
    changed["$defs"]["AttachmentFailureReason"]["oneOf"].append(new)
    copy = tmp_path / "schema.json"
    copy.write_text(json.dumps(changed, indent=2), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.runtime_attachments.page", str(page.PAGE), str(copy)],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}/runtime:{ROOT}/generated/python"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert re.search(r"schema\.json:\d+: the constant 'too_large' is not on the page", done.stdout)


def test_R46_the_closed_entry_keeps_its_names_and_its_null() -> None:
    entry = ChatAttachmentEntry(name="a", media_type=None, absolute_path="/a")
    wire = {"name": "a", "media_type": None, "absolute_path": "/a"}
    assert json.loads(encode(entry)) == wire
    for broken in ({**wire, "more": 1}, {"name": "a", "absolute_path": "/a"}, {**wire, "name": ""}):
        with pytest.raises(DecodeError):
            decode(ChatAttachmentEntry, broken)


def test_every_requirement_and_attack_has_a_test() -> None:
    table = coverage.read_tests()
    assert sorted(table.requirements) == list(range(1, 47))
    assert sorted(table.attacks) == list(range(1, 35))


def test_the_coverage_page_is_up_to_date() -> None:
    assert coverage.PAGE.read_text("utf-8") == coverage.render(coverage.read_tests())


def test_A20_ten_thousand_references_take_linear_time(make: Make) -> None:
    path = make("a.png")

    def seconds(count: int) -> float:
        references = [ref("r", alt_text=f"picture {at}") for at in range(count)]
        begun = time.perf_counter()
        outcome = prepare(references, Table({"r": path}))
        assert outcome.files is not None
        entries = parse_block(with_attachments("Look.", outcome.files))
        assert [entries[0].name, entries[-1].name] == ["picture 0", f"picture {count - 1}"]
        return time.perf_counter() - begun

    seconds(100)
    # Four times the work; quadratic growth would give sixteen. One of three must do.
    assert any(seconds(10_000) / seconds(2_500) < 9 for _ in range(3))
