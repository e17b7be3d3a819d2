"""What `jsonschema` says of a bound value, brought to the branch that the value means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from jsonschema.exceptions import ValidationError

from codegen.drift.documents.jsontext import is_placeholder
from codegen.drift.editions import Edition
from codegen.drift.examples.issue import Issue, Part
from codegen.drift.examples.owner import holder
from codegen.drift.names import hint
from codegen.errors import escape_token


def find_violations(
    edition: Edition, part: Part, value: Any, elided: frozenset[str]
) -> Iterator[Issue]:
    """The contradictions of one bound part; `elided` containers (by pointer) may lack keys."""
    seen: set[tuple[str, str]] = set()
    for error in edition.validator(part.definition).iter_errors(value):
        for leaf in _leaves(error, part.pointer, elided, 0):
            issue = _issue(edition, part, value, leaf)
            if (issue.pointer, issue.message) not in seen:
                seen.add((issue.pointer, issue.message))
                yield issue


def _pointer(error: ValidationError) -> str:
    return "".join(f"/{escape_token(str(token))}" for token in error.absolute_path)


def _leaves(
    error: ValidationError, prefix: str, elided: frozenset[str], depth: int
) -> Iterator[ValidationError]:
    """The errors that tell what is wrong: for a choice, those of the branch that was meant."""
    if is_placeholder(error.instance):
        return
    if error.validator in ("anyOf", "oneOf") and error.context and depth < 40:
        branches: dict[int, list[ValidationError]] = defaultdict(list)
        for inner in error.context:
            branches[int(inner.relative_schema_path[0])].append(inner)
        chosen = min(branches.values(), key=lambda group: _distance(error, group))
        for inner in chosen:
            yield from _leaves(inner, prefix, elided, depth + 1)
        return
    at = f"{prefix}{_pointer(error)}"
    if error.validator in ("required", "minItems") and at in elided:
        return
    yield error


def _distance(error: ValidationError, group: list[ValidationError]) -> tuple[int, int, int]:
    """How far a branch is from the value: wrong constants first, then wrong types, then counts."""
    level = len(error.path)
    constants = sum(
        1
        for inner in group
        if inner.validator in ("const", "not")
        and len(inner.path) <= level + 1
        and not is_placeholder(inner.instance)
    )
    types = sum(
        1 for inner in group if inner.validator == "type" and inner.instance is error.instance
    )
    return constants, types, len(group)


def _issue(edition: Edition, part: Part, value: Any, error: ValidationError) -> Issue:
    pointer = f"{part.pointer}{_pointer(error)}"
    path = list(error.absolute_path)
    whole = error.validator == "required"
    owner = holder(edition, part.definition, value, path, whole)
    key = str(path[-1]) if path else ""
    place = f"{owner} ({edition.name})"
    shown = _shown(error.instance)
    match error.validator:
        case "required":
            missing = _named(error, str(key))
            message = f"{place} lacks required `{missing}`"
            return Issue("json-schema", pointer, message, "add it", f"{owner}.{missing}")
        case "type":
            kinds: Any = error.validator_value
            wanted = kinds if isinstance(kinds, str) else " or ".join(kinds)
            message = f"`{key or owner}` of {place} is {wanted}, not {shown}"
        case "enum" | "const":
            known = error.validator_value
            values = [str(one) for one in (known if isinstance(known, list) else [known])]
            listed = ", ".join(f"`{one}`" for one in values[:12])
            message = f"{shown} is no value of `{key}` of {place}"
            fix = hint(str(error.instance), values) or f"it takes {listed}"
            return Issue("json-schema", pointer, message, fix, f"{owner}.{key}")
        case _:
            text = error.message if len(error.message) < 160 else f"{error.message[:160]}…"
            message = f"`{key or owner}` of {place}: {text}"
    return Issue("json-schema", pointer, message, "", f"{owner}.{key}")


def _named(error: ValidationError, default: str) -> str:
    """The property that a `required` error is about (there is one error for each)."""
    known: Any = error.validator_value
    start = error.message.find("'")
    end = error.message.rfind("'")
    name = error.message[start + 1 : end]
    return name if name in known else default


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = repr(value) if isinstance(value, str) else str(value).lower()
    if value is None:
        return "null"
    return f"`{text[:40]}`"
