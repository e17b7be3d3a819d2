"""Type expressions as a small tree, and its two spellings: on one line, and expanded.

For maintainers: schema-docs §6 and §10.1. The tree is what `type={…}` of a field holds.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from codegen.targets.mdx.text import fits

_PLAIN_WORDS = re.compile(r"[\w .|+\-()\[\]]*")


@dataclass(frozen=True, slots=True)
class Word:
    """A name printed in quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class Bare:
    """A word printed as it is; as an attribute it is a JavaScript name."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a type section; `anchor` and `label` are finished strings."""

    anchor: str
    label: str


@dataclass(frozen=True, slots=True)
class Plain:
    """Text inside a span, such as ` | null`."""

    text: str


@dataclass(frozen=True, slots=True)
class Span:
    """A span around other expressions."""

    children: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Fragment:
    """Several spans beside each other."""

    children: tuple[Expression, ...]


Expression: TypeAlias = Word | Bare | Link | Plain | Span | Fragment


def inline(expression: Expression) -> str:
    """The expression as a child of an element, on one line."""
    match expression:
        case Word(text):
            quoted = f'"{text}"'
            return quoted if _PLAIN_WORDS.fullmatch(text) else f"{{{json.dumps(quoted)}}}"
        case Bare(text) | Plain(text):
            return text
        case Link(anchor, label):
            return f'<a href="#{anchor}">{label}</a>'
        case Span(children):
            return f"<span>{''.join(map(inline, children))}</span>"
        case Fragment(children):
            return f"<>{''.join(map(inline, children))}</>"
        case _:
            assert_never(expression)


def attribute(expression: Expression) -> str:
    """The expression as an attribute value with its braces, on one line."""
    match expression:
        case Word(text):
            return f"{{{json.dumps(text, ensure_ascii=not text.isprintable())}}}"
        case _:
            return f"{{{inline(expression)}}}"


def has_fragment(expression: Expression) -> bool:
    """Whether a fragment stands anywhere inside."""
    match expression:
        case Fragment():
            return True
        case Span(children):
            return any(map(has_fragment, children))
        case _:
            return False


def attribute_lines(name: str, expression: Expression, indent: int) -> list[str]:
    """The attribute on lines of its own at `indent`: one line, or expanded if it must be."""
    margin = " " * indent
    single = f"{margin}{name}={attribute(expression)}"
    if isinstance(expression, (Word, Bare)):
        return [single]
    if not has_fragment(expression) and fits(single):
        return [single]
    return [f"{margin}{name}={{", *_expanded(expression, indent + 2), f"{margin}}}"]


def _expanded(expression: Expression, indent: int) -> list[str]:
    margin = " " * indent
    single = margin + inline(expression)
    match expression:
        case Word() | Bare() | Plain():
            return [single]
        case Link(anchor, label):
            if fits(single):
                return [single]
            return [f'{margin}<a href="#{anchor}">', f"{margin}  {label}", f"{margin}</a>"]
        case Span(children):
            if all(isinstance(child, (Word, Bare, Plain)) for child in children):
                return [single]
            return [f"{margin}<span>", *_children(children, indent), f"{margin}</span>"]
        case Fragment(children):
            return [f"{margin}<>", *_children(children, indent), f"{margin}</>"]
        case _:
            assert_never(expression)


def _children(children: tuple[Expression, ...], indent: int) -> list[str]:
    return [line for child in children for line in _expanded(child, indent + 2)]
