"""What decoding reports: errors, and repairs of values that a schema allows to be bad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

import msgspec

from .kinds import kind_of

RepairKind = Literal[
    "defaulted", "skipped_item", "null_to_empty", "untagged_fallback", "unknown_variant"
]

_SHOWN = 80


class DecodeError(ValueError):
    """A value that its type does not accept.

    `pointer` is the RFC 6901 JSON Pointer of the bad value ("" is the whole document),
    `reason` says what was expected and what was found, `repairs` lists what `strict=True`
    refused to repair.
    """

    def __init__(self, pointer: str, reason: str, repairs: Sequence[Repair] = ()) -> None:
        super().__init__(f"{reason} (at {pointer or 'the top level'})")
        self.pointer = pointer
        self.reason = reason
        self.repairs = tuple(repairs)


@dataclass(frozen=True, slots=True)
class Repair:
    """One thing that a reader forgave, because the schema says it may.

    `pointer` is the JSON Pointer of the value in the message as it came; `type` names the type
    that was expected there.
    """

    pointer: str
    kind: RepairKind
    type: str
    reason: str


def shown(value: Any) -> str:
    """A JSON value as text, cut to a readable size."""
    kind = kind_of(value)
    if kind is dict:
        keys = ", ".join(repr(key) for key in islice(value, 4))
        text = f"an object with {keys}" if keys else "an empty object"
    elif kind is list:
        text = f"an array of {len(value)}"
    elif kind is str:
        text = repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…")
    elif kind in (bool, int, float, type(None)):
        text = msgspec.json.encode(value).decode()
    else:
        text = str(kind.__name__)
    return text if len(text) <= 2 * _SHOWN else f"{text[: 2 * _SHOWN]}…"
