"""The same input gives the same bytes: any hash seed, place, locale, time zone, temporary folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tool.conftest import REPOSITORY, files_below

IGNORED = shutil.ignore_patterns(
    *(
        ".venv",
        ".git",
        "generated",
        "__pycache__",
        "*.egg-info",
        ".*_cache",
        ".hypothesis",
        "tests",
    ),
    *("benchmarks", "node_modules", "pages-check", ".*.lock", ".*.new-*"),
)


def copied(folder: Path) -> Path:
    """The project without what it makes."""
    shutil.copytree(REPOSITORY, folder, ignore=IGNORED)
    return folder


def generated(project: Path, start: Path, **environment: str) -> dict[str, bytes]:
    """What the copy's own code generates in a clean environment."""
    clean = {"PATH": os.environ["PATH"], "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "codegen", "--quiet", "generate"],
        cwd=start,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return files_below(project / "generated")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """A copy at a plain path, and its output in a plain environment."""
    project = copied(tmp_path_factory.mktemp("plain") / "project")
    return project, generated(project, project, PYTHONHASHSEED="0", TZ="UTC", LC_ALL="C.UTF-8")


def test_everything_else_may_differ(first: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    original, expected = first
    project = tmp_path / "an other pläce" / "deep er"
    shutil.copytree(original, project, ignore=shutil.ignore_patterns("generated", ".*.lock"))
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    found = generated(
        project,
        project / "schema" / "acp",
        PYTHONHASHSEED="4242",
        LC_ALL="POSIX",
        LANG="tr_TR.ISO-8859-9",
        PYTHONCOERCECLOCALE="0",
        PYTHONUTF8="0",
        TZ="Asia/Kathmandu",
        TMPDIR=str(scratch),
        HOME=str(scratch),
        COLUMNS="20",
        SOURCE_DATE_EPOCH="1",
    )
    assert found == expected
    assert str(tmp_path).encode() not in b"".join(found.values())
    assert list(scratch.iterdir()) == []


def test_nothing_of_the_machine_is_in_the_output(first: tuple[Path, dict[str, bytes]]) -> None:
    project, files = first
    everything = b"".join(files.values())
    for word in (str(project), str(REPOSITORY), sys.prefix, os.uname().nodename):
        assert word.encode() not in everything
    manifest = json.loads(files["MANIFEST.json"])
    assert set(manifest) == {"versions", "configuration", "schemas", "templates", "code", "outputs"}
    assert not any(
        key.startswith("/")
        for part in ("schemas", "templates", "outputs")
        for key in manifest[part]
    )


def test_the_committed_output_is_what_a_copy_generates(
    first: tuple[Path, dict[str, bytes]], clean_checkout: None
) -> None:
    _, files = first
    committed = {
        path: content
        for path, content in files_below(REPOSITORY / "generated").items()
        if not any(
            part.endswith(("_cache", ".egg-info")) or part in ("__pycache__", "build")
            for part in path.split("/")
        )
    }
    assert committed.keys() == files.keys()
    assert [path for path in files if committed[path] != files[path]] == []
