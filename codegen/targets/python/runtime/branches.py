"""Unions by the rules: the tag decides, then the branches without a tag in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from .errors import shown
from .fields import OpenStruct
from .hints import kinds_of, name_of, suggestion
from .kinds import kind_of
from .unions import Branches
from .walk import ABSENT, Decoder, Mismatch, Path, Walk

_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class _Untagged:
    """A branch that is tried once no tag has matched."""

    decode: Decoder
    kinds: tuple[Any, ...]
    catch_all: bool
    name: str


def union_decoder(branches: Branches, decoder: Callable[[Any], Decoder]) -> Decoder:
    """The closure for a union."""
    tagged = {value: decoder(hint) for value, hint in branches.tagged.items()}
    rest = [
        _Untagged(decoder(hint), kinds_of(hint), _is_catch_all(hint), name_of(hint))
        for hint in branches.rest
    ]
    read_tag = _tag_reader(branches, decoder)

    def attempt(value: Any, path: Path, walk: Walk) -> Any:
        value, found = read_tag(value, path, walk)
        reasons: list[Mismatch] = []
        branch = tagged.get(found) if kind_of(found) is str else None
        if branch is not None:
            mark = walk.mark()
            try:
                return branch(value, path, walk)
            except Mismatch as error:
                if not rest:
                    raise
                walk.forget(mark)
                reasons.append(error)
        for other in rest:
            if other.catch_all:
                if branch is not None or kind_of(found) is not str:
                    continue
                result = other.decode(value, path, walk)
                what = f"unknown tag {shown(found)}"
                walk.repair((path, branches.tag), "unknown_variant", branches.name, what)
                return result
            if other.kinds and kind_of(value) not in other.kinds:
                continue
            mark = walk.mark()
            try:
                result = other.decode(value, path, walk)
            except Mismatch as error:
                walk.forget(mark)
                reasons.append(error)
                continue
            if tagged and found is not ABSENT and found is not None:
                what = f"read as {other.name}"
                walk.repair(path, "untagged_fallback", branches.name, what)
            return result
        raise _no_branch(branches, value, found, path, reasons)

    # One branch at most is ever tried where only tags decide: nothing to remember.
    alternatives = sum(not other.catch_all for other in rest) + bool(tagged)
    return _remembering(attempt) if alternatives > 1 else attempt


def _is_catch_all(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, OpenStruct) and hint.catch_all_


def _tag_reader(
    branches: Branches, decoder: Callable[[Any], Decoder]
) -> Callable[[Any, Path, Walk], tuple[Any, Any]]:
    """Gives a value and its tag; a tag that may be bad is read as absent where it is."""
    tag = branches.tag
    check = decoder(branches.tag_hint) if branches.tag_hint is not None else None

    def read(value: Any, path: Path, walk: Walk) -> tuple[Any, Any]:
        if tag is None or kind_of(value) is not dict:
            return value, ABSENT
        found = value.get(tag, ABSENT)
        if check is not None and found is not ABSENT:
            try:
                check(found, (path, tag), walk)
            except Mismatch as error:
                expected = name_of(branches.tag_hint)
                walk.repair((path, tag), "defaulted", expected, error.why)
                return {key: part for key, part in value.items() if key != tag}, ABSENT
        return value, found

    return read


def _remembering(attempt: Decoder) -> Decoder:
    """Try the branches of one value once, however many outer branches lead to it."""

    def decode(value: Any, path: Path, walk: Walk) -> Any:
        if kind_of(value) is not dict and kind_of(value) is not list:
            return attempt(value, path, walk)
        key = (id(value), id(attempt))
        known = walk.tried.get(key)
        # One object can stand in two places of JSON that was not parsed here.
        if known is not None and known[0] is value and known[1] == path:
            _, _, result, noted = known
            if isinstance(result, Mismatch):
                raise Mismatch(result.path, result.why)
            walk.again(noted)
            return result
        mark = walk.mark()
        try:
            result = attempt(value, path, walk)
        except Mismatch as error:
            # A new one, because the one that is raised holds on to every frame it passes.
            walk.tried[key] = (value, path, Mismatch(error.path, error.why), ())
            raise
        walk.tried[key] = (value, path, result, walk.since(mark))
        return result

    return decode


def _no_branch(
    branches: Branches, value: Any, found: Any, path: Path, reasons: list[Mismatch]
) -> Mismatch:
    if len(reasons) == 1:
        return reasons[0]
    if reasons:
        return Mismatch(path, _none_fits(branches, reasons))
    if kind_of(value) is not dict or branches.tag is None:
        return Mismatch(path, f"expected {branches.name}, found {shown(value)}")
    if found is ABSENT:
        what = f"missing {branches.tag!r}, which tells what kind of {branches.name} this is"
        return Mismatch(path, what)
    return Mismatch((path, branches.tag), partial(_unknown_tag, branches, found))


def _none_fits(branches: Branches, reasons: list[Mismatch]) -> str:
    # In words at once: the reasons may hold others, and those would be put into words again.
    text = "; or ".join(dict.fromkeys(error.reason for error in reasons))
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}…"
    return f"no branch of {branches.name} fits: {text}"


def _unknown_tag(branches: Branches, found: Any) -> str:
    known = ", ".join(map(repr, branches.tagged))
    near = suggestion(found, branches.tagged)
    return f"unknown kind of {branches.name}: {shown(found)}, known are {known}{near}"
