"""The JSON files of a package archive, read in memory: no path in it ever reaches a disk."""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from collections.abc import Mapping
from pathlib import PurePosixPath

from codegen.errors import InputError, Place
from codegen.source.load import MAX_BYTES

MAX_UNPACKED = 512 * 1024 * 1024


class _Bounded(io.RawIOBase):
    """A stream that gives up after a number of bytes: an archive may unpack to anything."""

    def __init__(self, inner: io.BufferedIOBase | gzip.GzipFile, left: int, at: Place) -> None:
        self._inner = inner
        self._left = left
        self._at = at

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        content = self._inner.read(len(view))
        self._left -= len(content)
        if self._left < 0:
            raise InputError(f"unpacks to more than {MAX_UNPACKED // 1024 // 1024} MB", at=self._at)
        view[: len(content)] = content
        return len(content)


def archive_files(content: bytes, at: Place, limit: int = MAX_UNPACKED) -> Mapping[str, bytes]:
    """Path inside the package -> bytes, of its JSON files.

    Links, devices, and names that lead out of the package are passed over. Raises `InputError`
    for an archive that can't be read, is too large, or has one file twice.
    """
    found: dict[str, bytes] = {}
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as unpacked:
            stream = io.BufferedReader(_Bounded(unpacked, limit, at))
            with tarfile.open(fileobj=stream, mode="r|") as archive:
                for member in archive:
                    path = _inside(member.name)
                    if not member.isreg() or path is None or not path.endswith(".json"):
                        continue
                    if path in found:
                        raise InputError(f"the package has {path!r} twice", at=at)
                    if member.size > MAX_BYTES:
                        continue
                    part = archive.extractfile(member)
                    found[path] = part.read() if part is not None else b""
    except (tarfile.TarError, EOFError, OSError, zlib.error) as error:
        raise InputError(f"not an npm package ({error})", at=at) from None
    return found


def _inside(name: str) -> str | None:
    """A member's path below the package's own folder; `None` if it leads anywhere else."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name:
        return None
    # The first folder is the package itself, whatever it is called.
    return str(PurePosixPath(*path.parts[1:])) if len(path.parts) > 1 else None
