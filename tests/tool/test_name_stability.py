"""A change to one part of a schema never renames the class of another part."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from codegen.errors import InputError
from tests.tool.conftest import REPOSITORY
from tests.tool.schemas import (
    INTEGER,
    STRING,
    Schema,
    branch,
    classes,
    names,
    obj,
    planned,
    ref,
    schemas,
)

REAL = sorted((REPOSITORY / "schema" / "acp").glob("*/schema.unstable.json"))


def read(path: Path) -> Schema:
    schema: Schema = json.loads(path.read_text("utf-8"))
    return schema


def shuffled(value: Any, chance: random.Random) -> Any:
    """The same schema with the members of every object, and all branches, in another order."""
    if isinstance(value, dict):
        members = list(value.items())
        chance.shuffle(members)
        found = {key: shuffled(member, chance) for key, member in members}
        for word in ("anyOf", "oneOf", "required"):
            if isinstance(found.get(word), list):
                chance.shuffle(found[word])
        return found
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


def walk(value: Any, *, is_map: bool = False) -> Iterator[dict[str, Any]]:
    """Every subschema; maps from names to schemas are none themselves."""
    if isinstance(value, dict):
        if not is_map:
            yield value
        for key, member in value.items():
            if key not in ("default", "examples", "not") or is_map:
                yield from walk(member, is_map=not is_map and key in ("properties", "$defs"))
    elif isinstance(value, list):
        for item in value:
            yield from walk(item)


def unions(schema: Schema) -> list[tuple[str, list[Any]]]:
    """Tag and branches of each union that tells its branches apart by a constant."""
    found = []
    for node in walk(schema.get("$defs", {}), is_map=True):
        arms = node.get("oneOf") or node.get("anyOf") or []
        tags = [
            wire
            for arm in arms
            for wire, part in arm.get("properties", {}).items()
            if "const" in part and wire in arm["required"]
        ]
        if len(tags) > 1 and len(set(tags)) == 1:
            found.append((tags[0], arms))
    return found


def objects(schema: Schema) -> list[dict[str, Any]]:
    """The `properties` of each object."""
    return [
        node["properties"]
        for node in walk(schema.get("$defs", {}), is_map=True)
        if node.get("properties")
    ]


def assert_only_more(before: Schema, after: Schema) -> None:
    """Everything that had a name keeps it, and is the same thing; `after` may have more."""
    old, new = names(before), names(after)
    assert {name: new.get(name) for name in old} == dict(old)
    had, has = classes(before), classes(after)
    for name, (tag, wires) in had.items():
        assert name in has
        assert has[name][0] == tag
        assert has[name][1] >= wires


def test_shuffling_the_real_schemas_renames_nothing() -> None:
    for path in REAL:
        schema = read(path)
        had = (names(schema), classes(schema))
        for seed in range(2):
            turned = shuffled(schema, random.Random(seed))
            assert (names(turned), classes(turned)) == had


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.parent.name)
def test_growing_and_shrinking_the_real_schemas_renames_nothing(path: Path) -> None:
    schema = read(path)
    chance = random.Random(17)
    for _ in range(2):
        grown = copy.deepcopy(schema)
        fresh = {
            "Aaa": obj(a=ref("Zzz"), inner=obj(b=STRING)),
            "Zzz": {"oneOf": [branch("one"), branch("two", x=INTEGER)]},
        }
        grown["$defs"] = (
            {**fresh, **grown["$defs"]} if chance.random() < 0.5 else {**grown["$defs"], **fresh}
        )
        assert_only_more(schema, grown)
        wire, arms = chance.choice(unions(grown))
        fresh_arm = branch("brand_new", by=wire, fresh=obj(b=STRING))
        arms.insert(chance.randrange(len(arms) + 1), fresh_arm)
        members = chance.choice(objects(grown))
        members["aBrandNewOne"] = obj(b=STRING)
        assert_only_more(schema, grown)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(schemas(), st.randoms(use_true_random=False))
def test_shuffling_renames_nothing(schema: Schema, chance: random.Random) -> None:
    try:
        had = (names(schema), classes(schema))
    except InputError:
        assume(False)
    turned = shuffled(schema, chance)
    assert (names(turned), classes(turned)) == had


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(schemas(), st.randoms(use_true_random=False))
def test_adding_and_taking_away_renames_nothing(schema: Schema, chance: random.Random) -> None:
    grown = copy.deepcopy(schema)
    places = [grown["$defs"], *objects(grown)]
    chance.choice(places)["grown"] = obj(
        inner=obj(b=STRING), again={"oneOf": [branch("one"), branch("two")]}
    )
    for _, arms in unions(grown):
        arms.insert(chance.randrange(len(arms) + 1), branch("brand_new", extra=obj(b=STRING)))
    try:
        planned(schema)
    except InputError:
        assume(False)
    # Read both ways: what is added renames nothing, and so does taking it away again.
    assert_only_more(schema, grown)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(schemas())
def test_no_class_name_ends_in_a_counter(schema: Schema) -> None:
    try:
        found = planned(schema).names
    except InputError:
        assume(False)
    text = json.dumps(schema, ensure_ascii=False)
    for python in found.values():
        for digits in re.findall(r"\d+", python):
            assert digits in text


def test_digits_in_the_real_class_names_are_in_the_schema() -> None:
    for path in REAL:
        schema = read(path)
        text = path.read_text("utf-8")
        numbered = [name for name in planned(schema).names.values() if re.search(r"\d", name)]
        for name in numbered:
            assert all(digits in text for digits in re.findall(r"\D*\d+", name)[-1:]), name


def test_a_second_branch_does_not_rename_the_first() -> None:
    one = {"$defs": {"Lamp": {"oneOf": [branch("red", a=STRING)]}}}
    two = {"$defs": {"Lamp": {"oneOf": [branch("blue"), branch("red", a=STRING)]}}}
    assert_only_more(one, two)
    assert classes(two).keys() == {"LampRed", "LampBlue"}


def test_a_branch_is_not_renamed_by_its_title_when_another_reads_alike() -> None:
    """It would have been, if titles told tags apart: the clash has to be an error."""
    first = {"title": "Hot", **branch("red_hot", a=STRING)}
    assert classes({"$defs": {"Lamp": {"oneOf": [first, branch("x")]}}}).keys() == {
        "LampRedHot",
        "LampX",
    }
    with pytest.raises(InputError, match="would both be named RedHot"):
        planned({"$defs": {"Lamp": {"oneOf": [first, {"title": "Hotter", **branch("red-hot")}]}}})


@pytest.mark.parametrize("turn", [False, True])
def test_the_tag_is_the_property_that_tells_most_branches_apart(turn: bool) -> None:
    def arm(a: str, b: str) -> Schema:
        both = (
            {"b": {"const": b}, "a": {"const": a}}
            if turn
            else {"a": {"const": a}, "b": {"const": b}}
        )
        return obj("a", "b", **both)

    arms = [arm("same", "one"), arm("same", "two"), arm("same", "three")]
    lamp = {"$defs": {"Lamp": {"oneOf": arms[::-1] if turn else arms}}}
    assert classes(lamp).keys() == {"LampOne", "LampTwo", "LampThree"}
    tie = {"$defs": {"Lamp": {"oneOf": [arm("x", "one"), arm("y", "two")][:: -1 if turn else 1]}}}
    assert classes(tie).keys() == {"LampX", "LampY"}
