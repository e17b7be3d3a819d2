"""Decoding and encoding: a stream of notifications and single big messages, ours beside peers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from benchmarks.messages import EDITIONS, Edition
from benchmarks.peers import bindings, peer, raw_pydantic_model
from benchmarks.rounds import Aim, Contestant, Times, aims_table, in_rounds, note, table

OURS = "ours: decode"
OURS_PARSED = "ours: decode, parsed JSON"
OURS_ENCODE = "ours: encode"
SDK_PATH = "SDK: json.loads + model_validate (its connection)"
SDK_TEXT = "SDK: model_validate_json"
SDK_PARSED = "SDK: model_validate, parsed JSON"
SDK_SEND = "SDK: model_dump + json.dumps (its connection)"
SDK_DUMP = "SDK: model_dump_json"
RAW_PATH = "raw generated pydantic: json.loads + model_validate"
RAW_TEXT = "raw generated pydantic: model_validate_json"
ORJSON, JSON, MSGSPEC = "orjson.loads", "json.loads", "msgspec.json.decode, untyped"
ORJSON_DUMP, JSON_DUMP = "orjson.dumps", "json.dumps"
MSGSPEC_DUMP = "msgspec.json.encode, untyped"
ALL, FEW = ", 100 % malformed", ", 1 % malformed"

_MICRO = 1e6


def report() -> str:
    """All tables, as Markdown."""
    return "\n\n".join(part for edition in EDITIONS for part in _edition(edition))


def _edition(edition: Edition) -> list[str]:
    note(f"decode: {edition.name} stream")
    peers = _Peers(edition)
    stream = in_rounds([*_decoding(edition, peers), *_encoding(edition, peers)])
    parts = [f"### {edition.name}: 2,000 `session/update` notifications"]
    decoding = [name for name in stream if not _is_encoding(name)]
    encoding = [name for name in stream if _is_encoding(name)]
    parts += [_times_table(stream, decoding, OURS), _times_table(stream, encoding, OURS_ENCODE)]
    aims = _aims(stream)
    for title, text in edition.big().items():
        note(f"decode: {edition.name}, {title}")
        contestants = _big(edition, peers, text)
        found = in_rounds(contestants)
        names = [each.name for each in contestants]
        parts += [f"### {edition.name}: {title}", _times_table(found, names, OURS)]
    return [*parts, f"### {edition.name}: aims", aims_table(aims)]


class _Peers:
    """The pydantic class to compare with: the SDK's where it has one, else a raw generated one."""

    def __init__(self, edition: Edition) -> None:
        self.has_sdk = edition.name == "v1"
        sdk = peer("acp.schema").SessionNotification if self.has_sdk else None
        self.model: Any = sdk or raw_pydantic_model(edition)
        self.path, self.text = (SDK_PATH, SDK_TEXT) if self.has_sdk else (RAW_PATH, RAW_TEXT)
        self.orjson: Any = peer("orjson")


Loop = Callable[[Sequence[Any]], None]


def _each(function: Callable[[Any], object]) -> Loop:
    """Call a function with each item."""

    def loop(items: Sequence[Any]) -> None:
        for item in items:
            function(item)

    return loop


# Whoever needs more than one call has a loop of its own, so that nobody pays for a wrapper.


def _ours(edition: Edition) -> Loop:
    module = bindings(edition)
    decode, type = module.decode, getattr(module, edition.definition)

    def loop(items: Sequence[Any]) -> None:
        for item in items:
            decode(type, item)

    return loop


def _path_of_sdk(model: Any) -> Loop:
    """What the SDK's connection does with an incoming message."""
    loads, validate = json.loads, model.model_validate

    def loop(lines: Sequence[bytes]) -> None:
        for line in lines:
            validate(loads(line))

    return loop


def _sent_by_sdk(models: Sequence[Any]) -> None:
    """What the SDK's connection does with an outgoing model (absent and null become one)."""
    dumps = json.dumps
    for model in models:
        plain = model.model_dump(
            mode="json", by_alias=True, exclude_none=True, exclude_defaults=True
        )
        dumps(plain, separators=(",", ":")).encode()


def _dumped_by_sdk(models: Sequence[Any]) -> None:
    for model in models:
        model.model_dump_json(by_alias=True, exclude_unset=True)


def _dumped_compactly(values: Sequence[Any]) -> None:
    dumps = json.dumps
    for value in values:
        dumps(value, separators=(",", ":")).encode()


def _untyped(peers: _Peers) -> dict[str, Loop]:
    return {
        ORJSON: _each(peers.orjson.loads),
        JSON: _each(json.loads),
        MSGSPEC: _each(msgspec.json.decode),
    }


def _contestant(name: str, loop: Loop, items: Sequence[Any]) -> Contestant:
    return Contestant(name, lambda: loop(items), len(items))


def _decoding(edition: Edition, peers: _Peers) -> list[Contestant]:
    model, ours = peers.model, _ours(edition)
    by_path, by_text = _path_of_sdk(model), _each(model.model_validate_json)
    lines = edition.stream()
    parsed = [json.loads(line) for line in lines]
    found: list[Contestant] = []
    for suffix, items in (
        ("", lines),
        (FEW, edition.malformed(0.01)),
        (ALL, edition.malformed(1.0)),
    ):
        found.append(_contestant(OURS + suffix, ours, items))
        # A raw generated model forgives nothing: there is no malformed stream for it.
        if not suffix or peers.has_sdk:
            found.append(_contestant(peers.path + suffix, by_path, items))
            found.append(_contestant(peers.text + suffix, by_text, items))
    # Right behind ours comes whom it is compared with most.
    found[1:1] = [_contestant(name, loop, lines) for name, loop in _untyped(peers).items()]
    found.append(_contestant(OURS_PARSED, ours, parsed))
    if peers.has_sdk:
        found.append(_contestant(SDK_PARSED, _each(model.model_validate), parsed))
    return found


def _encoding(edition: Edition, peers: _Peers) -> list[Contestant]:
    module, lines = bindings(edition), edition.stream()
    type = getattr(module, edition.definition)
    values = [module.decode(type, line) for line in lines]
    parsed = [json.loads(line) for line in lines]
    found = [_contestant(OURS_ENCODE, _each(module.encode), values)]
    if peers.has_sdk:
        models = [peers.model.model_validate_json(line) for line in lines]
        found.append(_contestant(SDK_SEND, _sent_by_sdk, models))
        found.append(_contestant(SDK_DUMP, _dumped_by_sdk, models))
    return [
        *found,
        _contestant(ORJSON_DUMP, _each(peers.orjson.dumps), parsed),
        _contestant(JSON_DUMP, _dumped_compactly, parsed),
        _contestant(MSGSPEC_DUMP, _each(msgspec.json.encode), parsed),
    ]


def _big(edition: Edition, peers: _Peers, text: bytes) -> list[Contestant]:
    loops = {
        OURS: _ours(edition),
        peers.path: _path_of_sdk(peers.model),
        peers.text: _each(peers.model.model_validate_json),
        **_untyped(peers),
    }
    return [_contestant(name, loop, [text]) for name, loop in loops.items() if _accepts(loop, text)]


def _accepts(loop: Loop, text: bytes) -> bool:
    try:
        loop([text])
    except ValueError:
        return False
    return True


def _is_encoding(name: str) -> bool:
    return any(word in name for word in ("encode", "dump"))


def _times_table(times: Times, names: Sequence[str], base: str) -> str:
    rows = [
        [
            name,
            times[name].text(_MICRO),
            "" if name == base else times[name].over(times[base]).text(),
        ]
        for name in names
    ]
    return table(["", "µs a message, min – median – max", f"time / time of “{base}”"], rows)


def _aims(times: Times) -> list[Aim]:
    def ratio(peer_name: str, ours: str, least: float) -> Aim:
        return Aim(f"{ours}, against {peer_name}", times[peer_name].over(times[ours]), least)

    aims = [ratio(ORJSON, OURS, 1.0)]
    if SDK_PATH in times:
        aims += [
            ratio(SDK_PATH, OURS, 10.0),
            ratio(SDK_TEXT, OURS, 6.0),
            ratio(SDK_SEND, OURS_ENCODE, 12.0),
            ratio(SDK_PATH + ALL, OURS + ALL, 1.0),
            ratio(SDK_TEXT + ALL, OURS + ALL, 1.0),
        ]
    return aims
