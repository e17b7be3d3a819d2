"""Which definition holds the value at a path: what messages name instead of the union."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from codegen.drift.editions import Edition
from codegen.drift.shapes import Form, choose
from codegen.model import Array, Map, Nullable, Ref, Shape


def holder(
    edition: Edition, definition: str, value: Any, tokens: Sequence[str | int], whole: bool
) -> str:
    """The name of the object that has the last token as its key (`whole`: of the last object)."""
    shape: Shape | None = Ref(definition)
    name = definition
    for token in tokens:
        if shape is None:
            return name
        form = _form(edition, shape, value)
        name = form.name if form else name
        shape = _below(edition, shape, form, token)
        try:
            value = value[token]
        except (KeyError, IndexError, TypeError):
            return name
    if whole and shape is not None:
        form = _form(edition, shape, value)
        return form.name if form else name
    return name


def _form(edition: Edition, shape: Shape, value: Any) -> Form | None:
    if not isinstance(value, dict):
        return None
    found = choose(edition.forms(shape), value)
    return found if isinstance(found, Form) else None


def _below(edition: Edition, shape: Shape, form: Form | None, token: str | int) -> Shape | None:
    plain = edition.model.resolve(shape)
    while isinstance(plain, Nullable):
        plain = edition.model.resolve(plain.inner)
    match plain:
        case Array(items=inner) | Map(values=inner):
            return inner
        case _ if form is not None and str(token) in form.fields:
            return form.fields[str(token)].shape
        case _:
            return form.values if form is not None else None
