"""Rendered HTML -> what a reader sees, place by place, and the ids and links of the page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

_BLANKS = re.compile("[ \t\n\r\f]+")
_BLOCKS = frozenset(
    (
        *("p", "div", "aside", "section", "details", "summary", "blockquote", "pre", "hr", "br"),
        *("ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td"),
        *("h1", "h2", "h3", "h4", "h5", "h6"),
    )
)
_VOID = frozenset(("br", "hr", "img", "input", "wbr"))
_HEADING = re.compile("h[1-6]")


def folded(text: str) -> str:
    """White space as CommonMark and HTML fold it: runs as one blank, none at the ends."""
    return _BLANKS.sub(" ", text).strip(" ")


@dataclass(slots=True)
class Place:
    """A heading or a field with the text that stands directly in it."""

    name: str
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What a reader sees here."""
        return folded("".join(self.parts))


@dataclass(slots=True)
class Outline:
    """A page: its places in order, ids, the ids that links lead to, the fields of each place."""

    places: list[Place] = field(default_factory=lambda: [Place("top of the page")])
    ids: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    fields: dict[str, set[str]] = field(default_factory=dict)


def outline(html: str) -> Outline:
    """Read the markup that the rendering step gives."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = Outline()
        self._section = self.found.places[0]
        self._open: list[tuple[str, Place | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (identity := given.get("id")) is not None:
            self.found.ids.append(identity)
        if tag == "a" and (link := given.get("href") or "").startswith("#"):
            self.found.targets.append(link[1:])
        if tag == "img":
            self._say(given.get("alt") or "")
        if tag in _BLOCKS:
            self._say(" ")
        if tag in _VOID:
            return
        opened: Place | None = None
        if "data-field" in given:
            above = self._here()
            opened = Place(f"{above.name} › {given['data-field']}")
            self.found.fields.setdefault(above.name, set()).add(given["data-field"] or "")
            self.found.places.append(opened)
        elif _HEADING.fullmatch(tag):
            opened = self._section = Place("")
            self.found.places.append(opened)
        self._open.append((tag, opened))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            name, place = self._open.pop()
            if place is not None and _HEADING.fullmatch(name):
                place.name = place.text
            if name == tag:
                break
        if tag in _BLOCKS:
            self._say(" ")

    def handle_data(self, data: str) -> None:
        self._say(data)

    def _here(self) -> Place:
        inner = (place for _, place in reversed(self._open) if place is not None)
        return next(inner, self._section)

    def _say(self, text: str) -> None:
        self._here().parts.append(text)
