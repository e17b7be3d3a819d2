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


def _each(
    function: Callable[[Any], object], items: Sequence[Any]
) -> Callable[[], None]:
    def run() -> None:
        for item in items:
            function(item)

    return run


def _decoding(edition: Edition, peers: _Peers) -> list[Contestant]:
    model, size = peers.model, len(edition.stream())
    ours = _ours(edition)

    def by_path(line: bytes) -> object:
        return model.model_validate(json.loads(line))

    found: list[tuple[str, Callable[[Any], object], Sequence[Any]]] = []
    for suffix, lines in (
        ("", edition.stream()),
        (FEW, edition.malformed(0.01)),
        (ALL, edition.malformed(1.0)),
    ):
        found.append((OURS + suffix, ours, lines))
        # A raw generated model forgives nothing: there is no malformed stream for it.
        if not suffix or peers.has_sdk:
            found.append((peers.path + suffix, by_path, lines))
            found.append((peers.text + suffix, model.model_validate_json, lines))
    lines = edition.stream()
    parsed = [json.loads(line) for line in lines]
    found.append((OURS_PARSED, ours, parsed))
    if peers.has_sdk:
        found.append((SDK_PARSED, model.model_validate, parsed))
    found += _untyped(peers, lines)
    return [Contestant(name, _each(run, items), size) for name, run, items in found]


def _ours(edition: Edition) -> Callable[[Any], object]:
    module = bindings(edition)
    decode, type = module.decode, getattr(module, edition.definition)
    return lambda data: decode(type, data)


def _untyped(
    peers: _Peers, lines: Sequence[bytes]
) -> list[tuple[str, Callable[[Any], object], Sequence[Any]]]:
    return [
        (ORJSON, peers.orjson.loads, lines),
        (JSON, json.loads, lines),
        (MSGSPEC, msgspec.json.decode, lines),
    ]


def _encoding(edition: Edition, peers: _Peers) -> list[Contestant]:
    module, lines = bindings(edition), edition.stream()
    type = getattr(module, edition.definition)
    values = [module.decode(type, line) for line in lines]
    parsed = [json.loads(line) for line in lines]
    found: list[tuple[str, Callable[[Any], object], Sequence[Any]]] = [
        (OURS_ENCODE, module.encode, values)
    ]
    if peers.has_sdk:
        models = [peers.model.model_validate_json(line) for line in lines]
        found += [(SDK_SEND, _sent_by_sdk, models), (SDK_DUMP, _dumped_by_sdk, models)]
    found += [
        (ORJSON_DUMP, peers.orjson.dumps, parsed),
        (JSON_DUMP, lambda value: json.dumps(value, separators=(",", ":")).encode(), parsed),
        (MSGSPEC_DUMP, msgspec.json.encode, parsed),
    ]
    return [Contestant(name, _each(run, items), len(lines)) for name, run, items in found]


def _sent_by_sdk(model: Any) -> bytes:
    """What the SDK's connection does with an outgoing model (absent and null become one)."""
    plain = model.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
    return json.dumps(plain, separators=(",", ":")).encode()


def _dumped_by_sdk(model: Any) -> str:
    text: str = model.model_dump_json(by_alias=True, exclude_unset=True)
    return text


def _big(edition: Edition, peers: _Peers, text: bytes) -> list[Contestant]:
    model = peers.model
    found: list[tuple[str, Callable[[Any], object]]] = [
        (OURS, _ours(edition)),
        (peers.path, lambda line: model.model_validate(json.loads(line))),
        (peers.text, model.model_validate_json),
        *((name, run) for name, run, _ in _untyped(peers, ())),
    ]
    return [
        Contestant(name, _each(run, [text]))
        for name, run in found
        if _accepts(run, text)
    ]


def _accepts(run: Callable[[Any], object], text: bytes) -> bool:
    try:
        run(text)
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
