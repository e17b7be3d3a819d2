"""JSON as documents write it: exact places, and repair of what examples leave out.

Read as JSON with four liberties that are noted, never hidden: comments, trailing commas, elision
(`...` for "and so on" or for a value) and placeholders (`<id>`). One loop and a stack of its own:
linear in the text, no recursion.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from codegen.errors import escape_token

MAX_DEPTH = 200
_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n\ufeff]+)
      | (?P<comment>//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)
      | (?P<string>"(?:[^"\\\n]|\\[^\n])*")
      | (?P<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.])
      | (?P<word>(?:true|false|null)\b)
      | (?P<elision>\.{3}|…)
      | (?P<hole><[^<>"\n]{1,200}>)
      | (?P<mark>[{}\[\],:])""",
    re.VERBOSE,
)
_HOLE = re.compile(r"\s*(?:\.{3}|…|<[^<>]*>|\[\.\.\.?\]|\{\.\.\.?\})\s*")


def is_placeholder(value: object) -> bool:
    """Whether a value stands for any value: `"..."`, `"<id>"`, `"[...]"`."""
    return isinstance(value, str) and _HOLE.fullmatch(value) is not None


@dataclass(frozen=True, slots=True)
class JsonProblem:
    """Why a text is not JSON, and where (a character offset)."""

    offset: int
    message: str


@dataclass(frozen=True)
class JsonValue:
    """One value: `spots` has the offset of each key or item by JSON Pointer (`""`: the value).

    `elided` are the containers that say "and so on"; `duplicates` the keys that stand twice.
    """

    value: Any
    spots: Mapping[str, int]
    elided: frozenset[str]
    duplicates: tuple[tuple[str, int], ...]

    def offset(self, pointer: str) -> int:
        """The offset of the key or item at a pointer, or of its nearest parent."""
        while pointer not in self.spots and pointer:
            pointer = pointer.rpartition("/")[0]
        return self.spots[pointer]


@dataclass(frozen=True)
class JsonText:
    """All values of a text, or the first problem; `repaired` if it took a liberty to read them."""

    text: str
    values: tuple[JsonValue, ...]
    problem: JsonProblem | None
    repaired: bool

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]


@dataclass(slots=True)
class _Open:
    """A container being read: what may come next, and the key that waits for its value."""

    container: Any
    pointer: str
    awaits: str
    key: str = ""


@dataclass(slots=True)
class _Reading:
    values: list[JsonValue] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    spots: dict[str, int] = field(default_factory=dict)
    elided: set[str] = field(default_factory=set)
    duplicates: list[tuple[str, int]] = field(default_factory=list)
    repaired: bool = False
    comma: bool = False


class _Refused(Exception):
    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def read_json(text: str) -> JsonText:
    """Read the values of a text; never raises."""
    reading = _Reading()
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            return _refused(text, reading, at, _unexpected(text, at))
        try:
            _take(reading, match.lastgroup or "", match.group(), at)
        except _Refused as refusal:
            return _refused(text, reading, at, refusal.message)
        at = match.end()
    if reading.stack:
        opener = "{" if isinstance(reading.stack[-1].container, dict) else "["
        start = reading.spots.get(reading.stack[-1].pointer, 0)
        return _refused(text, reading, start, f"`{opener}` is never closed")
    if not reading.values:
        return _refused(text, reading, 0, "empty")
    return JsonText(text, tuple(reading.values), None, reading.repaired)


def _refused(text: str, reading: _Reading, at: int, message: str) -> JsonText:
    return JsonText(text, tuple(reading.values), JsonProblem(at, message), reading.repaired)


def _unexpected(text: str, at: int) -> str:
    word = re.match(r'"[^\n]{0,20}|[\w$.-]{1,20}|.', text[at : at + 40], re.DOTALL)
    shown = word.group() if word else ""
    return "a string without an end" if shown.startswith('"') else f"unexpected `{shown}`"


def _take(reading: _Reading, kind: str, token: str, at: int) -> None:
    """One token; raises `_Refused` where it can't stand."""
    match kind:
        case "space":
            return
        case "comment":
            reading.repaired = True
            if reading.stack and ("..." in token or "…" in token):
                reading.elided.add(reading.stack[-1].pointer)
        case "elision":
            reading.repaired = True
            _elide(reading, at)
        case "mark":
            _mark(reading, token, at)
        case "string":
            text = _string(token)
            top = reading.stack[-1] if reading.stack else None
            if top and isinstance(top.container, dict) and top.awaits in ("key", "key or end"):
                _key(reading, top, text, at)
            else:
                _value(reading, text, at)
        case "hole":
            reading.repaired = True
            _value(reading, token, at)
        case _:
            _value(reading, _scalar(token), at)


def _string(token: str) -> str:
    if "\\" not in token:
        return token[1:-1]
    try:
        return str(json.loads(token, strict=False))
    except ValueError:
        raise _Refused("a wrong escape in this string") from None


def _scalar(token: str) -> Any:
    try:
        return json.loads(token)
    except ValueError:  # Python refuses to read numbers of thousands of digits.
        return 0


def _elide(reading: _Reading, at: int) -> None:
    """`...` is a value after a colon, and "and so on" everywhere else inside a container."""
    if not reading.stack:
        return
    top = reading.stack[-1]
    if top.awaits == "value" and isinstance(top.container, dict):
        _value(reading, "...", at)
    elif top.awaits == "colon":
        raise _Refused("`...` where a colon should stand")
    else:
        reading.elided.add(top.pointer)
        top.awaits = "comma or end"


def _key(reading: _Reading, top: _Open, key: str, at: int) -> None:
    pointer = f"{top.pointer}/{escape_token(key)}"
    if key in top.container:
        reading.duplicates.append((pointer, at))
    else:
        reading.spots[pointer] = at
    top.key, top.awaits = key, "colon"


def _value(reading: _Reading, value: Any, at: int) -> None:
    if not reading.stack:
        reading.comma = False
        reading.spots.setdefault("", at)
        if not isinstance(value, dict | list):
            _finish(reading, value)
        return
    top = reading.stack[-1]
    if isinstance(top.container, dict):
        if top.awaits != "value":
            raise _Refused("a value where a key should stand" if "key" in top.awaits else _MISSING)
        top.container[top.key] = value
    else:
        if top.awaits not in ("value", "value or end"):
            raise _Refused(_MISSING)
        reading.spots[f"{top.pointer}/{len(top.container)}"] = at
        top.container.append(value)
    top.awaits = "comma or end"


_MISSING = "a comma is missing before this"


def _finish(reading: _Reading, value: Any) -> None:
    reading.values.append(
        JsonValue(value, reading.spots, frozenset(reading.elided), tuple(reading.duplicates))
    )
    reading.spots, reading.elided, reading.duplicates = {}, set(), []


def _mark(reading: _Reading, token: str, at: int) -> None:
    top = reading.stack[-1] if reading.stack else None
    match token:
        case "{" | "[":
            if len(reading.stack) >= MAX_DEPTH:
                raise _Refused(f"nested deeper than {MAX_DEPTH} levels")
            container: Any = {} if token == "{" else []
            _value(reading, container, at)
            pointer = "" if top is None else f"{top.pointer}/{_last(top)}"
            awaits = "key or end" if token == "{" else "value or end"
            reading.stack.append(_Open(container, pointer, awaits))
        case "}" | "]":
            if top is None or isinstance(top.container, dict) != (token == "}"):
                raise _Refused(f"`{token}` closes nothing")
            if top.awaits in ("colon",) or (top.awaits == "value" and top.key):
                raise _Refused(f"`{token}` where a value should stand")
            reading.repaired = reading.repaired or top.awaits in ("key", "value")
            reading.stack.pop()
            if not reading.stack:
                _finish(reading, top.container)
        case ",":
            if top is None:
                if not reading.values or reading.comma:
                    raise _Refused("unexpected `,`")
                reading.comma, reading.repaired = True, True
            elif top.awaits != "comma or end":
                raise _Refused("unexpected `,`")
            else:
                top.awaits = "key" if isinstance(top.container, dict) else "value"
                top.key = ""
        case _:
            if top is None or top.awaits != "colon":
                raise _Refused("unexpected `:`")
            top.awaits = "value"


def _last(top: _Open) -> str:
    if isinstance(top.container, dict):
        return escape_token(top.key)
    return str(len(top.container) - 1)
