"""The commands: formats, exit codes, switches, ignore files, errors for people."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from codegen.cli import main
from codegen.diff.rules import BY_ID
from tests.diff.cases import CASES
from tests.diff.schemas import ROOT, carrying, catch_all, obj, tagged
from tests.diff.states import EVOLUTION, PAIRS, needs_pairs

Files = Callable[..., list[str]]
FIRES = {case.rule: case.fires for case in CASES}


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """Write two schemas and give their paths."""

    def write(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
        paths = [tmp_path / "old.json", tmp_path / "new.json"]
        for path, schema in zip(paths, (old, new), strict=True):
            path.write_text(json.dumps(schema, indent=1), "utf-8")
        return [str(path) for path in paths]

    return write


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def changes(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    _, out, _ = run(capsys, "diff", *arguments, "--format", "json")
    found: list[dict[str, Any]] = json.loads(out)["changes"]
    return found


def test_identical_inputs_are_one_line(files: Files, capsys: Any) -> None:
    paths = files(FIRES["ACP102"][0], FIRES["ACP102"][0])
    code, out, _ = run(capsys, "diff", *paths)
    assert code == 0
    assert out.splitlines() == [f"{paths[0]} -> {paths[1]}: no changes"]


@pytest.mark.parametrize(
    ("rule", "fail_on", "code"),
    [
        ("ACP102", "breaking", 1), ("ACP102", "none", 0), ("ACP103", "breaking", 0),
        ("ACP103", "risk", 1), ("ACP101", "risk", 0), ("ACP708", "source", 1), ("ACP801", "source", 0),
    ],
)  # fmt: skip
def test_exit_code_follows_the_threshold(
    rule: str, fail_on: str, code: int, files: Files, capsys: Any
) -> None:
    paths = files(*FIRES[rule])
    for form in ("text", "json", "markdown", "github", "sarif"):
        for level in ("breaking", "annotation"):
            options = ["--fail-on", fail_on, "--format", form, "--level", level]
            assert run(capsys, "diff", *paths, *options)[0] == code, (form, level)


def test_upgrade_counts_the_side_that_stays(files: Files, capsys: Any) -> None:
    paths = files(*FIRES["ACP102"])  # agents write it, so existing agents break
    assert run(capsys, "diff", *paths, "--upgrade", "client")[0] == 1
    assert run(capsys, "diff", *paths, "--upgrade", "agent")[0] == 0


def test_policy_decides_on_growth(files: Files, capsys: Any) -> None:
    grown = [carrying(obj(p=list_of), "note") for list_of in _LISTS]
    paths = files(*grown)
    codes = {
        p: run(capsys, "diff", *paths, "--policy", p)[0] for p in ("strict", "protocol", "lenient")
    }
    assert codes == {"strict": 1, "protocol": 0, "lenient": 0}
    paths = files(*(carrying(obj(p=list_of), "answer") for list_of in _LISTS))
    codes = {
        p: run(capsys, "diff", *paths, "--policy", p)[0] for p in ("strict", "protocol", "lenient")
    }
    assert codes == {"strict": 1, "protocol": 1, "lenient": 0}


_LISTS: list[dict[str, Any]] = [{"enum": ["a"]}, {"enum": ["a", "z"]}]


def test_unstable_marker_caps_unless_it_is_to_count_the_same(files: Files, capsys: Any) -> None:
    old, new = (
        carrying({**schema, "description": "**UNSTABLE**"})
        for schema in (obj("a", a={"type": "string"}), obj("a", a={"type": "integer"}))
    )
    paths = files(old, new)
    levels = {
        u: changes(capsys, *paths, "--unstable", u)[0]["level"] for u in ("same", "risk", "ignore")
    }
    assert levels == {"same": "breaking", "risk": "risk", "ignore": "compatible"}


def test_marker_in_the_new_schema_only_caps_nothing(files: Files, capsys: Any) -> None:
    old = carrying(obj("a", a={"type": "string"}))
    new = carrying({**obj("a", a={"type": "integer"}), "description": "**UNSTABLE**"})
    assert changes(capsys, *files(old, new))[0]["level"] == "breaking"


def test_gated_additions_are_compatible(files: Files, capsys: Any, tmp_path: Path) -> None:
    gates = tmp_path / "gates.json"
    gates.write_text('{"line": "/capabilities/lines"}', "utf-8")
    paths = files(*FIRES["ACP401"])
    assert changes(capsys, *paths)[0]["level"] == "breaking"
    (added,) = [c for c in changes(capsys, *paths, "--gates", str(gates)) if c["id"] == "ACP401"]
    assert (added["level"], added["softenedBy"]) == ("compatible", "capability")


def test_reserved_tags_break_even_where_growth_may(files: Files, capsys: Any) -> None:
    arms = [tagged("a"), tagged("b")]
    paths = files(carrying({"oneOf": arms}), carrying({"oneOf": [*arms, tagged("_mine")]}))
    assert changes(capsys, *paths, "--policy", "lenient")[0]["level"] == "breaking"


def test_ignored_changes_count_for_nothing_and_stale_ones_are_named(
    files: Files, capsys: Any, tmp_path: Path
) -> None:
    paths = files(*FIRES["ACP102"])
    fingerprint = changes(capsys, *paths)[0]["fingerprint"]
    ignore = tmp_path / "ignore"
    ignore.write_text(
        f"# decided\n{fingerprint} agents are ours\n0123456789ab old story\n", "utf-8"
    )
    code, out, _ = run(capsys, "diff", *paths, "--ignore", str(ignore))
    assert code == 0
    assert "0 breaking" in out
    assert "stale ignore: no change has the fingerprint 0123456789ab" in out
    _, out, _ = run(capsys, "diff", *paths, "--ignore", str(ignore), "--format", "sarif")
    (result,) = json.loads(out)["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "external", "justification": "agents are ours"}]


def test_ignore_without_a_reason_is_an_error_with_its_line(
    files: Files, capsys: Any, tmp_path: Path
) -> None:
    ignore = tmp_path / "ignore"
    ignore.write_text("\n0123456789ab\n", "utf-8")
    code, _, err = run(capsys, "diff", *files(*FIRES["ACP102"]), "--ignore", str(ignore))
    assert code == 2
    assert err.startswith(f"error: {ignore}:2:1: not an entry of an ignore file; ")


@pytest.mark.parametrize("rule", ["ACP102", "ACP202", "ACP301", "ACP402", "ACP405", "ACP406"])
def test_witness_is_rejected_by_the_reader(rule: str, files: Files, capsys: Any) -> None:
    paths = files(*FIRES[rule])
    _, out, _ = run(capsys, "diff", *paths, "--format", "json", "--witness")
    (proof,) = [c["witness"] for c in json.loads(out)["changes"] if c["id"] == rule]
    schemas = [json.loads(Path(path).read_text("utf-8")) for path in paths]
    takes = [
        Draft202012Validator({"$ref": "#/$defs/Body", "$defs": schema["$defs"]}).is_valid(proof)
        for schema in schemas
    ]
    question = BY_ID[rule].question
    assert takes == ([True, False] if question == "W" else [False, True])


def test_result_does_not_depend_on_the_order_of_keys(files: Files, capsys: Any) -> None:
    old, new = FIRES["ACP404"]
    first = changes(capsys, *files(old, new))
    shuffled = [_shuffled(schema, random.Random(3)) for schema in (old, new)]
    second = changes(capsys, *files(*shuffled))
    kept = [c for c in first if c["level"] != "annotation"]
    assert kept == [c for c in second if c["level"] != "annotation"]


def _shuffled(value: Any, source: random.Random) -> Any:
    if isinstance(value, dict):
        items = [(key, _shuffled(part, source)) for key, part in value.items()]
        return dict(source.sample(items, len(items)))
    return [_shuffled(part, source) for part in value] if isinstance(value, list) else value


def test_repeats_are_folded(files: Files, capsys: Any) -> None:
    fields = {f"part{n}": obj("meta", meta={"type": "string"}) for n in range(8)}
    more = {f"part{n}": obj("meta", meta={"type": "integer"}) for n in range(8)}
    _, out, _ = run(capsys, "diff", *files(carrying(obj(**fields)), carrying(obj(**more))))
    assert "ACP203 type-changed  meta in 8 types" in out


def test_json_follows_its_schema(files: Files, capsys: Any) -> None:
    schema = json.loads((ROOT / "docs" / "diff.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    for case in CASES:
        _, out, _ = run(capsys, "diff", *files(*case.fires), "--format", "json", "--witness")
        Draft202012Validator(schema).validate(json.loads(out))


def test_github_commands_are_escaped_and_counted(
    files: Files, capsys: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    summary, output = tmp_path / "summary", tmp_path / "output"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    monkeypatch.setenv("GITHUB_OUTPUT", str(output))
    wires = {f"100%,: {n}": {"type": "string"} for n in range(12)}
    paths = files(carrying(obj()), carrying({**obj(**wires), "required": [*wires]}))
    code, out, _ = run(capsys, "diff", *paths, "--format", "github")
    lines = out.splitlines()
    assert code == 1
    assert len(lines) == 11
    assert lines[0].startswith(f"::error file={paths[1]},line=")
    assert ",title=ACP102 property-added-required::Body.100%25,: 0: " in lines[0]
    assert lines[-1].endswith("(2 more are in the job's summary)")
    assert "## " in summary.read_text("utf-8")
    assert "breaking=12\n" in output.read_text("utf-8")


def test_sarif_lists_all_rules_and_no_results_when_clean(files: Files, capsys: Any) -> None:
    same = FIRES["ACP102"][0]
    _, out, _ = run(capsys, "diff", *files(same, same), "--format", "sarif")
    (clean,) = json.loads(out)["runs"]
    assert clean["results"] == []
    assert [rule["id"] for rule in clean["tool"]["driver"]["rules"]] == list(BY_ID)
    paths = files(*FIRES["ACP102"])
    _, out, _ = run(capsys, "diff", *paths, "--format", "sarif")
    (result,) = json.loads(out)["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("ACP102", "error")
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] > 1


@needs_pairs
@pytest.mark.parametrize("label", PAIRS, ids=lambda label: label["id"])
def test_changelog_is_short(label: dict[str, str], capsys: Any) -> None:
    paths = [str(EVOLUTION / label[which]) for which in ("previous", "current")]
    code, out, _ = run(capsys, "changelog", *paths, "--title", "1.0.0")
    assert code == 0
    assert out.startswith("## 1.0.0\n")
    assert len(out.splitlines()) <= 25


def test_changelog_says_who_has_to_do_what(files: Files, capsys: Any) -> None:
    _, out, _ = run(capsys, "changelog", *files(*FIRES["ACP102"]))
    assert "### Breaking" in out
    assert "To do: clients have to wait for agents" in out


def test_explain(capsys: Any) -> None:
    code, out, _ = run(capsys, "explain", "acp301")
    assert code == 0
    assert out.startswith("## ACP301 enum-value-added\n")
    assert run(capsys, "explain", "enum-value-added")[1] == out
    assert run(capsys, "explain", "--all")[1] == (ROOT / "docs" / "rules.md").read_text("utf-8")
    code, _, err = run(capsys, "explain", "ACP000")
    assert (code, err) == (2, "error: there is no rule 'ACP000'; `explain --all` lists them\n")


def test_protocol_version_opens_the_gate(tmp_path: Path, capsys: Any) -> None:
    for name, schema, version in (("old", 0, 1), ("new", 1, 2)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "schema.json").write_text(json.dumps(FIRES["ACP102"][schema]), "utf-8")
        (folder / "meta.json").write_text(json.dumps({"version": version}), "utf-8")
    code, out, _ = run(capsys, "diff", str(tmp_path / "old"), str(tmp_path / "new"))
    assert code == 0
    assert "1 breaking" in out
    assert "ACP903 protocol-version-changed" in out
    assert "peers negotiate it" in out


def test_standard_input_and_git(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    old, new = FIRES["ACP102"]
    monkeypatch.chdir(tmp_path)
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid"]
    (tmp_path / "schema.json").write_text(json.dumps(old), "utf-8")
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *arguments], check=True, cwd=tmp_path, capture_output=True)
    script = [sys.executable, "-m", "codegen", "diff", "git:HEAD:schema.json", "-"]
    found = subprocess.run(
        script,
        input=json.dumps(new),
        text=True,
        capture_output=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": __import__("os").environ["PATH"]},
    )
    assert found.returncode == 1, found.stderr
    assert found.stdout.startswith("HEAD -> standard input: 1 breaking")
    code, _, err = run(capsys, "diff", "git:HEAD:nothing.json", "schema.json")
    assert (code, "git has no such file" in err) == (2, True)
    code, _, err = run(capsys, "diff", "git:no-such-branch:schema.json", "schema.json")
    assert (code, "no such revision" in err) == (2, True)
    code, _, err = run(capsys, "diff", "git:--all:schema.json", "schema.json")
    assert (code, "can't start with a dash" in err) == (2, True)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("missing.json", "no such file"),
        ("broken.json", "not JSON"),
        ("git:HEAD", "names no file of a revision"),
        ("npm:name", "is not an npm package"),
        ("npm:name@1.0.0", "names no file"),
        ("folder", "not one schema but a.json, b.json"),
        ("loose.json", "has no definition"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    place: str, words: str, tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.json").write_text(json.dumps(carrying(obj())), "utf-8")
    (tmp_path / "broken.json").write_text('{"a":\n oops}', "utf-8")
    loose = carrying(obj(p={"$ref": "#/$defs/Nowhere"}))
    (tmp_path / "loose.json").write_text(json.dumps(loose), "utf-8")
    (tmp_path / "folder").mkdir()
    for name in ("a.json", "b.json"):
        (tmp_path / "folder" / name).write_text("{}", "utf-8")
    code, out, err = run(capsys, "diff", place, "good.json")
    assert code == 2
    assert out == ""
    assert words in err
    assert len(err.splitlines()) == 1


def test_output_goes_to_a_file(files: Files, capsys: Any, tmp_path: Path) -> None:
    target = tmp_path / "deep" / "result.txt"
    code, out, _ = run(capsys, "diff", *files(*FIRES["ACP102"]), "--output", str(target))
    assert (code, out) == (1, "")
    assert "ACP102" in target.read_text("utf-8")


def test_open_unions_grow_for_free(files: Files, capsys: Any) -> None:
    old = {"anyOf": [tagged("a"), catch_all("a")]}
    new = {"anyOf": [tagged("a"), tagged("b"), catch_all("a", "b")]}
    found = changes(capsys, *files(carrying(old), carrying(new)))
    assert [(c["id"], c["level"]) for c in found if c["level"] != "annotation"] == [
        ("ACP401", "compatible")
    ]
