"""Where a schema comes from: `FILE`, `FOLDER`, `-`, `git:REV:PATH`, `npm:PACKAGE@VERSION:PATH`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from codegen.errors import InputError, Place
from codegen.fetch.git import git_file
from codegen.source.load import MAX_BYTES

_META = ("meta.json", "meta.unstable.json")


@dataclass(frozen=True, slots=True)
class Fetched:
    """A schema's bytes and what to call them.

    `file` is the name in messages; `label` a short name (a version, where there is one);
    `protocol` the protocol version that a `meta.json` beside it states; `integrity` the hash that
    the registry vouched for.
    """

    file: str
    label: str
    content: bytes
    protocol: int | str | None = None
    integrity: str | None = None


def fetch(place: str, stdin: BinaryIO) -> Fetched:
    """The schema at a place. Raises `InputError` that names the place and what to do."""
    if place == "-":
        return Fetched("standard input", "standard input", stdin.read(MAX_BYTES + 1))
    if place.startswith("git:"):
        return _from_git(place)
    if place.startswith("npm:"):
        return _from_npm(place)
    return _from_disk(Path(place))


def _from_disk(path: Path) -> Fetched:
    if path.is_dir():
        path = _schema_in(path)
    content = _read(path)
    return Fetched(
        str(path), str(path), content, _protocol(path.name, lambda name: _try(path.parent / name))
    )


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError("no such file", at=Place(str(path)), cure="check the path") from None
    except OSError as error:
        raise InputError(f"can't be read ({error.strerror})", at=Place(str(path))) from None


def _try(path: Path) -> bytes | None:
    return _read(path) if path.is_file() else None


def _schema_in(folder: Path) -> Path:
    """The one schema file of a folder."""
    found = sorted(
        path for path in folder.glob("*.json") if path.is_file() and path.name not in _META
    )
    if len(found) == 1:
        return found[0]
    names = ", ".join(path.name for path in found) or "no JSON file"
    raise InputError(
        f"not one schema but {names}", at=Place(str(folder)), cure="name the file itself"
    )


def _protocol(name: str, beside: Callable[[str], bytes | None]) -> int | str | None:
    """The protocol version in the `meta` file that stands beside a schema."""
    for meta in (name.replace("schema", "meta"), *_META):
        if meta == name:
            continue
        content = beside(meta)
        if content is None:
            continue
        try:
            found = json.loads(content)
        except ValueError:
            continue
        version = found.get("version") if isinstance(found, dict) else None
        if isinstance(version, int | str):
            return version
    return None


def _from_git(place: str) -> Fetched:
    revision, separator, path = place.removeprefix("git:").partition(":")
    if not separator or not revision or not path:
        raise InputError(
            f"{place!r} names no file of a revision", cure="write git:REVISION:PATH/IN/REPOSITORY"
        )
    content = git_file(revision, path)
    if content is None:
        raise InputError(
            "git has no such file", at=Place(place), cure="check the revision and the path"
        )
    parent = PurePosixPath(path).parent
    return Fetched(
        place,
        revision,
        content,
        _protocol(PurePosixPath(path).name, lambda name: git_file(revision, str(parent / name))),
    )


def _from_npm(place: str) -> Fetched:
    # Imported late: nobody who compares files waits for an HTTP client.
    from codegen.fetch.npm import npm_file, parse_npm

    package, version, path = parse_npm(place)
    if path is None:
        raise InputError(f"{place!r} names no file", cure="write npm:PACKAGE@VERSION:PATH")
    found = npm_file(package, version, path)
    return Fetched(
        place,
        found.version,
        found.files[path],
        _protocol(
            PurePosixPath(path).name,
            lambda name: found.files.get(str(PurePosixPath(path).parent / name)),
        ),
        found.integrity,
    )
