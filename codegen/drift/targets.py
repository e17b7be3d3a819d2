"""What a directive's target means in an edition."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.drift.editions import Edition
from codegen.drift.names import hint
from codegen.drift.shapes import Form
from codegen.model import Enum, Nullable, Ref


@dataclass(frozen=True, slots=True)
class Target:
    """A definition of an edition (for `response(…)` also the side of the message), its forms."""

    edition: Edition
    name: str
    forms: tuple[Form, ...]
    side: str = ""


def resolve_target(edition: Edition, text: str) -> Target | str:
    """The target, or why there is none."""
    call, open_bracket, rest = text.partition("(")
    if open_bracket and rest.endswith(")"):
        return _of_method(edition, call, rest[:-1])
    if text in edition.model.definitions:
        return Target(edition, text, edition.forms(Ref(text)))
    if text in edition.names.tags:
        forms = tagged_forms(edition, text)
        if forms:
            return Target(edition, forms[0].name, forms)
    known = {*edition.names.definitions, *edition.names.tags}
    return f"`{text}` is no definition and no tag of {edition.name}; {hint(text, known)}".rstrip(
        "; "
    )


def tagged_forms(edition: Edition, tag: str) -> tuple[Form, ...]:
    """The forms that a tag marks."""
    return tuple(edition.forms_by_tag.get(tag, ()))


def _of_method(edition: Edition, side: str, method: str) -> Target | str:
    found = edition.methods.get(method)
    if not found:
        known = hint(method, edition.names.methods)
        return f"`{method}` is no method of {edition.name}; {known}".rstrip("; ")
    for one in found:
        name = {
            "response": one.result,
            "result": one.result,
            "request": one.params,
            "params": one.params or one.notification_params,
            "notification": one.notification_params,
        }.get(side)
        if name:
            where = "result" if side in ("response", "result") else "params"
            return Target(edition, name, edition.forms(Ref(name)), where)
    return f"`{method}` of {edition.name} has no {side}"


def enum_values(edition: Edition, text: str) -> dict[str, str] | str:
    """The values of an enumeration or the tags of a union by name -> its name; or why not."""
    name = text.removeprefix("enum:")
    owner, dot, wire = name.partition(".")
    if dot:
        for form in edition.forms(Ref(owner)) if owner in edition.model.definitions else ():
            if wire in form.fields:
                return values_of(edition, form.fields[wire].shape) or f"`{name}` has no values"
    if name not in edition.model.definitions:
        return f"`{name}` is no definition of {edition.name}; " + hint(
            name, edition.names.definitions
        )
    return values_of(edition, Ref(name)) or f"`{name}` is no enumeration and no union with tags"


def values_of(edition: Edition, shape: object) -> dict[str, str]:
    """Value -> what it belongs to, for enumerations and unions with tags; {} for other shapes."""
    found = shape
    name = ""
    while isinstance(found, Ref | Nullable):
        if isinstance(found, Ref):
            name = found.name
            found = edition.model.definitions[found.name].shape
        else:
            found = found.inner
    if isinstance(found, Enum):
        return {str(member.value): name for member in found.members}
    forms = edition.forms(Ref(name)) if name else ()
    return {form.tags[0][1]: name for form in forms if form.tags and form.tags[0][1] is not None}
