"""The second verdict: what a user of the generated bindings notices of each change.

Differences between two faces are facts of their own; each is put down to the change that stands
at the same place of the schema, so that every change has two verdicts and nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from codegen.diff.face import Entry, Face, Part
from codegen.diff.facts import Change, Kind
from codegen.diff.hints import choices


class Source(StrEnum):
    """What a change does to code that uses the bindings, the worst first."""

    BREAKING = "breaking"
    """A name is gone or means something else, or a constructor wants more."""
    COMPATIBLE = "compatible"
    """New names; choices that got longer."""
    DOCS = "docs"
    """Docstrings only."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class FaceChange:
    """A difference between two faces. `old_at` and `new_at` are JSON Pointers."""

    effect: Source
    text: str
    old_at: str | None
    new_at: str | None


@dataclass(frozen=True, slots=True)
class SourceVerdict:
    """What a change does to the bindings, and the differences that say so."""

    effect: Source
    texts: tuple[str, ...] = ()


UNCHANGED = SourceVerdict(Source.NONE)


def compare_faces(old: Face, new: Face, changes: Sequence[Change]) -> tuple[FaceChange, ...]:
    """The differences between two faces; renamed definitions count as one difference each."""
    renamed = _renamed(old, new, changes)
    found = []
    for name, entry in old.entries.items():
        target = _target(name, renamed)
        other = new.entries.get(target)
        if other is None:
            if not _inside(target, new):
                found.append(_gone(name, entry))
        else:
            found += _changed(name, target, entry, other, renamed)
    targets = {_target(name, renamed) for name in old.entries}
    owners = {name.partition(".")[0] for name in targets}
    found += [
        _come(name, entry)
        for name, entry in new.entries.items()
        if name not in targets and ("." not in name or name.partition(".")[0] in owners)
    ]
    return tuple(found)


def _renamed(old: Face, new: Face, changes: Sequence[Change]) -> Mapping[str, str]:
    """Old -> new name of types that stand at places that stand for each other."""
    places = {entry.at: name for name, entry in new.entries.items() if "." not in name}
    moved = {
        change.at.old: change.at.new
        for change in changes
        if change.kind in (Kind.DEFINITION_RENAMED, Kind.TITLE_CHANGED)
    }
    found = {}
    for name, entry in old.entries.items():
        target = places.get(moved.get(entry.at) or "")
        if "." not in name and name not in new.entries and target not in (None, *old.entries):
            assert target is not None
            found[name] = target
    return found


def _target(name: str, renamed: Mapping[str, str]) -> str:
    owner, dot, attribute = name.partition(".")
    return f"{renamed.get(owner, owner)}{dot}{attribute}"


def _gone(name: str, entry: Entry) -> FaceChange:
    return FaceChange(Source.BREAKING, f"{entry.part} {name} is gone", entry.at, None)


def _come(name: str, entry: Entry) -> FaceChange:
    text = f"new {entry.part} {name}"
    if entry.needed:
        text += f", which {name.partition('.')[0]}() insists on"
    effect = Source.BREAKING if entry.needed else Source.COMPATIBLE
    return FaceChange(effect, text, None, entry.at)


def _inside(name: str, face: Face) -> bool:
    """Whether a name is an attribute of a class that isn't in a face: said of the class already."""
    owner, dot, _ = name.partition(".")
    return bool(dot) and owner not in face.entries


def _changed(
    name: str, target: str, old: Entry, new: Entry, renamed: Mapping[str, str]
) -> Iterator[FaceChange]:
    places = (old.at, new.at)
    if target != name and "." not in name:
        yield FaceChange(Source.BREAKING, f"{old.part} {name} is now called {target}", *places)
    before = re.sub(r"\w+", lambda word: renamed.get(word[0], word[0]), old.text)
    if old.part is not new.part or choices(before) != choices(new.text):
        grown = old.part is new.part and _grown(old.part, before, new.text)
        effect = Source.COMPATIBLE if grown else Source.BREAKING
        yield FaceChange(effect, _difference(target, old.part, before, new), *places)
    if new.needed and not old.needed:
        yield FaceChange(Source.BREAKING, f"{target} must be given now", *places)
    elif old.needed and not new.needed:
        yield FaceChange(Source.BREAKING, f"{target} may be unset now", *places)


def _difference(name: str, part: Part, old: str, new: Entry) -> str:
    """A change of a hint; of a long choice only what came and went."""
    before, after = choices(old), choices(new.text)
    if len(before) < 4 or len(after) < 4:
        return f"{name}: {old or part} became {new.text or new.part}"
    words = [f"+ {word}" for word in sorted(after - before)]
    words += [f"- {word}" for word in sorted(before - after)]
    return f"{name}: {', '.join(words)}"


def _grown(part: Part, old: str, new: str) -> bool:
    """Whether a named choice only got longer."""
    before, after = choices(old), choices(new)
    return part in (Part.UNION, Part.ALIAS) and len(before) > 1 and before < after


class _Places:
    """Which changes stand at a place, below it, or above it."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self._changes = changes
        self._at: dict[str, list[int]] = {}
        self._within: dict[str, list[tuple[str, int]]] = {}
        for number, change in enumerate(changes):
            for side, pointer in (("old", change.at.old), ("new", change.at.new)):
                if pointer is not None:
                    key = f"{side}{pointer}"
                    self._at.setdefault(key, []).append(number)
                    self._within.setdefault(_top(key), []).append((key, number))

    def owner(self, difference: FaceChange) -> int | None:
        """The weightiest change at the place of a difference, else below it, else above it."""
        sides = (("new", difference.new_at), ("old", difference.old_at))
        keys = [f"{side}{pointer}" for side, pointer in sides if pointer is not None]
        for key in keys:
            if found := self._at.get(key) or self._below(key):
                return self._weightiest(found)
        for key in keys:
            while "/" in key:
                key = key.rpartition("/")[0]
                if key in self._at:
                    return self._weightiest(self._at[key])
        return None

    def _below(self, key: str) -> list[int]:
        within = self._within.get(_top(key), ())
        return [number for place, number in within if place.startswith(f"{key}/")]

    def _weightiest(self, numbers: Sequence[int]) -> int:
        return min(numbers, key=lambda number: _weight(self._changes[number]))


def _top(key: str) -> str:
    """The part of a place that names its definition."""
    return "/".join(key.split("/")[:3])


def put_down(
    changes: Sequence[Change], differences: Sequence[FaceChange]
) -> tuple[Mapping[int, SourceVerdict], tuple[FaceChange, ...]]:
    """Index of a change -> its verdict, and the differences that no change accounts for."""
    places = _Places(changes)
    held: dict[int, list[FaceChange]] = {}
    left = []
    for difference in differences:
        owner = places.owner(difference)
        if owner is None:
            left.append(difference)
        else:
            held.setdefault(owner, []).append(difference)
    verdicts = {
        number: _verdict(held.get(number, ()), change) for number, change in enumerate(changes)
    }
    return verdicts, tuple(left)


def _verdict(differences: Sequence[FaceChange], change: Change) -> SourceVerdict:
    if differences:
        effects = {difference.effect for difference in differences}
        effect = Source.BREAKING if Source.BREAKING in effects else Source.COMPATIBLE
        return SourceVerdict(effect, tuple(sorted({d.text for d in differences})))
    if change.kind in (Kind.DESCRIPTION_CHANGED, Kind.STABILISED, Kind.DESTABILISED):
        return SourceVerdict(Source.DOCS)
    return UNCHANGED


_LIGHT = (Kind.DESCRIPTION_CHANGED, Kind.ORDER_CHANGED, Kind.COMMENT_CHANGED)
_MIDDLE = (Kind.TITLE_CHANGED, Kind.COMBINATOR_CHANGED, Kind.STABILISED, Kind.DOCS_IGNORE_CHANGED)


def _weight(change: Change) -> tuple[int, str]:
    """Changes of texts account for a difference only where nothing else does."""
    weight = 2 if change.kind in _LIGHT else 1 if change.kind in _MIDDLE else 0
    return weight, change.kind
