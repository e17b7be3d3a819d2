"""Checking the file: text of the path first, then what stands there (17 to 25)."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from acp_runtime.attachments import paths, prepare_attachments
from acp_schema.attachments import AttachmentReference, ResolvedAttachment

from .conftest import Make
from .kit import ROOT, Outcome, Table, found, prepare, prepare_one, ref, run


def check(path: str) -> Outcome:
    return prepare_one(found(path))


def refused(path: str, **options: bool) -> str | None:
    """The reason of the check of the text alone."""
    try:
        paths.check_text(path, **options)
    except paths.Refusal as refusal:
        return refusal.reason
    return None


@pytest.mark.parametrize(
    "path",
    ["a.png", "./a.png", "../a.png", "~/a.png", "$HOME/a", "file:///a", " /a.png", "-i", "a\n.png"],
)
def test_R17_relative_paths_are_refused(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "a.png").write_bytes(b"here")
    (tmp_path / "a").write_bytes(b"here")
    assert check(path).reason == "relative_path"


@pytest.mark.parametrize("path", ["C:\\a.png", "C:a.png", "\\\\host\\share\\a.png", "\\a.png"])
def test_R17_A34_paths_of_windows_are_relative_elsewhere(path: str) -> None:
    assert check(path).reason == "relative_path"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("C:\\a.png", None),
        ("c:/a.png", None),
        ("C:a.png", "relative_path"),
        ("\\a.png", "relative_path"),
        ("/a.png", "relative_path"),
        ("a.png", "relative_path"),
        ("\\\\host\\share\\a.png", "invalid_path"),
        ("//host/share/a.png", "invalid_path"),
        ("\\\\.\\PhysicalDrive0\\x", "invalid_path"),
        ("\\\\?\\C:\\a.png", "invalid_path"),
        ("C:\\a\n.png", "invalid_path"),
    ],
)
def test_R17_A34_fully_qualified_on_windows(path: str, reason: str | None) -> None:
    assert refused(path, windows=True) == reason


def test_A34_network_paths_on_windows_can_be_allowed() -> None:
    assert refused("\\\\host\\share\\a.png", windows=True, allow_unc=True) is None


@pytest.mark.parametrize("path", ["", " ", "\n"])
def test_R17_blank_paths(path: str) -> None:
    assert check(path).reason == "empty_path"


@pytest.mark.parametrize("char", ["\0", "\n", "\r", "\t", "\x1b", "\x7f", "\x85", "\x9b"])
def test_R18_A12_control_characters_in_a_path(char: str) -> None:
    assert check(f"/data/a{char}b.png").reason == "invalid_path"


def test_R18_A11_a_path_that_is_not_unicode(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/\xff.png"
    with open(raw, "wb"):
        pass
    outcome = check(raw.decode("utf-8", "surrogateescape"))
    assert outcome.reason == "invalid_path"
    assert "Unicode" in str(outcome.error)


def test_R19_A14_nothing_there(tmp_path: Path, make: Make) -> None:
    file = make("a.txt")
    (tmp_path / "broken").symlink_to(tmp_path / "gone")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for path in (tmp_path / "gone", tmp_path / "broken", tmp_path / "loop", file / "x"):
        assert check(str(path)).reason == "missing_file"
    assert check(f"{tmp_path}/{'n' * 300}").reason == "missing_file"


def test_R19_A13_a_file_with_a_slash_behind(make: Make) -> None:
    assert check(f"{make('a.txt')}/").reason == "missing_file"


def test_R20_A13_A14_only_regular_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        begun = time.monotonic()
        for name, kind in (
            ("pipe", "a pipe"),
            ("folder", "a directory"),
            ("link", "a directory"),
            ("socket", "a socket"),
            ("/dev/zero", "a device"),
        ):
            outcome = check(str(tmp_path / name))
            assert outcome.reason == "not_a_file"
            assert kind in str(outcome.error)
    assert time.monotonic() - begun < 5


def test_R20_A27_a_pipe_that_takes_the_files_place_is_noticed(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make("a.txt")
    real = os.stat

    def swapping(target: Any, *rest: Any, **options: Any) -> os.stat_result:
        status = real(target, *rest, **options)
        if target == str(path).encode():
            path.unlink()
            os.mkfifo(path)
        return status

    monkeypatch.setattr(os, "stat", swapping)
    reasons: list[str] = []

    def check_it() -> None:
        try:
            paths.check_file(str(path))
        except paths.Refusal as refusal:
            reasons.append(refusal.reason)

    # A thread, so that a check which waits for a writer fails this test and doesn't stop it.
    thread = threading.Thread(target=check_it, daemon=True)
    thread.start()
    thread.join(10)
    assert reasons == ["not_a_file"]


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.EPERM])
def test_R21_A15_a_file_that_cannot_be_opened(
    make: Make, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    path = make("a.txt")
    real = os.open

    def refusing(target: Any, *rest: Any, **options: Any) -> int:
        if target == str(path).encode():
            raise OSError(number, os.strerror(number), target)
        return real(target, *rest, **options)

    monkeypatch.setattr(os, "open", refusing)
    outcome = check(str(path))
    assert outcome.reason == "unreadable_file"
    assert os.strerror(number) in str(outcome.error)
    assert str(path) not in str(outcome.error)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="gives up root's rights")
def test_R21_A15_without_roots_rights_a_closed_file_is_unreadable(make: Make) -> None:
    path = make("a.txt")
    path.chmod(0)
    code = (
        "import os, sys; from acp_runtime.attachments import paths; os.setuid(65534)\n"
        "try: paths.check_file(sys.argv[1])\n"
        "except paths.Refusal as refusal: print(refusal.reason)"
    )
    for folder in path.parents[:5]:
        if folder.stat().st_uid == 0 and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        env={"PYTHONPATH": f"{ROOT}/runtime:{ROOT}/generated/python"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.strip() == "unreadable_file", done.stderr


def test_R22_A14_a_link_to_a_file_is_delivered_as_the_link(tmp_path: Path, make: Make) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(make("a.txt"))
    assert check(str(link)).only.path == str(link)


@pytest.mark.parametrize("form", ["{0}/./a.txt", "{0}//a.txt", "{0}/x/../a.txt"])
def test_R23_the_checked_text_is_delivered(make: Make, form: str) -> None:
    folder = make("a.txt").parent
    make("x/b.txt")
    path = form.format(folder)
    assert check(path).only.path == path


def test_R23_a_step_up_behind_a_link_is_not_shortened(tmp_path: Path, make: Make) -> None:
    elsewhere = make("deep/inner/b.txt").parent
    (elsewhere.parent / "a.txt").write_bytes(b"right")
    (tmp_path / "a.txt").write_bytes(b"wrong: what a shortened path would name")
    (tmp_path / "link").symlink_to(elsewhere)
    assert check(f"{tmp_path}/link/../a.txt").only.size == len(b"right")


def facts(path: Path) -> tuple[bytes, int, int, int]:
    status = path.stat()
    return path.read_bytes(), status.st_mode, status.st_mtime_ns, status.st_nlink


def test_R24_files_stay_as_they_are(make: Make) -> None:
    path = make("a.png")
    before = facts(path)
    assert prepare([ref("r")], Table({"r": path})).files is not None
    assert prepare([ref("r"), ref("none")], Table({"r": path})).error is not None

    async def cancelled() -> None:
        class Cancels:
            async def resolve(self, attachment: AttachmentReference, /) -> ResolvedAttachment:
                if attachment.reference == "last":
                    task.cancel()
                    await asyncio.sleep(1)
                return found(str(path))

        both = [ref("r"), ref("last")]
        work = prepare_attachments(both, run_id="r", resolver=Cancels())
        task = asyncio.create_task(work)
        with pytest.raises(asyncio.CancelledError):
            await task

    run(cancelled())
    assert facts(path) == before
    assert list(path.parent.iterdir()) == [path]


def test_R25_a_slow_disk_does_not_stop_the_loop(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, main, released = make("a.txt"), threading.get_ident(), threading.Event()
    real = os.stat

    def slow(target: Any, *rest: Any, **options: Any) -> os.stat_result:
        if target == str(path).encode():
            assert threading.get_ident() != main
            assert released.wait(20)
        return real(target, *rest, **options)

    monkeypatch.setattr(os, "stat", slow)

    async def work() -> None:
        task = asyncio.create_task(
            prepare_attachments([ref("r")], run_id="r", resolver=Table({"r": path}))
        )
        await asyncio.sleep(0.05)
        assert not task.done()
        released.set()
        await task

    run(work())


def test_R25_an_empty_file_is_a_file(make: Make) -> None:
    path = make("empty.txt")
    path.write_bytes(b"")
    assert check(str(path)).only.size == 0
