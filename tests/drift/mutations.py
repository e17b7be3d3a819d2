"""Random single changes of a page or a schema, and the lines on which each must be found.

What is changed is always something that a JSON example shows. A change of a schema may be found on
every line that mentions what was changed or holds the object it stands in, and nowhere else.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from codegen.drift.check import check_pages
from codegen.drift.context import World
from codegen.drift.documents import Fence, Page, read_page
from codegen.drift.documents.jsontext import is_placeholder, read_json
from codegen.drift.editions import Edition
from codegen.drift.examples.bind import Calls, bind
from codegen.drift.examples.issue import Bound
from codegen.drift.examples.verify import at
from codegen.drift.scope import Settings, scope_of
from codegen.drift.shapes import Form, choose
from codegen.drift.sidecar import EMPTY, Sidecar
from codegen.drift.verify.types import kinds_of
from codegen.errors import InputError
from codegen.findings import Finding
from codegen.model import Array, Map, Nullable, Ref, Shape
from tests.drift.worlds import TODAY, above_note, edition


@dataclass(frozen=True)
class Shown:
    """A key that an example shows: whose it is, its value, its line and that of its object."""

    page: str
    edition: str
    names: tuple[str, ...]
    key: str
    value: Any
    line: int
    holder: int
    block: tuple[int, int]
    tag: bool
    siblings: tuple[str, ...]
    elided: bool


@dataclass(frozen=True)
class Mutation:
    """A changed world or page: what was done, where it must be found, where it may be."""

    what: str
    world: World
    pages: tuple[Page, ...]
    must: tuple[str, frozenset[int]]
    may: frozenset[tuple[str, int]]


def shown(world: World, pages: tuple[Page, ...], settings: dict[str, Settings]) -> list[Shown]:
    """Every key of every example that is bound."""
    found: list[Shown] = []
    for page in pages:
        calls = Calls()
        for block in page.blocks:
            if isinstance(block, Fence) and block.language == "json":
                scope = scope_of(page, block, settings.get(page.file, Settings()), world.editions)
                for one in scope.editions:
                    found += _of_fence(page, block, one, calls)
                for example in read_json(block.text).values:
                    calls.note(example.value)
    return found


def _of_fence(page: Page, block: Fence, one: Edition, calls: Calls) -> Iterator[Shown]:
    text = read_json(block.text)
    for example in text.values:
        bound = bind(one, example.value, calls, example.elided)
        if not isinstance(bound, Bound):
            continue
        for part in bound.parts:
            stack: list[tuple[Shape, Any, str]] = [
                (Ref(part.definition), at(example.value, part.pointer), part.pointer)
            ]
            while stack:
                shape, value, pointer = stack.pop()
                plain = one.model.resolve(shape)
                while isinstance(plain, Nullable):
                    shape = plain.inner
                    plain = one.model.resolve(shape)
                if isinstance(plain, Array) and isinstance(value, list):
                    stack += [(plain.items, item, f"{pointer}/{n}") for n, item in enumerate(value)]
                elif isinstance(plain, Map) and isinstance(value, dict):
                    stack += [
                        (plain.values, item, f"{pointer}/{key}") for key, item in value.items()
                    ]
                elif isinstance(value, dict):
                    form = choose(one.forms(shape), value)
                    if not isinstance(form, Form):
                        continue
                    holder = block.spot_at(*text.position(example.offset(pointer))).line
                    for key, item in value.items():
                        line = block.spot_at(
                            *text.position(example.offset(f"{pointer}/{key}"))
                        ).line
                        is_tag = any(wire == key for wire, _ in form.tags)
                        if key in form.keys:
                            yield Shown(
                                page.file, one.name, form.names, key, item, line, holder,
                                (block.spot.line, block.end), is_tag, tuple(value), pointer in example.elided,
                            )  # fmt: skip
                        if key in form.fields:
                            stack.append((form.fields[key].shape, item, f"{pointer}/{key}"))


def mutate(
    world: World, pages: tuple[Page, ...], all_shown: list[Shown], rng: random.Random
) -> Mutation | None:
    """One random mutation; `None` where the dice chose one that makes no sense."""
    spot = rng.choice(all_shown)
    kind = rng.choice(
        (
            "remove",
            "rename",
            "retype",
            "require",
            "retag",
            "value gone",
            "key",
            "value",
            "tag",
            "side",
        )
    )
    if kind in ("key", "value", "tag", "side"):
        return _page_mutation(kind, world, pages, spot)
    return _schema_mutation(kind, world, pages, spot, all_shown)


def _page_mutation(
    kind: str, world: World, pages: tuple[Page, ...], spot: Shown
) -> Mutation | None:
    page = next(one for one in pages if one.file == spot.page)
    lines = list(page.lines)
    line = lines[spot.line - 1]
    must = frozenset({spot.line})
    if kind == "key":
        if spot.key.startswith("_"):
            return None
        new = line.replace(f'"{spot.key}"', f'"{spot.key}Zz"', 1)
        must |= {spot.holder}
    elif kind == "value":
        if spot.tag or is_placeholder(spot.value) or isinstance(spot.value, dict | list):
            return None
        one = next(one for one in world.editions if one.name == spot.edition)
        if _accepts_anything(one, spot):
            return None
        shown_value = json.dumps(spot.value)
        new = line.replace(f'"{spot.key}": {shown_value}', f'"{spot.key}": [[true]]', 1)
    elif kind == "tag":
        if not spot.tag:
            return None
        new = line.replace(f'"{spot.key}": "{spot.value}"', f'"{spot.key}": "{spot.value}Zz"', 1)
    else:
        start = spot.block[0]
        number = next((n for n in range(start, spot.block[1]) if '"method"' in lines[n - 1]), None)
        if number is None:
            return None
        block = "\n".join(lines[start - 1 : spot.block[1]])
        line = lines[number - 1]
        if re.search(r'"id":', block):
            return None
        new = line.replace('"method"', '"id": 77, "method"', 1)
        must = frozenset({number})
        spot_line = number
        if new == line:
            return None
        lines[spot_line - 1] = new
        return _with_page(kind, world, pages, page, lines, must, spot)
    if new == line:
        return None
    lines[spot.line - 1] = new
    return _with_page(kind, world, pages, page, lines, must, spot)


def _accepts_anything(one: Edition, spot: Shown) -> bool:
    for name in spot.names:
        if name in one.model.definitions:
            for form in one.forms(Ref(name)):
                if spot.key in form.fields:
                    found = kinds_of(one, form.fields[spot.key].shape)
                    return found is None or "array" in found
    return True


def _with_page(
    kind: str,
    world: World,
    pages: tuple[Page, ...],
    page: Page,
    lines: list[str],
    must: frozenset[int],
    spot: Shown,
) -> Mutation:
    changed = read_page("\n".join(lines), page.file)
    block = {(page.file, line) for line in range(spot.block[0], spot.block[1] + 1)}
    # What the page's own text said of the old key or value may now stand alone.
    words = {
        (page.file, n)
        for n, line in enumerate(page.lines, 1)
        if _mentions(line, spot.key) or _mentions(line, str(spot.value))
    }
    return Mutation(
        f"{kind} {spot.page}:{spot.line} {spot.key}",
        world,
        tuple(changed if one.file == page.file else one for one in pages),
        (page.file, must),
        frozenset(block | words),
    )


def _schema_mutation(
    kind: str, world: World, pages: tuple[Page, ...], spot: Shown, all_shown: list[Shown]
) -> Mutation | None:
    one = next(one for one in world.editions if one.name == spot.edition)
    root = copy.deepcopy(dict(one.document.root))
    owner = next(
        (
            name
            for name in spot.names
            if spot.key in root["$defs"].get(name, {}).get("properties", {})
        ),
        None,
    )
    words = {spot.key}
    must = {spot.line}
    if kind in ("remove", "rename", "retype"):
        if owner is None or spot.tag or is_placeholder(spot.value):
            return None
        definition = root["$defs"][owner]
        if kind == "retype":
            if spot.value is None or is_placeholder(spot.value):
                return None
            wrong = "string" if isinstance(spot.value, bool) else "boolean"
            definition["properties"][spot.key] = {"description": "changed", "type": wrong}
        else:
            old = definition["properties"].pop(spot.key)
            if kind == "rename":
                definition["properties"][f"{spot.key}Zz"] = old
                definition["required"] = [
                    f"{name}Zz" if name == spot.key else name
                    for name in definition.get("required", [])
                ]
            else:
                definition["required"] = [
                    name for name in definition.get("required", []) if name != spot.key
                ]
    elif kind == "require":
        name = next(
            (name for name in spot.names if "properties" in root["$defs"].get(name, {})), None
        )
        if name is None or spot.elided:
            return None
        definition = root["$defs"][name]
        free = [
            key
            for key in definition["properties"]
            if key not in definition.get("required", []) and key not in spot.siblings
        ]
        if not free:
            return None
        definition["required"] = [*definition.get("required", []), free[0]]
        words = {free[0]}
        must = {spot.holder}
        owner = name
    elif kind == "retag":
        if not spot.tag or not isinstance(spot.value, str):
            return None
        if not _replace_constant(root["$defs"], spot.names, spot.key, spot.value):
            return None
        words = {spot.value}
        owner = spot.names[0]
    else:
        if not isinstance(spot.value, str) or spot.tag or is_placeholder(spot.value):
            return None
        if owner is None or not _drop_value(root["$defs"], owner, spot.key, spot.value):
            return None
        words = {spot.value}
        owner = spot.names[0]
    try:
        changed = edition(spot.edition, root)
    except InputError:
        return None
    holders = {
        (other.page, line)
        for other in all_shown
        if other.edition == spot.edition
        and (owner in other.names or set(other.names) & set(spot.names))
        for line in (other.holder, other.line)
    }
    mentions = {
        (page.file, n)
        for page in pages
        for n, line in enumerate(page.lines, 1)
        if any(_mentions(line, word) for word in words)
    }
    lists = {
        (page.file, block.spot.line)
        for page in pages
        for block in page.blocks
        if block.kind in ("list", "table")
    }
    editions = tuple(changed if other.name == spot.edition else other for other in world.editions)
    return Mutation(
        f"{kind} {spot.edition} {owner}.{spot.key} shown at {spot.page}:{spot.line}",
        World(editions, world.vocabulary),
        pages,
        (spot.page, frozenset(must)),
        frozenset(holders | mentions | lists),
    )


def _mentions(line: str, word: str) -> bool:
    return re.search(rf"(?<![\w]){re.escape(word)}(?![\w])", line) is not None


def _replace_constant(
    definitions: dict[str, Any], names: tuple[str, ...], key: str, value: str
) -> bool:
    for name in names:
        for arm in (
            *definitions.get(name, {}).get("anyOf", ()),
            *definitions.get(name, {}).get("oneOf", ()),
        ):
            part = arm.get("properties", {}).get(key, {})
            if part.get("const") == value:
                part["const"] = f"{value}_zz"
                return True
    return False


def _drop_value(definitions: dict[str, Any], owner: str, key: str, value: str) -> bool:
    """Drop a value from the enumeration of a property."""
    text = json.dumps(definitions[owner]["properties"][key])
    for name in re.findall(r'"#/\$defs/(\w+)"', text):
        for keyword in ("oneOf", "anyOf"):
            arms = definitions[name].get(keyword, [])
            left = [arm for arm in arms if arm.get("const") != value]
            if len(left) < len(arms) and len([arm for arm in left if "const" in arm]) > 1:
                definitions[name][keyword] = left
                return True
    return False


def failures(
    mutation: Mutation, settings: dict[str, Settings], sidecar: Sidecar = EMPTY
) -> tuple[bool, list[Finding]]:
    """Whether the mutation was found where it must be, and what was reported elsewhere."""
    checked = check_pages(mutation.pages, mutation.world, settings, sidecar, TODAY)
    file, lines = mutation.must
    hit = any(one.at.file == file and one.at.line in lines for one in checked.findings)
    stray = [
        one
        for one in above_note(checked.findings)
        if (one.at.file, one.at.line or 0) not in mutation.may
        and not (one.at.file == file and one.at.line in lines)
    ]
    return hit, stray
