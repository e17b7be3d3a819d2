"""A file of a git revision, without a checkout."""

from __future__ import annotations

import subprocess

from codegen.errors import InputError, Place
from codegen.source.load import MAX_BYTES

_SECONDS = 30


def git_file(revision: str, path: str) -> bytes | None:
    """The bytes of a file in a revision; `None` if there is none. Paths count from the top folder.

    Raises `InputError` where git can't be run or the revision doesn't exist.
    """
    if revision.startswith("-") or path.startswith("-"):
        raise InputError(
            "a revision or path can't start with a dash", at=Place(f"git:{revision}:{path}")
        )
    name = f"{revision}:{path}"
    if _run("cat-file", "-e", f"{revision}^{{commit}}").returncode != 0:
        raise InputError(
            "no such revision",
            at=Place(f"git:{revision}"),
            cure="fetch it first, or check its name",
        )
    size = _run("cat-file", "-s", name)
    if size.returncode != 0:
        return None
    if int(size.stdout) > MAX_BYTES:
        raise InputError("too large for a schema", at=Place(f"git:{name}"))
    found = _run("cat-file", "blob", name)
    return found.stdout if found.returncode == 0 else None


def _run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["git", *arguments], capture_output=True, check=False, timeout=_SECONDS
        )
    except FileNotFoundError:
        raise InputError("git is not installed", cure="install it, or name a file") from None
    except subprocess.TimeoutExpired:
        raise InputError(f"git took longer than {_SECONDS} s") from None
