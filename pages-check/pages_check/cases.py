"""Which pages are checked: the committed ones, and those of hostile schemas."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from codegen.project import read_project
from codegen.targets.mdx import PageConfig, read_page_config
from pages_check.check import Page, printed
from pages_check.hostile import hostile_config, hostile_schema
from pages_check.texts import FENCES, WHOLE, long_text

ROOT = Path(__file__).resolve().parents[2]


def our_pages() -> list[Page]:
    """The committed page of each edition."""
    project = read_project(ROOT)
    pages: list[Page] = []
    for edition in project.editions:
        if edition.page is None:
            continue
        schema = json.loads(project.path(edition.schema).read_text("utf-8"))
        text = project.path(f"{project.output}/docs/{edition.page}").read_text("utf-8")
        config = read_page_config(dict(edition.page_config or {}), edition.name)
        pages.append(Page(f"docs/{edition.page}", text, schema, config))
    return pages


def hostile_pages(first: int, count: int) -> list[Page]:
    """The pages of `count` hostile schemas, the first of them from seed `first`."""
    return [_hostile(seed) for seed in range(first, first + count)]


def extreme_pages() -> list[Page]:
    """Texts that are known for trouble in every place at once, and one of 100 kB."""
    everywhere = {
        "Field": _object({f"p{at}": text for at, text in enumerate(WHOLE)}),
        "Member": {"oneOf": [{"const": f"m{at}", "description": t} for at, t in enumerate(WHOLE)]},
        **{f"Type{at}": {"type": "string", "description": t} for at, t in enumerate(WHOLE)},
        **{f"Fence{at}": {"description": f"Before.\n\n{t}"} for at, t in enumerate(FENCES)},
    }
    long = {"Long": _object({"p": long_text(Random(1))}), "End": {"type": "string"}}
    config = hostile_config(Random(0))
    return [_page("known texts", everywhere, config), _page("100 kB of text", long, config)]


def _object(texts: dict[str, str]) -> dict[str, Any]:
    properties = {name: {"type": "string", "description": text} for name, text in texts.items()}
    return {"type": "object", "properties": properties}


def _page(name: str, definitions: dict[str, Any], config: PageConfig) -> Page:
    schema = {"$defs": definitions}
    return Page(name, printed(schema, config), schema, config)


def _hostile(seed: int) -> Page:
    random = Random(seed)
    schema, config = hostile_schema(random), hostile_config(random)
    text = printed(schema, config)
    assert text == printed(schema, config), f"seed {seed}: the page differs from run to run"
    return Page(f"hostile schema {seed}", text, schema, config)
