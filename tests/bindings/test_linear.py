"""Time grows linearly with the message, also when everything in it is bad; threads share decoders.

Only ratios are looked at, and a measurement that looks bad is repeated before it counts.
"""

from __future__ import annotations

import gc
import importlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from acp_schema import v1, v2

from tests.built import build
from tests.rules import ON_ERROR, SKIP
from tests.tolerant import DIALECT

LIMIT = 3.0


def _seconds(run: Callable[[], object]) -> float:
    """Processor time, the best of three: what disturbs a run only ever makes it longer.

    Without the garbage collector, as `timeit` does it: when that runs is not the decoder's affair.
    """
    best = float("inf")
    for _ in range(3):
        gc.disable()
        try:
            start = time.process_time()
            run()
            best = min(best, time.process_time() - start)
        finally:
            gc.enable()
    return best


def check_linear(make: Callable[[int], bytes], decode: Callable[[bytes], object], top: int) -> None:
    """Time at a quarter, a half and the whole of `top`.

    Two doublings may cost `LIMIT` times as much each: 9 in all, where quadratic growth takes 16.
    """
    texts = [make(top // 4), make(top // 2), make(top)]
    assert len(texts[2]) > 1.5 * len(texts[1]) > 2 * len(texts[0])
    ratios: list[float] = []
    for _ in range(5):
        times = [_seconds(lambda text=text: decode(text)) for text in texts]  # type: ignore[misc]
        ratios = [times[1] / times[0], times[2] / times[1]]
        if ratios[0] * ratios[1] < LIMIT**2 or times[2] < 0.002:
            return
    pytest.fail(f"doubling the input took {ratios[0]:.1f} and {ratios[1]:.1f} times as long")


def _quietly(module: Any, hint: Any) -> Callable[[bytes], object]:
    def decode(text: bytes) -> object:
        try:
            return module.decode(hint, text)
        except module.DecodeError as error:
            refused = error
        assert len(str(refused)) < 5000
        return refused

    return decode


def _items(item: Callable[[int], Any], frame: str) -> Callable[[int], bytes]:
    def make(count: int) -> bytes:
        return (frame % ",".join(json.dumps(item(index)) for index in range(count))).encode()

    return make


TOOL = '{"toolCallId":"t","title":"x","%s":[%%s]}'
BAD_ITEMS: dict[str, tuple[Any, Callable[[int], Any], str]] = {
    "missing field": (v1.ToolCall, lambda index: {"line": index}, TOOL % "locations"),
    "wrong kind": (v1.ToolCall, lambda index: index, TOOL % "locations"),
    "bad tolerant field": (
        v1.ToolCall,
        lambda index: {"path": "p", "line": -1},
        TOOL % "locations",
    ),
    "unknown tag": (v1.ToolCall, lambda index: {"type": f"contnt{index}"}, TOOL % "content"),
    "bad payload": (
        v1.ToolCall,
        lambda index: {"type": "content", "content": {"type": "text", "text": index}},
        TOOL % "content",
    ),
    "unknown word": (v1.Annotations, lambda index: f"usr{index}", '{"audience":[%s]}'),
    "unknown variants": (
        v2.SessionUpdate,
        lambda index: {"type": f"hum{index}", "raw": [index]},
        '{"sessionUpdate":"agent_message","messageId":"m","content":[%s]}',
    ),
}


@pytest.mark.parametrize("name", BAD_ITEMS)
def test_bad_items(name: str) -> None:
    hint, item, frame = BAD_ITEMS[name]
    check_linear(_items(item, frame), _quietly(v1, hint), 8_000)


@pytest.mark.parametrize("name", ["missing field", "unknown tag", "unknown variants"])
def test_a_hundred_thousand_bad_items(name: str) -> None:
    hint, item, frame = BAD_ITEMS[name]
    value = v1.decode(hint, _items(item, frame)(100_000))
    assert value is not None


def test_every_repair_of_many_is_reported() -> None:
    repairs: list[v1.Repair] = []
    text = _items(lambda index: {"line": index}, TOOL % "locations")(100_000)
    value = v1.decode(v1.ToolCall, text, on_repair=repairs.append)
    assert value.locations == []
    assert [repair.pointer for repair in repairs[:2]] == ["/locations/0", "/locations/1"]
    assert len(repairs) == 100_000
    with pytest.raises(v1.DecodeError) as caught:
        v1.decode(v1.ToolCall, text, strict=True)
    assert len(caught.value.repairs) == 100_000
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("used", ["1", '"bad"'])
@pytest.mark.parametrize("hint", [v1.UsageUpdate, v2.SessionUpdateOther], ids=["dropped", "kept"])
def test_unknown_keys(hint: Any, used: str) -> None:
    def make(count: int) -> bytes:
        keys = ",".join(f'"key{index}":{{"a":[{index}]}}' for index in range(count))
        return f'{{"sessionUpdate":"x","used":{used},"size":1,{keys}}}'.encode()

    check_linear(make, _quietly(v1, hint), 16_000)
    if used == "1":
        assert v1.decode(hint, make(10_000)) is not None


STRINGS = {
    "value": b'{"type":"text","text":"%s"}',
    "not ascii": b'{"type":"text","text":"\xc3\xa9%s"}',
    "tag": b'{"type":"%s"}',
    "unknown key": b'{"type":"text","text":"","%s":1}',
    "key of a catch-all": b'{"type":"x","%s":1}',
    "bad value": b'{"type":"text","text":7,"annotations":"%s"}',
    "escapes": b'{"type":"text","text":"\\n%s"}',
}


UNITS = [
    *((place, b"x") for place in STRINGS),
    *(("value", unit) for unit in (b"0", b"9e", b"\\u00e9")),
]


@pytest.mark.parametrize(("place", "unit"), UNITS)
def test_long_strings(place: str, unit: bytes) -> None:
    def make(count: int) -> bytes:
        return STRINGS[place] % (unit * (count // len(unit)))

    check_linear(make, _quietly(v2, v2.ContentBlock), 8_000_000)


def test_a_string_of_ten_megabytes() -> None:
    text = "x" * 10_000_000
    assert v2.decode(v2.ContentBlockText, json.dumps({"type": "text", "text": text})).text == text
    with pytest.raises(v2.DecodeError) as caught:
        v2.decode(v2.ToolKind | None, b"[]")
    with pytest.raises(v1.DecodeError) as caught:
        v1.decode(v1.ToolKind, json.dumps(text))
    assert len(str(caught.value)) < 1000


NESTED: dict[str, Any] = {
    "$schema": DIALECT,
    "title": "Nested",
    "$defs": {
        # Each level can be read in three ways, and only the last one fits: tried naively, the
        # work triples with every level.
        "Maze": {
            "anyOf": [
                {"$ref": "#/$defs/WrongTurn"},
                {"$ref": "#/$defs/WrongToo"},
                {"$ref": "#/$defs/Right"},
            ]
        },
        "WrongTurn": {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/MaybeMaze"}, "a": {"type": "integer"}},
            "required": ["next", "a"],
        },
        "WrongToo": {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/MaybeMaze"}, "b": {"type": "integer"}},
            "required": ["next", "b"],
        },
        "Right": {
            "type": "object",
            "properties": {
                "next": {"$ref": "#/$defs/MaybeMaze"},
                "note": {"type": ["string", "null"], ON_ERROR: True},
            },
            "required": ["next"],
        },
        "MaybeMaze": {"anyOf": [{"$ref": "#/$defs/Maze"}, {"type": "null"}]},
        "Tagged": {
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"kind": {"type": "string", "const": "in"}},
                    "required": ["kind"],
                    "allOf": [{"$ref": "#/$defs/Inner"}],
                },
                {"title": "plain", "allOf": [{"$ref": "#/$defs/Plain"}]},
            ]
        },
        "Inner": {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/MaybeTagged"}, "must": {"type": "integer"}},
            "required": ["next", "must"],
        },
        "Plain": {
            "type": "object",
            "properties": {
                "next": {"$ref": "#/$defs/MaybeTagged"},
                "items": {
                    "type": "array",
                    "items": {"$ref": "#/$defs/Tagged"},
                    ON_ERROR: True,
                    SKIP: True,
                },
            },
            "required": ["next"],
        },
        "MaybeTagged": {"anyOf": [{"$ref": "#/$defs/Tagged"}, {"type": "null"}]},
    },
}


@pytest.fixture(scope="module")
def nested(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return build(NESTED, tmp_path_factory.mktemp("nested"))


MAZES = {
    "good": ("Maze", '{"next":', "null", "}"),
    "repaired": ("Maze", '{"note":7,"next":', "null", "}"),
    "no way out": ("Maze", '{"a":"x","b":"x","next":', "7", "}"),
    "tag that fails": ("Tagged", '{"kind":"in","next":', "null", "}"),
    "tag that fails to the end": ("Tagged", '{"kind":"in","next":', "7", "}"),
    "bad items on each level": (
        "Tagged",
        '{"kind":"in","items":[7,{"next":null}],"next":',
        "null",
        "}",
    ),
}


@pytest.mark.parametrize("maze", MAZES)
def test_unions_in_unions(nested: Any, maze: str) -> None:
    name, opening, middle, closing = MAZES[maze]
    hint = nested.models.DEFINITIONS[name]

    def make(depth: int) -> bytes:
        return (opening * depth + middle + closing * depth).encode()

    check_linear(make, _quietly(nested, hint), 120)


@pytest.mark.parametrize("maze", MAZES)
def test_many_small_unions_in_unions(nested: Any, maze: str) -> None:
    name, opening, middle, closing = MAZES[maze]
    one = opening * 8 + middle + closing * 8
    hint = list[nested.models.DEFINITIONS[name]]  # type: ignore[misc]
    check_linear(lambda count: f"[{','.join([one] * count)}]".encode(), _quietly(nested, hint), 100)


@pytest.mark.parametrize("maze", MAZES)
def test_unions_a_thousand_deep(nested: Any, maze: str) -> None:
    name, opening, middle, closing = MAZES[maze]
    for depth in (300, 1000, 5000):
        text = (opening * depth + middle + closing * depth).encode()
        _quietly(nested, nested.models.DEFINITIONS[name])(text)


@pytest.mark.parametrize("nest", ['{"a":', "["])
@pytest.mark.parametrize("key", ["_meta", "zz", "cost"])
def test_deep_nesting(nest: str, key: str) -> None:
    close = "}" if nest.startswith("{") else "]"

    def make(depth: int) -> bytes:
        deep = nest * 50 + "0" + close * 50
        return f'{{"used":1,"size":1,"{key}":[{",".join([deep] * depth)}]}}'.encode()

    check_linear(make, _quietly(v1, v1.UsageUpdate), 400)
    for depth in (1000, 100_000):
        _quietly(v1, v1.UsageUpdate)(
            f'{{"used":1,"size":1,"{key}":{nest * depth}0{close * depth}}}'.encode()
        )


@pytest.mark.sweep
@pytest.mark.parametrize("name", BAD_ITEMS)
def test_bad_items_long(name: str) -> None:
    hint, item, frame = BAD_ITEMS[name]
    check_linear(_items(item, frame), _quietly(v1, hint), 400_000)


# Threads


def _stream() -> Iterator[tuple[Any, bytes]]:
    for text in (
        b'{"sessionUpdate":"agent_message_chunk","messageId":"m","content":{"type":"text","text":"x"}}',
        b'{"sessionUpdate":"state_update","state":"idle","stopReason":"error"}',
        b'{"sessionUpdate":"_acme/x","raw":{"a":1}}',
        b'{"sessionUpdate":"tool_call_update","toolCallId":"t","locations":[{"path":1},{"path":"p"}]}',
        b'{"sessionUpdate":"usage_update","used":"x"}',
    ):
        yield v2.SessionUpdate, text


def test_threads_share_decoders() -> None:
    def run(_: int) -> list[str]:
        outcomes = []
        for _ in range(60):
            for hint, text in _stream():
                repairs: list[v2.Repair] = []
                try:
                    value = v2.decode(hint, text, on_repair=repairs.append)
                    outcomes.append(f"{v2.encode(value)!r} {len(repairs)}")
                except v2.DecodeError as error:
                    outcomes.append(str(error))
        return outcomes

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(run, range(8)))
    assert all(result == results[0] for result in results)


def test_threads_bring_equal_types(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A type such as `list[Leaf]` is made anew by each of them; one is kept for all."""
    leaf = {"type": "object", "properties": {"v": {"type": "integer"}}, "required": ["v"]}
    schema = {"$schema": DIALECT, "title": "Leaves", "$defs": {"Leaf": leaf}}
    module: Any = build(schema, tmp_path_factory.mktemp("leaves"))
    wraps: list[Callable[[], Any]] = [
        lambda: list[module.Leaf],
        lambda: dict[str, module.Leaf],
        lambda: module.Leaf | None,
        lambda: list[list[module.Leaf]],
    ]
    texts = [b'[{"v":1}]', b'{"a":{"v":1}}', b'{"v":1}', b'[[{"v":1}]]']
    start = threading.Barrier(8)

    def run(_: int) -> list[bytes]:
        start.wait()
        return [
            module.encode(module.decode(make(), text))
            for _ in range(50)
            for make, text in zip(wraps, texts, strict=True)
        ]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(run, range(8))) == [texts * 50] * 8
    codec = importlib.import_module(f"{module.__name__}._runtime.codec")
    alive = {id(entry.type) for entry in codec._CODECS.values()}
    assert codec._FAST.keys() <= alive


def test_threads_build_decoders_together(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The first messages of a type may come at once: nobody sees a decoder that is half built."""
    kinds = {
        f"T{number}": {
            "type": "object",
            "properties": {
                "next": {"anyOf": [{"$ref": f"#/$defs/T{(number + 1) % 40}"}, {"type": "null"}]},
                "bad": {"type": "integer", ON_ERROR: True},
            },
            "required": ["next"],
        }
        for number in range(40)
    }
    for attempt in range(4):
        schema = {"$schema": DIALECT, "title": "Ring", "$defs": kinds}
        module: Any = build(schema, tmp_path_factory.mktemp(f"ring{attempt}"))
        text = b'{"bad":"x","next":' * 45 + b"null" + b"}" * 45
        start = threading.Barrier(8)
        failures: list[BaseException] = []

        def run(
            module: Any = module,
            text: bytes = text,
            start: threading.Barrier = start,
            failures: list[BaseException] = failures,
        ) -> None:
            start.wait()
            for number in range(40):
                try:
                    value = module.decode(module.models.DEFINITIONS[f"T{number}"], text)
                    assert value.next.next is not None
                except BaseException as error:
                    failures.append(error)

        threads = [threading.Thread(target=run) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
