"""The command line: help, exit codes, streams, colours, and what an internal error looks like."""

from __future__ import annotations

import errno
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import click
import pytest

from codegen import __version__
from codegen.cli import cli, main
from tests.tool.conftest import REPOSITORY, SMALL, Run

COMMANDS = sorted(cli.commands)


def invoked(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "codegen", *arguments],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def on_a_terminal(*arguments: str, cwd: Path) -> str:
    """What a run prints when both its streams are a terminal."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "codegen", *arguments],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY), "TERM": "xterm"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError as error:
            if error.errno != errno.EIO:  # How Linux says that the other end is closed.
                raise
            break
        if not part:
            break
        said += part
    os.close(ours)
    child.wait()
    return said.decode()


def test_the_commands_of_the_issue_are_there() -> None:
    assert {"generate", "check", "bindings", "docs", "lint"} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_a_help_that_reads(run: Run, command: str, option: str) -> None:
    outcome = run(command, option)
    assert (outcome.code, outcome.err) == (0, "")
    usage, _, purpose, *rest = outcome.out.splitlines()
    assert usage.startswith(f"Usage: acp-codegen {command} ")
    assert len(purpose.strip()) > 20
    assert "Options:" in outcome.out
    assert "Traceback" not in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 100
    assert rest


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_that_takes_a_value_is_explained(command: str) -> None:
    for parameter in cli.commands[command].params:
        if isinstance(parameter, click.Option) and not isinstance(parameter.type, click.Choice):
            assert parameter.help, parameter.name


def test_the_help_lists_all_commands_and_the_exit_codes(run: Run) -> None:
    outcome = run("--help")
    assert outcome.code == 0
    for command in COMMANDS:
        assert f"\n  {command} " in outcome.out
    assert "0 clean, 1 findings, 2 usage or bad input, 3 internal error" in outcome.out


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version(run: Run, option: str) -> None:
    outcome = run(option)
    assert (outcome.code, outcome.out) == (0, f"acp-codegen, version {__version__}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["generrate"],
        ["generate", "--fulll"],
        ["check", "--format", "yaml"],
        ["bindings"],
        ["bindings", "schema.json", "-o", "out"],
        ["bindings", "schema.json", "-o", "out", "--package", "p", "--target", "cobol"],
        ["docs", "schema.json"],
        ["lint"],
        ["lint", "a.json", "b.json"],
        [],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_2_and_says_how_it_is_right(
    run: Run, project: Path, arguments: list[str]
) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert "Usage: acp-codegen" in outcome.err
    assert "Traceback" not in outcome.err
    assert sorted(path.name for path in project.iterdir()) == [
        "pyproject.toml",
        "schema.json",
        "templates",
    ]


@pytest.mark.parametrize("package", ["2fa", "a-b", "a..b", "", "../x", "a/b", "a b"])
def test_a_package_name_that_is_none_is_refused(run: Run, project: Path, package: str) -> None:
    message = run("bindings", "schema.json", "-o", "out", "--package", package).message
    assert message == f"{package!r} is not a Python package name; use a name such as my_bindings"
    assert not (project / "out").exists()


def test_clean_is_0_and_findings_are_1(run: Run, project: Path) -> None:
    assert run("check").code == 1
    assert run("generate").code == 0
    assert run("check").code == 0
    assert run("lint", "schema.json").code == 0
    changed = {**SMALL, "properties": {"lamp": {"type": "string"}}}
    (project / "schema.json").write_text(json.dumps(changed))
    found = run("lint", "schema.json")
    assert found.code == 1
    assert found.out.count("missing-description") == 1
    assert found.out.count("unreachable-definition") == 1
    assert found.err == f"{len(found.out.splitlines())} findings\n"
    assert run("check").code == 1


@pytest.mark.parametrize("spelling", ["json", "JSON"])
def test_a_format_may_be_spelt_either_way(run: Run, project: Path, spelling: str) -> None:
    assert json.loads(run("lint", "schema.json", "--format", spelling).out) == {"findings": []}


def test_json_has_every_fact_of_a_finding(run: Run, project: Path) -> None:
    (project / "schema.json").write_text('{"$defs": {\n"Lamp": {"x-foo": 1}}}')
    outcome = run("lint", "schema.json", "--format", "json")
    assert (outcome.code, outcome.err) == (1, "")
    assert json.loads(outcome.out)["findings"] == [
        {
            "file": "schema.json",
            "line": 2,
            "column": 10,
            "pointer": "/$defs/Lamp/x-foo",
            "rule": "unknown-keyword",
            "severity": "error",
            "message": "unknown extension 'x-foo'",
            "fix": "remove it, or list it with a reason under ignored-keywords in [tool.acp-codegen]",
        }
    ]


def test_text_has_every_fact_of_a_finding_on_one_line(run: Run, project: Path) -> None:
    (project / "schema.json").write_text('{"$defs": {\n"Lamp": {"x-foo": 1}}}')
    assert run("lint", "schema.json").out == (
        "schema.json:2:10 at /$defs/Lamp/x-foo: error: unknown extension 'x-foo'; remove it, or"
        " list it with a reason under ignored-keywords in [tool.acp-codegen] [unknown-keyword]\n"
    )


def test_quiet_hides_results_but_not_findings(run: Run, project: Path) -> None:
    for arguments in (
        ["generate"],
        ["check"],
        ["lint", "schema.json"],
        ["bindings", "schema.json", "-o", "out", "--package", "lamps"],
        ["docs", "schema.json", "-o", "page.mdx"],
    ):
        quiet = run("--quiet", *arguments)
        assert (quiet.code, quiet.out, quiet.err) == (0, "", "")
        assert run(*arguments).out != ""
    (project / "generated" / "new.txt").touch()
    assert "generated/new.txt" in run("--quiet", "check").out
    (project / "schema.json").write_text("{")
    assert "not JSON" in run("--quiet", "check").message


def test_generate_says_what_changed_and_how_long_it_took(run: Run, project: Path) -> None:
    lines = run("generate").out.splitlines()
    assert "     new  generated/MANIFEST.json" in lines
    assert "     new  generated/python/small_schema/v1/models.py" in lines
    (project / "schema.json").write_text(
        (project / "schema.json").read_text().replace("isOn", "isOff")
    )
    *changed, last = run("generate").out.splitlines()
    assert "     new  " not in "\n".join(changed)
    assert " changed  generated/python/small_schema/v1/models.py" in changed
    assert " changed  generated/python/small_schema/v1/__init__.py" not in changed
    assert last.startswith(f"{len(lines) - 1} files, {len(changed)} changed (")
    assert last.endswith(" s)")


def test_an_output_that_is_generated_no_more_is_removed(run: Run, project: Path) -> None:
    pyproject = project / "pyproject.toml"
    two = pyproject.read_text() + '\n[tool.acp-codegen.editions.v2]\nschema = "schema.json"\n'
    one = pyproject.read_text()
    pyproject.write_text(two)
    assert run("generate").code == 0
    (project / "generated" / "python" / "small_schema" / "v2" / "mine.txt").touch()
    pyproject.write_text(one)
    assert (
        " removed  generated/python/small_schema/v2/models.py" in run("generate").out.splitlines()
    )
    left = project / "generated" / "python" / "small_schema" / "v2"
    assert [path.name for path in left.iterdir()] == ["mine.txt"]


def test_an_internal_error_is_3_with_its_traceback(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("codegen.lint.lint", broken)
    outcome = run("lint", "schema.json")
    assert outcome.code == 3
    assert "ZeroDivisionError: on purpose" in outcome.err
    assert outcome.err.endswith("internal error: please report the lines above\n")


def test_an_interruption_leaves_no_traceback(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("codegen.lint.lint", stopped)
    outcome = run("lint", "schema.json")
    assert outcome.code not in (0, 1)
    assert outcome.err.strip() == "interrupted"


def test_python_m_codegen_is_the_same_command(project: Path) -> None:
    assert invoked("--version", cwd=project).stdout == f"acp-codegen, version {__version__}\n"
    done = invoked("check", cwd=project)
    assert (done.returncode, done.stderr.endswith(" findings\n")) == (1, True)
    done = invoked("generrate", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")


def test_colours_and_progress_on_a_terminal_only(run: Run, project: Path) -> None:
    (project / "schema.json").write_text('{"$defs": {"Lamp": {"x-foo": 1}}}')
    shown = on_a_terminal("lint", "schema.json", cwd=project)
    assert "\x1b[31m\x1b[1merror\x1b[0m" in shown
    piped = invoked("lint", "schema.json", cwd=project)
    assert "error: unknown extension" in piped.stdout
    assert "\x1b" not in piped.stdout + piped.stderr
    refused = on_a_terminal("generate", cwd=project)
    assert "\x1b[31m\x1b[1merror\x1b[0m: schema.json:1" in refused
    assert "\x1b" not in invoked("generate", cwd=project).stderr


def test_a_stage_is_shown_on_a_terminal(project: Path) -> None:
    shown = on_a_terminal("generate", cwd=project)
    assert "editions v1: load, normalise, print" in shown
    assert "manifest" in shown
    (project / "generated" / "MANIFEST.json").unlink()
    assert "load, normalise" not in on_a_terminal("--quiet", "generate", cwd=project)
    (project / "generated" / "MANIFEST.json").unlink()
    piped = invoked("generate", cwd=project)
    assert "load, normalise" not in piped.stdout + piped.stderr


def test_output_that_nobody_reads_is_no_error(project: Path) -> None:
    (project / "schema.json").write_text(
        json.dumps({"$defs": {f"Lamp{'x' * i}": {"type": "string"} for i in range(2000)}})
    )
    child = subprocess.Popen(
        [sys.executable, "-m", "codegen", "lint", "schema.json"],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    child.stdout.read(10)
    child.stdout.close()
    assert child.stderr is not None
    said = child.stderr.read()
    child.stderr.close()
    assert child.wait() in (0, 1)
    assert b"Traceback" not in said


def test_main_never_raises() -> None:
    for arguments in (["--help"], ["nothing"], ["lint", "/nonexistent"]):
        assert isinstance(main(arguments), int)
