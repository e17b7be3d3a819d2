"""Lists and tables of fields: each exists, in all that the list is about; claims are true."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from codegen.drift.claims import Claim, FieldClaims, read_claims, words
from codegen.drift.context import Context, Outcome
from codegen.drift.directives import Binding
from codegen.drift.documents import Heading, ListBlock, Spot, Table
from codegen.drift.editions import Edition
from codegen.drift.hits import Hit
from codegen.drift.names import hint
from codegen.drift.rules import Standing, Strength
from codegen.drift.sidecar import above
from codegen.drift.targets import Target, resolve_target
from codegen.drift.vocabulary import standing
from codegen.model import Any, Field, Model, Nullable, Scalar, ScalarType, Shape, Union

KIND = "field lists"


@dataclass(frozen=True, slots=True)
class Entry:
    """A listed field, where its name stands."""

    spot: Spot
    said: FieldClaims


def verify_fields(context: Context) -> Iterator[Outcome]:
    """What became of a list or table of fields (nothing for any other)."""
    entries = list(_entries(context))
    directive = context.directive
    if directive is not None and (directive.fields or directive.only):
        binding = directive.bind or Binding((), directive.only)
        yield _check(context, entries, binding, Strength.DECLARED)
        return
    if directive is not None and (directive.bind or directive.enum or directive.skip):
        if directive.bind and isinstance(context.block, ListBlock):
            yield _check(context, entries, directive.bind, Strength.DECLARED)
        return
    subject = _subject(context, entries) if len(entries) > 1 else None
    if subject is not None and isinstance(context.block, ListBlock):
        yield _check(context, entries, Binding((), subject), Strength.NAMED)


def _entries(context: Context) -> Iterator[Entry]:
    match context.block:
        case ListBlock(items=items):
            for item in items:
                said = read_claims(item.inline)
                if said is not None:
                    yield Entry(item.inline.codes[0].spot, said)
        case Table(header=header, rows=rows):
            titles = [cell.inline.text.strip(" *").lower() for cell in header]
            for row in rows:
                said = read_claims(row.cells[0].inline) if row.cells else None
                if said is None:
                    continue
                claims = list(said.claims)
                for title, cell in zip(titles[1:], row.cells[1:], strict=False):
                    claims += _column(title, cell.inline.text)
                entry = FieldClaims(said.name, tuple(dict.fromkeys(claims)))
                yield Entry(row.cells[0].inline.codes[0].spot, entry)


def _column(title: str, text: str) -> Iterator[Claim]:
    """What a cell claims by the title of its column."""
    plain = text.strip(" *`").lower()
    yes, no = (
        plain in ("yes", "true", "✓", "✅", "required"),
        plain in ("no", "false", "", "—", "-"),
    )
    match title:
        case "required" | "required?":
            if yes or no or plain == "optional":
                yield Claim.REQUIRED if yes else Claim.OPTIONAL
        case "optional" | "nullable":
            if yes:
                yield Claim(title)
        case "presence":
            yield from words(plain)
        case _:
            return


def _subject(context: Context, entries: Sequence[Entry]) -> tuple[str, ...] | None:
    """What a list without a directive is about: a name in the text before it, if it fits."""
    names = [code.text for code in context.intro.codes]
    for block in above(context.page.blocks, context.index):
        if isinstance(block, Heading):
            names += [code.text for code in block.inline.codes]
            break
    listed = {entry.said.name for entry in entries}
    for name in names:
        for edition in context.scope.editions:
            target = resolve_target(edition, name)
            if isinstance(target, Target) and any(
                2 * len(form.keys & listed) >= len(listed) for form in target.forms
            ):
                return (name,)
    return None


def _check(
    context: Context, entries: Sequence[Entry], binding: Binding, strength: Strength
) -> Outcome:
    directive = context.directive
    hits: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    spots: dict[tuple[str, str, str], tuple[Spot, str, Standing]] = {}
    bound = False
    reason = ""
    for edition in context.editions_of(binding):
        targets = [resolve_target(edition, text) for text in binding.targets]
        absent = [resolve_target(edition, text) for text in (directive.absent if directive else ())]
        wrong = [target for target in (*targets, *absent) if isinstance(target, str)]
        if wrong:
            reason = wrong[0]
            continue
        bound = True
        found = _hits(context, edition, entries, _only_targets(targets), _only_targets(absent))
        for rule, spot, subject, message, fix, state in found:
            key = (rule, subject, message)
            hits[key].append(edition.name)
            spots[key] = (spot, fix, state)
    how = "&".join(binding.targets)
    if not bound and reason and strength is Strength.DECLARED:
        place = directive.place if directive and not directive.sidecar else context.block.spot
        return Outcome(KIND, (Hit("directive", place, reason, "mend its target", how),), reason)
    result = tuple(
        Hit(
            rule,
            spots[key][0],
            f"{message} ({', '.join(editions)})",
            spots[key][1],
            subject,
            f"{how} by {'directive' if strength is Strength.DECLARED else 'the text before it'}",
            spots[key][2],
            strength,
        )
        for key, editions in hits.items()
        for rule, subject, message in [key]
    )
    return Outcome(KIND, result, "" if bound else (reason or "no edition in scope"), how)


def _only_targets(found: Iterable[Target | str]) -> list[Target]:
    return [target for target in found if isinstance(target, Target)]


_Raw = tuple[str, Spot, str, str, str, Standing]


def _hits(
    context: Context,
    edition: Edition,
    entries: Sequence[Entry],
    targets: Sequence[Target],
    absent: Sequence[Target],
) -> Iterator[_Raw]:
    world = context.world
    for entry in entries:
        name = entry.said.name
        for target in targets:
            fields = [form.fields[name] for form in target.forms if name in form.fields]
            if not fields and not any(name in form.keys for form in target.forms):
                state, remark = standing(world.vocabulary, world.editions, name, target.name)
                message = f"`{name}` is not a property of {target.name}"
                known = [key for form in target.forms for key in form.keys]
                fix = remark or hint(name, known) or "take it off the list, or say whose it is"
                yield "list-fields", entry.spot, f"{target.name}.{name}", message, fix, state
            for claim in entry.said.claims:
                if fields and not any(holds(edition.model, field, claim) for field in fields):
                    message = f"`{name}` of {target.name} is not {claim}"
                    yield (
                        "list-claim",
                        entry.spot,
                        f"{target.name}.{name}:{claim}",
                        message,
                        f"it is {state_of(edition.model, fields[0])}",
                        Standing.PLAIN,
                    )
        for target in absent:
            if any(name in form.fields for form in target.forms):
                message = f"`{name}` is a property of {target.name} too"
                fix = "the directive says that it isn't"
                yield (
                    "list-fields",
                    entry.spot,
                    f"{target.name}.{name}",
                    message,
                    fix,
                    Standing.PLAIN,
                )
    directive = context.directive
    if directive is not None and directive.fields == "exact" and targets:
        yield from _missing(context, entries, targets)


def _missing(
    context: Context, entries: Sequence[Entry], targets: Sequence[Target]
) -> Iterator[_Raw]:
    """A complete list names every field that all of its targets share."""
    shared = [
        frozenset(name for form in target.forms for name in form.fields) for target in targets
    ]
    listed = {entry.said.name for entry in entries}
    lacking = sorted(
        name for name in frozenset.intersection(*shared) - listed if not name.startswith("_")
    )
    if lacking:
        names = " and ".join(target.name for target in targets)
        what = ", ".join(f"`{name}`" for name in lacking)
        message = f"the list is said to be complete and lacks {what} of {names}"
        yield (
            "list-fields",
            context.block.spot,
            f"{names}:{'+'.join(lacking)}",
            message,
            "add it",
            Standing.PLAIN,
        )


def holds(model: Model, field: Field, claim: Claim) -> bool:
    """Whether a claim about a field is true."""
    match claim:
        case Claim.REQUIRED:
            return field.required
        case Claim.OPTIONAL:
            return not field.required
        case Claim.NULLABLE:
            return accepts_null(model, field.shape)
        case Claim.NON_NULLABLE:
            return not accepts_null(model, field.shape)


def state_of(model: Model, field: Field) -> str:
    """What a field is, in the words of the claims."""
    presence = "required" if field.required else "optional"
    return f"{presence} and {'' if accepts_null(model, field.shape) else 'non-'}nullable"


def accepts_null(model: Model, shape: Shape) -> bool:
    """Whether null is a value of a shape."""
    match model.resolve(shape):
        case Nullable() | Any():
            return True
        case Scalar(type=kind):
            return kind is ScalarType.NULL
        case Union(variants=variants):
            return any(accepts_null(model, variant.shape) for variant in variants)
        case _:
            return False
