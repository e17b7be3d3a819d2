"""Generated files as values: a path inside the output folder and a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath

from codegen.errors import InputError


@dataclass(frozen=True, slots=True)
class Artifact:
    """One generated file; `path` is relative to the output folder, with `/` on every system."""

    path: str
    text: str

    @property
    def content(self) -> bytes:
        """The bytes on disk: UTF-8, line feeds as they stand in the text."""
        return self.text.encode()


@dataclass(frozen=True, slots=True)
class OutputTree:
    """A whole set of generated files, sorted by path; two artifacts never share a path."""

    artifacts: tuple[Artifact, ...]

    def __iter__(self) -> Iterator[Artifact]:
        return iter(self.artifacts)

    def digests(self) -> Mapping[str, str]:
        """Path -> digest of each file's bytes."""
        return {artifact.path: digest(artifact.content) for artifact in self.artifacts}


def digest(content: bytes) -> str:
    """The hexadecimal SHA-256 digest of some bytes."""
    return sha256(content).hexdigest()


def collect(artifacts: Iterable[Artifact]) -> OutputTree:
    """Sort artifacts into a tree; raises `InputError` where two of them claim one path."""
    seen: dict[str, Artifact] = {}
    folded: dict[str, str] = {}
    for artifact in artifacts:
        path = PurePosixPath(artifact.path)
        if path.is_absolute() or ".." in path.parts:
            raise InputError(f"output path {artifact.path!r} leaves the output folder")
        other = folded.setdefault(artifact.path.casefold(), artifact.path)
        if artifact.path in seen or other != artifact.path:
            raise InputError(
                f"two outputs claim the path {artifact.path!r}",
                cure="give the editions, packages or pages different names in the configuration",
            )
        seen[artifact.path] = artifact
    return OutputTree(tuple(seen[path] for path in sorted(seen)))
