"""Bind an object that is no message: by a tag, by a name in the text around it, by its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from codegen.drift.editions import Edition
from codegen.drift.examples.issue import Bound, Part, Unbound
from codegen.drift.rules import Strength
from codegen.drift.shapes import Form, choose
from codegen.model import Ref

_SHARE = 0.6


def fits(edition: Edition, definition: str, value: Mapping[str, Any]) -> bool:
    """Whether all keys are known and none is missing."""
    form = _form(edition, definition, value)
    return form is not None and _strays(form, value) == 0 and form.required <= value.keys()


def overlap(edition: Edition, definition: str, value: Mapping[str, Any]) -> int:
    """How many of a value's keys a definition knows."""
    forms = edition.forms(Ref(definition))
    return max((len(form.keys & value.keys()) for form in forms), default=0)


def _form(edition: Edition, definition: str, value: Mapping[str, Any]) -> Form | None:
    found = choose(edition.forms(Ref(definition)), value)
    return found if isinstance(found, Form) else None


def _strays(form: Form, value: Mapping[str, Any]) -> int:
    return 0 if form.open else sum(1 for key in value if key not in form.keys)


def by_structure(
    edition: Edition, value: Mapping[str, Any], subjects: Sequence[str]
) -> Bound | Unbound:
    """Bind an object; a binding by keys alone is marked as such."""
    for name in subjects:
        if name in edition.model.definitions and overlap(edition, name, value):
            return Bound(f"{name}, named in the text", Strength.NAMED, (Part("", name),))
    index = edition.definitions_by_key
    candidates = list(dict.fromkeys(name for key in value for name in index.get(key, ())))
    tagged = [name for name in candidates if _tag(edition, name, value)]
    for name in tagged:
        if fits(edition, name, value):
            return Bound(f"{name} by its tag", Strength.NAMED, (Part("", name),))
    telling = [name for name in tagged if _tells(edition, name, value)]
    if telling:
        return Bound(f"{telling[0]} by its tag", Strength.NAMED, (Part("", telling[0]),))
    if len(tagged) == 1:
        return Bound(f"{tagged[0]} by its tag", Strength.STRUCTURAL, (Part("", tagged[0]),))
    return _by_keys(edition, candidates, value)


def _tag(edition: Edition, name: str, value: Mapping[str, Any]) -> tuple[str, str] | None:
    for form in edition.forms(Ref(name)):
        for wire, constant in form.tags[:1]:
            if constant is not None and value.get(wire) == constant:
                return wire, constant
    return None


def _tells(edition: Edition, name: str, value: Mapping[str, Any]) -> bool:
    """Whether the tag's property occurs nowhere else in the schema."""
    tag = _tag(edition, name, value)
    return tag is not None and edition.names.properties.get(tag[0]) == frozenset({name})


def _by_keys(
    edition: Edition, candidates: Sequence[str], value: Mapping[str, Any]
) -> Bound | Unbound:
    ranked: list[tuple[int, int, str]] = []
    for name in candidates:
        form = _form(edition, name, value)
        if form is not None and not form.tags:
            ranked.append((_strays(form, value), len(form.required - value.keys()), name))
    ranked.sort()
    if not ranked:
        return Unbound("nothing in it says what it is")
    strays, missing, name = ranked[0]
    how = f"{name} by its keys"
    known = len(value) - strays
    if strays == 0 and missing == 0:
        return Bound(how, Strength.STRUCTURAL, (Part("", name),))
    alone = len(ranked) == 1 or ranked[1][:2] > (strays, missing)
    if alone and known >= 2 and known / len(value) >= _SHARE and missing <= 1:
        return Bound(how, Strength.STRUCTURAL, (Part("", name),))
    return Unbound("nothing in it says what it is")
