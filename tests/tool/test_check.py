"""The gate: any difference between what is committed and what would be generated is found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codegen import manifest
from codegen.artifacts import OutputTree, collect
from codegen.drift.generated import compare_output
from codegen.findings import Finding
from codegen.generation import generate
from codegen.manifest import MANIFEST, is_fresh
from codegen.project import Project, read_project
from codegen.workspace import publish
from tests.tool.conftest import CONFIGURATION, REPOSITORY, Run, files_below, make_project

PAGE = """
[tool.acp-codegen.docs.defaults]
title = "Small"
description = "Small things"

[[tool.acp-codegen.docs.defaults.sides]]
side = "agent"
heading = "Agent"
intro = "Methods of the agent."

[[tool.acp-codegen.docs.defaults.sides]]
side = "client"
heading = "Client"
intro = "Methods of the client."

[[tool.acp-codegen.docs.defaults.sides]]
side = "protocol"
heading = "Protocol"
intro = "Methods of both."

[tool.acp-codegen.docs.pages.v1]
note = "Generated."
"""

FULL = CONFIGURATION + 'page = "small/schema.mdx"\n' + PAGE


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, OutputTree]]:
    """A generated project of one edition with its page, and what it generates."""
    folder = make_project(tmp_path_factory.mktemp("small"), FULL)
    # A copy of the tool, so that work on the tool itself doesn't reach these tests.
    code = folder / "tool"
    shutil.copytree(REPOSITORY / "codegen", code, ignore=shutil.ignore_patterns("__pycache__"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(manifest, "_CODE", code)
        project = read_project(folder)
        tree = generate(project, lambda stage: None)
        publish(tree, project.path(project.output))
        yield project, tree


@pytest.fixture
def generated(small: tuple[Project, OutputTree]) -> Iterator[tuple[Project, OutputTree]]:
    """The same, put back afterwards."""
    project, tree = small
    yield project, tree
    folder = project.path(project.output)
    shutil.rmtree(folder)
    publish(tree, folder)
    assert is_fresh(project)


def found(project: Project, tree: OutputTree) -> list[Finding]:
    """What `check` says: nothing where all digests match, else a comparison byte by byte."""
    if is_fresh(project):
        return []
    return list(compare_output(tree, project.path(project.output), project.output, "make it"))


def spoilt(content: bytes) -> Iterator[bytes]:
    """The content with one byte changed, at three places, or with one added to nothing."""
    for at in {0, len(content) // 2, len(content) - 1} if content else ():
        yield content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
    if not content:
        yield b"\n"


def test_fresh_output_is_in_sync(small: tuple[Project, OutputTree]) -> None:
    project, tree = small
    assert is_fresh(project)
    assert list(compare_output(tree, project.path(project.output), "generated", "")) == []


def test_a_flipped_byte_in_any_file_is_found(generated: tuple[Project, OutputTree]) -> None:
    project, tree = generated
    folder = project.path(project.output)
    assert len(tree.artifacts) > 15
    for artifact in tree:
        path = folder / artifact.path
        for content in spoilt(artifact.content):
            path.write_bytes(content)
            findings = found(project, tree)
            assert [finding.at.file for finding in findings] == [f"generated/{artifact.path}"]
            assert findings[0].rule == "stale-output"
            assert "make it" in findings[0].fix
        path.write_bytes(artifact.content)


def test_any_deleted_file_is_found(generated: tuple[Project, OutputTree]) -> None:
    project, tree = generated
    for artifact in tree:
        path = project.path(project.output) / artifact.path
        path.unlink()
        findings = found(project, tree)
        assert [(f.at.file, f.rule) for f in findings] == [
            (f"generated/{artifact.path}", "missing-output")
        ]
        path.write_bytes(artifact.content)


@pytest.mark.parametrize(
    "path",
    [
        "new.txt",
        ".hidden",
        "python/small_schema/v1/extra.py",
        "python/small_schema/py.typed.bak",
        "docs/new/page.mdx",
        "python/egg-info.txt",
        "python/new_cache",
        "python/a_cache/models.py",
        "python/small_schema/build/models.py",
    ],
)
def test_an_added_file_is_found(generated: tuple[Project, OutputTree], path: str) -> None:
    project, tree = generated
    added = project.path(project.output) / path
    added.parent.mkdir(parents=True, exist_ok=True)
    added.write_bytes(b"")
    findings = found(project, tree)
    assert [(f.at.file, f.rule) for f in findings] == [(f"generated/{path}", "orphaned-output")]


@pytest.mark.parametrize(
    "path",
    [
        "python/small_schema/__pycache__/models.cpython-311.pyc",
        "python/small_schema.egg-info/PKG-INFO",
        "python/.mypy_cache/3.11/x.json",
        "python/build/lib/small_schema/__init__.py",
        ".ruff_cache/CACHEDIR.TAG",
    ],
)
def test_caches_do_not_count(generated: tuple[Project, OutputTree], path: str) -> None:
    project, tree = generated
    added = project.path(project.output) / path
    added.parent.mkdir(parents=True, exist_ok=True)
    added.write_bytes(b"x")
    assert is_fresh(project)
    assert list(compare_output(tree, project.path(project.output), "generated", "")) == []


def test_a_manifest_changed_with_its_file_fools_digests_but_not_the_full_check(
    generated: tuple[Project, OutputTree],
) -> None:
    project, tree = generated
    folder = project.path(project.output)
    path = "python/small_schema/v1/models.py"
    (folder / path).write_bytes((folder / path).read_bytes() + b"# edited\n")
    written = json.loads((folder / MANIFEST).read_text())
    written["outputs"][path] = manifest.digest((folder / path).read_bytes())
    (folder / MANIFEST).write_text(json.dumps(written, indent=2) + "\n")
    assert is_fresh(project)  # This is why `--full` exists.
    full = compare_output(tree, folder, "generated", "make it")
    assert [finding.at.file for finding in full] == [f"generated/{MANIFEST}", f"generated/{path}"]


Edit = Callable[[Project, pytest.MonkeyPatch], None]


def _template(project: Project, patched: pytest.MonkeyPatch) -> None:
    path = project.root / "templates" / "msgspec" / "models.jinja2"
    path.write_text(path.read_text() + "{# a note #}")


def _new_template(project: Project, patched: pytest.MonkeyPatch) -> None:
    (project.root / "templates" / "mdx" / "new.jinja2").write_text("")


def _schema(project: Project, patched: pytest.MonkeyPatch) -> None:
    path = project.root / "schema.json"
    path.write_text(path.read_text() + "\n")


def _configuration(project: Project, patched: pytest.MonkeyPatch) -> None:
    path = project.root / "pyproject.toml"
    path.write_text(path.read_text() + "# a note\n")


def _code(project: Project, patched: pytest.MonkeyPatch) -> None:
    path = project.root / "tool" / "model" / "shapes.py"
    path.write_text(path.read_text() + "# a note\n")


def _own_version(project: Project, patched: pytest.MonkeyPatch) -> None:
    patched.setattr(manifest, "__version__", "99.0")


def _library(project: Project, patched: pytest.MonkeyPatch) -> None:
    real = manifest.version
    patched.setattr(manifest, "version", lambda name: "99.0" if name == "black" else real(name))


@pytest.mark.parametrize(
    "edit",
    [_template, _new_template, _schema, _configuration, _code, _own_version, _library],
    ids=lambda edit: edit.__name__.strip("_"),
)
def test_a_change_of_a_cause_without_a_generation_is_found(
    tmp_path: Path, small: tuple[Project, OutputTree], monkeypatch: pytest.MonkeyPatch, edit: Edit
) -> None:
    original, _ = small
    root = tmp_path / "project"
    shutil.copytree(original.root, root)
    monkeypatch.setattr(manifest, "_CODE", root / "tool")
    project = read_project(root)
    assert is_fresh(project)
    edit(project, monkeypatch)
    assert not is_fresh(project)
    tree = generate(project, lambda stage: None)
    findings = compare_output(tree, project.path(project.output), "generated", "make it")
    assert f"generated/{MANIFEST}" in [finding.at.file for finding in findings]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"not JSON",
        b"\xff",
        b'{"outputs": []}',
        b'{"outputs": {"../../outside": "x"}}',
        b"{}",
    ],
)
def test_a_broken_manifest_is_one_more_difference(run: Run, project: Path, content: bytes) -> None:
    assert run("generate").code == 0
    before = files_below(project)
    (project / "generated" / MANIFEST).write_bytes(content)
    outcome = run("check")
    assert outcome.code == 1
    assert outcome.out.startswith("generated/MANIFEST.json: error: ")
    assert run("generate").code == 0
    assert files_below(project) == before


def test_the_command_names_every_file_with_a_diff_and_the_cure(run: Run, project: Path) -> None:
    assert run("generate").code == 0
    folder = project / "generated"
    models = folder / "python" / "small_schema" / "v1" / "models.py"
    models.write_text(models.read_text().replace("class Lamp", "class Lump"))
    (folder / "new.txt").touch()
    (folder / "python" / "README.md").unlink()
    for arguments in (["check"], ["check", "--full"], ["--quiet", "check"]):
        outcome = run(*arguments)
        assert outcome.code == 1
        assert "generated/new.txt: error: nothing generates this file" in outcome.out
        assert "generated/python/README.md: error: missing; run make generate" in outcome.out
        assert "generated/python/small_schema/v1/models.py: error: differs" in outcome.out
        assert "    -class Lump(" in outcome.out
        assert "    +class Lamp(" in outcome.out
        assert outcome.err == "3 findings\n"
    found = json.loads(run("check", "--format", "json").out)["findings"]
    assert [row["rule"] for row in found] == ["orphaned-output", "missing-output", "stale-output"]


def test_a_long_diff_is_cut(run: Run, project: Path) -> None:
    assert run("generate").code == 0
    models = project / "generated" / "python" / "small_schema" / "v1" / "models.py"
    models.write_text("x\n" * 5000 + "y" * 5000)
    lines = run("check").out.splitlines()
    assert len(lines) < 40
    assert max(map(len, lines)) < 250
    assert lines[-1].strip().startswith("… and ")


def test_check_says_how_it_knows(run: Run, project: Path) -> None:
    assert run("generate").code == 0
    assert "generated: in sync (by digest" in run("check").out
    assert "generated: in sync (regenerated" in run("check", "--full").out
    assert run("--quiet", "check").out == ""


def test_check_writes_nothing(run: Run, project: Path) -> None:
    assert run("check").code == 1
    assert not (project / "generated").exists()
    assert run("generate").code == 0
    (project / "generated" / MANIFEST).unlink()
    before = files_below(project)
    assert run("check").code == 1
    assert files_below(project) == before


def test_generating_again_does_nothing(run: Run, project: Path) -> None:
    assert run("generate").code == 0
    stamps = {path: path.stat().st_mtime_ns for path in (project / "generated").rglob("*")}
    outcome = run("generate")
    assert (outcome.code, outcome.err) == (0, "")
    assert "nothing to do" in outcome.out
    assert {path: path.stat().st_mtime_ns for path in (project / "generated").rglob("*")} == stamps


def test_two_outputs_of_one_path_are_refused() -> None:
    from codegen.artifacts import Artifact
    from codegen.errors import InputError

    for one, other in (("a/b", "a/b"), ("a/b", "A/B")):
        with pytest.raises(InputError, match="two outputs claim the path"):
            collect([Artifact(one, ""), Artifact(other, "")])
    with pytest.raises(InputError, match="leaves the output folder"):
        collect([Artifact("../a", "")])
    assert [a.path for a in collect([Artifact("b", ""), Artifact("a", "")])] == ["a", "b"]


def test_the_committed_output_is_in_sync(
    run: Run, clean_checkout: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(REPOSITORY)
    outcome = run("check")
    assert (outcome.code, outcome.err) == (0, "")
    assert "by digest" in outcome.out
