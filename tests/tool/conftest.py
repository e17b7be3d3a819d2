"""The command line in this process, and small projects to run it in."""

from __future__ import annotations

import gc
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from codegen.cli import main

REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True)
class Outcome:
    """What a run of the command line gave."""

    code: int
    out: str
    err: str

    @property
    def message(self) -> str:
        """The one line of a refusal; fails where there is more, less, or a traceback."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert self.err.endswith("\n")
        assert self.out == ""
        assert lines[0].startswith("error: ")
        return lines[0].removeprefix("error: ")


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """(arguments) → outcome, in this process."""

    def call(*arguments: object) -> Outcome:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    """The tool switches the collector off where its process is about to end; this one is not."""
    yield
    gc.enable()


SMALL: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Small",
    "description": "A schema for tests.",
    "type": "object",
    "properties": {
        "lamp": {"description": "The lamp.", "$ref": "#/$defs/Lamp"},
    },
    "$defs": {
        "Lamp": {
            "description": "A lamp.",
            "type": "object",
            "properties": {"isOn": {"description": "Whether it shines.", "type": "boolean"}},
            "required": ["isOn"],
        }
    },
}

CONFIGURATION = """\
[tool.acp-codegen]
output = "generated"
templates = "templates"
package = "small_schema"
version = "0.0.1"

[tool.acp-codegen.editions.v1]
schema = "schema.json"
"""


def make_project(folder: Path, configuration: str = CONFIGURATION) -> Path:
    """A project of one small edition in a folder, with the real templates."""
    shutil.copytree(REPOSITORY / "templates", folder / "templates")
    (folder / "schema.json").write_text(json.dumps(SMALL, indent=2), "utf-8")
    (folder / "pyproject.toml").write_text(configuration, "utf-8")
    return folder


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project, nothing generated yet; it is the working directory."""
    folder = tmp_path / "project"
    folder.mkdir()
    make_project(folder)
    monkeypatch.chdir(folder)
    return folder


def files_below(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its content."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def clean_checkout() -> None:
    """Skip where the tool is being worked on: what is committed then lags behind by design.

    In a clean checkout, and in a folder without version control, nothing is skipped.
    """
    inputs = ("codegen", "templates", "schema", "pyproject.toml", "generated")
    status = subprocess.run(
        ["git", "status", "--porcelain", "--untracked-files=all", "--", *inputs],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    if status.returncode == 0 and status.stdout:
        pytest.skip("codegen, templates or schemas differ from what is committed")
