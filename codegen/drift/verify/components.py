"""Field components (`<ParamField>`, `<ResponseField>`): name, required, type and default.

A group of components is about what the heading or the example before it shows; among those, the
object that knows most of the group's names. Inner components are about their parent's type.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from codegen.drift.context import Context, Outcome
from codegen.drift.documents import Fence, Heading, Tag, TagForm
from codegen.drift.documents.jsontext import read_json
from codegen.drift.editions import Edition
from codegen.drift.examples.bind import Calls, bind
from codegen.drift.examples.issue import Bound
from codegen.drift.examples.verify import at
from codegen.drift.hits import Hit
from codegen.drift.names import hint
from codegen.drift.rules import Strength
from codegen.drift.shapes import Form, choose
from codegen.drift.sidecar import above
from codegen.drift.targets import Target, resolve_target
from codegen.drift.verify.fences import LANGUAGES
from codegen.drift.verify.types import fits_type
from codegen.drift.vocabulary import standing
from codegen.model import MISSING, Any, Array, Field, Map, Nullable, Ref, Shape, Struct, Union

KIND = "components"
COMPONENTS = ("ParamField", "ResponseField")
_EXAMPLES = 3
"""How many examples before a component are looked at: a request and its answer, at least."""
_NAMES = ("name", "path", "body", "query", "header")


def field_name(tag: Tag) -> str:
    """The property that a component names ("" for none)."""
    for key in _NAMES:
        value = tag.attributes.get(key)
        if isinstance(value, str) and value:
            return value
    return ""


def is_field(block: object) -> bool:
    """Whether a block opens a field component."""
    return isinstance(block, Tag) and block.name in COMPONENTS and block.form is not TagForm.CLOSE


@dataclass(slots=True)
class Fields:
    """What is open while a page is read: for each component, the forms of its type."""

    open: list[tuple[str, Edition | None, tuple[Form, ...]]] = field(default_factory=list)
    group: tuple[Edition, tuple[Form, ...], str, Strength] | None = None


def verify_component(context: Context, calls: Calls, state: Fields) -> Iterator[Outcome]:
    """What became of a component; keeps track of what is open."""
    block = context.block
    if isinstance(block, Heading):
        state.open.clear()
        state.group = None
    if not isinstance(block, Tag):
        return
    if block.form is TagForm.CLOSE:
        for index in range(len(state.open) - 1, -1, -1):
            if state.open[index][0] == block.name:
                del state.open[index:]
                break
        return
    if block.name not in COMPONENTS:
        if block.form is TagForm.OPEN:
            last = state.open[-1] if state.open else None
            inherited = (last[1], last[2]) if last else (None, ())
            state.open.append((block.name, *inherited))
        return
    parent = next((entry for entry in reversed(state.open) if entry[0] in COMPONENTS), None)
    if parent is None:
        if state.group is None or context.directive is not None:
            state.group = _group(context, calls)
        edition, forms, how, strength = state.group or (None, (), "", Strength.NAMED)
    else:
        edition, forms, how, strength = parent[1], parent[2], "its parent", Strength.NAMED
    below: tuple[Form, ...] = ()
    if edition is None or not forms:
        yield Outcome(KIND, skipped="nothing around it says what it is about")
    else:
        hits, below = _check(context, edition, forms, block, how, strength)
        yield Outcome(KIND, tuple(hits), how=how)
    if block.form is TagForm.OPEN:
        state.open.append((block.name, edition, below))


def _group(
    context: Context, calls: Calls
) -> tuple[Edition, tuple[Form, ...], str, Strength] | None:
    names = _siblings(context)
    best: tuple[int, Edition, tuple[Form, ...], str, Strength] | None = None
    for edition in context.scope.editions:
        for forms, how, strength in _candidates(context, edition, calls):
            known = sum(1 for name in names if any(_first(name) in form.keys for form in forms))
            if known and (best is None or known > best[0]):
                best = (known, edition, forms, how, strength)
    if best is None or (best[0] * 2 < len(names) and best[4] is not Strength.DECLARED):
        return None
    return best[1:]


def _first(name: str) -> str:
    return name.partition(".")[0].partition("[")[0]


def _siblings(context: Context) -> list[str]:
    """The names of the components of the group that begins here."""
    found: list[str] = []
    depth = 0
    for block in context.page.blocks[context.index : context.index + 2000]:
        if isinstance(block, Heading):
            break
        if isinstance(block, Tag) and block.name in COMPONENTS:
            if block.form is TagForm.CLOSE:
                depth -= 1
            else:
                if depth == 0:
                    found.append(field_name(block))
                depth += block.form is TagForm.OPEN
    return [name for name in found if name]


def _candidates(
    context: Context, edition: Edition, calls: Calls
) -> Iterator[tuple[tuple[Form, ...], str, Strength]]:
    directive = context.directive
    if directive is not None and directive.bind is not None:
        for text in directive.bind.targets:
            target = resolve_target(edition, text)
            if isinstance(target, Target):
                yield target.forms, f"{text} by directive", Strength.DECLARED
        return
    for text in _spoken(context):
        target = resolve_target(edition, text)
        if isinstance(target, Target):
            yield target.forms, text, Strength.NAMED
        for method in edition.methods.get(text, ()):
            for name in (method.params, method.notification_params, method.result):
                if name:
                    yield edition.forms(Ref(name)), f"{text} ({name})", Strength.NAMED
    yield from _from_examples(context, edition, calls)


def _spoken(context: Context) -> Iterator[str]:
    """Names in the paragraph and the headings above the component."""
    for code in context.intro.codes:
        yield code.text
    for block in above(context.page.blocks, context.index):
        if isinstance(block, Heading):
            yield from (code.text for code in block.inline.codes)
            yield from block.inline.text.replace("`", "").split()
            break


def _from_examples(
    context: Context, edition: Edition, calls: Calls
) -> Iterator[tuple[tuple[Form, ...], str, Strength]]:
    fences = 0
    for block in above(context.page.blocks, context.index):
        if isinstance(block, Fence) and block.language in LANGUAGES:
            fences += 1
            for example in read_json(block.text).values:
                bound = bind(edition, example.value, calls, example.elided)
                if isinstance(bound, Bound):
                    for part in bound.parts:
                        value = at(example.value, part.pointer)
                        for form in _forms_in(edition, Ref(part.definition), value):
                            yield (form,), f"the example before it ({form.name})", Strength.NAMED
        if fences == _EXAMPLES or (isinstance(block, Heading) and block.level <= 2):
            return


def _forms_in(edition: Edition, shape: Shape, value: object) -> Iterator[Form]:
    stack: list[tuple[Shape, object]] = [(shape, value)]
    while stack:
        shape, value = stack.pop()
        found = edition.model.resolve(shape)
        while isinstance(found, Nullable):
            shape = found.inner
            found = edition.model.resolve(shape)
        if isinstance(found, Array) and isinstance(value, list):
            stack += [(found.items, item) for item in value[:20]]
        elif isinstance(found, Struct | Union) and isinstance(value, dict):
            form = choose(edition.forms(shape), value)
            if isinstance(form, Form):
                yield form
                stack += [
                    (form.fields[key].shape, item)
                    for key, item in reversed(value.items())
                    if key in form.fields
                ]


def _check(
    context: Context,
    edition: Edition,
    forms: Sequence[Form],
    tag: Tag,
    how: str,
    strength: Strength,
) -> tuple[list[Hit], tuple[Form, ...]]:
    name = field_name(tag)
    tokens = [token.partition("[")[0] for token in name.split(".")] if name else []
    owner = forms[0].name
    found: Field | None = None
    for token in tokens:
        branch = [form for form in forms if token in form.labels] if len(forms) > 1 else []
        if branch:
            forms, found = branch, None
            continue
        holding = [form for form in forms if token in form.keys]
        if not holding:
            state, remark = standing(context.world.vocabulary, context.world.editions, token, owner)
            message = f"`{token}` is not a property of {owner} ({edition.name})"
            message += f"; {remark}" if remark else ""
            fix = hint(token, [key for form in forms for key in form.keys])
            subject = f"{edition.name}:{owner}.{name}"
            return [
                Hit("component-name", tag.spot, message, fix, subject, how, state, strength)
            ], ()
        owner = holding[0].name
        found = next((form.fields[token] for form in holding if token in form.fields), None)
        forms = _inner(edition, found.shape) if found is not None else ()
    hits: list[Hit] = []
    if found is not None:
        for rule, message, fix in _facts(edition, tag.attributes, found):
            subject = f"{edition.name}:{owner}.{name}"
            text = f"`{name}` of {owner} ({edition.name}) {message}"
            hits.append(Hit(rule, tag.spot, text, fix, subject, how, strength=strength))
    return hits, tuple(forms)


def _inner(edition: Edition, shape: Shape) -> tuple[Form, ...]:
    """The forms of what a property holds: of its items for a list, of its values for a map."""
    while True:
        match shape:
            case Nullable(inner=inner) | Array(items=inner) | Map(values=inner):
                shape = inner
            case Ref(name=name) if isinstance(
                edition.model.definitions[name].shape, Nullable | Array | Map | Ref
            ):
                shape = edition.model.definitions[name].shape
            case Any():
                return ()
            case _:
                return edition.forms(shape)


def _facts(
    edition: Edition, attributes: Mapping[str, str | bool | None], found: Field
) -> Iterator[tuple[str, str, str]]:
    required = attributes.get("required")
    if required in (True, "true") and not found.required:
        yield "component-required", "is optional, not required", "drop `required`"
    elif found.required and ("optional" in attributes or required in (False, "false")):
        yield "component-required", "is required", "write `required`"
    elif found.required and "required" not in attributes:
        yield (
            "component-required",
            "is required, and the component doesn't say so",
            ("write `required`"),
        )
    kind = attributes.get("type")
    if isinstance(kind, str):
        wrong = fits_type(edition, found.shape, kind)
        if wrong:
            yield "component-type", f"is {wrong}, not {kind}", f"write {wrong}"
    default = attributes.get("default")
    if isinstance(default, str) and found.default is not MISSING:
        plain = found.default if isinstance(found.default, str) else json.dumps(found.default)
        if default.strip("\"'") not in (plain, json.dumps(found.default)):
            yield "component-default", f"has the default {plain}, not {default}", f"write {plain}"
