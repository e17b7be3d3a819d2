"""Python source for text and values that come from a schema: inert, whatever they contain."""

from __future__ import annotations

import inspect
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any as AnyValue

from codegen.model import (
    Any,
    Array,
    Const,
    Enum,
    Field,
    Map,
    Model,
    Nullable,
    Ref,
    Scalar,
    ScalarType,
    Shape,
    Struct,
)


def text_literal(text: str) -> str:
    """A one-line string literal; everything that could be misread or misshown is escaped."""
    quoted = "".join(_escaped(char) for char in text)
    return f'"{quoted}"'


def docstring(text: str, indent: str = "    ") -> str:
    """A docstring that evaluates back to the text (up to `inspect.cleandoc`), after black too.

    Plain texts become a readable triple-quoted string; a text that would not survive that way
    becomes an escaped one-line literal.
    """
    if _is_plain(text):
        lines = text.split("\n")
        body = "\n".join([lines[0], *(f"{indent}{line}" if line else "" for line in lines[1:])])
        closing = f"\n{indent}" if len(lines) > 1 else ""
        return f'"""{body}{closing}"""'
    chars = [_escaped(char) for char in text]
    for edge in {0, len(text) - 1} if text else ():
        # Black strips spaces at both ends.
        if text[edge] == " ":
            chars[edge] = "\\x20"
    if text[-1:] in ("'", '"') and "'" in text and '"' in text:
        # Black puts a space behind a last quote if it chooses the same kind around the text.
        chars[-1] = f"\\x{ord(text[-1]):02x}"
    return f'"{"".join(chars)}"'


def _is_plain(text: str) -> bool:
    if not text.strip() or '"""' in text or "\\" in text or text.endswith('"') or text[0] == '"':
        return False
    if any(char != "\n" and _is_unsafe(char) for char in text):
        return False
    lines = text.split("\n")
    return text == inspect.cleandoc(text) and all(line == line.rstrip() for line in lines)


def _is_unsafe(char: str) -> bool:
    # Cc control, Cf format (bidirectional marks among them), Cs surrogate, Co private,
    # Zl and Zp line separators, and every space that is not U+0020.
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or (
        char.isspace() and char != " "
    )


def _escaped(char: str) -> str:
    if char in ('"', "\\"):
        return f"\\{char}"
    if char == "\n":
        return "\\n"
    if not _is_unsafe(char):
        return char
    code = ord(char)
    return (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )


def value_literal(value: AnyValue) -> str:
    """A JSON value as a Python expression."""
    match value:
        case str():
            return text_literal(value)
        case list():
            return f"[{', '.join(value_literal(item) for item in value)}]"
        case Mapping():
            items = (f"{text_literal(key)}: {value_literal(item)}" for key, item in value.items())
            return f"{{{', '.join(items)}}}"
        case _:
            return repr(value)


class BadDefault(Exception):
    """A `default` that doesn't fit its own schema."""


def default_expression(
    model: Model,
    field: Field,
    names: Mapping[str, str],
    attributes: Callable[[Struct], Mapping[str, str]],
) -> tuple[str, bool]:
    """The Python expression of a property's `default`, and whether it must be made anew each time.

    Empty lists and maps stand for themselves: msgspec copies them.

    Raises `BadDefault` where the value doesn't fit the property's own schema.
    """

    def expression(shape: Shape, value: AnyValue) -> str:
        match shape:
            case Ref(name=name):
                return expression(model.definitions[name].shape, value)
            case Nullable(inner=inner):
                return "None" if value is None else expression(inner, value)
            case Struct() if isinstance(value, Mapping):
                return construct(shape, value)
            case Array(items=items) if isinstance(value, list):
                return f"[{', '.join(expression(items, item) for item in value)}]"
            case Map(values=values) if isinstance(value, Mapping):
                pairs = (
                    f"{text_literal(key)}: {expression(values, item)}"
                    for key, item in value.items()
                )
                return f"{{{', '.join(pairs)}}}"
            case Scalar(type=kind) if _fits(kind, value):
                return value_literal(value)
            case Const(value=const) if value == const:
                return value_literal(value)
            case Enum(members=members, rest=rest) if any(m.value == value for m in members) or (
                rest is not None and _fits(rest.type, value)
            ):
                return value_literal(value)
            case Any():
                return value_literal(value)
            case _:
                raise BadDefault

    def construct(struct: Struct, value: Mapping[str, AnyValue]) -> str:
        arguments = []
        named = attributes(struct)
        for inner in struct.fields:
            if inner.wire not in value:
                if inner.required:
                    raise BadDefault
                continue
            if inner.default == value[inner.wire]:
                continue
            arguments.append(f"{named[inner.wire]}={expression(inner.shape, value[inner.wire])}")
        return f"{names[struct.name]}({', '.join(arguments)})"

    found = expression(field.shape, field.default)
    return found, found not in ("[]", "{}") and isinstance(field.default, list | Mapping)


def _fits(kind: ScalarType, value: AnyValue) -> bool:
    expected: dict[ScalarType, type | tuple[type, ...]] = {
        ScalarType.STRING: str,
        ScalarType.INTEGER: int,
        ScalarType.NUMBER: (int, float),
        ScalarType.BOOLEAN: bool,
        ScalarType.NULL: type(None),
    }
    if isinstance(value, bool) and kind is not ScalarType.BOOLEAN:
        return False
    return isinstance(value, expected[kind])
