"""All issues of one bound value."""

from __future__ import annotations

from typing import Any

from codegen.drift.documents.jsontext import JsonValue
from codegen.drift.editions import Edition
from codegen.drift.examples.bind import MEMBERS
from codegen.drift.examples.issue import Bound, Issue
from codegen.drift.examples.strays import find_strays
from codegen.drift.examples.validity import find_violations
from codegen.drift.names import hint
from codegen.drift.vocabulary import Vocabulary
from codegen.errors import escape_token


def verify_value(
    edition: Edition,
    bound: Bound,
    example: JsonValue,
    vocabulary: Vocabulary,
    editions: tuple[Edition, ...],
) -> list[Issue]:
    """The issues of a value, one for each cause."""
    found = list(bound.issues)
    if bound.envelope and isinstance(example.value, dict):
        found += [
            Issue(
                "json-unknown-property",
                f"/{escape_token(key)}",
                f"`{key}` is no member of a JSON-RPC message",
                hint(key, MEMBERS),
                f"message.{key}",
            )
            for key in example.value
            if key not in MEMBERS
        ]
    for part in bound.parts:
        value = at(example.value, part.pointer)
        if value is None and example.elided:
            continue
        strays = list(find_strays(edition, part, value, vocabulary, editions))
        # A tag that leads nowhere leaves a validator with every branch's errors.
        blind = {issue.pointer.rpartition("/")[0] for issue in strays if issue.hides}
        found += strays
        found += [
            issue
            for issue in find_violations(edition, part, value, example.elided)
            if not _under(issue.pointer, blind)
        ]
    return found


def at(value: Any, pointer: str) -> Any:
    """The value at a pointer that is known to exist."""
    for token in pointer.split("/")[1:]:
        plain = token.replace("~1", "/").replace("~0", "~")
        value = value[int(plain)] if isinstance(value, list) else value[plain]
    return value


def _under(pointer: str, tops: set[str]) -> bool:
    while True:
        if pointer in tops:
            return True
        if not pointer:
            return False
        pointer = pointer.rpartition("/")[0]
