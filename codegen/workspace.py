"""The only writer: a folder becomes all new or stays all old, whatever happens in between.

The new folder is built beside the old one, on the same file system, and then takes its place in
one step. Files in the folder that are not ours move along; files that an earlier run made and
this one doesn't are left behind.
"""

from __future__ import annotations

import ctypes
import errno
import glob
import os
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from codegen.artifacts import OutputTree
from codegen.errors import InputError, Place

_LOCK_SECONDS = 60.0
_WORK = ".{}.new-"
_ASIDE = ".old"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other runs away from an output folder. Raises `InputError` when one takes too long."""
    path = folder.parent / f".{folder.name}.lock"
    with _reporting(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path)
    try:
        with _reporting(folder):
            lock.acquire(timeout=_LOCK_SECONDS)
    except Timeout:
        raise InputError(
            "another run is writing this folder",
            at=Place(str(folder)),
            cure="wait until it has finished",
        ) from None
    try:
        with _reporting(folder):
            _clear_leftovers(folder)
        yield
    finally:
        lock.release()


def _clear_leftovers(folder: Path) -> None:
    """Remove what a killed run left beside the folder; who holds the lock knows that it is dead.

    Where the folder was being put aside (`_swap` without an atomic exchange), it comes back.
    """
    for work in folder.parent.glob(f"{_WORK.format(glob.escape(folder.name))}*"):
        aside = work / f"{folder.name}{_ASIDE}"
        if aside.is_dir() and not folder.exists():
            os.rename(aside, folder)
        shutil.rmtree(work, ignore_errors=True)


def differences(tree: OutputTree, folder: Path, ours: Collection[str]) -> Mapping[str, str]:
    """Path -> `changed`, `missing` or `orphaned`, for what publishing would change."""
    found: dict[str, str] = {}
    expected = {artifact.path: artifact.content for artifact in tree}
    for path, content in expected.items():
        try:
            if (folder / path).read_bytes() != content:
                found[path] = "changed"
        except FileNotFoundError:
            found[path] = "missing"
        except OSError:
            found[path] = "changed"
    for path in ours:
        if path not in expected and (folder / path).exists():
            found[path] = "orphaned"
    return dict(sorted(found.items()))


def publish(tree: OutputTree, folder: Path, ours: Collection[str] = ()) -> None:
    """Make a folder hold exactly the tree, beside what others put there.

    `ours` are the paths that an earlier run made. Raises `InputError` when the file system
    refuses; the folder is then as it was.
    """
    with _reporting(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        if folder.exists() and not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, "read-only folder")
        work = Path(tempfile.mkdtemp(prefix=_WORK.format(folder.name), dir=folder.parent))
        try:
            fresh = work / folder.name
            fresh.mkdir()
            if folder.exists():
                shutil.copymode(folder, fresh)
            for artifact in tree:
                path = fresh / artifact.path
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(artifact.content)
            written = {artifact.path for artifact in tree}
            _carry_over(folder, fresh, {*ours, *written})
            _swap(fresh, folder)
        finally:
            shutil.rmtree(work, ignore_errors=True)


def write_file(path: Path, content: bytes) -> None:
    """Write one file so that it is all old or all new. Raises `InputError` when that fails."""
    with _reporting(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            mode = path.stat().st_mode if path.exists() else 0o666 & ~_umask()
            os.chmod(name, mode & 0o777)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _carry_over(old: Path, new: Path, known: Collection[str]) -> None:
    """Take files that are not ours along, as links to the same contents where that works."""
    if not old.exists():
        return
    for parent, folders, files in os.walk(old, onerror=_raise):
        here = Path(parent).relative_to(old)
        links = [name for name in folders if (old / here / name).is_symlink()]
        for name in (*files, *links):
            relative = here / name
            if relative.as_posix() in known:
                continue
            target = new / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            if os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, f"{relative} is not ours and in the way")
            try:
                os.link(old / relative, target, follow_symlinks=False)
            except OSError:
                shutil.copy2(old / relative, target, follow_symlinks=False)


def _raise(error: OSError) -> None:
    # A folder that can't be listed would otherwise count as empty, and be lost.
    raise error


def _swap(fresh: Path, folder: Path) -> None:
    """Put `fresh` in the place of `folder`; the old one ends up where `fresh` was."""
    if not folder.exists():
        os.rename(fresh, folder)
    elif not _exchange(fresh, folder):
        # No atomic exchange here: two renames, as close together as they can be.
        aside = fresh.with_name(f"{folder.name}{_ASIDE}")
        os.rename(folder, aside)
        try:
            os.rename(fresh, folder)
        except BaseException:
            os.rename(aside, folder)
            raise


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two paths in one step (Linux `renameat2`); False where that doesn't exist."""
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return bool(renameat2(here, os.fsencode(one), here, os.fsencode(other), exchange) == 0)


@contextmanager
def _reporting(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if isinstance(error, Timeout):
            raise
        cure = "free some space" if error.errno == errno.ENOSPC else "check its permissions"
        raise InputError(
            f"can't be written ({error.strerror or error})", at=Place(str(path)), cure=cure
        ) from None
