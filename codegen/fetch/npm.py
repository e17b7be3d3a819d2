"""Files of an npm package: asked from the user's registry, verified, never unpacked to disk."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from codegen.errors import InputError, Place
from codegen.fetch.archive import archive_files
from codegen.fetch.registry import Deadline, download, registry_url

_SPEC = re.compile(r"npm:(@[a-z0-9~._-]+/)?([a-z0-9~._-]+)@([0-9A-Za-z.+_-]+)(?::(.+))?")
MAX_DOCUMENT = 32 * 1024 * 1024
MAX_ARCHIVE = 64 * 1024 * 1024
SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Package:
    """A downloaded package: its exact version, its verified hash, its JSON files by path."""

    name: str
    version: str
    integrity: str
    files: Mapping[str, bytes]


def parse_npm(place: str) -> tuple[str, str, str | None]:
    """`npm:PACKAGE@VERSION[:PATH]` -> its parts. Raises `InputError`."""
    match = _SPEC.fullmatch(place)
    if match is None:
        raise InputError(
            f"{place!r} is not an npm package", cure="write npm:PACKAGE@VERSION or …:PATH"
        )
    return f"{match[1] or ''}{match[2]}", match[3], match[4]


def npm_file(package: str, version: str, path: str) -> Package:
    """A package that has a certain file. Raises `InputError` that lists the files it has."""
    found = npm_package(package, version)
    if path not in found.files:
        names = ", ".join(sorted(found.files)[:8]) or "none"
        raise InputError(
            f"no such file in the package; its JSON files: {names}",
            at=Place(f"npm:{package}@{version}:{path}"),
            cure="check the path; it counts from the package's own folder",
        )
    return found


def npm_package(package: str, version: str) -> Package:
    """Download a package from the user's registry and verify it; nothing of it is ever run.

    `version` may be a dist-tag. Raises `InputError` where the registry can't be reached, the
    version doesn't exist, or the archive isn't what the registry vouched for.
    """
    at = Place(f"npm:{package}@{version}")
    registry = registry_url(package)
    deadline = Deadline(SECONDS)
    document = download(
        f"{registry}/{quote(package, safe='@')}", registry, MAX_DOCUMENT, deadline, at
    )
    exact, listed = _listed(document, version, at)
    integrity = listed.get("integrity")
    if not isinstance(integrity, str) or not integrity.startswith("sha512-"):
        raise InputError("the registry gives no sha512 hash for it", at=at)
    url = _archive_url(registry, package, str(listed.get("tarball", "")))
    archive = download(url, registry, MAX_ARCHIVE, deadline, at)
    verify(archive, integrity, at)
    return Package(package, exact, integrity, archive_files(archive, at))


def _listed(document: bytes, version: str, at: Place) -> tuple[str, Mapping[str, Any]]:
    try:
        found = json.loads(document)
        exact = found.get("dist-tags", {}).get(version, version)
        listed = found["versions"][exact]["dist"]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(
            "the registry has no such version", at=at, cure="check the name and the version"
        ) from None
    if not isinstance(listed, dict):
        raise InputError("the registry's answer makes no sense", at=at)
    return str(exact), listed


def _archive_url(registry: str, package: str, listed: str) -> str:
    """Where the archive is: as listed if that is the same server, else where npm would look.

    A mirror often lists the address of the server that it mirrors; the user configured the mirror.
    """
    ours, theirs = urlsplit(registry), urlsplit(listed)
    if (theirs.scheme, theirs.netloc) == (ours.scheme, ours.netloc):
        return listed
    name = theirs.path.rpartition("/")[2]
    return f"{registry}/{quote(package, safe='@/')}/-/{quote(name)}"


def verify(content: bytes, integrity: str, at: Place) -> None:
    """Compare with a subresource-integrity hash. Raises `InputError` where it differs."""
    for entry in integrity.split():
        algorithm, _, encoded = entry.partition("-")
        if algorithm != "sha512":
            continue
        try:
            expected = base64.b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            continue
        if hmac.compare_digest(hashlib.sha512(content).digest(), expected):
            return
    raise InputError(
        "the archive is not what the registry vouched for (sha512 differs)",
        at=at,
        cure="try again; if it stays so, tell whoever runs the registry",
    )
