"""Element layout: opening tags that fit or wrap, and elements that fill their text.

For maintainers: schema-docs §10 (tidy elements) and the one-line tags of loose ones. Attribute
strings arrive finished; nothing is escaped here.
"""

from __future__ import annotations

from dataclasses import dataclass

from codegen.targets.mdx.expressions import (
    Expression,
    attribute,
    attribute_lines,
    has_fragment,
)
from codegen.targets.mdx.text import fill, fits
from codegen.targets.mdx.view import Element, Ending

FIELD = "ResponseField"
NOTHING = '{""}'


@dataclass(frozen=True, slots=True)
class Tag:
    """An opening tag: string attributes, then a type expression, then bare attributes."""

    name: str
    strings: tuple[tuple[str, str], ...] = ()
    expression: Expression | None = None
    bare: tuple[str, ...] = ()

    def pieces(self) -> list[str]:
        """The attributes, each on one line."""
        found = [f'{name}="{value}"' for name, value in self.strings]
        if self.expression is not None:
            found.append(f"type={attribute(self.expression)}")
        return [*found, *self.bare]

    def line(self) -> str:
        """The tag on one line, whatever its width."""
        return f"<{' '.join((self.name, *self.pieces()))}>"

    def broken(self) -> str:
        """The tag with each attribute on a line of its own."""
        lines = [f"<{self.name}"]
        lines += [f'  {name}="{value}"' for name, value in self.strings]
        if self.expression is not None:
            lines += attribute_lines("type", self.expression, 2)
        return "\n".join([*lines, *(f"  {name}" for name in self.bare), ">"])


def loose_opening(tag: Tag) -> str:
    """The tag on one line; an optional field keeps a space before `>` (schema-docs §8.3)."""
    line = tag.line()
    return line if tag.bare or tag.expression is None else f"{line[:-1]} >"


def tidy(tag: Tag, text: str | None) -> Element:
    """An element with its text refilled (schema-docs §10.2); no text means no content."""
    words = (text or "").split()
    closing = f"</{tag.name}>"
    if not words:
        opening = _opening(tag, closing)
        return Element(tag.name, opening, ending=Ending.GLUED)
    if len(tag.pieces()) <= 1:
        content = " ".join(words)
        if fits(tag.line() + content + closing):
            return Element(tag.name, tag.line(), content, ending=Ending.GLUED)
    return Element(tag.name, _opening(tag, ""), fill(words, 2))


def _opening(tag: Tag, glued: str) -> str:
    only_string = len(tag.pieces()) <= 1 and tag.expression is None
    fragment = tag.expression is not None and has_fragment(tag.expression)
    if only_string or (not fragment and fits(tag.line() + glued)):
        return tag.line()
    return tag.broken()
