"""Lists of values: compared with the enumeration, or the union's tags, that they list."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.drift.context import Context, Outcome
from codegen.drift.documents import Code, Heading, ListBlock, Table
from codegen.drift.documents.page import Inline
from codegen.drift.editions import Edition
from codegen.drift.edits import Edit
from codegen.drift.hits import Hit
from codegen.drift.names import hint
from codegen.drift.rules import Strength
from codegen.drift.sidecar import above
from codegen.drift.targets import enum_values, values_of
from codegen.drift.vocabulary import standing
from codegen.model import Ref

KIND = "value lists"


def verify_enum(context: Context) -> Iterator[Outcome]:
    """What became of a list or table of values (nothing for any other)."""
    codes = list(listed_values(context))
    directive = context.directive
    if directive is not None and directive.enum is not None:
        for edition in context.editions_of(directive.enum):
            for text in directive.enum.targets:
                values = enum_values(edition, text)
                if isinstance(values, str):
                    place = context.block.spot if directive.sidecar else directive.place
                    hit = Hit("directive", place, values.rstrip("; "), "mend its target", text)
                    yield Outcome(KIND, (hit,), "no such enumeration")
                else:
                    hits = _compare(context, edition, codes, values, text, Strength.DECLARED)
                    yield Outcome(KIND, tuple(hits), how="directive")
        return
    if len(codes) < 2 or (directive is not None and (directive.bind or directive.skip)):
        return
    found = _guess(context, codes)
    if found is not None:
        edition, name, values = found
        hits = _compare(context, edition, codes, values, name, Strength.NAMED)
        yield Outcome(KIND, tuple(hits), how=name)


def listed_values(context: Context) -> Iterator[Code]:
    """The code spans that begin items of a list, or rows of a table."""
    match context.block:
        case ListBlock(items=items):
            inlines = [item.inline for item in items]
        case Table(rows=rows):
            inlines = [row.cells[0].inline for row in rows if row.cells]
        case _:
            return
    for inline in inlines:
        if _leads(inline):
            yield inline.codes[0]


def _leads(inline: Inline) -> bool:
    return bool(inline.codes) and not inline.text[: inline.codes[0].start].strip(" *")


def _guess(context: Context, codes: list[Code]) -> tuple[Edition, str, dict[str, str]] | None:
    """The enumeration that the text before a list names, if the list shows its values."""
    listed = {_value(code) for code in codes}
    names = [code.text for code in context.intro.codes]
    for block in above(context.page.blocks, context.index):
        if isinstance(block, Heading):
            names += [code.text for code in block.inline.codes] + block.inline.text.split()
            break
    for edition in context.scope.editions:
        for name in dict.fromkeys(names):
            for values in _of_name(edition, name):
                if (
                    2 * len(listed & values.keys()) > len(listed)
                    and len(listed & values.keys()) > 1
                ):
                    return edition, next(iter(values.values())) or name, values
    return None


def _of_name(edition: Edition, name: str) -> Iterator[dict[str, str]]:
    if name in edition.model.definitions:
        yield values_of(edition, Ref(name))
    for owner in sorted(edition.names.properties.get(name, ())):
        if owner in edition.model.definitions:
            for form in edition.forms(Ref(owner)):
                if name in form.fields:
                    yield values_of(edition, form.fields[name].shape)
                elif form.tags and form.tags[0][0] == name:
                    yield values_of(edition, Ref(owner))
                    break


def _value(code: Code) -> str:
    return code.text.strip().strip("\"'")


def _compare(
    context: Context,
    edition: Edition,
    codes: list[Code],
    values: dict[str, str],
    name: str,
    strength: Strength,
) -> Iterator[Hit]:
    world = context.world
    listed = {_value(code) for code in codes}
    bound = f"{name} ({edition.name})"
    for code in codes:
        value = _value(code)
        if value not in values and not value.startswith("_"):
            state, remark = standing(world.vocabulary, world.editions, value)
            message = f"`{value}` is no value of {bound}" + (f"; {remark}" if remark else "")
            yield Hit(
                "enum-unknown",
                code.spot,
                message,
                hint(value, values) or "take it off the list",
                f"{edition.name}:{name}={value}",
                bound,
                state,
                strength,
            )
    missing = [value for value in values if value not in listed]
    directive = context.directive
    if missing and not (directive is not None and directive.partial):
        what = ", ".join(f"`{value}`" for value in missing)
        yield Hit(
            "enum-missing",
            context.block.spot,
            f"the list lacks {what} of {bound}",
            "add it, or mark the list as `partial`",
            f"{edition.name}:{name}:{'+'.join(missing)}",
            bound,
            strength=strength,
            edit=_completed(context, missing),
        )


def _completed(context: Context, missing: list[str]) -> Edit | None:
    """The lines that complete a list which a directive marks as `generated`."""
    block, directive = context.block, context.directive
    if not isinstance(block, ListBlock) or directive is None or not directive.generated:
        return None
    lines = context.page.lines
    first = lines[block.spot.line - 1]
    mark = first[: len(first) - len(first.lstrip()) + 2]
    return Edit(
        context.page.file, block.end, 1, "", "\n".join(f"{mark}`{value}`" for value in missing)
    )
