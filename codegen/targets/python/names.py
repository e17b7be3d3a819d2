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
from collections.abc import Iterable, Mapping, Set

MODULE_NAMES = frozenset(
    {
        *("Annotated", "Any", "ClassVar", "Literal", "TYPE_CHECKING", "TypeAlias", "Union"),
        *("Meta", "UNSET", "UnsetType", "field", "annotations"),
        *("Struct", "OpenStruct", "DefaultOnError", "SkipInvalidItems", "DefaultOnNull"),
        *("Fallback", "Within", "Uint64"),
        *("ByHand", "Branches", "declare", "Method", "MethodTable"),
    }
)
"""Names that the generated modules import."""

PUBLIC_NAMES = frozenset(
    {
        *("decode", "encode", "decode_params", "decode_result", "decode_message"),
        *("encode_message", "DecodeError", "Repair", "DEFINITIONS", "UNSET", "UnsetType"),
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
    text = _legal(name).lstrip("_")
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
    preferred = {wire: _free(_snake(wire), unusable) for wire in wires}
    shared = Counter(preferred.values())
    return {
        wire: name if shared[name] == 1 or name == wire else _own_spelling(wire, unusable)
        for wire, name in preferred.items()
    }


def _free(name: str, unusable: Set[str]) -> str:
    while name in unusable:
        name = f"{name}_"
    return name


def _legal(text: str) -> str:
    """Letters and digits that an identifier can hold, spelt as Python spells them (NFKC).

    Marks are left out, because datamodel-code-generator replaces them.
    """
    normal = unicodedata.normalize("NFKC", text)
    return "".join(char if char.isalnum() and f"_{char}".isidentifier() else "_" for char in normal)


def _snake(wire: str) -> str:
    words = _legal(_BOUNDARY.sub("_", _legal(wire)).lower())
    name = re.sub(r"_+", "_", words).strip("_")
    return name if name.isidentifier() else f"field_{name}"


def _own_spelling(wire: str, unusable: Set[str]) -> str:
    spelt = wire.isidentifier() and wire.isascii() and not wire.startswith("_")
    if spelt and wire not in unusable:
        return wire
    escaped = (char if re.match(r"[A-Za-z0-9_]", char) else f"_x{ord(char):x}_" for char in wire)
    return f"wire_{''.join(escaped)}"
