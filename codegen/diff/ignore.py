"""Changes that somebody decided to live with: one fingerprint and one reason a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from codegen.errors import InputError, Place

_LINE = re.compile(r"([0-9a-f]{12})\s+(\S.*)")


def read_ignored(path: Path) -> Mapping[str, str]:
    """Fingerprint -> reason. Empty lines and lines that start with `#` say nothing.

    Raises `InputError` with the line of an entry that has no reason or no fingerprint.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"can't be read ({error})", at=Place(str(path))) from None
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise InputError(
                "not an entry of an ignore file",
                at=Place(str(path), number, 1),
                cure="write a fingerprint of twelve digits, a space and the reason",
            )
        found[match[1]] = match[2]
    return found
