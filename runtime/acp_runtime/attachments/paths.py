"""Checks of the path that a resolver returned: first its text, then what stands there.

For maintainers: a `Refusal` never quotes the path, because its sentence ends up in log records
(requirement 45). On POSIX a path reaches the system as UTF-8, whatever the locale says: the agent
reads the same bytes from its prompt.
"""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import PureWindowsPath

from acp_schema.attachments import AttachmentFailureReason

from .text import has_control, has_surrogate, is_blank

WINDOWS = os.name == "nt"

_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)
_OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # A pipe put there meanwhile must not hold us up.
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A regular, readable file: its size in bytes, and what tells it from its replacement."""

    size: int
    identity: tuple[int, int]


class Refusal(Exception):
    """A path or file that can't be used: the stable code and a sentence without the path."""

    def __init__(self, reason: AttachmentFailureReason, cause: str) -> None:
        self.reason: AttachmentFailureReason = reason
        self.cause = cause
        super().__init__(cause)


def native(path: str) -> str | bytes:
    """The path as the system takes it: UTF-8 bytes on POSIX, text on Windows."""
    return path if WINDOWS else path.encode()


def check_text(path: str, *, allow_unc: bool = False, windows: bool = WINDOWS) -> None:
    """Refuse a path that is blank, not fully qualified or not safe to pass on (17, 18).

    Nothing is expanded or joined. `allow_unc` accepts `\\\\host\\share` on Windows, where opening
    such a path makes this machine talk to another one. Raises `Refusal`.
    """
    if is_blank(path):
        raise Refusal("empty_path", "the resolver returned an empty path")
    if not (PureWindowsPath(path).is_absolute() if windows else path.startswith("/")):
        raise Refusal(
            "relative_path",
            "the resolver returned a path that is not fully qualified; return an absolute path",
        )
    if has_control(path):
        raise Refusal("invalid_path", "the path holds a control character; rename the file")
    if has_surrogate(path):
        raise Refusal("invalid_path", "the path is not valid Unicode; rename the file")
    if windows and not allow_unc and PureWindowsPath(path).drive.startswith("\\\\"):
        raise Refusal(
            "invalid_path", "the path leads to another machine or a device; allow_unc is off"
        )


def check_file(path: str) -> FoundFile:
    """Refuse whatever is not a regular file that can be opened for reading (19 to 22, 25).

    Links are followed, and an empty file is a file. What stands there is decided before it is
    opened, and once more on the open file. Reads nothing. Raises `Refusal`.
    """
    descriptor, found = open_checked(path)
    os.close(descriptor)
    return found


def open_checked(path: str) -> tuple[int, FoundFile]:
    """Open a checked path for reading: the descriptor, which the caller closes, and the file.

    Raises `Refusal` as `check_file` does.
    """
    _found(path)
    try:
        descriptor = os.open(native(path), _OPEN_FLAGS)
    except (OSError, ValueError) as error:
        raise _refusal(error) from None
    try:
        return descriptor, _regular(os.fstat(descriptor))
    except BaseException:
        os.close(descriptor)
        raise


def _found(path: str) -> FoundFile:
    try:
        return _regular(os.stat(native(path)))
    except (OSError, ValueError) as error:
        raise _refusal(error) from None


def _regular(status: os.stat_result) -> FoundFile:
    if not stat.S_ISREG(status.st_mode):
        raise Refusal("not_a_file", f"{_kind(status.st_mode)} is there, not a regular file")
    return FoundFile(status.st_size, (status.st_dev, status.st_ino))


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a directory"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"


def _refusal(error: OSError | ValueError) -> Refusal:
    if not isinstance(error, OSError):
        return Refusal("invalid_path", "the system does not take the path as a file name")
    if error.errno in _NOTHING_THERE:
        return Refusal(
            "missing_file",
            "the file does not exist; check the storage or upload it again",
        )
    said = error.strerror or type(error).__name__
    return Refusal("unreadable_file", f"the file can't be opened for reading ({said})")
