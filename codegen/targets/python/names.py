"""Wire name -> Python name, decided once and before anything is printed.

Three rules: a definition keeps its name; a branch is named by its union and its tag (else its
title); a nested shape by its owner and its property. What is not a free identifier is respelt
by itself alone, so no name depends on the order of a file or on a counter.
"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

MODULE_NAMES = frozenset(
    {
        *("Annotated", "Any", "ClassVar", "Literal", "TYPE_CHECKING", "TypeAlias", "Union"),
        *("Meta", "UNSET", "UnsetType", "field", "annotations"),
        *(
            "Struct",
            "OpenStruct",
            "DefaultOnError",
            "SkipInvalidItems",
            "DefaultOnNull",
            "Within",
            "Uint64",
        ),
        *("ByHand", "Branches", "declare", "Method", "MethodTable"),
    }
)
"""Names that the generated modules import."""

PUBLIC_NAMES = frozenset(
    {
        *("decode", "encode", "decode_params", "decode_result", "decode_message"),
        *("encode_message", "DecodeError", "Repair", "DEFINITIONS"),
        *("AGENT_METHODS", "CLIENT_METHODS", "PROTOCOL_METHODS", "models", "methods"),
        *("Request", "Notification", "Response", "Message", "UnknownMessage", "InvalidMessage"),
    }
)
"""Names that an edition offers beside its definitions."""

_HINT_BUILTINS = frozenset({"bool", "dict", "float", "int", "list", "str", "None"})
_TAKEN_IN_MODULE = frozenset({*keyword.kwlist, *dir(builtins), *MODULE_NAMES, *PUBLIC_NAMES})
_TAKEN_IN_CLASS = frozenset({*keyword.kwlist, *_HINT_BUILTINS, *MODULE_NAMES})
_TAKEN_IN_OPEN_CLASS = frozenset({*_TAKEN_IN_CLASS, "extra", "payload"})

_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def class_name(name: str) -> str:
    """The Python name of a definition or nested shape."""
    text = unicodedata.normalize("NFKC", re.sub(r"\W", "_", name)).lstrip("_")
    if not text.isidentifier():
        text = f"Def{text}"
    return f"{text}_" if text in _TAKEN_IN_MODULE else text


def field_names(
    wires: Iterable[str], taken: Iterable[str] = (), *, is_open: bool = False
) -> Mapping[str, str]:
    """Wire name -> Python name for the properties of one object.

    Where two wire names share one snake_case name, the one that is spelt so already keeps it
    and the others keep their own spelling.
    """
    unusable = {*(_TAKEN_IN_OPEN_CLASS if is_open else _TAKEN_IN_CLASS), *taken}
    preferred = {wire: _snake(wire) for wire in wires}
    shared = Counter(preferred.values())
    found: dict[str, str] = {}
    for wire, name in preferred.items():
        if shared[name] > 1 and name != wire:
            name = _own_spelling(wire)
        found[wire] = f"{name}_" if name in unusable else name
    return found


def _snake(wire: str) -> str:
    words = _BOUNDARY.sub("_", re.sub(r"\W", "_", wire)).lower()
    name = unicodedata.normalize("NFKC", re.sub(r"_+", "_", words).strip("_"))
    return name if name.isidentifier() else f"field_{name}"


def _own_spelling(wire: str) -> str:
    if wire.isidentifier() and wire.isascii() and not wire.startswith("_"):
        return wire
    escaped = (char if re.match(r"[A-Za-z0-9_]", char) else f"_x{ord(char):x}_" for char in wire)
    return f"wire_{''.join(escaped)}"
