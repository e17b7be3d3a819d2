"""Text that is no JSON fails as a whole, wherever in the message it stands."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from acp_schema import v1, v2

PLACES = {
    "typed": b'{"used":%s,"size":1}',
    "any": b'{"used":1,"size":1,"_meta":{"k":%s}}',
    "skipped": b'{"used":1,"size":1,"zz":%s}',
    "skipped before": b'{"zz":%s,"used":1,"size":1}',
    "deep in skipped": b'{"used":1,"size":1,"zz":{"a":[0,{"b":%s}]}}',
    "beside a repair": b'{"used":1,"size":1,"cost":"bad","zz":%s}',
}
"""Places in a `UsageUpdate` for something."""

BAD = [
    *(b"NaN", b"Infinity", b"-Infinity", b"nan", b"1e400", b"-1e400", b"1E+400", b"1e0400"),
    *(b"1" + b"0" * 250 + b"e99", b"1" + b"0" * 300 + b"e9", b"1" + b"0" * 250 + b".5e99"),
    *(b"9" * 309 + b".5", b"9" * 309 + b"e0", b"0.001e400"),
    *(b"01", b"-01", b"1.", b".5", b"+1", b"-", b"1e", b"1e+", b"1.e5", b"0x1", b"1_0", b"--1"),
    *(b"tru", b"nul", b"truee", b"None", b"'a'", b"", b"/", b"\xff"),
    *(b'"\\ud800"', b'"\\udc00"', b'"\\udc00\\ud800"', b'"\\ud800x"', b'"\\ud800\\u0041"'),
    *(b'"\xff"', b'"\xed\xa0\x80"', b'"\xc0\xaf"', b'"\xf4\x90\x80\x80"', b'"\xc3"', b'"\xe2\x82"'),
    *(b'"\x00"', b'"\x1f"', b'"a\nb"', b'"\\x"', b'"\\u12g4"', b'"\\u12"', b'"\\"', b'"a'),
    *(b'{"a":1,}', b"[1,]", b"[,1]", b"[1 2]", b'{"a" 1}', b'{"a":}', b"{1:2}", b'{"a":1 "b":2}'),
    *(b'{"\\ud800":1}', b'{"\xff":1}', b'{"\x01":1}', b"[", b"{", b"]", b'{"a":1]', b"[1}"),
    *(b"[1e400]", b'{"a":{"b":NaN}}', b'["\\udfff"]', b"1 // c", b"/**/1", b"1\x0c", b"1\xc2\xa0"),
]
GOOD = [
    *(
        b"0",
        b"-0",
        b"1e308",
        b"1" + b"0" * 299 + b"e9",
        b"-1.5E-3",
        b"1e-400",
        b"0e400",
        b"0.0e999",
        b"1" + b"0" * 308,
    ),
    *(b"9" * 400, b"0." + b"1" * 400, b"1" + b"0" * 200 + b"e99", b"1" + b"0" * 308 + b"e0"),
    *(b'"\\ud83d\\ude00"', '"é🙂"'.encode(), b'"\x7f"', b'"\\u0000"', b'"\\/\\b"', b'"0e400"'),
    *(
        b'"NaN"',
        b'"' + b"9" * 500 + b'"',
        b"[]",
        b"{}",
        b" [ 1 ,\t2\r\n] ",
        b'{"a":1,"a":2}',
        b'{"":0}',
    ),
    *(b'"\xef\xbf\xbf"', b'"\xe2\x80\xa8"', b'"1e4000"', b"true", b"null"),
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:24])[2:-1])
def test_bad(place: str, text: bytes) -> None:
    with pytest.raises(v1.DecodeError) as caught:
        v1.decode(v1.UsageUpdate, PLACES[place] % text)
    assert caught.value.pointer == ""
    assert caught.value.reason.startswith("not JSON")


@pytest.mark.parametrize("place", [place for place in PLACES if place != "typed"])
@pytest.mark.parametrize("text", GOOD, ids=lambda text: repr(text[:24])[2:-1])
def test_good(place: str, text: bytes) -> None:
    value = v1.decode(v1.UsageUpdate, PLACES[place] % text)
    assert (value.used, value.size) == (1, 1)
    if place == "any":
        written = json.loads(v1.encode(value))["_meta"]["k"]
        assert written == json.loads(text)


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:24])[2:-1])
def test_bad_alone(text: bytes) -> None:
    for hint in (v1.ExtRequest, v1.SessionId, v1.RequestId, v2.ContentBlock, v2.SessionUpdate):
        with pytest.raises(v1.DecodeError):
            v1.decode(hint, text)


@pytest.mark.parametrize("hint", [v1.UsageUpdate, v2.SessionUpdate, v1.RequestId, v1.ExtRequest])
def test_text_around(hint: Any) -> None:
    whole = {
        v1.UsageUpdate: b'{"used":1,"size":1}',
        v2.SessionUpdate: b'{"sessionUpdate":"plan_removed","planId":"p"}',
    }.get(hint, b"7")
    assert v1.decode(hint, b" \t\r\n" + whole + b"\n ") == v1.decode(hint, whole)
    for before, after in (
        *(
            (b"", b" x"),
            (b"", b"\0"),
            (b"", b"," + whole),
            (b"", whole if whole != b"7" else b" 7"),
        ),
        *((b"\xef\xbb\xbf", b""), (b"\0", b""), (b",", b""), (b"", b"]"), (b"", b"}")),
    ):
        with pytest.raises(v1.DecodeError):
            v1.decode(hint, before + whole + after)
    for empty in (b"", b"  ", ""):
        with pytest.raises(v1.DecodeError):
            v1.decode(hint, empty)


def test_text_types() -> None:
    text = '{"used":1,"size":1,"_meta":{"k":"é"}}'
    value = v1.decode(v1.UsageUpdate, text)
    assert v1.decode(v1.UsageUpdate, text.encode()) == value
    assert v1.decode(v1.UsageUpdate, bytearray(text.encode())) == value
    assert v1.decode(v1.UsageUpdate, json.loads(text)) == value
    with pytest.raises(v1.DecodeError, match="lone surrogate"):
        v1.decode(v1.UsageUpdate, '{"used":1,"size":1,"_meta":{"k":"\ud800"}}')
    with pytest.raises(v1.DecodeError):
        v1.decode(v1.UsageUpdate, text.encode("utf-16"))


DUPLICATES = [
    (b'{"used":1,"used":2,"size":1}', {"used": 2, "size": 1}),
    (b'{"used":"x","used":2,"size":1}', {"used": 2, "size": 1}),
    (b'{"used":1.5,"used":2,"size":1,"size":3}', {"used": 2, "size": 3}),
    (b'{"used":1,"used":"x","size":1}', None),
    (b'{"used":1,"used":null,"size":1}', None),
    (b'{"used":1,"size":1,"cost":7,"cost":null}', {"used": 1, "size": 1, "cost": None}),
    (b'{"used":1,"size":1,"cost":null,"cost":7}', {"used": 1, "size": 1}),
    (b'{"used":1,"size":1,"_meta":{"a":1,"a":[2]}}', {"used": 1, "size": 1, "_meta": {"a": [2]}}),
    (b'{"used":1,"\\u0075sed":2,"size":1}', {"used": 2, "size": 1}),
    (b'{"used":1,"size":1,"zz":"a","zz":{}}', {"used": 1, "size": 1}),
]


@pytest.mark.parametrize(("text", "expected"), DUPLICATES)
def test_the_last_of_equal_keys_wins(text: bytes, expected: Any) -> None:
    if expected is None:
        with pytest.raises(v1.DecodeError):
            v1.decode(v1.UsageUpdate, text)
    else:
        assert json.loads(v1.encode(v1.decode(v1.UsageUpdate, text))) == expected


BLOCK = b'"text":"t","data":"d","mimeType":"m"'
TAGS = [
    (b'{"type":"text",%s,"type":"image"}', "ContentBlockImage"),
    (b'{"type":"image",%s,"type":"text"}', "ContentBlockText"),
    (b'{"type":"later",%s,"type":"image"}', "ContentBlockImage"),
    (b'{"type":7,%s,"type":"image"}', "ContentBlockImage"),
    (b'{%s,"type":"text","type":"image"}', "ContentBlockImage"),
    (b'{"type":"image",%s,"type":"later"}', "ContentBlockOther"),
    (b'{"type":"image",%s,"type":7}', None),
    (b'{"type":"image",%s,"type":null}', None),
    (b'{"type":"text","type":"image",%s,"type":"resource_link"}', None),
]


@pytest.mark.parametrize(("text", "cls"), TAGS)
def test_the_last_of_equal_tags_wins(text: bytes, cls: str | None) -> None:
    whole = text % BLOCK
    for hint, wrapped in ((v2.ContentBlock, whole), (list[v2.ContentBlock], b"[%s]" % whole)):
        if cls is None:
            with pytest.raises(v2.DecodeError):
                v2.decode(hint, wrapped)
        else:
            found: Any = v2.decode(hint, wrapped)
            assert type(found[0] if isinstance(found, list) else found).__name__ == cls
    alone = b'{"type":"text",%s,"type":"image"}' % BLOCK
    with pytest.raises(v2.DecodeError):
        v2.decode(v2.ContentBlockText, alone)
    assert v2.decode(v2.ContentBlockImage, alone).data == "d"


# Nesting

DEPTHS = (10, 100, 400, 900, 990, 1000, 1010, 2000, 10_000, 100_000)
NESTS = {
    "skipped lists": (b'{"used":1,"size":1,"zz":%s}', b"[", b"]"),
    "skipped objects": (b'{"used":1,"size":1,"zz":%s}', b'{"a":', b"}"),
    "kept lists": (b'{"used":1,"size":1,"_meta":{"k":%s}}', b"[", b"]"),
    "kept objects": (b'{"used":1,"size":1,"_meta":{"k":%s}}', b'{"a":', b"}"),
    "bad field": (b'{"used":%s,"size":1}', b"[", b"]"),
    "tolerant field": (b'{"used":1,"size":1,"cost":%s}', b'{"amount":', b"}"),
}


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("nest", NESTS)
def test_nesting_is_a_value_or_a_decode_error(nest: str, depth: int) -> None:
    frame, opening, closing = NESTS[nest]
    texts = [
        frame % (opening * depth + b"0" + closing * depth),
        frame.split(b"%s")[0] + opening * depth,
    ]
    for text in texts:
        try:
            value = v1.decode(v1.UsageUpdate, text)
        except v1.DecodeError:
            assert depth > 900 or text is texts[1] or nest == "bad field"
        else:
            assert v1.decode(v1.UsageUpdate, v1.encode(value)) == value


@pytest.mark.parametrize("depth", DEPTHS)
def test_nesting_in_parsed_json(depth: int) -> None:
    value: Any = 0
    for _ in range(depth):
        value = {"a": value}
    message = {"used": 1, "size": 1, "_meta": value, "zz": value}
    if depth <= 400:
        assert v1.decode(v1.UsageUpdate, message).used == 1
        return
    try:
        reason = str(v1.decode(v1.UsageUpdate, message).used)
    except v1.DecodeError as error:
        reason = error.reason
    assert reason in ("1", "not decodable: nested too deeply")


def test_nesting_near_the_end_of_the_stack() -> None:
    """Wherever the stack ends: a value or a `DecodeError`."""
    text = b'{"used":1,"size":1,"cost":{"amount":"x"},"_meta":%s}' % (
        b'{"a":' * 60 + b"0" + b"}" * 60
    )
    outcomes: set[str] = set()

    def dive(left: int) -> None:
        if left:
            dive(left - 1)
            return
        try:
            v1.decode(v1.UsageUpdate, text)
        except v1.DecodeError as error:
            outcomes.add(error.reason)
        else:
            outcomes.add("value")

    frames = 0
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        frames += 1
    for room in range(75, 130, 5):
        dive(sys.getrecursionlimit() - frames - room)
    assert outcomes <= {"value", "not decodable: nested too deeply"}
