"""Random input: a value or a `DecodeError`, the value that the rules give, and it stays so.

A bounded run here; `-m sweep` runs the same for longer, with seeds of its own.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.built import build
from tests.editions import DEFINITIONS, EDITIONS
from tests.instances import Instances, mutated, vocabulary
from tests.rules import Outcome, outcome, same_json
from tests.tolerant import DIALECT

WORDS = {name: vocabulary(edition.document) for name, edition in EDITIONS.items()}


OVERLAPPING = {"ChatAttachments"}
"""Untagged unions of which a branch can hold everything that an earlier one needs. A value that
the earlier one refuses for a property that the later one doesn't know is read as the earlier one
once that property has been dropped. This one only joins the types of a document."""


def _check(edition: str, name: str, value: Any) -> None:
    """Everything that must hold of a JSON value, whatever it is."""
    found = EDITIONS[edition]
    check_against_rules(found.module, found.types[name], found.document, name, value)


def check_against_rules(module: Any, hint: Any, document: Any, name: str, value: Any) -> None:
    """The bindings agree with the plain rules, with themselves, and with themselves again."""
    expected = outcome(document, name, value)
    text = json.dumps(value, ensure_ascii=False).encode()
    first, repairs = _decoded(module, hint, text)
    parsed, parsed_repairs = (
        _decoded(module, hint, value) if not isinstance(value, str) else (first, repairs)
    )
    if expected is None:
        assert isinstance(first, module.DecodeError), (name, value, first)
        assert isinstance(parsed, module.DecodeError), (name, value, parsed)
        return
    assert not isinstance(first, module.DecodeError), (name, value, first)
    written = module.encode(first)
    assert same_json(json.loads(written), expected.value), (name, value, written)
    assert parsed == first, (name, value)
    assert repairs == parsed_repairs == sorted(expected.repairs), (name, value)
    again = outcome(document, name, json.loads(written))
    assert again is not None
    if name not in OVERLAPPING or same_json(again.value, expected.value):
        assert module.decode(hint, written) == first, (name, value)
        assert module.encode(module.decode(hint, written)) == written
    _check_strict(module, hint, text, expected, first)


def _decoded(module: Any, hint: Any, data: Any) -> tuple[Any, Any]:
    repairs: list[Any] = []
    try:
        value = module.decode(hint, data, on_repair=repairs.append)
    except module.DecodeError as error:
        refused = error
    else:
        return value, sorted((repair.pointer, repair.kind) for repair in repairs)
    assert 0 < len(refused.reason) < 4000
    return refused, None


def _check_strict(module: Any, hint: Any, text: bytes, expected: Outcome, value: Any) -> None:
    if not expected.repairs:
        assert module.decode(hint, text, strict=True) == value
        return
    with pytest.raises(module.DecodeError) as caught:
        module.decode(hint, text, strict=True)
    listed = [(repair.pointer, repair.kind) for repair in caught.value.repairs]
    assert sorted(listed) == sorted(expected.repairs)


def _mutations(edition: str, name: str, seed: str, count: int) -> None:
    rng = random.Random(f"{seed} {edition} {name}")
    source = Instances(EDITIONS[edition].document, rng, unknown=True)
    value: Any = None
    for number in range(count):
        if number % 4 == 0:
            value = source.make(name)
        _check(edition, name, mutated(value, rng, WORDS[edition], times=number % 4))


@pytest.mark.parametrize(("edition", "name"), DEFINITIONS)
def test_mutated_instances(edition: str, name: str) -> None:
    _mutations(edition, name, "normal", 8)


@pytest.mark.sweep
@pytest.mark.parametrize(("edition", "name"), DEFINITIONS)
def test_many_mutated_instances(edition: str, name: str) -> None:
    _mutations(edition, name, os.environ.get("SWEEP_SEED", "sweep"), 1500)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(WORDS["v2"]) | st.text(max_size=3).filter(str.isascii),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
PLACES = st.sampled_from(DEFINITIONS)
QUICK = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
LONG = settings(QUICK, max_examples=20_000)


def _any_json(place: tuple[str, str], value: Any) -> None:
    _check(*place, value)


test_arbitrary_json = QUICK(given(PLACES, JSON)(_any_json))
test_much_arbitrary_json = pytest.mark.sweep(LONG(given(PLACES, JSON)(_any_json)))


def _any_bytes(place: tuple[str, str], data: bytes) -> None:
    """Compared with a parser of another make, as far as both know the same JSON."""
    found = EDITIONS[place[0]]
    try:
        value = found.module.decode(found.types[place[1]], data)
    except found.module.DecodeError:
        return
    assert found.module.decode(found.types[place[1]], found.module.encode(value)) == value
    json.loads(data.decode())


PIECES = st.sampled_from(
    [
        *(b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u", b"d800", b"null", b"true", b"1"),
        *(b"e", b"-", b".", b"0", b"999999999999999999999", b" ", b"\xff", b"\xc3\xa9", b"\x00"),
        *(
            b'"type"',
            b'"text"',
            b'"sessionUpdate"',
            b'"_meta"',
            b'"a":',
            b'{"a":1}',
            b"[1]",
            b"NaN",
        ),
    ]
)
BYTES = st.binary(max_size=40) | st.lists(PIECES, max_size=14).map(b"".join)

test_arbitrary_bytes = QUICK(given(PLACES, BYTES)(_any_bytes))
test_many_arbitrary_bytes = pytest.mark.sweep(LONG(given(PLACES, BYTES)(_any_bytes)))


def _damaged(edition: str, seed: str, count: int) -> None:
    """Bytes of a valid message, with some taken away, put in or turned."""
    found = EDITIONS[edition]
    rng = random.Random(f"bytes {seed} {edition}")
    source = Instances(found.document, rng)
    names = sorted(found.types)
    for _ in range(count):
        name = rng.choice(names)
        data = bytearray(json.dumps(source.make(name), ensure_ascii=False).encode())
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(data) + 1)
            data[at : at + rng.randint(0, 2)] = rng.choice(
                (b"", b"\xff", b'"', b"0", b"e", b"}", b"\\", b"\xed\xa0\x80", b"1e999", data[:3])
            )
        try:
            parsed = json.loads(bytes(data).decode("utf-8"), parse_constant=_refuse)
            json.dumps(parsed, ensure_ascii=False, allow_nan=False).encode()
        except ValueError:
            with pytest.raises(found.module.DecodeError):
                found.module.decode(found.types[name], bytes(data))
        else:
            _check(edition, name, parsed)


def _refuse(constant: str) -> None:
    raise ValueError(constant)


@pytest.mark.parametrize("edition", EDITIONS)
def test_damaged_bytes(edition: str) -> None:
    _damaged(edition, "normal", 150)


@pytest.mark.sweep
@pytest.mark.parametrize("edition", EDITIONS)
def test_many_damaged_bytes(edition: str) -> None:
    _damaged(edition, os.environ.get("SWEEP_SEED", "sweep"), 50_000)


# The pass in C and the walk by the rules are two decoders of one type


def _both(edition: str, name: str, seed: str, count: int) -> int:
    found = EDITIONS[edition]
    runtime = __import__(
        f"{found.module.__package__.split('.')[0]}._runtime.codec", fromlist=["_Codec"]
    )
    codec = runtime._Codec(found.types[name])
    if codec.in_c is None:
        return 0
    rng = random.Random(f"both {seed} {edition} {name}")
    source = Instances(found.document, rng, unknown=False)
    accepted = 0
    for number in range(count):
        value = mutated(source.make(name), rng, WORDS[edition], times=number % 3)
        text = json.dumps(value).encode()
        try:
            fast = codec.in_c(text)
        except (msgspec.MsgspecError, runtime.Impure):
            continue
        walk = runtime.Walk()
        assert codec.walk(msgspec.json.decode(text), (), walk) == fast, (name, value)
        assert walk.mark() == 0, (name, value)
        accepted += 1
    return accepted


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_c_accepts_the_walk_accepts_without_repair(edition: str) -> None:
    accepted = {name: _both(edition, name, "normal", 3) for name in EDITIONS[edition].types}
    assert sum(count > 0 for count in accepted.values()) > len(accepted) / 2


@pytest.mark.sweep
@pytest.mark.parametrize(("edition", "name"), DEFINITIONS)
def test_what_c_accepts_the_walk_accepts_without_repair_long(edition: str, name: str) -> None:
    _both(edition, name, os.environ.get("SWEEP_SEED", "sweep"), 1000)


def _tree_schema() -> dict[str, Any]:
    """Types that contain themselves, directly and through unions, lists and maps."""
    leaf = {"type": "object", "properties": {"v": {"type": "integer"}}, "required": ["v"]}
    node = {
        "type": "object",
        "properties": {
            "v": {"type": ["integer", "null"], "x-deserialize-default-on-error": True},
            "kids": {
                "type": "array",
                "items": {"$ref": "#/$defs/Tree"},
                "x-deserialize-default-on-error": True,
                "x-deserialize-skip-invalid-items": True,
            },
            "byName": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Tree"}},
            "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
        },
        "required": ["kids"],
    }
    tree = {"anyOf": [{"$ref": "#/$defs/Node"}, {"$ref": "#/$defs/Leaf"}]}
    listed = {"type": "array", "items": {"$ref": "#/$defs/Nested"}}
    nested = {"anyOf": [{"type": "integer"}, {"$ref": "#/$defs/Listed"}]}
    return {
        "$schema": DIALECT,
        "title": "Trees",
        "$defs": {"Leaf": leaf, "Node": node, "Tree": tree, "Listed": listed, "Nested": nested},
    }


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return build(_tree_schema(), tmp_path_factory.mktemp("trees"))


@pytest.mark.parametrize("name", ["Leaf", "Node", "Tree", "Listed", "Nested"])
def test_types_that_contain_themselves(trees: Any, name: str) -> None:
    schema = _tree_schema()
    rng = random.Random(name)
    source = Instances(schema, rng, depth=4, unknown=True)
    for number in range(200):
        value = mutated(source.make(name), rng, vocabulary(schema), times=number % 4)
        check_against_rules(trees, trees.models.DEFINITIONS[name], schema, name, value)
