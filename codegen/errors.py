"""Bad input and where it stands: the one error family that the command line turns into exit code 2.

An error carries facts (file, line, column, JSON Pointer, what, what to do next); how it is
printed is decided here once, so that every message reads the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in an input file.

    `line` and `column` count from 1; `pointer` is an RFC 6901 JSON Pointer ("" is the whole
    document); `None` where the spot has no such coordinate.
    """

    file: str
    line: int | None = None
    column: int | None = None
    pointer: str | None = None

    def __str__(self) -> str:
        position = "".join(f":{part}" for part in (self.line, self.column) if part is not None)
        pointer = f" at {self.pointer or '/'}" if self.pointer is not None else ""
        return printable(f"{self.file}{position}{pointer}")


class InputError(Exception):
    """Input that can't be used: a schema, a configuration, a path.

    `what` is one sentence without a final stop; `cure` says what to do next; `rule` is the slug
    of the lint rule that the error counts as.
    """

    def __init__(
        self, what: str, *, at: Place | None = None, cure: str = "", rule: str = "invalid-schema"
    ) -> None:
        super().__init__(what)
        self.what = what
        self.at = at
        self.cure = cure
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors cross from worker processes, and keyword arguments are not pickled by default.
        return (_rebuilt, (self.what, self.at, self.cure, self.rule))

    def __str__(self) -> str:
        where = f"{self.at}: " if self.at else ""
        cure = f"; {self.cure}" if self.cure else ""
        return printable(f"{where}{self.what}{cure}")


def _rebuilt(what: str, at: Place | None, cure: str, rule: str) -> InputError:
    return InputError(what, at=at, cure=cure, rule=rule)


def printable(text: str) -> str:
    """A text on one line, with escapes for what a terminal would act on (controls, bidi marks)."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def escape_token(token: str) -> str:
    """One reference token of a JSON Pointer (RFC 6901 section 3): `~` and `/` escaped."""
    return token.replace("~", "~0").replace("/", "~1")


def unescape_token(token: str) -> str:
    """The inverse of `escape_token`."""
    return token.replace("~1", "/").replace("~0", "~")
