"""One decoding: where it is, what it forgave, and how it gives up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import Repair, RepairKind

ABSENT: Any = object()
"""What a lookup gives for a key that isn't there."""

Path = tuple[Any, ...]
"""Where a value stands: `()` or `(outer path, key)`; made into a JSON Pointer only for reports."""


Reason = str | Callable[[], str]
"""What was expected and found; a function where words cost time and are often not needed."""


class Mismatch(ValueError):
    """A value that its type does not accept; turned into a `DecodeError` at the top."""

    def __init__(self, path: Path, why: Reason) -> None:
        super().__init__()
        self.path = path
        self.why = why

    @property
    def reason(self) -> str:
        """The reason in words."""
        return worded(self.why)


def worded(why: Reason) -> str:
    """A reason in words."""
    return why if isinstance(why, str) else why()


class Impure(Exception):
    """A repair was needed where none may be made: one pass in C is not enough."""


class Walk:
    """One decoding: the repairs so far, and results of branches that were tried already."""

    __slots__ = ("_found", "tried")

    def __init__(self) -> None:
        self._found: list[tuple[Path, RepairKind, str, Reason]] = []
        self.tried: dict[tuple[int, int], tuple[Any, Path, Any, Any]] = {}

    def repair(self, path: Path, kind: RepairKind, expected: str, why: Reason) -> None:
        """Note that something was forgiven."""
        self._found.append((path, kind, expected, why))

    def mark(self) -> int:
        """A point to go back to."""
        return len(self._found)

    def forget(self, mark: int) -> None:
        """Drop what was noted since a mark: that attempt came to nothing."""
        del self._found[mark:]

    def since(self, mark: int) -> tuple[Any, ...]:
        """What was noted since a mark."""
        return tuple(self._found[mark:])

    def again(self, noted: tuple[Any, ...]) -> None:
        """Note once more what an earlier, equal attempt noted."""
        self._found.extend(noted)

    def repairs(self, first: int | None = None) -> list[Repair]:
        """The notes, or so many of them, as the public face shows them."""
        return [
            Repair(pointer(path), kind, expected, worded(why))
            for path, kind, expected, why in self._found[:first]
        ]


class PureWalk(Walk):
    """A decoding that may not repair anything: part of msgspec's own pass."""

    __slots__ = ()

    def repair(self, path: Path, kind: RepairKind, expected: str, why: Reason) -> None:
        """Give up, so that the whole message is decoded by the rules."""
        raise Impure


Decoder = Callable[[Any, Path, Walk], Any]


def pointer(path: Path) -> str:
    """A path as an RFC 6901 JSON Pointer."""
    tokens: list[str] = []
    while path:
        path, key = path
        tokens.append(str(key).replace("~", "~0").replace("/", "~1"))
    return "".join(f"/{token}" for token in reversed(tokens))
