"""Where files are read from: the working folder, or a revision of its repository."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from codegen.drift.globs import matches
from codegen.errors import InputError, Place

SUFFIXES = (".mdx", ".md", ".markdown")
_SKIPPED = ("node_modules", "__pycache__")
MAX_BYTES = 64 * 1024 * 1024


class Tree(Protocol):
    """A set of files by relative path."""

    def files(self) -> Sequence[str]:
        """All paths of pages, sorted."""

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; `None` where there is none."""


@dataclass(frozen=True)
class Folder:
    """Files on disk."""

    root: Path

    def files(self) -> Sequence[str]:
        """All pages below the folder."""
        return [path.relative_to(self.root).as_posix() for path in pages_below(self.root)]

    def read(self, path: str) -> bytes | None:
        """The bytes of a file. Raises `InputError` where it can't be read."""
        return read_file(self.root / path, path, missing=None)


@dataclass(frozen=True)
class Revision:
    """Files of a commit, read with git; nothing is checked out."""

    root: Path
    name: str

    def files(self) -> Sequence[str]:
        """All pages of the commit that stand below the root."""
        return sorted(path for path in self._paths if path.endswith(SUFFIXES))

    @cached_property
    def _paths(self) -> frozenset[str]:
        if self.name.startswith("-"):
            raise InputError(f"{self.name!r} is no revision", cure="name a commit, tag or branch")
        listed = self._git("ls-tree", "-r", "-z", "--name-only", self.name)
        return frozenset(path for path in listed.decode("utf-8", "replace").split("\0") if path)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file in the commit."""
        if path not in self._paths:
            return None
        return self._git("show", f"{self.name}:./{path}")

    def _git(self, *arguments: str) -> bytes:
        try:
            done = subprocess.run(
                ["git", "-C", str(self.root), *arguments], capture_output=True, check=False
            )
        except OSError as error:
            raise InputError(f"git can't be run ({error.strerror})", cure="install git") from None
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
            raise InputError(
                f"can't read revision {self.name!r} ({said})",
                cure="name a commit that this clone has; fetch more history in CI",
            )
        return done.stdout


def select(files: Iterable[str], include: Sequence[str], exclude: Sequence[str]) -> list[str]:
    """The files that some pattern takes in and none takes out."""
    return [
        file
        for file in files
        if any(matches(file, glob) for glob in include)
        and not any(matches(file, glob) for glob in exclude)
    ]


def pages_below(folder: Path) -> list[Path]:
    """Every page below a folder, sorted; hidden folders and installed packages are left out."""
    found: list[Path] = []
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name not in _SKIPPED
        )
        found += [Path(parent) / name for name in files if name.endswith(SUFFIXES)]
    return sorted(found)


def read_file(path: Path, name: str, missing: object = InputError) -> bytes | None:
    """The bytes of a file. Raises `InputError`; `missing=None` gives `None` for no file."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError("larger than 64 MB", at=Place(name), cure="is this really a page?")
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        if missing is None:
            return None
        raise InputError("no such file", at=Place(name), cure="check the path") from None
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(
            f"can't be read ({what})", at=Place(name), cure="name a readable file"
        ) from None


def decoded(content: bytes, name: str) -> str:
    """Bytes as text. Raises `InputError` with the place of what isn't UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        raise InputError(
            f"not UTF-8: byte 0x{content[error.start]:02x}",
            at=Place(name, line, column),
            cure="save it as UTF-8",
        ) from None
