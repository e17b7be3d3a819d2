"""`make pages-check` sees what breaks a page: every escape is broken once, in the page's text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pages_check.cases import extreme_pages, hostile_pages
from pages_check.check import Page, printed, problems
from pages_check.hostile import hostile_config
from pages_check.rendering import unavailable

from codegen.targets.mdx import PageConfig, SideEntry

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(unavailable() is not None, reason=str(unavailable()))

SCHEMA: Mapping[str, Any] = {
    "$defs": {
        "Lamp": {
            "type": "object",
            "description": "A {lamp} with <light>. See https://example.org/{id}.",
            "properties": {
                "code": {"type": "string", "description": "Send `{}` for none."},
                "last": {"type": "string", "description": "One of:\n- on\n- off"},
                "module": {"type": "string", "description": "Its module."},
                "shade": {"$ref": "#/$defs/Shade", "description": "Its *shade* of ~1 m."},
                'say "hi"': {"type": "string", "description": "<!-- draft -->"},
            },
        },
        "Shade": {
            "type": "string",
            "description": "import a shade.\n\n```json\n{}\n```",
            "default": "|",
        },
    }
}
BROKEN = {
    "a brace outside code": ("A \\{lamp\\}", "A {lamp}"),
    "an angle bracket": ("&lt;light&gt;", "<light>"),
    "a comment": ("&lt;!-- draft --&gt;", "<!-- draft -->"),
    "an escape inside code": ("`{}`", "`\\{\\}`"),
    "a module at the start of a line": ("&#105;mport", "import"),
    "a closing tag in a list item": ("- off\n\n</", "- off\n  </"),
    "a quote in an attribute": ("&quot;hi", '"hi'),
    "a strike through": ("\\~1 m.", "~1~ m."),
    "emphasis": ("*shade*", "\\*shade\\*"),
    "a fence left open": ("{}\n```\n", "{}\n"),
    "a wrong attribute": ("className=", "class="),
    "a link that leads nowhere": ('href="#shade"', 'href="#shades"'),
    "an id that is there twice": ('id="lamp"', 'id="shade"'),
    "a word too few": ("One of:", "One:"),
    "a description in the wrong place": ("Send `{}` for none.", "One of:"),
    "a field that is missing": ('name="module"', 'name="modul"'),
}


def _config() -> PageConfig:
    sides = [SideEntry(side, side, f"Intro of {side}.") for side in ("agent", "client", "protocol")]
    return PageConfig("Lamps", "All lamps", "A note.", (sides[0], sides[1], sides[2]))


@pytest.fixture(scope="module")
def found() -> Mapping[str, list[str]]:
    """What is found on the page as printed (""), and on each broken one."""
    text = printed(SCHEMA, _config())
    pages = [Page("as it is", text, SCHEMA, _config())]
    for name, (right, wrong) in BROKEN.items():
        assert right in text, name
        pages.append(Page(name, text.replace(right, wrong), SCHEMA, _config()))
    said = problems(pages)
    return {page.name: [line for line in said if line.startswith(page.name)] for page in pages}


def test_the_page_as_printed_is_right(found: Mapping[str, list[str]]) -> None:
    assert found["as it is"] == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_page_is_found(found: Mapping[str, list[str]], name: str) -> None:
    assert found[name]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("an escape inside code", "Lamp › code: should show 'codestring Send {} for none.'"),
        ("a wrong attribute", "React warns: Invalid DOM property `class`"),
        ("a link that leads nowhere", 'href="#shades" leads nowhere'),
        ("an id that is there twice", "id 'shade' occurs 2 times"),
        ("a brace outside code", "does not compile or render"),
        ("a field that is missing", "Lamp › modul"),
    ],
)
def test_the_message_says_where_and_what(
    found: Mapping[str, list[str]], name: str, message: str
) -> None:
    assert any(message in line for line in found[name]), found[name]


def test_hostile_pages_are_right() -> None:
    assert problems([*extreme_pages(), *hostile_pages(0, 4)]) == []


def test_reported_texts_are_right_in_every_place() -> None:
    """All rows of C19, and the fences of X05, in fields, members, definitions and methods."""
    listed = json.loads((ROOT / "tests/mdx/example/pages.json").read_text("utf-8"))
    cases = {case["id"]: case["input"] for case in listed}
    texts = [*cases["C19"]["descriptions"]]
    for fence in cases["X05"]["fences"]:
        body = fence["body"]
        code = body if isinstance(body, str) else json.dumps(body, indent=2)
        texts.append(f"For example:\n\n```{fence['lang']}\n{code}\n```")
    call = {"type": "object", "x-side": "agent"}
    routes = [
        {"description": text, "allOf": [{"$ref": f"#/$defs/Call{at}"}]}
        for at, text in enumerate(texts)
    ]
    schema: dict[str, Any] = {
        "$defs": {
            "Fields": {
                "type": "object",
                "properties": {f"p{at}": {"description": text} for at, text in enumerate(texts)},
            },
            "Members": {"oneOf": [{"const": at, "description": t} for at, t in enumerate(texts)]},
            **{f"Type{at}": {"type": "string", "description": t} for at, t in enumerate(texts)},
            **{f"Call{at}": {**call, "x-method": f"m/{at}"} for at in range(len(texts))},
            "ClientRequest": {
                "x-docs-ignore": True,
                "properties": {"id": {}, "params": {"anyOf": [{"anyOf": routes}]}},
            },
        }
    }
    page = Page("reported texts", printed(schema, _config()), schema, _config())
    assert problems([page]) == []


def test_a_seed_gives_one_page() -> None:
    first, second = (hostile_pages(7, 1)[0].text for _ in range(2))
    assert first == second
    assert hostile_config(Random(7)) == hostile_config(Random(7))
