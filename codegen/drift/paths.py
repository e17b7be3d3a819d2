"""Dotted paths (`params.update.messageId`) through the forms of a schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codegen.drift.editions import Edition
from codegen.drift.shapes import Form
from codegen.model import Array, Map, Nullable, Ref, Shape

STARTS = ("params", "result")
"""The members of a message that a path can begin with (JSON-RPC 2.0)."""


def is_path(text: str) -> bool:
    """Whether a code span is a path from the top of a message."""
    tokens = text.split(".")
    return len(tokens) > 1 and tokens[0] in STARTS and all(_plain(token) for token in tokens)


def _plain(token: str) -> str:
    return token.partition("[")[0].rstrip("?")


def chains(edition: Edition, path: str, methods: Sequence[str] = ()) -> Iterator[tuple[Form, ...]]:
    """The forms that a path goes through, for every way it can be taken."""
    first, *rest = (_plain(token) for token in path.split("."))
    tokens = list(rest)
    for shape in _starts(edition, first, methods):
        yield from _follow(edition, shape, tokens, ())


def _starts(edition: Edition, first: str, methods: Sequence[str]) -> Iterator[Shape]:
    for method in edition.model.methods:
        if methods and method.name not in methods:
            continue
        names = (
            (method.params, method.notification_params) if first == "params" else (method.result,)
        )
        yield from (Ref(name) for name in names if name)


def _follow(
    edition: Edition, shape: Shape, tokens: Sequence[str], trail: tuple[Form, ...]
) -> Iterator[tuple[Form, ...]]:
    if not tokens:
        yield trail
        return
    plain = edition.model.resolve(shape)
    while isinstance(plain, Nullable):
        plain = edition.model.resolve(plain.inner)
    if isinstance(plain, Array):
        yield from _follow(edition, plain.items, tokens, trail)
        return
    key, rest = tokens[0], tokens[1:]
    if isinstance(plain, Map):
        yield from _follow(edition, plain.values, rest, trail)
        return
    for form in edition.forms(shape):
        if key in form.fields:
            yield from _follow(edition, form.fields[key].shape, rest, (*trail, form))
        elif key in form.keys and not rest:
            yield (*trail, form)


def leads_through(edition: Edition, path: str, subject: str, methods: Sequence[str] = ()) -> bool:
    """Whether a path can be taken through a definition or a tag."""
    return any(
        subject in form.names or any(subject == value for _, value in form.tags)
        for chain in chains(edition, path, methods)
        for form in chain
    )
