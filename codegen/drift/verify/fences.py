"""JSON blocks: read, bind in each edition in scope, verify, keep the better fit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from codegen.drift.context import Context, Outcome
from codegen.drift.directives import Directive
from codegen.drift.documents import Fence, Heading
from codegen.drift.documents.jsontext import JsonText, JsonValue, read_json
from codegen.drift.editions import Edition
from codegen.drift.edits import Edit
from codegen.drift.examples.bind import MEMBERS, Calls, bind, is_message
from codegen.drift.examples.issue import Bound, Issue, Part, Unbound
from codegen.drift.examples.structure import fits
from codegen.drift.examples.verify import verify_value
from codegen.drift.hits import Hit
from codegen.drift.rules import Strength
from codegen.drift.sidecar import above
from codegen.drift.targets import Target, resolve_target
from codegen.drift.vocabulary import standing

LANGUAGES = ("json", "jsonc", "json5", "jsonl", "ndjson")
KIND = "json"


def verify_fence(context: Context, calls: Calls) -> Iterator[Outcome]:
    """What became of each value of a JSON block; `calls` are the page's requests so far."""
    fence = context.block
    if not isinstance(fence, Fence) or fence.language not in LANGUAGES:
        return
    directive = context.directive
    if directive is not None and directive.skip:
        yield Outcome(KIND, skipped="a directive says so")
        return
    found = read_json(fence.text)
    if found.problem is not None and not (found.problem.message == "empty" and not fence.text):
        spot = fence.spot_at(*found.position(found.problem.offset))
        message = f"not JSON: {found.problem.message}"
        fix = "fix it, or mark the block as text"
        yield Outcome(KIND, (Hit("json-parse", spot, message, fix, "parse"),), "not JSON")
        return
    if not found.values:
        yield Outcome(KIND, skipped="empty")
        return
    for example in found.values:
        yield _verify(context, fence, found, example, calls)
        for value in example.value if isinstance(example.value, list) else (example.value,):
            calls.note(value)


def _verify(
    context: Context, fence: Fence, text: JsonText, example: JsonValue, calls: Calls
) -> Outcome:
    hits = [
        Hit(
            "json-duplicate-key",
            fence.spot_at(*text.position(offset)),
            f"the key `{pointer.rpartition('/')[2]}` stands twice in this object",
            "keep one of them",
            pointer,
        )
        for pointer, offset in example.duplicates
    ]
    directive = context.directive
    if directive is not None and directive.partial:
        example = replace(example, elided=frozenset(example.spots))
    outcomes = [_in_edition(context, edition, example, calls) for edition in context.scope.editions]
    bound = [found for found in outcomes if isinstance(found, tuple)]
    if not bound:
        first = next((found for found in outcomes if isinstance(found, Unbound)), None)
        reason = first.reason if first else "no edition in scope"
        if text.repaired and isinstance(example.value, dict) and _envelope(example):
            hits.append(_unusable(fence, text, example))
        return Outcome(KIND, tuple(hits), reason)
    if not context.scope.every:
        bound.sort(key=lambda entry: _badness(entry[2]))
    seen = {(issue.rule, issue.pointer) for issue in bound[0][2]}
    for number, (edition, binding, issues) in enumerate(bound):
        how = f"{binding.how}, {edition.name} by {context.scope.how}"
        # Of several editions in scope one must fit; what the others say is worth a look.
        advice = number > 0 and not context.scope.every
        hits += [
            replace(
                _hit(context, fence, text, example, issue, binding, how, edition), advice=advice
            )
            for issue in issues
            if not (advice and (issue.rule, issue.pointer) in seen)
        ]
    return Outcome(KIND, tuple(hits), how=bound[0][1].how)


def _envelope(example: JsonValue) -> bool:
    return any(key in example.value for key in MEMBERS) and not is_message(example.value)


def _unusable(fence: Fence, text: JsonText, example: JsonValue) -> Hit:
    spot = fence.spot_at(*text.position(example.offset("")))
    message = "not JSON, and what stands in it does not say which message it is"
    return Hit("json-parse", spot, message, "show a method or a result, or mark it as text", "…")


def _badness(issues: list[Issue]) -> tuple[int, int]:
    severe = sum(1 for issue in issues if issue.rule != "json-unknown-property")
    return severe, len(issues)


def _in_edition(
    context: Context, edition: Edition, example: JsonValue, calls: Calls
) -> tuple[Edition, Bound, list[Issue]] | Unbound:
    directive = context.directive
    if directive is not None and directive.bind is not None:
        binding: Bound | Unbound = _declared(edition, directive, example)
        natural = bind(edition, example.value, calls, example.elided)
        if isinstance(binding, Bound) and isinstance(natural, Bound) and natural.envelope:
            binding = replace(binding, issues=natural.issues, envelope=True)
    else:
        subjects = _subjects(context, edition)
        binding = bind(edition, example.value, calls, example.elided, subjects)
    if isinstance(binding, Unbound):
        return binding
    world = context.world
    issues = verify_value(edition, binding, example, world.vocabulary, world.editions)
    return edition, binding, issues


def _subjects(context: Context, edition: Edition) -> list[str]:
    """Definitions that the words on the fence, the text before it or its heading name."""
    words = list(context.block.info[1:]) if isinstance(context.block, Fence) else []
    words += [code.text for code in reversed(context.intro.codes)]
    for block in above(context.page.blocks, context.index):
        if isinstance(block, Heading):
            words += [code.text for code in block.inline.codes] + block.inline.text.split()
            break
    return [word for word in words if word in edition.names.definitions]


def _declared(edition: Edition, directive: Directive, example: JsonValue) -> Bound | Unbound:
    """Bind to what the directive says: the whole value, or the side of a message it means."""
    value = example.value
    parts: list[Part] = []
    for text in directive.bind.targets if directive.bind else ():
        target = resolve_target(edition, text)
        if isinstance(target, str):
            return Unbound(target)
        pointer = ""
        if is_message(value):
            side = target.side or ("params" if "params" in value else "result")
            if side not in value:
                return Unbound(f"the directive's `{side}` is not in the message")
            pointer = f"/{side}"
        name = target.name if pointer else _with_tag(edition, target, value)
        parts.append(Part(pointer, name))
    return Bound("directive", Strength.DECLARED, tuple(parts))


def _with_tag(edition: Edition, target: Target, value: object) -> str:
    """The union around a definition, if the value carries that union's tag."""
    if isinstance(value, dict) and not fits(edition, target.name, value):
        for name in edition.definitions:
            if name != target.name and any(
                target.name in form.names and form.tags and form.tags[0][0] in value
                for form in edition.forms_by_name(name)
            ):
                return name
    return target.name


def _hit(
    context: Context,
    fence: Fence,
    text: JsonText,
    example: JsonValue,
    issue: Issue,
    binding: Bound,
    how: str,
    edition: Edition,
) -> Hit:
    line, column = text.position(example.offset(issue.pointer))
    state = issue.standing
    message = issue.message
    if issue.rule == "method-unknown":
        world = context.world
        state, remark = standing(world.vocabulary, world.editions, issue.subject)
        message += f"; {remark}" if remark else ""
    if not context.scope.every and len(context.scope.editions) > 1:
        message += f" (better fit of {', '.join(one.name for one in context.scope.editions)})"
    spot = fence.spot_at(line, column)
    edit: Edit | None = None
    if issue.rename:
        old = issue.pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        edit = Edit(
            context.page.file, spot.line, spot.column, json.dumps(old), json.dumps(issue.rename)
        )
    return Hit(
        issue.rule,
        spot,
        message,
        issue.fix,
        f"{edition.name}:{issue.subject}",
        how,
        state,
        binding.strength,
        edit,
    )
