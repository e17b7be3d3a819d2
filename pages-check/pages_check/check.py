"""Pages against their schemas: compiles, no warning, no lost link, exactly the right text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from codegen.targets.mdx import PageConfig, page_view, render
from pages_check.outline import Outline, folded, outline
from pages_check.reference import commonmark_text, shown_name
from pages_check.rendering import Job, Rendered, rendered
from pages_check.twin import Twin, twin_of

TEMPLATES = Path(__file__).resolve().parents[2] / "templates" / "mdx"
_SHOWN = 3
_FULL, _BARE = "with tables and bare links", "plain MDX"
_WINDOW = 60


@dataclass(frozen=True, slots=True)
class Page:
    """A page to check: its text as it is published, and what it was made from."""

    name: str
    text: str
    schema: Mapping[str, Any]
    config: PageConfig


def printed(schema: Mapping[str, Any], config: PageConfig) -> str:
    """The page that we publish for a schema."""
    return render(page_view(schema, config, "default"), TEMPLATES)


def problems(pages: Sequence[Page]) -> list[str]:
    """One message for each thing that is wrong; empty if all pages are right."""
    twins = [twin_of(page.schema) for page in pages]
    jobs: list[Job] = []
    for page, twin in zip(pages, twins, strict=True):
        jobs.append(Job(printed(twin.schema, page.config), True))
        jobs += [Job(page.text, True), Job(page.text, False)]
    results = rendered(jobs)
    found: list[str] = []
    for at, (page, twin) in enumerate(zip(pages, twins, strict=True)):
        plain, *real = results[3 * at : 3 * at + 3]
        for result, how in zip(real, (_FULL, _BARE), strict=True):
            said = list(_problems(page, twin, plain, result, how is _FULL))
            found += [f"{page.name} ({how}): {what}" for what in said[:_SHOWN]]
            if len(said) > _SHOWN:
                found.append(f"{page.name} ({how}): and {len(said) - _SHOWN} more")
    return found


def _problems(
    page: Page, twin: Twin, plain: Rendered, real: Rendered, texts: bool
) -> Iterator[str]:
    if plain.error or real.error:
        yield f"does not compile or render: {plain.error or real.error}"
        return
    for warning in (*plain.warnings, *real.warnings):
        yield f"React warns: {warning}"
    seen = outline(real.html)
    yield from _lost_links(seen)
    if texts:  # without the extension a table is no table, and its text another one
        expected = outline(plain.html)
        yield from _wrong_texts(twin, expected, seen)
        yield from _lost_texts(twin, expected)
        yield from _lost_names(page.schema, seen)


def _lost_links(seen: Outline) -> Iterator[str]:
    for identity, count in Counter(seen.ids).items():
        if count > 1:
            yield f"id {identity!r} occurs {count} times"
    for target in sorted(set(seen.targets) - set(seen.ids)):
        yield f'href="#{target}" leads nowhere'


def _wrong_texts(twin: Twin, plain: Outline, seen: Outline) -> Iterator[str]:
    shown = {word: commonmark_text(text) for word, text in twin.descriptions.items()}
    for expected, real in zip_longest(plain.places, seen.places):
        if expected is None or real is None or expected.name != real.name:
            first, second = (place.name if place else "the end" for place in (expected, real))
            yield f"after this the page falls apart: {second!r} stands where {first!r} should"
            return
        wanted = folded(twin.filled(expected.text, shown))
        if wanted != real.text:
            yield f"{real.name}: {_difference(wanted, real.text)}"


def _lost_texts(twin: Twin, plain: Outline) -> Iterator[str]:
    """Descriptions of definitions, their properties and their members that the page leaves out."""
    shown = twin.words(" ".join(place.text for place in plain.places))
    for name, node in twin.schema.get("$defs", {}).items():
        if node.get("x-docs-ignore") is True:
            continue
        members = [*node.get("anyOf", ()), *node.get("oneOf", ())]
        for part in (node, *node.get("properties", {}).values(), *members):
            word = part.get("description", "")
            if word in twin.descriptions and word not in shown:
                yield f"{shown_name(name)}: not shown: {twin.descriptions[word][:_WINDOW]!r}"


def _lost_names(schema: Mapping[str, Any], seen: Outline) -> Iterator[str]:
    """Definitions without a heading, and properties of objects without a field."""
    headings = {place.name for place in seen.places}
    for name, node in schema.get("$defs", {}).items():
        heading = shown_name(name)
        if node.get("x-docs-ignore") is True:
            continue
        if heading not in headings:
            yield f"{heading}: no such heading"
        if not node.keys() & {"anyOf", "oneOf", "enum"}:
            held = set(map(shown_name, node.get("properties", {})))
            for wire in sorted(held - set(map(shown_name, seen.fields.get(heading, ())))):
                yield f"{heading}: no field {wire!r}"


def _difference(wanted: str, real: str) -> str:
    same = next((i for i, (a, b) in enumerate(zip(wanted, real)) if a != b), None)  # noqa: B905
    at = max((min(len(wanted), len(real)) if same is None else same) - _WINDOW // 3, 0)
    lead = "…" if at else ""
    ends = [f"{lead}{text[at : at + _WINDOW]}" for text in (wanted, real)]
    return f"should show {ends[0]!r}, shows {ends[1]!r}"
