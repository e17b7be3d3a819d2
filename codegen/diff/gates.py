"""Which capability announces a method or a branch, as a file: only its owner can know that."""

from __future__ import annotations

import json
from pathlib import Path

from codegen.errors import InputError, Place


def read_gates(path: Path) -> dict[str, str]:
    """Method or branch -> pointer of the capability. Raises `InputError`."""
    place = Place(str(path))
    try:
        found = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"can't be read ({error.strerror})", at=place) from None
    except ValueError as error:
        raise InputError(f"not JSON: {error}", at=place, cure="fix the syntax") from None
    if not isinstance(found, dict) or not all(isinstance(v, str) for v in found.values()):
        raise InputError(
            "not a map of gates",
            at=place,
            cure='write an object such as {"group/method": "/pointer/of/capability"}',
        )
    return found
