"""A resolver for hosts that keep attachments as files below one folder."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

from acp_schema.attachments import AttachmentReference, ResolvedAttachment

from .text import has_control, has_surrogate, quoted


class FolderResolver:
    """Finds files by their path below a folder, written with `/`, and never leaves that folder.

    Only plain names may stand between the slashes, and no link is followed below the folder, so
    neither a reference nor a stored link leads out. A reference without a file gives `None`. The
    folder must be writable for the host alone: whoever can write there between the check and the
    agent's reading can still exchange a file.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = Path(folder).resolve(strict=True)

    async def resolve(self, attachment: AttachmentReference, /) -> ResolvedAttachment | None:
        """The file of one reference. Raises `ValueError` for one that is no plain path."""
        return await asyncio.to_thread(self._find, attachment.reference)

    def _find(self, reference: str) -> ResolvedAttachment | None:
        names = reference.split("/")
        if not all(map(_is_plain, names)):
            raise ValueError(f"{quoted(reference)} is no path below the folder")
        path = self._folder
        for name in names:
            path /= name
            try:
                mode = os.lstat(path).st_mode
            except (FileNotFoundError, NotADirectoryError):
                return None
            if stat.S_ISLNK(mode):
                raise ValueError(f"{quoted(reference)} leads over a link")
        return ResolvedAttachment(absolute_path=str(path))


def _is_plain(name: str) -> bool:
    harmful = name in ("", ".", "..") or "\\" in name or ":" in name
    return not (harmful or has_control(name) or has_surrogate(name))
