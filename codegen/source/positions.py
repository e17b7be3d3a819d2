"""Line and column of every value in a JSON text, by JSON Pointer.

The standard parser keeps no positions. This scanner walks text that is already known to be
valid JSON, with a stack of its own (no recursion), and only when a message needs a place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from json.decoder import JSONDecoder

from codegen.errors import escape_token

_decode_string = JSONDecoder().raw_decode
_SPACE = re.compile(r"[ \t\n\r]*")
_SCALAR = re.compile(r"[^ \t\n\r,\]}]+")


@dataclass(slots=True)
class _Open:
    """A container that is being read: its pointer, and the next key or index."""

    pointer: str
    is_object: bool
    token: str = ""
    index: int = 0


class Positions:
    """The place of each value of a JSON text (of a property: the place of its key)."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._offsets: dict[str, int] = {}
        self.duplicates: list[str] = []
        self._scan(text)

    def of(self, pointer: str) -> tuple[int, int]:
        """Line and column (both from 1) of the value, or of its nearest known parent."""
        while pointer not in self._offsets and pointer:
            pointer = pointer.rpartition("/")[0]
        return self.at(self._offsets.get(pointer, 0))

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of a character offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def _scan(self, text: str) -> None:
        stack: list[_Open] = []
        at = _skip(text, 0)
        self._offsets[""] = at
        while at < len(text):
            char = text[at]
            if char in "{[":
                pointer = self._pointer(stack)
                stack.append(_Open(pointer, char == "{"))
                at = _skip(text, at + 1)
                if text[at] not in "}]":
                    at = self._enter(text, at, stack[-1])
                continue
            if char in "}]":
                stack.pop()
                at += 1
            elif char == '"':
                at = _decode_string(text, at)[1]
            elif char != ",":
                match = _SCALAR.match(text, at)
                at = match.end() if match else at + 1
            at = _skip(text, at)
            if at < len(text) and text[at] == "," and stack:
                stack[-1].index += 1
                at = self._enter(text, _skip(text, at + 1), stack[-1])

    def _enter(self, text: str, at: int, container: _Open) -> int:
        """Note the member that starts at an offset; give the offset of its value."""
        start = at
        if container.is_object:
            key, at = _decode_string(text, at)
            container.token = key
            at = _skip(text, _skip(text, at) + 1)
        else:
            container.token = str(container.index)
        pointer = f"{container.pointer}/{escape_token(container.token)}"
        if pointer in self._offsets:
            self.duplicates.append(pointer)
        self._offsets[pointer] = start
        return at

    @staticmethod
    def _pointer(stack: list[_Open]) -> str:
        return f"{stack[-1].pointer}/{escape_token(stack[-1].token)}" if stack else ""


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
