"""Directives: what a document says to the check about its next block.

One line: `{/* acp-check bind=v1,v2:Name&Other fields=exact */}` (plain Markdown: HTML comment).
The sidecar has the same keys as a TOML table. Unknown keys and missing reasons are errors.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from codegen.drift.documents import Spot
from codegen.drift.names import hint
from codegen.drift.rules import RULES

WORD = "acp-check"
FLAGS = ("fields", "partial", "proposal", "skip", "generated")
KEYS = (
    *("bind", "fields", "only", "not", "enum", "say", "partial", "proposal", "skip"),
    *("generated", "example", "ignore", "reason", "until"),
)


class DirectiveError(Exception):
    """A directive that can't be understood; the message says what and how to mend it."""


@dataclass(frozen=True, slots=True)
class Binding:
    """`v1,v2:Name&Other`: editions (none named: those in scope) and targets.

    A target is a definition, a tag, or `request(METHOD)`, `response(METHOD)`,
    `notification(METHOD)`.
    """

    editions: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True)
class Directive:
    """One directive; `place` is where it stands, `sidecar` the file if it isn't the page."""

    place: Spot
    sidecar: str = ""
    bind: Binding | None = None
    fields: str = ""
    only: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    enum: Binding | None = None
    say: Mapping[str, Binding] = field(default_factory=dict)
    partial: bool = False
    proposal: bool = False
    skip: bool = False
    generated: bool = False
    example: str = ""
    ignore: tuple[str, ...] = ()
    reason: str = ""
    until: date | None = None


def parse_comment(text: str, place: Spot) -> Directive | None:
    """Read a comment; `None` if it is no directive. Raises `DirectiveError`."""
    inner = comment_text(text)
    if inner is None or not inner.startswith(WORD):
        return None
    if "\n" in inner:
        raise DirectiveError("a directive must stand on one line: formatters break longer ones")
    try:
        words = shlex.split(inner.removeprefix(WORD))
    except ValueError as error:
        raise DirectiveError(f"not a list of key=value words ({error})") from None
    found: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals and key not in FLAGS:
            if key in KEYS:
                raise DirectiveError(f"`{key}` needs a value: `{key}=…`")
            raise DirectiveError(_unknown(key))
        if key == "say":
            phrase, _, target = value.rpartition("=")
            found.setdefault("say", {})[phrase] = target
        elif key in found:
            raise DirectiveError(f"`{key}` stands twice")
        else:
            found[key] = value if equals else True
    return read_directive(found, place)


def comment_text(text: str) -> str | None:
    """What stands inside `{/* … */}` or `<!-- … -->`."""
    text = text.strip()
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1].strip()
        if text.startswith("/*") and text.endswith("*/"):
            return text[2:-2].strip()
    if text.startswith("<!--") and text.endswith("-->"):
        return text[4:-3].strip()
    return None


def read_directive(found: Mapping[str, Any], place: Spot, sidecar: str = "") -> Directive:
    """A directive from its keys and values. Raises `DirectiveError`."""
    for key in found:
        if key not in KEYS:
            raise DirectiveError(_unknown(key))
    if not found:
        raise DirectiveError(f"it says nothing; the keys are {', '.join(KEYS)}")
    ignore = _words(found.get("ignore", ""), "ignore")
    for rule in ignore:
        if rule not in RULES:
            raise DirectiveError(f"`{rule}` is no rule; {hint(rule, RULES) or 'see the docs'}")
    reason = _text(found.get("reason", ""), "reason")
    if ignore and not reason.strip():
        raise DirectiveError('`ignore` needs a reason: reason="…"')
    if (reason or "until" in found) and not ignore:
        raise DirectiveError("`reason` and `until` belong to `ignore`")
    fields = found.get("fields", "")
    if fields not in ("", True, "each", "exact"):
        raise DirectiveError("`fields` is a flag or `fields=exact`")
    example = _text(found.get("example", ""), "example")
    if example not in ("", "history"):
        raise DirectiveError("`example=history` is the one kind of example")
    say = found.get("say", {})
    if not isinstance(say, Mapping):
        raise DirectiveError("`say` is a table of phrases and targets")
    bound = parse_binding(_text(found["bind"], "bind")) if "bind" in found else None
    directive = Directive(
        place,
        sidecar,
        bound,
        "each" if fields is True else str(fields),
        _words(found.get("only", ""), "only"),
        _words(found.get("not", ""), "not"),
        parse_binding(_text(found["enum"], "enum")) if "enum" in found else None,
        {str(phrase): parse_binding(_text(target, "say")) for phrase, target in say.items()},
        _flag(found, "partial"),
        _flag(found, "proposal"),
        _flag(found, "skip"),
        _flag(found, "generated"),
        example,
        ignore,
        reason,
        _day(found.get("until")),
    )
    if directive.fields and not (directive.bind or directive.only):
        raise DirectiveError("`fields` needs a `bind`")
    return directive


def parse_binding(text: str) -> Binding:
    """`v1,v2:Name&Other` as a value. Raises `DirectiveError`."""
    editions, colon, targets = text.rpartition(":")
    names = tuple(part.strip() for part in targets.split("&"))
    if not all(names) or (colon and not editions.strip()):
        raise DirectiveError(f"`{text}` is no binding; write EDITIONS:NAME or NAME&NAME")
    return Binding(tuple(part.strip() for part in editions.split(",") if part.strip()), names)


def _unknown(key: str) -> str:
    return f"unknown key `{key}`; {hint(key, KEYS) or 'the keys are ' + ', '.join(KEYS)}"


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise DirectiveError(f"`{key}` must be a text")
    return value


def _words(value: object, key: str) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return tuple(value)
    text = _text(value, key).replace("&", ",")
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _flag(found: Mapping[str, Any], key: str) -> bool:
    value = found.get(key, False)
    if value in ("true", "false"):
        return bool(value == "true")
    if not isinstance(value, bool):
        raise DirectiveError(f"`{key}` is a flag")
    return value


def _day(value: object) -> date | None:
    if value is None or isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise DirectiveError(f"`until={value}` is no date; write YYYY-MM-DD") from None
