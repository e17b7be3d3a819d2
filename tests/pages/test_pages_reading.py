"""The parts of the check that need no Node: what should be seen, and what is seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pages_check.outline import outline
from pages_check.reference import commonmark_text
from pages_check.twin import twin_of

CASES = Path(__file__).parents[1] / "mdx" / "example" / "pages.json"


def _reported() -> list[tuple[str, str]]:
    case = next(item for item in json.loads(CASES.read_text("utf-8")) if item["id"] == "C19")
    return list(zip(case["input"]["descriptions"], case["expected"]["rendered"], strict=True))


@pytest.mark.parametrize(("text", "shown"), _reported())
def test_reported_descriptions(text: str, shown: str) -> None:
    assert commonmark_text(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*a* __b__ `c*` \\*d\\* &amp; <b>x</b>", "a b c* *d* & <b>x</b>"),
        ("a\n\n1. b\n2. c\n\n```js\nd {\n```", "a b c d {"),
        ("| a | b |\n| - | - |\n| `c\\|d` | e |", "a b c|d e"),
        ("[a](b) ![c](d) <https://e.org>", "a c https://e.org"),
        ("# a\n> b", "# a > b"),
        ("x\x07y\ud800\u202e\u2028 `\u202e`", "x\\u0007y\\ud800\u202e\u2028 \\u202e"),
    ],
)
def test_commonmark_text(text: str, shown: str) -> None:
    assert commonmark_text(text) == shown


def test_outline() -> None:
    seen = outline(
        '<a id="x"></a><h2><span>X</span></h2><p>Text<br/>more</p>'
        '<div data-field="a"><p>A<img src="i" alt="B"/></p>'
        '<details><div data-field="b">see <a href="#y">y</a></div></details></div><p>end</p>'
    )
    assert [(place.name, place.text) for place in seen.places] == [
        ("top of the page", ""),
        ("X", "X Text more end"),
        ("X › a", "AB"),
        ("X › a › b", "see y"),
    ]
    assert (seen.ids, seen.targets) == (["x"], ["y"])
    assert seen.fields == {"X": {"a"}, "X › a": {"b"}}


def test_a_twin_has_words_for_texts_and_keeps_names_and_values() -> None:
    schema = {
        "description": "One.",
        "properties": {"description": {"description": "Two.", "default": {"description": "kept"}}},
        "$defs": {"description": {"description": " "}},
    }
    twin = twin_of(schema)
    assert twin.schema == {
        "description": "description0x",
        "properties": {
            "description": {"description": "description1x", "default": {"description": "kept"}}
        },
        "$defs": {"description": {"description": " "}},
    }
    assert twin.descriptions == {"description0x": "One.", "description1x": "Two."}
    assert twin.filled("a description1x b", {"description1x": "Two"}) == "a Two b"
