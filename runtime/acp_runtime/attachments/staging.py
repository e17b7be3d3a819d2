"""Links with harmless names, for agents that can't be given a path as it is (requirement 37)."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack

from .media import IMAGE_EXTENSIONS
from .paths import native
from .prepared import PreparedAttachment
from .targets import CliTarget


class StagingError(Exception):
    """No folder for links can be used; the text says why."""


def staged_images(
    target: CliTarget, files: Sequence[PreparedAttachment], cleanup: ExitStack
) -> tuple[str, ...]:
    """Paths of the images for the command line: real ones, and links for those in the way.

    Links stand in one private folder (mode 0700), made only if a link is needed and removed by
    `cleanup`. The files are not touched. Raises `StagingError` or `OSError`.
    """
    awkward = set(target.splitting) | set(target.leaking)
    paths: list[str] = []
    folder: str | None = None
    for file in files:
        if not awkward & set(file.path):
            paths.append(file.path)
            continue
        if folder is None:
            folder = _folder(awkward, cleanup)
        link = os.path.join(folder, f"{file.index}{_extension(file.path)}")
        os.symlink(native(file.path), native(link))
        paths.append(link)
    return tuple(paths)


def _folder(awkward: set[str], cleanup: ExitStack) -> str:
    folder = tempfile.mkdtemp(prefix="chat-attachments-")  # Mode 0700 by contract.
    cleanup.callback(shutil.rmtree, folder, ignore_errors=True)
    if awkward & set(folder):
        raise StagingError("the system's folder for temporary files has an unusable path")
    return folder


def _extension(path: str) -> str:
    found = path.rpartition(".")[2].lower()
    return f".{found}" if found in IMAGE_EXTENSIONS else ""
