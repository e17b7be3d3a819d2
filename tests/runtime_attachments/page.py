"""Compares docs/chat-attachments.mdx with the schema: `python -m tests.runtime_attachments.page`.

Every word of the page that names a type, field, record or reason must exist, every word of the
schema must occur, and the examples must be valid. Findings name file and line; the exit code is 1
if there are any. Arguments: page and schema, both optional.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/chat-attachments.mdx"
SCHEMA = ROOT / "schema/attachments/v1/schema.json"

_FENCE = re.compile(r"^```(\w+)?(?: (\w+))?$")
_SPAN = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[A-Z_.][A-Za-z0-9_.]*)*")
_COMMON = {"null", "None", "resume", "reason"}

Finding = tuple[Path, int, str]


def schema_words(schema: dict[str, Any]) -> dict[str, set[str]]:
    """Types, fields and constants of the schema."""
    words: dict[str, set[str]] = {"type": set(schema["$defs"]), "field": set(), "constant": set()}
    todo: list[Any] = [schema]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            words["field"] |= set(node.get("properties", {}))
            words["constant"] |= {node["const"]} if "const" in node else set()
            todo += node.values()
        elif isinstance(node, list):
            todo += node
    return words


def library_words() -> set[str]:
    """Names of the library: what it exports, their fields, methods and parameters."""
    library = importlib.import_module("acp_runtime.attachments")
    words = {"acp_runtime.attachments"}
    for name in library.__all__:
        thing = getattr(library, name)
        words.add(name)
        if dataclasses.is_dataclass(thing):
            words |= {field.name for field in dataclasses.fields(thing)}
        if inspect.isclass(thing):
            words |= {f"{name}.{part}" for part in vars(thing)} | set(vars(thing))
        if inspect.isfunction(thing) or inspect.isclass(thing):
            words |= set(inspect.signature(thing).parameters)
    return words


def check(page: Path = PAGE, schema: Path = SCHEMA) -> list[Finding]:
    """All findings, in the order of the page; then what the page leaves out."""
    document = json.loads(schema.read_text("utf-8"))
    words = schema_words(document)
    known = set().union(*words.values())
    text = page.read_text("utf-8")
    findings = list(_unknown_words(page, text, known | library_words() | _COMMON))
    for line, kind, title, body in _fences(text):
        if kind == "json":
            findings += [(page, line, said) for said in _example(document, title, body)]
        elif kind == "python":
            fields = {_snake(word) for word in words["field"]} | library_words()
            findings += [(page, line, said) for said in _code(body, fields)]
    return findings + list(_left_out(schema, words, _code_words(text)))


def _unknown_words(page: Path, text: str, known: set[str]) -> Iterator[Finding]:
    for number, span in _spans(text):
        if _NAME.fullmatch(span) and span not in known:
            yield page, number, f"`{span}` is no type, field, record, reason or name"


def _spans(text: str) -> Iterator[tuple[int, str]]:
    """Code in running text, with its line."""
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            yield from ((number, span) for span in _SPAN.findall(line))


def _fences(text: str) -> Iterator[tuple[int, str, str, str]]:
    lines = text.split("\n")
    start = None
    for number, line in enumerate(lines, 1):
        if start is None and (opened := _FENCE.match(line)) and opened[1]:
            start = (number, opened[1], opened[2] or "")
        elif start is not None and line == "```":
            yield (*start, "\n".join(lines[start[0] : number - 1]))
            start = None


def _example(document: dict[str, Any], title: str, body: str) -> Iterator[str]:
    if title not in document["$defs"]:
        yield f"the example is of {title!r}, which is no type"
        return
    value = json.loads(body)
    target = value.get("event", title) if title == "AttachmentEvent" else title
    allowed = document["$defs"].get(target, {}).get("properties", {})
    yield from (f"{key!r} is no field of {target}" for key in value if key not in allowed)
    reference = {"$ref": f"#/$defs/{title}", "$defs": document["$defs"]}
    for error in jsonschema.Draft202012Validator(reference).iter_errors(value):
        yield f"the example is not valid: {error.message}"


def _code(body: str, fields: set[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(body)):
        if isinstance(node, ast.ImportFrom) and node.module:
            module = importlib.import_module(node.module)
            for alias in node.names:
                if not hasattr(module, alias.name):
                    yield f"{node.module} has no {alias.name}"
        elif isinstance(node, ast.keyword) and node.arg not in fields:
            yield f"{node.arg} is no parameter or field"


def _snake(word: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", word).lower()


def _code_words(text: str) -> set[str]:
    fenced = " ".join(body for _, _, _, body in _fences(text))
    return {span for _, span in _spans(text)} | set(re.findall(r'"(\w+)"', fenced))


def _left_out(schema: Path, words: dict[str, set[str]], said: set[str]) -> Iterator[Finding]:
    lines = schema.read_text("utf-8").split("\n")
    for kind, names in words.items():
        for name in sorted(names - said):
            at = next(n for n, line in enumerate(lines, 1) if f'"{name}"' in line)
            yield schema, at, f"the {kind} {name!r} is not on the page"


def main(arguments: list[str]) -> int:
    """Print findings; 1 if there are any."""
    findings = check(*map(Path, arguments))
    for file, line, said in findings:
        shown = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
        print(f"{shown}:{line}: {said}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
