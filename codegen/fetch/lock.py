"""`schema/lock.toml`: where each schema came from, as facts that can be checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from codegen.errors import InputError, Place

_HEAD = "# Written by `acp-codegen pull`: where each schema came from. No dates, digests only.\n"


def read_lock(path: Path) -> dict[str, dict[str, Any]]:
    """Edition -> what is recorded of it; empty without a lock file. Raises `InputError`."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InputError(f"can't be read ({error})", at=Place(str(path))) from None


def lock_text(entries: Mapping[str, Mapping[str, str]]) -> str:
    """The lock file, sorted by edition."""
    parts = [_HEAD]
    for edition, facts in sorted(entries.items()):
        parts.append(f"\n[{edition}]\n")
        parts += [f"{key} = {_quoted(value)}\n" for key, value in sorted(facts.items())]
    return "".join(parts)


def _quoted(value: str) -> str:
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
