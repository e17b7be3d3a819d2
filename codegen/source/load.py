"""Read a schema file: bytes -> text -> JSON -> checked `SchemaDocument`, one message per cause."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

from codegen.errors import InputError, Place, escape_token
from codegen.source.dialects import (
    ACCEPTED,
    DRAFT_2020_12,
    KNOWN,
    Dialect,
    meta_validator,
)
from codegen.source.document import SchemaDocument
from codegen.source.keywords import KeywordPolicy, check_circles, check_keywords
from codegen.source.positions import Positions

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 64


def load(
    path: Path, policy: KeywordPolicy | None = None, name: str | None = None
) -> SchemaDocument:
    """Read and check a schema file; `name` is what messages call it (default: the path).

    Raises `InputError` with a place for everything that can be wrong with a file.
    """
    document = read(path, name)
    errors = check_keywords(document, policy or KeywordPolicy())
    error = next(errors, None) or next(check_circles(document), None)
    if error is not None:
        raise error
    return document


def read(path: Path, name: str | None = None) -> SchemaDocument:
    """The same without the keyword check: what `lint` starts from."""
    file = name or str(path)
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError("no such file", at=Place(file), cure="check the path") from None
    except OSError as error:
        raise InputError(
            f"can't be read ({error.strerror})", at=Place(file), cure="name a readable file"
        ) from None
    return parse(content, file)


def parse(content: bytes, file: str) -> SchemaDocument:
    """Bytes -> document. Pure; raises `InputError`."""
    if len(content) > MAX_BYTES:
        size = MAX_BYTES // 1024 // 1024
        raise InputError(f"larger than {size} MB", at=Place(file), cure="is this really a schema?")
    text = _decode(content, file)
    root = _parse(text, file)
    document = SchemaDocument(file, text, root, _dialect(root, text, file))
    _check_depth(document)
    _check_text(document)
    _check_meta_schema(document)
    return document


def _decode(content: bytes, file: str) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # `error.object` is what comes after a byte order mark.
        before = error.object[: error.start].decode()
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        byte = error.object[error.start]
        raise InputError(
            f"not UTF-8: byte 0x{byte:02x}", at=Place(file, line, column), cure="save it as UTF-8"
        ) from None
    if not text.strip():
        raise InputError("empty", at=Place(file), cure="a schema is a JSON object")
    return text


def _parse(text: str, file: str) -> dict[str, Any]:
    duplicated = False

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal duplicated
        members = dict(pairs)
        duplicated = duplicated or len(members) < len(pairs)
        return members

    try:
        root = json.loads(
            text,
            object_pairs_hook=unique,
            parse_constant=_no_number,
            parse_float=_float,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        raise InputError(
            f"not JSON: {error.msg[0].lower()}{error.msg[1:]}",
            at=Place(file, error.lineno, error.colno),
            cure="fix the syntax",
        ) from None
    except RecursionError:
        raise InputError(_TOO_DEEP, at=Place(file, 1, 1), cure=_DEPTH_CURE) from None
    except _NoNumber as error:
        raise InputError(
            f"{error.token[:40]} is not a number that can be used",
            at=Place(file, *_place_of_number(text, error.token)),
            cure="write a finite number of fewer digits",
        ) from None
    if duplicated:
        positions = Positions(text)
        pointer = positions.duplicates[0]
        raise InputError(
            "the same key stands twice in this object",
            at=Place(file, *positions.of(pointer), pointer),
            cure="keep one of them",
        )
    if not isinstance(root, dict):
        raise InputError(
            "not a schema", at=Place(file, 1, 1, ""), cure="a schema file holds a JSON object"
        )
    return root


_TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels"
_DEPTH_CURE = "move inner schemas into definitions"


_MAX_DIGITS = 1000
_STRING_OR_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s\[\]{},:"]+')


class _NoNumber(Exception):
    """A number that JSON doesn't have (`NaN`) or that Python can't hold (`1e999`)."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.token = token


def _no_number(token: str) -> None:
    raise _NoNumber(token)


def _float(token: str) -> float:
    value = float(token)
    if not math.isfinite(value):
        raise _NoNumber(token)
    return value


def _integer(token: str) -> int:
    if len(token) > _MAX_DIGITS:
        raise _NoNumber(token)
    return int(token)


def _place_of_number(text: str, token: str) -> tuple[int, int]:
    """Line and column of the first such number outside strings (the parser doesn't say)."""
    start = next(
        (match.start() for match in _STRING_OR_WORD.finditer(text) if match.group() == token), 0
    )
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


def _dialect(root: dict[str, Any], text: str, file: str) -> Dialect:
    declared = root.get("$schema", DRAFT_2020_12.uri)
    uri = declared.removesuffix("#") if isinstance(declared, str) else ""
    if uri in ACCEPTED:
        return ACCEPTED[uri]
    said = KNOWN.get(uri, repr(declared))
    raise InputError(
        f"the dialect {said} is not supported",
        at=Place(file, *Positions(text).of("/$schema"), "/$schema"),
        cure=f"write the schema in {DRAFT_2020_12.name} ({DRAFT_2020_12.uri})",
    )


def _check_depth(document: SchemaDocument) -> None:
    stack: list[tuple[Any, str, int]] = [(document.root, "", 0)]
    while stack:
        value, pointer, depth = stack.pop()
        if depth > MAX_DEPTH:
            raise document.error(pointer, _TOO_DEEP, _DEPTH_CURE)
        members = (
            value.items()
            if isinstance(value, dict)
            else enumerate(value)
            if isinstance(value, list)
            else ()
        )
        for key, member in members:
            if isinstance(member, dict | list):
                stack.append((member, f"{pointer}/{escape_token(str(key))}", depth + 1))


def _check_text(document: SchemaDocument) -> None:
    """Half of a surrogate pair is no character: it can't be written to a file as UTF-8."""
    if "\\ud" not in document.text.lower():
        return
    stack: list[tuple[Any, str]] = [(document.root, "")]
    while stack:
        value, pointer = stack.pop()
        if isinstance(value, str) and not _is_text(value):
            raise document.error(
                pointer, f"{value!r} holds half a surrogate pair", "write the whole character"
            )
        if isinstance(value, list):
            stack += [(item, f"{pointer}/{index}") for index, item in enumerate(value)]
        elif isinstance(value, dict):
            for key, member in value.items():
                stack += [(key, pointer), (member, f"{pointer}/{escape_token(key)}")]


def _is_text(value: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in value)


def _check_meta_schema(document: SchemaDocument) -> None:
    errors = meta_validator(document.dialect).iter_errors(document.root)
    error = next(iter(errors), None)
    if error is None:
        return
    pointer = "".join(f"/{escape_token(str(token))}" for token in error.absolute_path)
    message = error.message if len(error.message) < 200 else f"{error.message[:200]}…"
    raise document.error(
        pointer, f"not valid in {document.dialect.name}: {message}", "see the JSON Schema reference"
    )
