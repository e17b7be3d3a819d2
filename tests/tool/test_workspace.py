"""Writing: a folder is all old or all new, whatever fails, whoever is killed, whoever else runs."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from codegen import workspace
from codegen.artifacts import Artifact, OutputTree, collect
from codegen.errors import InputError
from codegen.project import read_project
from codegen.workspace import differences, locked, publish, write_file
from tests.tool.conftest import CONFIGURATION, REPOSITORY, Run, files_below

OLD = {"a.txt": "old a", "sub/b.txt": "old b", "sub/gone.txt": "old only"}
NEW = {"a.txt": "new a", "sub/b.txt": "old b", "other/c.txt": "new c"}
FOREIGN = {"mine.txt": b"mine", "sub/mine too.txt": b"too", "deep/er/est.bin": bytes(range(256))}


def tree(files: dict[str, str]) -> OutputTree:
    return collect(Artifact(path, text) for path, text in files.items())


def as_bytes(files: dict[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in files.items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An output folder with what an earlier run made, and things of somebody else."""
    made = tmp_path / "parent" / "generated"
    publish(tree(OLD), made)
    for path, content in FOREIGN.items():
        (made / path).parent.mkdir(parents=True, exist_ok=True)
        (made / path).write_bytes(content)
    return made


BEFORE = as_bytes(OLD) | FOREIGN
AFTER = as_bytes(NEW) | FOREIGN


def test_a_folder_becomes_the_tree_beside_what_is_not_ours(folder: Path) -> None:
    link = folder / "link"
    link.symlink_to("mine.txt")
    inode = (folder / "mine.txt").stat().st_ino
    publish(tree(NEW), folder, OLD)
    assert files_below(folder) == AFTER | {"link": b"mine"}
    assert link.is_symlink()
    assert (folder / "mine.txt").stat().st_ino == inode
    assert [path.name for path in folder.parent.iterdir()] == ["generated"]


def test_orphans_go_only_if_an_earlier_run_made_them(folder: Path) -> None:
    publish(tree(NEW), folder, ["a.txt"])
    assert files_below(folder) == AFTER | {"sub/gone.txt": b"old only"}


def test_somebody_elses_file_in_the_way_is_refused(folder: Path) -> None:
    before = files_below(folder)
    for path in ("mine.txt/inside.txt", "deep/er"):
        with pytest.raises(InputError, match="can't be written"):
            publish(tree({path: "x"}), folder, OLD)
    assert files_below(folder) == before
    assert [path.name for path in folder.parent.iterdir()] == ["generated"]


def test_differences_are_what_publishing_changes(folder: Path) -> None:
    (folder / "sub" / "b.txt").unlink()
    assert differences(tree(NEW), folder, [*OLD, "never.txt"]) == {
        "a.txt": "changed",
        "other/c.txt": "missing",
        "sub/b.txt": "missing",
        "sub/gone.txt": "orphaned",
    }
    publish(tree(NEW), folder, OLD)
    assert differences(tree(NEW), folder, [*OLD, *NEW]) == {}


def test_the_mode_of_the_folder_stays(folder: Path) -> None:
    folder.chmod(0o750)
    publish(tree(NEW), folder, OLD)
    assert folder.stat().st_mode & 0o777 == 0o750


# Failures. Python tells an audit hook of every call that touches the file system, before it is
# made; a hook that raises is a call that fails. A hook can't be taken off, so there is one.
_WATCHED = ("open", "os.")
_failing: dict[str, object] = {"at": None, "seen": 0, "root": "", "error": OSError()}


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _failing["at"] is None or not event.startswith(_WATCHED):
        return
    if not any(
        isinstance(part, str | Path) and str(part).startswith(str(_failing["root"]))
        for part in arguments
    ):
        return
    _failing["seen"] = int(str(_failing["seen"])) + 1
    if _failing["seen"] == _failing["at"]:
        error = _failing["error"]
        assert isinstance(error, OSError)
        raise error


@pytest.fixture(scope="module", autouse=True)
def _hooked() -> None:
    sys.addaudithook(_hook)


@contextmanager
def failing(root: Path, at: int, error: OSError) -> Iterator[None]:
    _failing.update(at=at, seen=0, root=root, error=error)
    try:
        yield
    finally:
        _failing["at"] = None


def calls_made() -> int:
    return int(str(_failing["seen"]))


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES, errno.EIO, errno.EROFS])
@pytest.mark.parametrize("exchange", [True, False])
def test_any_failing_call_leaves_all_old_or_all_new(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: int, exchange: bool
) -> None:
    if not exchange:
        monkeypatch.setattr(workspace, "_exchange", lambda one, other: False)
    refused = 0
    for at in range(1, 200):
        message = None
        try:
            with failing(folder.parent, at, OSError(code, os.strerror(code))):
                publish(tree(NEW), folder, OLD)
        except InputError as error:
            message = str(error)
        if message is not None:
            refused += 1
            assert f"can't be written ({os.strerror(code)}); " in message
        assert files_below(folder) == (AFTER if message is None else BEFORE)
        # What could not be removed any more is what the next run clears away.
        with locked(folder):
            assert not list(folder.parent.glob(".generated.new-*"))
        if calls_made() < at:
            break
        publish(tree(OLD), folder, NEW)
    else:
        pytest.fail("publishing never came to its end")
    assert refused > 15
    assert files_below(folder) == AFTER


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES])
def test_a_single_file_is_all_old_or_all_new(tmp_path: Path, code: int) -> None:
    path = tmp_path / "page.mdx"
    path.write_bytes(b"old")
    path.chmod(0o640)
    for at in range(1, 50):
        message = None
        try:
            with failing(tmp_path, at, OSError(code, os.strerror(code))):
                write_file(path, b"new")
        except InputError as error:
            message = str(error)
        assert message is None or f"can't be written ({os.strerror(code)}); " in message
        assert path.read_bytes() == (b"new" if message is None else b"old")
        if calls_made() < at:
            break
        path.write_bytes(b"old")
    assert at > 2
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["page.mdx"]


def test_a_full_disk_is_one_line_and_leaves_nothing(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("generate").code == 0
    before = files_below(project)
    (project / "schema.json").write_text(
        (project / "schema.json").read_text().replace("isOn", "on")
    )
    before["schema.json"] = (project / "schema.json").read_bytes()
    real = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.name == "models.py":
            real(path, content[:10])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    message = run("generate").message
    assert (
        message
        == f"{project}/generated: can't be written (No space left on device); free some space"
    )
    assert files_below(project) == before
    assert not list(project.glob(".generated.new-*"))


@pytest.mark.parametrize("place", ["output", "output/lamps"])
def test_a_read_only_folder_is_one_line_and_stays(
    run: Run, project: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Permissions don't bind root, so a check of them is what stands in for them there."""
    output = project / "output"
    (output / "lamps").mkdir(parents=True)
    (output / "lamps" / "models.py").write_text("kept\n")
    (output / ".lamps.lock").touch()
    before = files_below(output)
    (project / place).chmod(0o555)
    if os.geteuid() == 0:
        real = os.access
        locked_place = (project / place).resolve()

        def access(path: str, mode: int, **more: bool) -> bool:
            denied = mode == os.W_OK and Path(path).resolve() == locked_place
            return not denied and real(path, mode, **more)

        monkeypatch.setattr(os, "access", access)
        if place == "output":
            monkeypatch.setattr(workspace.tempfile, "mkdtemp", _denied)
    try:
        message = run("bindings", "schema.json", "-o", output, "--package", "lamps").message
    finally:
        (project / place).chmod(0o755)
    assert "can't be written (" in message
    assert message.endswith("; check its permissions")
    assert files_below(output) == before


def _denied(**more: object) -> str:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


KILLER = """
import json, os, signal, sys
from pathlib import Path
sys.path.insert(0, {repository!r})
from codegen.artifacts import Artifact, collect
from codegen import workspace

root, old, new = Path(sys.argv[1]), json.loads(sys.argv[2]), json.loads(sys.argv[3])
folder = root / "generated"
tree = lambda files: collect(Artifact(path, text) for path, text in files.items())
if sys.argv[4] == "renames":
    workspace._exchange = lambda one, other: False

def state():
    return {{path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}}

def run(at):
    seen = 0
    def hook(event, arguments):
        nonlocal seen
        if event == "open" or event.startswith(("os.", "shutil.", "ctypes.")):
            seen += 1
            if seen == at:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(hook)
    with workspace.locked(folder):
        workspace.publish(tree(new), folder, old)

results = []
for at in range(1, 400):
    with workspace.locked(folder):
        workspace.publish(tree(old), folder, new)
    (folder / "mine.txt").write_text("mine")
    child = os.fork()
    if child == 0:
        run(at)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    there = folder.is_dir()
    before = state() if there else None
    with workspace.locked(folder):
        pass
    results.append([os.WIFSIGNALED(status), before, state(), sorted(path.name for path in root.iterdir())])
    if not os.WIFSIGNALED(status):
        break
print(json.dumps(results))
"""


@pytest.mark.parametrize("way", ["exchange", "renames"])
def test_killed_at_any_moment_leaves_all_old_or_all_new(tmp_path: Path, way: str) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            KILLER.format(repository=str(REPOSITORY)),
            str(tmp_path),
            json.dumps(OLD),
            json.dumps(NEW),
            way,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    results = json.loads(done.stdout)
    old, new = OLD | {"mine.txt": "mine"}, NEW | {"mine.txt": "mine"}
    assert len(results) > 30
    assert [killed for killed, *_ in results] == [True] * (len(results) - 1) + [False]
    states = []
    for _, before, after, left in results:
        if way == "exchange":
            assert before in (old, new)
        else:
            # Without an atomic exchange there is one moment without a folder; the next run ends it.
            assert before in (old, new, None)
        assert after in (old, new)
        assert before in (after, None)
        assert left == [".generated.lock", "generated"]
        states.append(after == new)
    assert states == sorted(states)
    assert {False, True} == set(states)


@pytest.mark.sweep
def test_a_generation_killed_at_random_moments(project: Path) -> None:
    import random
    import time

    command = [sys.executable, "-m", "codegen", "generate"]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    chance = random.Random(5)
    schema = json.loads((project / "schema.json").read_text())
    outcomes = []
    for turn in range(12):
        schema["description"] = f"turn {turn % 2}"
        (project / "schema.json").write_text(json.dumps(schema))
        before = files_below(project / "generated") if (project / "generated").exists() else {}
        child = subprocess.Popen(command, cwd=project, env=environment, stdout=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.2, 2.0))
        child.kill()
        child.wait()
        after = files_below(project / "generated") if (project / "generated").exists() else {}
        done = subprocess.run(
            command, cwd=project, env=environment, capture_output=True, check=False
        )
        assert done.returncode == 0
        complete = files_below(project / "generated")
        assert after in (before, complete)
        assert not list(project.glob(".generated.new-*"))
        outcomes.append(after == complete)
    assert outcomes


def test_two_runs_at_once_both_succeed(project: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "codegen", "generate"],
            cwd=project,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    results = [child.communicate() for child in runs]
    assert [child.returncode for child in runs] == [0, 0, 0]
    assert [err for _, err in results] == ["", "", ""]
    # One of them made everything; the others waited and then had nothing to do.
    assert sorted("nothing to do" in out for out, _ in results) == [False, True, True]
    assert not list(project.glob(".generated.new-*"))


def test_a_run_that_waits_too_long_says_so(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "_LOCK_SECONDS", 0.05)
    other = FileLock(project / ".generated.lock")
    with other:
        message = run("generate").message
        assert (
            message
            == f"{project}/generated: another run is writing this folder; wait until it has finished"
        )
        assert not (project / "generated").exists()
    assert run("generate").code == 0


def test_a_run_waits_for_another(project: Path, tmp_path: Path) -> None:
    order: list[str] = []
    inside = threading.Event()
    going = threading.Event()

    def other() -> None:
        with locked(project / "generated"):
            inside.set()
            going.wait(10)
            order.append("first")

    thread = threading.Thread(target=other)
    thread.start()
    assert inside.wait(10)
    threading.Timer(0.2, going.set).start()
    with locked(project / "generated"):
        order.append("second")
    thread.join()
    assert order == ["first", "second"]


# Paths of the configuration.


def configured(project: Path, old: str, new: str) -> None:
    text = CONFIGURATION + 'page = "page.mdx"\n'
    assert old in text
    (project / "pyproject.toml").write_text(text.replace(old, new))


KEYS = {
    "output": 'output = "generated"',
    "templates": 'templates = "templates"',
    "schema": 'schema = "schema.json"',
    "page": 'page = "page.mdx"',
}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "path", ["../outside", "a/../../outside", "/outside", "..", "a\\\\b", "~/../.."]
)
def test_a_path_that_leaves_the_project_is_refused(
    run: Run, project: Path, key: str, path: str
) -> None:
    configured(project, KEYS[key], f'{key} = "{path}"')
    before = files_below(project.parent)
    for command in ("generate", "check"):
        message = run(command).message
        assert message.startswith(f"pyproject.toml: {key} in [tool.acp-codegen")
        assert "leads out of the project" in message
    assert files_below(project.parent) == before


@pytest.mark.parametrize("key", ["output", "templates", "schema"])
def test_a_link_out_of_the_project_is_refused(run: Run, project: Path, key: str) -> None:
    outside = project.parent / "outside"
    outside.mkdir()
    (outside / "kept.json").write_text("{}")
    (project / "link").symlink_to(outside)
    (project / "inner").mkdir()
    (project / "inner" / "more").symlink_to("../link")
    for path in ("link", "link/kept.json", "inner/more/deep"):
        configured(project, KEYS[key], f'{key} = "{path}"')
        assert f"{path!r} leads out of the project through a link" in run("generate").message
    assert files_below(outside) == {"kept.json": b"{}"}


def test_a_link_that_stays_inside_is_followed(run: Run, project: Path) -> None:
    (project / "schemas").mkdir()
    (project / "schema.json").rename(project / "schemas" / "real.json")
    (project / "schema.json").symlink_to("schemas/real.json")
    assert run("generate").code == 0
    assert run("check", "--full").code == 0


@pytest.mark.parametrize("path", [".", "templates", "templates/made", "schemas", "./"])
def test_an_output_folder_that_holds_an_input_is_refused(
    run: Run, project: Path, path: str
) -> None:
    """The folder is replaced as a whole: it must not be the project, nor hold what is read."""
    (project / "schemas").mkdir()
    (project / "schema.json").rename(project / "schemas" / "s.json")
    configured(project, KEYS["output"], f'output = "{path}"')
    text = (project / "pyproject.toml").read_text()
    (project / "pyproject.toml").write_text(text.replace('"schema.json"', '"schemas/s.json"'))
    before = files_below(project)
    message = run("generate").message
    assert "overlap; write a folder of its own" in message
    assert files_below(project) == before


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('output = "generated"', "", "output in [tool.acp-codegen]: missing"),
        (
            'output = "generated"',
            "output = 7",
            "output in [tool.acp-codegen]: missing or not a text",
        ),
        (
            'output = "generated"',
            'outptu = "x"',
            "outptu in [tool.acp-codegen]: unknown; the keys are",
        ),
        ('package = "small_schema"', 'package = "Small-Schema"', "is not a Python module name"),
        ("editions.v1", 'editions."v 1"', "'v 1' is not a Python module name"),
        (
            'schema = "schema.json"',
            'schma = "schema.json"',
            "schma in [tool.acp-codegen.editions.v1]",
        ),
        ('output = "generated"', 'output = "generated', "not TOML"),
        ("[tool.acp-codegen.editions.v1]\nschema", "[tool.acp-codegen.nothing]\nschema", "unknown"),
    ],
)
def test_a_configuration_that_says_something_else_is_refused(
    run: Run, project: Path, old: str, new: str, what: str
) -> None:
    configured(project, old, new)
    message = run("generate").message
    assert message.startswith("pyproject.toml: ")
    assert what in message
    assert "; " in message


def test_a_command_outside_a_project_says_what_to_do(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    message = run("generate").message
    assert message.startswith(f"{tmp_path}: no pyproject.toml with a [tool.acp-codegen] table")
    assert "`bindings` and `docs`" in message


def test_the_project_is_found_from_below(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "templates" / "msgspec")
    assert run("generate").code == 0
    assert (project / "generated" / "MANIFEST.json").is_file()
    assert read_project(project).output == "generated"
