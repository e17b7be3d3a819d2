"""Numbers, strings and their limits; nothing is coerced."""

from __future__ import annotations

import json
from typing import Any

import pytest
from acp_schema import v1, v2

from tests.built import build
from tests.rules import ON_ERROR, RANGES, SKIP
from tests.tolerant import DIALECT


def _integer(kind: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "integer", "format": kind}
    return {**schema, "minimum": 0} if kind.startswith("u") else schema


UINT64 = _integer("uint64")
SCHEMA: dict[str, Any] = {
    "$schema": DIALECT,
    "title": "Scalars",
    "$defs": {
        **{kind.title(): _integer(kind) for kind in RANGES},
        **{
            f"Holds{kind.title()}": {
                "type": "object",
                "properties": {
                    "direct": _integer(kind),
                    "named": {"$ref": f"#/$defs/{kind.title()}"},
                    "nullable": {**_integer(kind), "type": ["integer", "null"]},
                    "nullableNamed": {
                        "anyOf": [{"$ref": f"#/$defs/{kind.title()}"}, {"type": "null"}]
                    },
                    "list": {"type": "array", "items": {"$ref": f"#/$defs/{kind.title()}"}},
                    "nullableList": {
                        "type": ["array", "null"],
                        "items": {"$ref": f"#/$defs/{kind.title()}"},
                    },
                    "map": {
                        "type": "object",
                        "additionalProperties": {"$ref": f"#/$defs/{kind.title()}"},
                    },
                    "either": {"anyOf": [{"type": "string"}, _integer(kind)]},
                },
            }
            for kind in RANGES
        },
        "Numbers": {"type": "array", "items": {"$ref": "#/$defs/Uint64"}},
        "HoldsNumbers": {
            "type": "object",
            "properties": {"numbers": {"$ref": "#/$defs/Numbers"}},
        },
        "Share": {"type": "number", "minimum": 0, "maximum": 1},
        "Bounded": {
            "type": "object",
            "properties": {
                "share": {"type": "number", "minimum": 0, "maximum": 1},
                "small": {"type": "integer", "minimum": -3, "maximum": 3},
                "word": {"type": "string", "minLength": 2, "maxLength": 3},
                "few": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
                "shares": {
                    "type": "array",
                    "items": {"type": "number", "minimum": 0, "maximum": 1},
                    ON_ERROR: True,
                    SKIP: True,
                },
                "some": {
                    "type": "array",
                    "items": {"type": "integer"},
                    "minItems": 2,
                    ON_ERROR: True,
                    SKIP: True,
                },
            },
        },
        "Free": {
            "type": "object",
            "properties": {
                "uri": {"type": "string", "format": "uri"},
                "time": {"type": "string", "format": "date-time"},
                "code": {"type": "string", "pattern": "^[A-Z]{3}$"},
                "bytes": {"type": "string", "contentEncoding": "base64"},
            },
        },
        "Loose": {
            "type": "object",
            "properties": {"number": {"type": "number"}, "any": {}, "flag": {"type": "boolean"}},
        },
    },
}


@pytest.fixture(scope="module")
def scalars(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return build(SCHEMA, tmp_path_factory.mktemp("scalars"))


def _refuses(module: Any, hint: Any, text: str) -> None:
    with pytest.raises(module.DecodeError):
        module.decode(hint, text)
    with pytest.raises(module.DecodeError):
        # Beside a key that nobody declared, which takes the same way as a repair elsewhere.
        module.decode(hint, text.replace("{", '{"zz":1,', 1) if text.startswith("{") else text)


WRAPS = {
    "direct": '{"direct":%s}',
    "named": '{"named":%s}',
    "nullable": '{"nullable":%s}',
    "nullableNamed": '{"nullableNamed":%s}',
    "list": '{"list":[0,%s]}',
    "nullableList": '{"nullableList":[%s]}',
    "map": '{"map":{"a":%s}}',
    "either": '{"either":%s}',
}


@pytest.mark.parametrize("kind", RANGES)
@pytest.mark.parametrize("wrap", WRAPS)
def test_integers_keep_to_their_format(scalars: Any, kind: str, wrap: str) -> None:
    hint = scalars.models.DEFINITIONS[f"Holds{kind.title()}"]
    low, high = RANGES[kind]
    for good in (low, high, 0, 7):
        text = WRAPS[wrap] % good
        assert json.loads(scalars.encode(scalars.decode(hint, text))) == json.loads(text)
        assert scalars.decode(hint, json.loads(text)) == scalars.decode(hint, text)
    for bad in (low - 1, high + 1, 10**30, -(10**30)):
        _refuses(scalars, hint, WRAPS[wrap] % bad)
        with pytest.raises(scalars.DecodeError):
            scalars.decode(hint, json.loads(WRAPS[wrap] % bad))


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("text", ["1.0", "1e2", "-0.0", "true", '"1"', "[]", "{}", "1.5"])
def test_only_integer_literals_are_integers(scalars: Any, wrap: str, text: str) -> None:
    if wrap == "either" and text == '"1"':
        return
    for kind in RANGES:
        _refuses(scalars, scalars.models.DEFINITIONS[f"Holds{kind.title()}"], WRAPS[wrap] % text)


@pytest.mark.parametrize("kind", RANGES)
def test_integers_alone(scalars: Any, kind: str) -> None:
    hint = scalars.models.DEFINITIONS[kind.title()]
    low, high = RANGES[kind]
    for outer, text in ((hint, "%s"), (list[hint], "[%s]"), (dict[str, hint], '{"a":%s}')):
        for good in (low, high):
            assert scalars.encode(scalars.decode(outer, text % good)) == (text % good).encode()
        for bad in (low - 1, high + 1, "1.0", "true", '"1"', "null"):
            with pytest.raises(scalars.DecodeError):
                scalars.decode(outer, text % bad)
    assert scalars.decode(hint | None, "null") is None


def test_a_named_list_of_uint64(scalars: Any) -> None:
    models = scalars.models
    for outer, text in ((models.Numbers, "[%s]"), (models.HoldsNumbers, '{"numbers":[1,%s]}')):
        assert scalars.decode(outer, text % (2**64 - 1)) is not None
        for bad in (2**64, -1, "1.0"):
            with pytest.raises(scalars.DecodeError) as caught:
                scalars.decode(outer, text % bad)
            assert caught.value.pointer in ("/0", "/numbers/1")


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ('{"share":0}', '{"share":-0.1}'),
        ('{"share":1}', '{"share":1.01}'),
        ('{"share":1.0}', '{"share":2}'),
        ('{"share":0.5}', '{"share":true}'),
        ('{"small":-3}', '{"small":-4}'),
        ('{"small":3}', '{"small":4}'),
        ('{"word":"ab"}', '{"word":"a"}'),
        ('{"word":"🙂🙂"}', '{"word":"🙂"}'),
        ('{"word":"🙂🙂🙂"}', '{"word":"🙂🙂🙂🙂"}'),
        ('{"few":["a"]}', '{"few":[]}'),
        ('{"few":["a","b"]}', '{"few":["a","b","c"]}'),
    ],
)
def test_limits(scalars: Any, good: str, bad: str) -> None:
    hint = scalars.models.Bounded
    assert json.loads(scalars.encode(scalars.decode(hint, good))) == json.loads(good)
    _refuses(scalars, hint, bad)
    with pytest.raises(scalars.DecodeError):
        scalars.decode(hint, json.loads(bad))


def test_limits_of_items_are_an_items_own_affair(scalars: Any) -> None:
    repairs: list[Any] = []
    hint = scalars.models.Bounded
    value = scalars.decode(hint, '{"shares":[0,2,"x",1]}', on_repair=repairs.append)
    assert value.shares == [0, 1]
    assert [repair.pointer for repair in repairs] == ["/shares/1", "/shares/2"]


def test_a_list_that_is_too_short_after_skipping_is_bad(scalars: Any) -> None:
    hint = scalars.models.Bounded
    assert scalars.decode(hint, '{"some":[1,"x",2]}').some == [1, 2]
    repairs: list[Any] = []
    assert scalars.decode(hint, '{"some":[1,"x"]}', on_repair=repairs.append).some == []
    assert [(repair.pointer, repair.kind) for repair in repairs] == [("/some", "defaulted")]


def test_what_is_documentation_only(scalars: Any) -> None:
    text = '{"uri":"no uri","time":"yesterday","code":"euro","bytes":"!"}'
    value = scalars.decode(scalars.models.Free, text)
    assert json.loads(scalars.encode(value)) == json.loads(text)


@pytest.mark.parametrize(
    "url", ["https://example.com", "HTTP://EXAMPLE.com/%7e", "https://é.example"]
)
def test_text_is_never_rewritten(scalars: Any, url: str) -> None:
    assert scalars.decode(scalars.models.Free, json.dumps({"uri": url})).uri == url


@pytest.mark.parametrize(
    "text", ["9007199254740993", "18446744073709551616", "-9223372036854775809", "1" * 400]
)
def test_whole_numbers_stay_exact(scalars: Any, text: str) -> None:
    for wire in ("number", "any"):
        value = scalars.decode(scalars.models.Loose, f'{{"{wire}":{text}}}')
        found = getattr(value, "any_" if hasattr(value, "any_") and wire == "any" else wire)
        assert (type(found), found) == (int, int(text))
        assert scalars.encode(value) == f'{{"{wire}":{text}}}'.encode()


def test_numbers_keep_their_kind(scalars: Any) -> None:
    for text, kind in (("1", int), ("1.0", float), ("1e3", float), ("-0.0", float)):
        assert type(scalars.decode(scalars.models.Loose, f'{{"number":{text}}}').number) is kind
    for text in ('"1"', "true", "null", "[1]"):
        _refuses(scalars, scalars.models.Loose, f'{{"number":{text}}}')


@pytest.mark.parametrize("text", ["1", "0", '"true"', '"yes"', "null", "1.0", "[]"])
def test_booleans(scalars: Any, text: str) -> None:
    _refuses(scalars, scalars.models.Loose, f'{{"flag":{text}}}')


def test_protocol_examples() -> None:
    priority = v2.decode(v2.Annotations, b'{"priority":5}')
    assert v2.encode(priority) == b"{}"
    with pytest.raises(v2.DecodeError):
        v2.decode(v2.Notice, b'{"title":"","severity":"info"}')
    assert v1.decode(v1.ProtocolVersion, b"65535") == 65535
    with pytest.raises(v1.DecodeError):
        v1.decode(v1.ProtocolVersion, b"65536")
    amount = v2.decode(v2.Cost, b'{"amount":9007199254740993,"currency":"EUR"}').amount
    assert (type(amount), amount) == (int, 9007199254740993)
