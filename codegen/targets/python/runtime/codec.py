"""The public face: `decode` and `encode`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec

from .decoders import decoder
from .errors import DecodeError, Repair
from .fields import OpenStruct, Within, wire_object
from .hints import name_of
from .unions import ByHand
from .walk import Decoder, Impure, Mismatch, PureWalk, Walk, pointer

if TYPE_CHECKING:
    from typing_extensions import TypeForm

T = TypeVar("T")

JSONText: TypeAlias = bytes | bytearray | str

_log = logging.getLogger("acp_schema")


class _Codec:
    """Everything needed to decode one type: a decoder in C, and the walk by the rules."""

    __slots__ = ("_walk", "in_c", "type")

    def __init__(self, type: Any) -> None:
        self.type = type
        self._walk: Decoder | None = None
        self.in_c: Callable[[Any], Any] | None = None
        if not _needs_walk(type):
            self.in_c = msgspec.json.Decoder(type, dec_hook=_by_hand).decode

    @property
    def walk(self) -> Decoder:
        """The closure that decodes by the rules; built when it is first needed."""
        if self._walk is None:
            self._walk = decoder(self.type)
        return self._walk


# Decoders in C by the identity of their type, which is kept alive as a key of the second table.
# A union's hash would take longer than decoding a short message.
_FAST: dict[int, Callable[[Any], Any]] = {}
_CODECS: dict[Any, _Codec] = {}


def _needs_walk(type: Any) -> bool:
    """Types of which msgspec alone would accept too much, or which it doesn't know."""
    if isinstance(type, ByHand):
        return True
    if _is_open_struct(type):
        return True
    config = getattr(type, "__struct_config__", None)
    if config is not None and config.tag is not None:
        return True
    notes: tuple[Any, ...] = getattr(type, "__metadata__", ())
    parts = get_args(type)
    if get_origin(type) in (Union, UnionType):
        others = tuple(part for part in parts if not hasattr(part, "__struct_config__"))
        # Several structs are told apart by their tags; of a single one the tag could be missing.
        parts = others if len(parts) - len(others) > 1 else parts
    return any(isinstance(note, Within) for note in notes) or any(map(_needs_walk, parts))


def _is_open_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, OpenStruct)


def _by_hand(type: Any, value: Any) -> Any:
    return decoder(type)(value, (), PureWalk())


# What a decoder in C raises where it can't decode (msgspec, the walk inside it, nesting), where
# the type is new (KeyError), and for data that is no text (TypeError).
_NOT_IN_C = (
    *(msgspec.MsgspecError, Impure, RecursionError),
    *(KeyError, TypeError, UnicodeEncodeError),
)


def decode(
    type: TypeForm[T],
    data: JSONText | Any,
    *,
    strict: bool = False,
    on_repair: Callable[[Repair], object] | None = None,
) -> T:
    """Decode JSON text (`bytes`, `str`) or JSON that is parsed already (`dict`, `list`, …).

    A well-formed message takes one pass in C. Otherwise the rules of the schema's
    `x-deserialize-*` annotations decide what is repaired; each repair goes to `on_repair`, and
    without one a summary goes to the logger `acp_schema` at debug level. `strict=True` repairs
    nothing.

    Raises `DecodeError` (a `ValueError`) with the JSON Pointer of the first bad value.
    """
    try:
        value: T = _FAST[id(type)](data)
    except _NOT_IN_C:
        value = _decode(type, data, strict, on_repair)
    return value


def _decode(
    type: Any, data: Any, strict: bool, on_repair: Callable[[Repair], object] | None
) -> Any:
    codec = _CODECS.get(type)
    if codec is None:
        # Only the first of several threads gets its type into the tables: what has an id there
        # must stay alive, or another type could get the same id.
        codec = _CODECS.setdefault(type, _Codec(type))
        if codec.in_c is not None:
            _FAST[id(codec.type)] = codec.in_c
            return decode(codec.type, data, strict=strict, on_repair=on_repair)
    elif codec.in_c is not None and codec.type is not type:
        # An equal type that was made anew, such as `list[...]`.
        return decode(codec.type, data, strict=strict, on_repair=on_repair)
    if codec.in_c is not None and not isinstance(data, JSONText):
        try:
            return msgspec.convert(data, codec.type, dec_hook=_by_hand)
        except (msgspec.MsgspecError, Impure, RecursionError):
            pass
    return _walk(codec, parse(data), strict, on_repair)


def _as_bytes(data: JSONText) -> bytes:
    if not isinstance(data, str):
        return bytes(data)
    try:
        return data.encode()
    except UnicodeEncodeError as error:
        raise DecodeError("", f"not JSON: lone surrogate at character {error.start}") from None


def parse(data: JSONText | Any) -> Any:
    """JSON text as plain values; values that are parsed already come back as they are.

    Here nothing is skipped, so everything malformed shows. Raises `DecodeError`.
    """
    if isinstance(data, str | bytearray):
        data = _as_bytes(data)
    if not isinstance(data, bytes):
        return data
    try:
        value = msgspec.json.decode(data)
        if not data.isascii():
            str(data, "utf-8")
    except RecursionError:
        raise DecodeError("", "not decodable: nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        reason = str(error).removeprefix("JSON is malformed: ")
        raise DecodeError("", f"not JSON: {reason}") from None
    return value


def _walk(
    codec: _Codec, raw: Any, strict: bool, on_repair: Callable[[Repair], object] | None
) -> Any:
    walk = Walk()
    try:
        value = codec.walk(raw, (), walk)
    except Mismatch as error:
        raise DecodeError(pointer(error.path), error.reason) from None
    except RecursionError:
        raise DecodeError("", "not decodable: nested too deeply") from None
    if walk.mark():
        _report(walk, codec, strict, on_repair)
    return value


def _report(
    walk: Walk,
    codec: _Codec,
    strict: bool,
    on_repair: Callable[[Repair], object] | None,
) -> None:
    if strict:
        repairs = walk.repairs()
        listed = "; ".join(f"{repair.pointer or '/'}: {repair.reason}" for repair in repairs[:5])
        more = f" and {len(repairs) - 5} more" if len(repairs) > 5 else ""
        what = f"not valid as it stands: {listed}{more}"
        raise DecodeError(repairs[0].pointer, what, repairs)
    if on_repair is not None:
        for repair in walk.repairs():
            on_repair(repair)
    elif _log.isEnabledFor(logging.DEBUG):
        places = ", ".join(f"{repair.pointer or '/'} {repair.kind}" for repair in walk.repairs(20))
        _log.debug("%d repairs in %s: %s", walk.mark(), name_of(codec.type), places)


def _enc_hook(value: Any) -> Any:
    if isinstance(value, OpenStruct):
        payload: dict[str, Any] = {}
        if value.nested_:
            payload = msgspec.to_builtins(value.__dict__["payload"], enc_hook=_enc_hook)
        return wire_object(value, payload)
    raise TypeError(f"{type(value).__name__} has no JSON form")


_encoder = msgspec.json.Encoder(enc_hook=_enc_hook)


def encode(value: Any) -> bytes:
    """Encode a value of the bindings (or any JSON value) as UTF-8 JSON text.

    Absent fields are left out, `None` is written as `null`. Raises `TypeError` for an object
    that has no JSON form.
    """
    return _encoder.encode(value)
