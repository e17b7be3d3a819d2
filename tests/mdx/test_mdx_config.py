"""Reading a page's configuration: both forms, and one message per mistake."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from codegen.targets.mdx import read_page_config

SIDES = [
    {"side": "agent", "heading": "Agent", "intro": "a"},
    {"side": "client", "heading": "Client", "intro": "c"},
    {"side": "protocol", "heading": "Both", "intro": "p"},
]
FLAT: dict[str, Any] = {"title": "T", "description": "D", "note": "N", "sides": SIDES}


def test_flat_form() -> None:
    page = read_page_config({**FLAT, "link_rewrites": [["a(b)", r"\1"]], "schema": "s.json"})
    assert (page.title, page.description, page.note) == ("T", "D", "N")
    assert [entry.heading for entry in page.sides] == ["Agent", "Client", "Both"]
    assert page.link_rewrites == (("a(b)", r"\1"),)


def test_rewrites_may_be_a_table() -> None:
    assert read_page_config({**FLAT, "link_rewrites": {"a": "b"}}).link_rewrites == (("a", "b"),)


def test_one_page_needs_no_name_and_wins_over_the_defaults() -> None:
    page = read_page_config({"defaults": FLAT, "pages": {"v9": {"note": "mine"}}})
    assert (page.title, page.note) == ("T", "mine")


def test_a_page_is_chosen_by_name() -> None:
    pages = {"v8": {"note": "old"}, "v9": {"note": "new"}}
    assert read_page_config({"defaults": FLAT, "pages": pages}, "v8").note == "old"


def test_sides_come_in_page_order_and_configurations_compare() -> None:
    turned = {**FLAT, "sides": SIDES[::-1]}
    assert read_page_config(turned) == read_page_config(FLAT)


def _changed(**changes: object) -> dict[str, Any]:
    flat = copy.deepcopy(FLAT)
    flat.update(changes)
    return flat


@pytest.mark.parametrize(
    ("mapping", "name", "message"),
    [
        ({**FLAT, "titel": "x"}, None, "titel: unknown key"),
        ({k: v for k, v in FLAT.items() if k != "note"}, None, "note: missing"),
        (_changed(title=7), None, "title: int found; give a string"),
        (_changed(note="a\nb"), None, "note: it has a line break"),
        (_changed(sides={}), None, "sides: dict found; give a list"),
        (_changed(sides=SIDES[:2]), None, "sides: no entry for 'protocol'"),
        (_changed(sides=[*SIDES, SIDES[0]]), None, r"sides\[3\].side: 'agent' is there twice"),
        (_changed(sides=[{**SIDES[0], "side": "x"}]), None, r"sides\[0\].side: 'x' is no side"),
        (_changed(sides=[{"side": "agent", "intro": ""}]), None, r"sides\[0\].heading: missing"),
        (_changed(sides=[{**SIDES[0], "text": ""}]), None, r"sides\[0\].text: unknown key"),
        (_changed(link_rewrites=[["(", "x"]]), None, r"link_rewrites\[0\]: .*unterminated"),
        (_changed(link_rewrites=[["a", r"\9"]]), None, r"link_rewrites\[0\]: invalid group"),
        (_changed(link_rewrites=[["a"]]), None, r"link_rewrites\[0\]: 1 values"),
        (_changed(link_rewrites="a"), None, "link_rewrites: str found; give a list"),
        (FLAT, "v9", "pages: no table of pages"),
        ({"defaults": FLAT, "pages": {}}, None, "pages: no page is configured"),
        ({"defaults": FLAT, "pages": {"a": {}, "b": {}}}, None, r"pages: .*\(a, b\)"),
        ({"defaults": FLAT, "pages": {"a": {}}}, "b", "pages: no page is called 'b'"),
        ({"defaults": FLAT, "pages": {"a": 1}}, "a", "pages.a: int found"),
        ({"defaults": FLAT, "pages": {"a": {}}, "more": 1}, "a", "more: unknown key"),
    ],
)
def test_wrong_input_is_one_line(
    mapping: dict[str, object], name: str | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        read_page_config(mapping, name)
    assert "\n" not in str(raised.value)
