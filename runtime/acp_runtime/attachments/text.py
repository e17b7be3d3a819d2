"""Text that people and agents read: labels on one line, references shown without harm."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LABEL_LIMIT = 512
"""Code points of a label at most (requirement 30)."""

SHOWN_LIMIT = 200
"""Code points of a reference that an error shows at most (requirement 27)."""

NAMELESS = "attachment"
"""The label of a file for which nothing readable was found."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_GAP = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters that show nothing or steer what is shown, as the inside of a character class."""

_HIDDEN = re.compile(f"[{HIDDEN}]+")
_UNSHOWABLE = re.compile(f"[\x00-\x1f\x7f-\x9f\ud800-\udfff{HIDDEN}]")


def is_blank(text: str) -> bool:
    """Whether a text is empty or all white space; the byte order mark counts as white space."""
    return not text.replace("\ufeff", " ").strip()


def filled(value: object) -> str | None:
    """An optional text of the bindings, or `None` where it is absent, null or blank."""
    return value if isinstance(value, str) and not is_blank(value) else None


def mended(text: str) -> str:
    """The text with U+FFFD in the place of every lone surrogate, so that it has UTF-8 bytes."""
    return _SURROGATE.sub("\ufffd", text)


def has_control(text: str) -> bool:
    """Whether a C0 or C1 control character is in the text: line ends, NUL, ESC and the like."""
    return _CONTROL.search(text) is not None


def has_surrogate(text: str) -> bool:
    """Whether the text holds a lone surrogate, that is, has no UTF-8 bytes."""
    return _SURROGATE.search(text) is not None


def label(candidates: Iterable[str | None]) -> str:
    """The first candidate of which something can be seen, on one line (requirement 30).

    White space and control characters become single spaces, ends are trimmed, lone surrogates
    become U+FFFD; what is longer than `LABEL_LIMIT` is cut and ends in an ellipsis.
    """
    for candidate in candidates:
        if candidate is None:
            continue
        line = mended(_GAP.sub(" ", candidate)).strip()
        if _visible(line):
            return line if len(line) <= LABEL_LIMIT else f"{line[: LABEL_LIMIT - 1].rstrip()}…"
    return NAMELESS


def _visible(line: str) -> bool:
    rest = _HIDDEN.sub("", line)
    return any(unicodedata.category(char)[0] not in "CZ" for char in rest)


def quoted(text: str) -> str:
    """The text in double quotes on one line, for an error (requirement 27).

    Control, invisible and steering characters stand as escapes; the middle of a text that is
    longer than `SHOWN_LIMIT` is left out, and how much that is stands there.
    """
    if len(text) > SHOWN_LIMIT:
        head = SHOWN_LIMIT // 2
        cut = len(text) - 2 * head
        text, tail = text[:head], text[-head:]
        return f'"{_escaped(text)}… {cut} characters …{_escaped(tail)}"'
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return _UNSHOWABLE.sub(lambda found: _escape(found[0]), text)


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
