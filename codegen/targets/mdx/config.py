"""One page's configuration: the texts that no schema holds, and the profile.

For maintainers: this module knows the form of a configuration and nothing about pages. Every
refusal is one `ValueError` line of the form "key: what is wrong; what to do".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

SIDES = ("agent", "client", "protocol")

_REQUIRED = ("title", "description", "note", "sides")
_OPTIONAL = ("link_rewrites", "method_docs", "schema")
_SIDE_KEYS = ("side", "heading", "intro")


class Profile(StrEnum):
    """Which rules a page follows (docs/schema-pages.md, "Profiles")."""

    UPSTREAM = "upstream"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class SideEntry:
    """Heading and introduction of one side's part of the page."""

    side: str
    heading: str
    intro: str


@dataclass(frozen=True, slots=True)
class PageConfig:
    """What a page says that its schema does not (docs/schema-pages.md, "Inputs").

    `sides` holds agent, client and protocol once each, in page order. `link_rewrites` are
    (regular expression, replacement) pairs in the syntax of `re.sub`, applied in order.
    `method_docs` are (method name, text) pairs that win over the text found in the schema.
    """

    title: str
    description: str
    note: str
    sides: tuple[SideEntry, SideEntry, SideEntry]
    link_rewrites: tuple[tuple[str, str], ...] = ()
    method_docs: tuple[tuple[str, str], ...] = ()


def read_page_config(mapping: Mapping[str, object], name: str | None = None) -> PageConfig:
    """Read one page's configuration from an already parsed mapping.

    In: either `{defaults, pages}` (a page's keys win over the defaults; `name` chooses the page
    and may be left out when there is one) or the flat form of a single page (no `name`).
    Out: a `PageConfig`. A page's `schema` path is allowed and not looked at.
    Raises `ValueError` with one line: which key, what is wrong, what to do.
    """
    if "pages" in mapping or "defaults" in mapping:
        return _page(_chosen(mapping, name))
    if name is not None:
        raise ValueError(
            f"pages: no table of pages, so there is no page {name!r}; drop the name or add `pages`"
        )
    return _page(mapping)


def _chosen(mapping: Mapping[str, object], name: str | None) -> Mapping[str, object]:
    _refuse_unknown(mapping, ("defaults", "pages"), "")
    pages = _table(mapping.get("pages", {}), "pages")
    if not pages:
        raise ValueError("pages: no page is configured; add `pages.<name>` with its keys")
    if name is None:
        if len(pages) > 1:
            listed = ", ".join(sorted(map(str, pages)))
            raise ValueError(f"pages: there are several ({listed}); name the one to read")
        name = next(iter(pages))
    if name not in pages:
        listed = ", ".join(sorted(map(str, pages)))
        raise ValueError(f"pages: no page is called {name!r}; choose one of {listed}")
    chosen = _table(pages[name], f"pages.{name}")
    return {**_table(mapping.get("defaults", {}), "defaults"), **chosen}


def _page(mapping: Mapping[str, object]) -> PageConfig:
    _refuse_unknown(mapping, (*_REQUIRED, *_OPTIONAL), "")
    missing = [key for key in _REQUIRED if key not in mapping]
    if missing:
        raise ValueError(f"{missing[0]}: missing; add it to the page or to the defaults")
    return PageConfig(
        title=_line(mapping["title"], "title"),
        description=_line(mapping["description"], "description"),
        note=_line(mapping["note"], "note"),
        sides=_sides(mapping["sides"]),
        link_rewrites=_rewrites(mapping.get("link_rewrites", ())),
        method_docs=tuple(
            (method, _text(text, f"method_docs.{method}"))
            for method, text in _table(mapping.get("method_docs", {}), "method_docs").items()
        ),
    )


def _sides(value: object) -> tuple[SideEntry, SideEntry, SideEntry]:
    found: dict[str, SideEntry] = {}
    for index, item in enumerate(_items(value, "sides")):
        where = f"sides[{index}]"
        entry = _table(item, where)
        _refuse_unknown(entry, _SIDE_KEYS, f"{where}.")
        for key in _SIDE_KEYS:
            if key not in entry:
                raise ValueError(f"{where}.{key}: missing; every side needs {_SIDE_KEYS}")
        side = _line(entry["side"], f"{where}.side")
        if side not in SIDES:
            raise ValueError(f"{where}.side: {side!r} is no side; use one of {', '.join(SIDES)}")
        if side in found:
            raise ValueError(f"{where}.side: {side!r} is there twice; keep one entry")
        heading = _line(entry["heading"], f"{where}.heading")
        found[side] = SideEntry(side, heading, _text(entry["intro"], f"{where}.intro"))
    for side in SIDES:
        if side not in found:
            raise ValueError(f"sides: no entry for {side!r}; add its heading and intro")
    first, second, third = (found[side] for side in SIDES)
    return first, second, third


def _rewrites(value: object) -> tuple[tuple[str, str], ...]:
    pairs = list(value.items()) if isinstance(value, Mapping) else _items(value, "link_rewrites")
    checked: list[tuple[str, str]] = []
    for index, pair in enumerate(pairs):
        where = f"link_rewrites[{index}]"
        parts = list(_items(pair, where))
        if len(parts) != 2:
            raise ValueError(f"{where}: {len(parts)} values; give a pattern and a replacement")
        pattern, replacement = (_text(part, where) for part in parts)
        try:
            re.compile(pattern).sub(replacement, "")
        except (re.error, IndexError) as problem:
            raise ValueError(f"{where}: {problem}; correct the regular expression") from None
        checked.append((pattern, replacement))
    return tuple(checked)


def _refuse_unknown(mapping: Mapping[str, object], known: Iterable[str], prefix: str) -> None:
    allowed = tuple(known)
    for key in mapping:
        if key not in allowed:
            raise ValueError(f"{prefix}{key}: unknown key; known are {', '.join(allowed)}")


def _table(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{where}: {type(value).__name__} found; give a table of keys")
    return value


def _items(value: object, where: str) -> Iterable[object]:
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"{where}: {type(value).__name__} found; give a list")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{where}: {type(value).__name__} found; give a string")
    return value


def _line(value: object, where: str) -> str:
    text = _text(value, where)
    if "\n" in text or "\r" in text:
        raise ValueError(f"{where}: it has a line break; write it on one line")
    return text
