"""`check`, `check-docs`, `accept` and `lock` as people run them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from codegen.cli import main
from tests.drift.worlds import SMALL, fence

BAD = {"id": 1, "method": "kettle/boil", "params": {"waterLevel": 1, "waterHeight": 2}}
GOOD = {"id": 1, "method": "kettle/boil", "params": {"waterLevel": 1}}
CONFIG = """
[tool.acp-codegen]
output = "generated"
templates = "templates"
package = "kettle"
version = "1.0"

[tool.acp-codegen.editions.v1]
schema = "schema.json"

[tool.acp-codegen.documents]
include = ["docs/**/*.mdx"]
exclude = ["docs/old/**"]
sidecar = "sidecar.toml"
locks = "contracts"
vocabulary = "contracts/vocabulary.json"
baseline = "contracts/baseline.json"

[[tool.acp-codegen.documents.pages]]
glob = "docs/**"
stage = "protocol"
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text(CONFIG)
    (tmp_path / "schema.json").write_text(json.dumps(SMALL))
    (tmp_path / "docs/rfds").mkdir(parents=True)
    (tmp_path / "docs/kettle.mdx").write_text("# A\n\n`BoilRequest`\n\n" + fence(GOOD))
    (tmp_path / "docs/old").mkdir()
    (tmp_path / "docs/old/kettle.mdx").write_text(fence(BAD))
    (tmp_path / "templates").mkdir()
    monkeypatch.chdir(tmp_path)
    remember(tmp_path)
    return tmp_path


def remember(root: Path) -> None:
    from codegen.commands.words import remember as write
    from codegen.project import read_project

    write(read_project(root), lambda text: None)


def git(*arguments: str) -> None:
    who = {
        f"GIT_{role}_{part}": "tester@example.org"
        for role in ("AUTHOR", "COMMITTER")
        for part in ("NAME", "EMAIL")
    }
    environment = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(["git", *arguments], check=True, capture_output=True, env=environment)


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


def documents(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    code, out, err = ask(capsys, "check", "--only", "documents", "--format", "json", *arguments)
    assert not err
    return code, json.loads(out)


def change(root: Path, edit: Any) -> None:
    schema = json.loads((root / "schema.json").read_text())
    edit(schema["$defs"])
    (root / "schema.json").write_text(json.dumps(schema))


def test_a_clean_project(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "check", "--only", "documents")
    assert code == 0
    assert out == "coverage: 1 page, 1 of 1 json, 1 of 1 identifiers compared\n"
    code, found = documents(capsys)
    assert (code, found["findings"]) == (0, [])
    assert found["coverage"]["blocks"] == {"seen": 1, "bound": 1, "skipped": {}}


def test_json_rows_have_the_agreed_keys(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "docs/kettle.mdx").write_text(fence({**GOOD, "params": {"waterLevel": "x"}}))
    code, found = documents(capsys)
    assert code == 1
    row = found["findings"][0]
    assert (
        row.items()
        >= {
            "file": "docs/kettle.mdx",
            "line": 6,
            "column": 5,
            "rule": "json-schema",
            "severity": "error",
        }.items()
    )
    assert row["bound"].startswith("method kettle/boil")
    assert len(row["fingerprint"]) == 20


def test_a_schema_change_without_the_vocabulary(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(
        project,
        lambda found: found["BoilRequest"]["properties"].update(teaTimer={"type": "integer"}),
    )
    code, found = documents(capsys)
    assert code == 1
    assert [(one["rule"], one["file"]) for one in found["findings"]] == [
        ("vocabulary-stale", "contracts/vocabulary.json")
    ]
    remember(project)
    assert documents(capsys)[0] == 0
    change(project, lambda found: found["BoilRequest"]["properties"].pop("teaTimer"))
    remember(project)
    names = json.loads((project / "contracts/vocabulary.json").read_text())["editions"]["v1"]
    assert names["teaTimer"] == names["BoilRequest.teaTimer"] != None  # noqa: E711
    assert names["waterLevel"] is None


def test_nothing_bound_is_not_green(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "docs/kettle.mdx").write_text("# Only words\n\n" + fence({"a": 1}))
    code, found = documents(capsys)
    assert (code, [one["rule"] for one in found["findings"]]) == (1, ["nothing-bound"])
    assert "1 × nothing in it says what it is" in found["findings"][0]["message"]
    (project / "docs/kettle.mdx").unlink()
    code, _, err = ask(capsys, "check", "--only", "documents")
    assert code == 2
    assert "no document is docs/**/*.mdx" in err


def test_against_a_revision_only_new_findings_count(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = {**GOOD, "params": {"waterLevel": "x"}}
    (project / "docs/kettle.mdx").write_text("# A\n\n" + fence(bad))
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "one")
    assert documents(capsys)[0] == 1
    assert documents(capsys, "--against", "HEAD")[0] == 0
    # Lines move, and another mistake comes: only that one is new.
    text = "# A\n\nMore `teaKind`.\n\n" + fence(bad) + "\n# B\n\n" + fence({**bad, "id": 2})
    (project / "docs/kettle.mdx").write_text(text)
    code, found = documents(capsys, "--against", "HEAD")
    assert (code, [one["line"] for one in found["findings"]]) == (1, [22])
    assert found["coverage"]["known"] == 1
    # A schema change is compared with the schema of that revision.
    (project / "docs/kettle.mdx").write_text("# A\n\n" + fence(GOOD) + "\n`teaKind`\n")
    change(project, lambda found: found["BoilRequest"]["required"].append("teaKind"))
    code, found = documents(capsys, "--against", "HEAD")
    assert (code, [one["rule"] for one in found["findings"]]) == (1, ["json-schema"])
    assert {name for one in found["impact"] for name in one["names"]} == {"teaKind"}
    code, _, err = ask(capsys, "check", "--only", "documents", "--against", "nowhere")
    assert code == 2
    assert "can't read revision 'nowhere'" in err


def test_a_baseline_keeps_known_findings_and_goes_stale(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "docs/kettle.mdx").write_text(fence({**GOOD, "params": {"waterLevel": "x"}}))
    assert ask(capsys, "check", "--only", "documents", "--write-baseline")[0] == 0
    code, found = documents(capsys)
    assert (code, found["coverage"]["known"]) == (0, 1)
    (project / "docs/kettle.mdx").write_text(fence(GOOD))
    code, found = documents(capsys)
    assert (code, [one["rule"] for one in found["findings"]]) == (1, ["baseline-unused"])
    (project / "contracts/baseline.json").write_text("{")
    assert ask(capsys, "check", "--only", "documents")[0] == 2


def test_fix_shows_a_diff_and_renames_a_retired_key(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(
        project,
        lambda found: found["BoilRequest"]["properties"].update(waterHeights={"type": "integer"}),
    )
    remember(project)
    names = json.loads((project / "contracts/vocabulary.json").read_text())
    names["editions"]["v1"] |= {
        "BoilRequest.waterHeight": "2026-09-01",
        "waterHeight": "2026-09-01",
    }
    (project / "contracts/vocabulary.json").write_text(json.dumps(names))
    page = project / "docs/kettle.mdx"
    text = (
        fence(BAD)
        + "\n{/* acp-check enum=TeaKind generated */}\n\n- `black_tea`\n- `green_tea`\n\nEnd.\n"
    ).replace("\n", "\r\n")
    page.write_bytes(text.encode())
    code, out, err = ask(capsys, "check", "--only", "documents", "--fix")
    assert code == 1
    assert '-    "waterHeight": 2' in out
    assert '+    "waterHeights": 2' in out
    assert "+- `mint_tea`" in out
    assert "nothing written" in err
    assert page.read_bytes() == text.encode()
    code, out, _ = ask(capsys, "check", "--only", "documents", "--fix", "--yes")
    assert code == 0
    assert (
        page.read_bytes()
        == text.replace('"waterHeight"', '"waterHeights"')
        .replace("`green_tea`\r\n", "`green_tea`\r\n- `mint_tea`\r\n")
        .encode()
    )
    assert documents(capsys)[0] == 0
    assert "nothing can be repaired" in ask(capsys, "check", "--only", "documents", "--fix")[1]


def test_accept_and_a_changed_schema(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "lock", "--suggest")
    assert code == 0
    assert "acp-codegen accept docs/kettle.mdx" in out
    assert "--target 'v1#BoilRequest'" in out
    assert ask(capsys, "accept", "docs/kettle.mdx", "--target", "v1#BoilRequest")[0] == 2
    code, out, _ = ask(
        capsys, "accept", "docs/kettle.mdx", "--target", "v1#BoilRequest", "--note", "read"
    )
    assert code == 0
    assert "contracts/docs/kettle.mdx.toml: written" in out
    change(
        project,
        lambda found: found["BoilRequest"]["properties"].update(userNote={"type": "string"}),
    )
    code, out, _ = ask(capsys, "check", "--only", "documents")
    assert code == 1
    assert "[lock-stale]" in out
    assert "acp-codegen accept docs/kettle.mdx" in out
    code, out, _ = ask(capsys, "accept", "docs/kettle.mdx", "--note", "nothing to say of it")
    assert code == 0
    assert "  + userNote?: string" in out
    assert documents(capsys)[0] == 0
    assert ask(capsys, "accept", "docs/nowhere.mdx", "--note", "x")[0] == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.mdx", "--schema", "v1=schema.json"], "nowhere.mdx: no such file"),
        (["docs", "--schema", "v1=nowhere.json"], "nowhere.json: no such file"),
        (["docs", "--schema", "schema.json"], "is not written as"),
        (["docs", "--schema", "v1=schema.json", "--schema", "v1=schema.json"], "twice"),
        (["docs", "--schema", "v1=schema.json", "--scope", "**=v9"], "the editions are v1"),
        (["docs", "--schema", "v1=schema.json", "--sidecar", "no.toml"], "no.toml: no such file"),
        (["templates", "--schema", "v1=schema.json"], "no page below this folder"),
        (["docs", "--schema", "v1=docs/kettle.mdx"], "not JSON"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(
    project: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = ask(capsys, "check-docs", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_a_page_that_is_no_text(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "docs/kettle.mdx").write_bytes(b"# A\n\nab\xff\n")
    code, _, err = ask(capsys, "check-docs", "docs/kettle.mdx", "--schema", "v1=schema.json")
    assert code == 2
    assert "docs/kettle.mdx:3:3: not UTF-8: byte 0xff" in err


def test_check_docs_needs_no_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.json").write_text(json.dumps(SMALL))
    (tmp_path / "page.md").write_text("# A\n\n" + fence({**GOOD, "params": {"waterLevel": "x"}}))
    code, out, _ = ask(
        capsys, "check-docs", "page.md", "--schema", "v1=s.json", "--scope", "*.md=v1"
    )
    assert code == 1
    assert (
        out.split("\n")[0]
        == "page.md:8:5: error: `waterLevel` of BoilRequest (v1) is integer, not `'x'` [json-schema]"
    )
    assert out.split("\n")[1:3] == ['        8 |     "waterLevel": "x"', "          |     ^"]
    assert (
        ask(capsys, "check-docs", "page.md", "--schema", "v1=s.json", "--fail-on", "never")[0] == 0
    )


def test_help_names_every_option() -> None:
    from codegen.cli import cli

    text = CliRunner().invoke(cli, ["check-docs", "--help"]).output
    for option in ("--schema", "--scope", "--sidecar", "--base-schema", "--format", "--fail-on"):
        assert option in text


def test_a_lock_without_its_document(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "contracts/docs").mkdir()
    (project / "contracts/docs/gone.mdx.toml").write_text("version = 1\n")
    code, found = documents(capsys)
    assert code == 1
    assert [(one["rule"], one["file"]) for one in found["findings"]] == [
        ("lock-broken", "contracts/docs/gone.mdx.toml")
    ]
