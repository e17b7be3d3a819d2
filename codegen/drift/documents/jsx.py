"""JSX tags and JavaScript expressions in a text: where they end, and what a tag says.

Not a JavaScript parser: strings, template literals, comments and brackets are all it takes to find
the end. Searches that fail are paid from a budget, so that a page of unclosed braces is read in
linear time; what can't be paid for is plain text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from codegen.drift.documents.page import TagForm

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z_$][\w$.:-]*")
_PLAIN = re.compile(r"[^{}\"'`/]+")
_LONGEST = 100_000


@dataclass(slots=True)
class Budget:
    """How many characters failed searches may still cost."""

    left: int


@dataclass(frozen=True, slots=True)
class ScannedTag:
    """A tag and the offset behind it. A fragment (`<>`) has the name ""."""

    name: str
    form: TagForm
    attributes: Mapping[str, str | bool | None]
    end: int


def expression_end(text: str, at: int, budget: Budget) -> int | None:
    """The offset behind the expression whose `{` stands at an offset."""
    if budget.left <= 0:
        return None
    depth = 0
    start = at
    stop = min(len(text), at + _LONGEST)
    while at < stop:
        char = text[at]
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                return at + 1
        elif char in "\"'`":
            at = _string_end(text, at, stop)
            continue
        elif char == "/" and text.startswith(("/*", "//"), at):
            at = _comment_end(text, at, stop)
            continue
        match = _PLAIN.match(text, at + 1, stop)
        at = match.end() if match else at + 1
    budget.left -= stop - start
    return None


def _string_end(text: str, at: int, stop: int) -> int:
    """Behind a string. One that has no end on its line was an apostrophe."""
    quote = text[at]
    found = at + 1
    while found < stop:
        char = text[found]
        if char == "\\":
            found += 2
            continue
        if char == quote:
            return found + 1
        if char == "\n" and quote != "`":
            return at + 1
        found += 1
    return stop if quote == "`" else at + 1


def _comment_end(text: str, at: int, stop: int) -> int:
    closing = "*/" if text[at + 1] == "*" else "\n"
    found = text.find(closing, at + 2, stop)
    return stop if found < 0 else found + len(closing)


def scan_tag(text: str, at: int, budget: Budget) -> ScannedTag | None:
    """The tag whose `<` stands at an offset; `None` where none does."""
    if budget.left <= 0:
        return None
    tag = _tag(text, at, budget)
    if tag is None:
        budget.left -= 1
    return tag


def _tag(text: str, at: int, budget: Budget) -> ScannedTag | None:
    closing = text.startswith("</", at)
    name = _NAME.match(text, at + 1 + closing)
    at = name.end() if name else at + 1 + closing
    attributes: dict[str, str | bool | None] = {}
    while True:
        at = _skip(text, at)
        if text.startswith(">", at):
            form = TagForm.CLOSE if closing else TagForm.OPEN
            return ScannedTag(name.group() if name else "", form, attributes, at + 1)
        if text.startswith("/>", at) and name and not closing:
            return ScannedTag(name.group(), TagForm.SINGLE, attributes, at + 2)
        if closing or not name or (not text[at - 1].isspace() and text[at - 1] not in "\"'}"):
            return None
        if text.startswith("{", at):
            end = expression_end(text, at, budget)
            if end is None:
                return None
            at = end
            continue
        attribute = _NAME.match(text, at)
        if attribute is None:
            return None
        at = _skip(text, attribute.end())
        if not text.startswith("=", at):
            attributes[attribute.group()] = True
            at = attribute.end()
            continue
        found = _attribute_value(text, _skip(text, at + 1), budget)
        if found is None:
            return None
        attributes[attribute.group()], at = found


def _attribute_value(text: str, at: int, budget: Budget) -> tuple[str | bool | None, int] | None:
    quote = text[at : at + 1]
    if quote in ('"', "'") and quote:
        end = text.find(quote, at + 1, at + _LONGEST)
        if end < 0:
            budget.left -= min(_LONGEST, len(text) - at)
            return None
        return text[at + 1 : end], end + 1
    if quote == "{":
        last = expression_end(text, at, budget)
        if last is None:
            return None
        return _constant(text[at + 1 : last - 1].strip()), last
    return None


def _constant(code: str) -> str | bool | None:
    """The value of an expression that is a plain string or boolean."""
    if code in ("true", "false"):
        return code == "true"
    if len(code) > 1 and code[0] == code[-1] and code[0] in "\"'`" and code[0] not in code[1:-1]:
        return code[1:-1]
    return None


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
