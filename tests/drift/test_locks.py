"""Locks: fresh, stale, unconfirmed, ahead, broken, unreadable; and what accepting asks for."""

from __future__ import annotations

import copy
from datetime import date
from typing import Any

import pytest

from codegen.drift.context import World
from codegen.drift.documents import Page, read_page
from codegen.drift.locks.accept import accept
from codegen.drift.locks.lock import Lock, LockError, lock_text, read_lock
from codegen.drift.locks.owned import read_owned
from codegen.drift.mentions import changed_names, suggest_owners
from codegen.drift.rules import Stage
from codegen.drift.run import Inputs, run
from codegen.errors import InputError
from tests.drift.worlds import SMALL, TODAY, edition, small

TEXT = "# Kettles\n\nSet `waterLevel` of `BoilRequest`.\n\n## Other\n\nNothing about `TeaKind`.\n"
DAY = date(2026, 10, 1)


def page(text: str = TEXT) -> Page:
    return read_page(text, "protocol/v1/kettle.mdx")


def world(change: Any = None) -> World:
    root = copy.deepcopy(SMALL)
    if change is not None:
        change(root["$defs"])
    return World((edition("v1", root),))


def locked(*targets: str) -> Lock:
    chosen = targets or ("v1#BoilRequest",)
    return accept(page(), world(), Lock(()), Stage.PROTOCOL, chosen, "read", DAY)[0]


def states(lock: Lock, text: str = TEXT, change: Any = None) -> list[str]:
    inputs = Inputs(
        world(change), (page(text),), {}, locks={page().file: ("l.toml", lock_text(lock))}
    )
    return [one.rule for one in run(inputs, TODAY).findings if one.rule.startswith("lock")]


def require(definitions: Any) -> None:
    definitions["BoilRequest"]["required"].append("teaKind")


def describe(definitions: Any) -> None:
    definitions["BoilRequest"]["description"] = "What to boil."


def remove(definitions: Any) -> None:
    definitions["Tray"], definitions["Trays"] = (
        {"type": "object", "properties": {}},
        definitions.pop("Tray"),
    )
    del definitions["Tray"]


def test_states() -> None:
    lock = locked()
    assert states(lock) == []
    assert states(lock, change=require) == ["lock-stale"]
    assert states(lock, TEXT + "More.\n", require) == ["lock-unconfirmed"]
    assert states(lock, TEXT + "More.\n") == ["lock-ahead"]
    assert states(lock, change=describe) == ["lock-text"]
    assert states(locked("v1#Tray"), change=remove) == ["lock-broken"]


def test_reflowing_a_page_and_adding_directives_is_no_change() -> None:
    text = TEXT.replace("Set `waterLevel` of", "{/* acp-check partial */}\n\nSet `waterLevel`\nof")
    assert states(locked(), text) == []


def test_a_lock_may_cover_a_section() -> None:
    lock = locked("v1#TeaKind@Other")
    assert lock.owns[0].section == "Other"
    assert states(lock, TEXT.replace("Set", "Always set")) == []
    assert states(lock, TEXT.replace("Nothing", "Something")) == ["lock-ahead"]
    assert states(lock, TEXT.replace("## Other", "## Another")) == ["lock-broken"]


@pytest.mark.parametrize("target", ["v1#method:kettle/boil", "v1#enum:TeaKind", "v1#set:methods(agent)", "v1#set:methods", "v1#set:definitions", "v1#SteamEvent"])  # fmt: skip
def test_other_targets(target: str) -> None:
    assert states(locked(target)) == []
    name = target.partition("#")[2]
    assert read_owned(world().editions[0], name) is not None


def test_order_and_descriptions_are_no_structure() -> None:
    def shuffle(definitions: Any) -> None:
        properties = definitions["BoilRequest"]["properties"]
        definitions["BoilRequest"]["properties"] = dict(reversed(properties.items()))

    assert states(locked(), change=shuffle) == []


def test_a_lock_is_canonical_and_round_trips() -> None:
    lock = locked("v1#TeaKind", "v1#BoilRequest")
    text = lock_text(lock)
    assert read_lock(text, "l.toml") == Lock(tuple(sorted(lock.owns, key=lambda one: one.target)))
    assert lock_text(read_lock(text, "l.toml")) == text
    assert '  "waterLevel!: integer",' in text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("version = 1\n<<<<<<< ours\n[[owns]]\n=======\n>>>>>>> theirs\n", 2),
        ("version = 1\n[[owns]\n", 2),
        ("version = 2\n", 1),
        ('version = 1\n[[owns]]\ntarget = "v1#A"\n', None),
        ("version = 1\nowns = 3\n", 1),
    ],
)
def test_a_lock_that_cannot_be_read_is_a_finding(text: str, line: int | None) -> None:
    with pytest.raises(LockError) as caught:
        read_lock(text, "l.toml")
    assert caught.value.at.line == line
    inputs = Inputs(world(), (page(),), {}, locks={page().file: ("l.toml", text)})
    assert [
        one.at.file for one in run(inputs, TODAY).findings if one.rule == "lock-unreadable"
    ] == ["l.toml"]


def test_accepting_needs_a_note_and_a_target() -> None:
    with pytest.raises(InputError, match="needs a note"):
        accept(page(), world(), Lock(()), Stage.PROTOCOL, ("v1#Tray",), "  ", DAY)
    with pytest.raises(InputError, match="owns nothing yet"):
        accept(page(), world(), Lock(()), Stage.PROTOCOL, (), "read", DAY)
    with pytest.raises(InputError, match="did you mean `v1#TeaKind`"):
        accept(page(), world(), Lock(()), Stage.PROTOCOL, ("v1#TeaKinds",), "read", DAY)
    with pytest.raises(InputError, match="no heading"):
        accept(page(), world(), Lock(()), Stage.PROTOCOL, ("v1#TeaKind@Nowhere",), "read", DAY)


def test_accepting_one_target_leaves_the_others() -> None:
    lock = locked("v1#BoilRequest", "v1#Tray")
    after, lines = accept(
        page(), world(require), lock, Stage.PROTOCOL, ("v1#BoilRequest",), "b", TODAY
    )
    assert lines == ["v1#BoilRequest:", "  - teaKind?: TeaKind", "  + teaKind!: TeaKind"]
    assert [(one.target, one.note) for one in after.owns] == [
        ("v1#BoilRequest", "b"),
        ("v1#Tray", "read"),
    ]


def test_messages_tell_a_newcomer_what_to_do() -> None:
    inputs = Inputs(world(require), (page(),), {}, locks={page().file: ("l", lock_text(locked()))})
    found = next(one for one in run(inputs, TODAY).findings if one.rule == "lock-stale")
    assert found.message == (
        "the schema changed BoilRequest in v1 (-teaKind?: TeaKind, +teaKind!: TeaKind) after this "
        "document was reviewed on 2026-10-01, and the document did not change"
    )
    assert found.fix == (
        "bring the document up to date, then run acp-codegen accept protocol/v1/kettle.mdx "
        '--note "what you checked"'
    )


def test_suggestions_are_the_definitions_that_a_page_mentions_most() -> None:
    other = read_page("`BoilRequest` `BoilRequest` `TeaKind`", "b.mdx")
    found = suggest_owners([page(), other, read_page("`TeaKind`", "c.mdx")], small().editions[0])
    assert found["b.mdx"] == ["BoilRequest", "TeaKind"]
    assert "TeaKind" not in found.get("protocol/v1/kettle.mdx", []) or "c.mdx" not in found


def test_changed_names_are_those_of_what_changed() -> None:
    names = changed_names(world().editions[0], world(require).editions[0])
    assert names == {"BoilRequest", "teaKind"}
