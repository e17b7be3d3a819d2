"""What a reader should see of a description: its CommonMark text, worked out independently.

For maintainers: markdown-it-py with HTML off. Tables are on, as on the site. Four things stay
plain text by design (docs/schema-pages.md): headings, quotes, definitions of link targets, and
indented code. Characters that no browser shows are expected in JSON's notation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pages_check.outline import folded

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_REFERENCE = (
    "\u2028\u2029\ufeff"  # a character reference can name them, so they are shown as they are
)
_KEPT = 0xF0000  # private use: a stand-in that Markdown gives no meaning
_STOOD_IN = re.compile(f"[{chr(_KEPT)}-{chr(_KEPT + 0xFFFF)}]")
_SOFT = re.compile(f"{_UNSEEN.pattern}|[\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufff9-\ufffb]")
_CODE = ("code_inline", "fence")
_BREAKS = ("softbreak", "hardbreak")

_READER = (
    MarkdownIt("commonmark", {"html": False})
    .enable("table")
    .disable(["heading", "lheading", "blockquote", "reference", "code"])
)


def commonmark_text(description: str) -> str:
    """The visible text of a description, white space folded."""
    return folded(_STOOD_IN.sub(_shown, _text(_READER.parse(_hidden(description)))))


def shown_name(name: str) -> str:
    """The visible text of a name: itself, but for what no browser shows and white space."""
    return folded(_SOFT.sub(_noted, name))


def _hidden(description: str) -> str:
    lines = description.replace("\r\n", "\n").replace("\r", "\n")
    return _UNSEEN.sub(lambda found: chr(_KEPT + ord(found[0])), lines)


def _shown(found: re.Match[str]) -> str:
    character = _raw(found)
    return character if character in _REFERENCE else _notation(character)


def _raw(found: re.Match[str]) -> str:
    return chr(ord(found[0]) - _KEPT)


def _noted(found: re.Match[str]) -> str:
    return _notation(found[0])


def _notation(character: str) -> str:
    return f"\\u{ord(character):04x}"


def _text(tokens: Sequence[Token]) -> str:
    parts: list[str] = []
    for token in tokens:
        if token.children is not None and token.type == "inline":
            parts.append(_text(token.children))
        elif token.type == "image":
            parts.append(_text(token.children or ()))
        elif token.type in _BREAKS:
            parts.append(" ")
        elif token.type in _CODE:
            parts.append(_SOFT.sub(_noted, _STOOD_IN.sub(_raw, token.content)))
        else:
            parts.append(token.content)
        if token.block:
            parts.append(" ")
    return "".join(parts)
