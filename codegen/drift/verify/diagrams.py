"""Messages on the arrows of a Mermaid sequence diagram: they exist, and go the right way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from codegen.drift.context import Context, Outcome
from codegen.drift.documents import Fence, Spot
from codegen.drift.hits import Hit
from codegen.drift.names import hint
from codegen.drift.vocabulary import standing
from codegen.model import Side

KIND = "diagrams"
_METHOD = re.compile(r"_?[A-Za-z$][\w$]*(?:/[\w$]+)+")
_TAG = re.compile(r"\(\s*[`\"']?(?P<tag>[a-z][a-z0-9]*(?:_[a-z0-9]+)+)[`\"']?\s*\)")


@dataclass(frozen=True, slots=True)
class _Message:
    sender: str
    receiver: str
    dashed: bool
    text: str
    offset: int


def verify_diagram(context: Context) -> Iterator[Outcome]:
    """What became of each message of a diagram."""
    fence = context.block
    if not isinstance(fence, Fence) or fence.language != "mermaid":
        return
    names: dict[str, str] = {}
    for number, line in enumerate(fence.text.split("\n"), 1):
        words = line.split()
        if len(words) > 1 and words[0] in ("participant", "actor"):
            names[words[1]] = " ".join(words[3:]) if words[2:3] == ["as"] else words[1]
            continue
        message = _message(line)
        if message is not None:
            yield from _check(context, fence, number, message, names)


def _message(line: str) -> _Message | None:
    head, colon, text = line.partition(":")
    if not colon:
        return None
    arrow = re.search(r"--?>>?[+-]?|--?x|--?\)", head)
    if arrow is None:
        return None
    return _Message(
        head[: arrow.start()].strip(),
        head[arrow.end() :].strip(),
        arrow.group().startswith("--"),
        text,
        len(head) + 1,
    )


def _check(
    context: Context, fence: Fence, number: int, message: _Message, names: dict[str, str]
) -> Iterator[Outcome]:
    found = _METHOD.search(message.text)
    if found is None:
        return
    name = found.group()
    editions = context.scope.editions
    known = [edition for edition in editions if name in edition.methods]
    spot = fence.spot_at(number, message.offset + found.start() + 1)
    world = context.world
    if not known:
        groups = {
            method.partition("/")[0] for edition in world.editions for method in edition.methods
        }
        if name.startswith("_") or name.partition("/")[0] not in groups:
            return
        state, remark = standing(world.vocabulary, world.editions, name)
        where = ", ".join(edition.name for edition in editions)
        text = f"`{name}` is no method of {where}" + (f"; {remark}" if remark else "")
        fix = hint(name, [other for edition in editions for other in edition.methods])
        hit = Hit("mermaid-message", spot, text, fix, name, "arrow", state)
        yield Outcome(KIND, (hit,), "no such method")
        return
    hits: list[Hit] = []
    tag = _TAG.search(message.text, found.end())
    if tag is not None and not any(tag["tag"] in edition.names for edition in known):
        state, remark = standing(world.vocabulary, world.editions, tag["tag"])
        fix = remark or hint(tag["tag"], [one for edition in known for one in edition.names.tags])
        text = f"`{tag['tag']}` is no name of {known[0].name}"
        place = Spot(spot.line, spot.column + tag.start("tag") - found.start())
        hits.append(Hit("mermaid-message", place, text, fix, tag["tag"], name, state))
    receiver = _side(names.get(message.receiver, message.receiver))
    handlers = {
        side
        for edition in known
        for method in edition.methods[name]
        for side in (
            (Side.AGENT, Side.CLIENT)
            if method.handled_by is Side.PROTOCOL
            else (method.handled_by,)
        )
    }
    if receiver is not None and not message.dashed and receiver not in handlers:
        text = f"`{name}` is handled by the {' or '.join(sorted(handlers))}, not by the {receiver}"
        hits.append(Hit("mermaid-message", spot, text, "turn the arrow round", name, "arrow"))
    yield Outcome(KIND, tuple(hits), how="method")


def _side(name: str) -> Side | None:
    plain = name.strip().lower()
    return next((side for side in (Side.AGENT, Side.CLIENT) if side.value == plain), None)
