"""Small cases from public bug reports (tests/data/diffs.json), each with what has to come out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from codegen.diff.assess import Assessment, Side, assess
from codegen.diff.classify import Verdict
from codegen.diff.facts import Direction
from codegen.diff.levels import Level
from codegen.diff.source import Source
from tests.diff.schemas import (
    ROOT,
    STRICT,
    bare,
    carrying,
    document,
    judged,
    obj,
    ref,
    schema,
    tagged,
)

CASES: dict[str, Any] = {
    case["id"]: case["input"]
    for case in json.loads((ROOT / "tests" / "data" / "diffs.json").read_text("utf-8"))
}


def assessed(old: dict[str, Any], new: dict[str, Any]) -> Assessment:
    sides = Side(document(old, "old.json"), "old"), Side(document(new, "new.json"), "new")
    return assess(*sides, STRICT)


def test_x07_tolerance_change_says_what_happens_to_whom() -> None:
    given = CASES["X07"]
    (verdict,) = judged(given["before"], given["after"])
    assert verdict.rule.id == "ACP603"
    assert verdict.change.path == "items"
    assert verdict.change.at.new == "/properties/items"
    assert verdict.level is Level.RISK
    assert set(verdict.breaks) == {"agent", "client"}
    for words in (
        "before, a bad item is dropped; now a bad item fails the whole message",
        "before, a bad value becomes the default; now a bad value fails the message",
        "null becomes the empty value, as before",
    ):
        assert words in verdict.message


MOOD = {state: CASES["X08"][state]["$defs"]["Mood"] for state in ("before", "after")}
OPEN_MOOD = {
    state: {"anyOf": [*({"type": "string", "const": v} for v in mood["enum"]), {"type": "string"}]}
    for state, mood in MOOD.items()
}


def _in(way: str, moods: dict[str, Any], swap: bool = False) -> Verdict:
    old, new = carrying(moods["before"], way), carrying(moods["after"], way)
    (verdict,) = judged(new, old) if swap else judged(old, new)
    return verdict


@pytest.mark.parametrize(("way", "reader"), [("answer", "client"), ("ask", "agent")])
def test_x08_closed_list_grows_for_its_reader_only(way: str, reader: str) -> None:
    verdict = _in(way, MOOD)
    assert (verdict.rule.id, verdict.level) == ("ACP301", Level.BREAKING)
    assert verdict.breaks == (reader,)
    assert verdict.change.new == '"asleep"'
    assert verdict.change.path == "Body"


@pytest.mark.parametrize(("way", "writer"), [("answer", "agent"), ("ask", "client")])
def test_x08_removed_value_is_the_mirror_image(way: str, writer: str) -> None:
    verdict = _in(way, MOOD, swap=True)
    assert (verdict.rule.id, verdict.level) == ("ACP302", Level.BREAKING)
    assert verdict.breaks == (writer,)


@pytest.mark.parametrize("way", ["note", "ask", "answer"])
def test_x08_open_list_grows_for_nobody(way: str) -> None:
    verdict = _in(way, OPEN_MOOD)
    assert (verdict.rule.id, verdict.level, verdict.breaks) == ("ACP301", Level.COMPATIBLE, ())


def test_x08_used_both_ways_breaks_both() -> None:
    def used(mood: dict[str, Any]) -> dict[str, Any]:
        holder = obj("mood", mood=ref("Mood"))
        return schema(note=obj(), ask=holder, answer=holder, Mood=mood)

    (verdict,) = judged(used(MOOD["before"]), used(MOOD["after"]))
    assert verdict.breaks == ("agent", "client")


def test_x08_without_messages_both_ways_are_assumed_and_that_is_said() -> None:
    found = assessed(CASES["X08"]["before"], CASES["X08"]["after"])
    (one,) = found.judged
    assert one.verdict.breaks == ("agent", "client")
    assert one.change.directions == (Direction.A2C, Direction.C2A)
    assert any("both ways" in note for note in found.notes)


_SHAPES = {"Circle": obj("r", r={"type": "integer"}), "Square": obj("s", s={"type": "integer"})}
_UNION = {"oneOf": [tagged("circle", "Circle"), tagged("square", "Square")]}


def _effects(found: Assessment) -> set[Source]:
    return {one.source.effect for one in found.judged if one.source is not None}


def _loudest(found: Assessment) -> Level:
    return min((one.verdict.level for one in found.judged), key=lambda level: level.rank)


def test_x12_reordered_definitions_are_none_and_none() -> None:
    old = carrying(_UNION, **_SHAPES)
    new = {**old, "$defs": dict(reversed(old["$defs"].items()))}
    found = assessed(old, new)
    assert _loudest(found) is Level.ANNOTATION
    assert (_effects(found), found.unaccounted) == ({Source.NONE}, ())


def test_x12_reworded_description_is_documentation_only() -> None:
    old, new = ({**obj(), "description": words} for words in ("Some words", "Other words"))
    found = assessed(carrying(old), carrying(new))
    assert _loudest(found) is Level.ANNOTATION
    assert _effects(found) == {Source.DOCS}


def test_x12_title_of_a_tagged_branch_names_nothing() -> None:
    new = {"oneOf": [{**_UNION["oneOf"][0], "title": "Round"}, _UNION["oneOf"][1]]}
    found = assessed(carrying(_UNION, **_SHAPES), carrying(new, **_SHAPES))
    assert _loudest(found) is Level.SOURCE
    assert (_effects(found), found.unaccounted) == ({Source.NONE}, ())


def test_x12_title_that_names_a_class_is_reported_as_its_rename() -> None:
    def titled(title: str) -> dict[str, Any]:
        inline = {**obj("n", n={"type": "integer"}), "title": title}
        return carrying({"anyOf": [tagged("circle", "Circle"), inline]}, **_SHAPES)

    found = assessed(titled("Plain"), titled("Simple"))
    assert _loudest(found) is Level.SOURCE
    texts = [text for one in found.judged if one.source for text in one.source.texts]
    assert "class BodyPlain is now called BodySimple" in texts
    assert Source.BREAKING in _effects(found)


def test_x12_inlined_wrapper_is_none_and_none() -> None:
    old, new = obj(p={"allOf": [ref("Circle")]}), obj(p=ref("Circle"))
    found = assessed(carrying(old, **_SHAPES), carrying(new, **_SHAPES))
    assert _loudest(found) is Level.SOURCE
    assert (_effects(found), found.unaccounted) == ({Source.NONE}, ())


def test_x12_removed_wrapper_definition_breaks_a_name_only() -> None:
    old = carrying(obj(p=ref("Wrapper")), Wrapper=ref("Circle"), **_SHAPES)
    found = assessed(old, carrying(obj(p=ref("Circle")), **_SHAPES))
    assert _loudest(found) is Level.SOURCE
    assert Source.BREAKING in _effects(found)


def test_a_root_that_is_a_type_is_compared_as_one() -> None:
    old, new = ({"properties": {"a": {"type": kind}}} for kind in ("string", "integer"))
    (verdict,) = judged(old, new)
    assert (verdict.rule.id, verdict.change.path) == ("ACP203", "a")
    assert judged(bare(A={"type": "string"}), bare(A={"type": "string"})) == ()
