"""Which editions a block is about, and what its page promises: the first hint wins.

Directive, sidecar or configuration, a word on the fence, a heading or tab above it, the page's
path; without any hint a page is about every edition, and the better fit is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from codegen.drift.documents import Block, Fence, Page
from codegen.drift.editions import Edition
from codegen.drift.rules import Stage

DRAFT_FOLDER, PROTOCOL_FOLDER, RFD_FOLDERS = "draft", "protocol", ("rfd", "rfds", "rfcs")
"""Folders that tell the stage of a page where nothing is configured."""
_DRAFT_WORDS = ("draft", "unstable")


@dataclass(frozen=True, slots=True)
class Settings:
    """What configuration says of a page: editions (none: look at the page) and stage."""

    editions: tuple[str, ...] = ()
    stage: Stage | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """The editions of a block; `every`: it must hold in each, not only in the best fit."""

    editions: tuple[Edition, ...]
    every: bool
    how: str


def stage_of(page: Page, settings: Settings) -> Stage:
    """What a page promises."""
    if settings.stage is not None:
        return settings.stage
    folders = PurePosixPath(page.file).parts[:-1]
    if any(folder in RFD_FOLDERS for folder in folders):
        return Stage.RFD
    if PROTOCOL_FOLDER in folders:
        return Stage.DRAFT if DRAFT_FOLDER in folders else Stage.PROTOCOL
    return Stage.GUIDE


def scope_of(
    page: Page,
    block: Block,
    settings: Settings,
    editions: Sequence[Edition],
    declared: Sequence[str] = (),
) -> Scope:
    """The editions of a block; `declared` are those that a directive names."""
    by_name = {edition.name: edition for edition in editions}
    if declared:
        named = tuple(by_name[name] for name in declared if name in by_name)
        return Scope(named, True, "directive")
    candidates = tuple(editions)
    if settings.editions:
        candidates = tuple(by_name[name] for name in settings.editions if name in by_name)
    if isinstance(block, Fence):
        found = _mentioned(candidates, (word.lower() for word in block.info[1:]))
        if found:
            return Scope(found, False, "the words on the fence")
    for text in (*reversed(block.labels), *reversed(block.trail)):
        found = _mentioned(candidates, _words(text))
        if found and len(found) < len(candidates):
            return Scope(found, False, f"“{text}”")
    if settings.editions:
        return Scope(candidates, False, "configuration")
    found = _by_path(editions, page.file)
    if found:
        return Scope(found, False, "path")
    return Scope(candidates, False, "every edition")


def _words(text: str) -> Iterable[str]:
    return (word.strip("()[],.:;`\"'").lower() for word in text.replace("/", " ").split())


def _mentioned(editions: Sequence[Edition], words: Iterable[str]) -> tuple[Edition, ...]:
    spoken = set(words)
    return tuple(
        edition
        for edition in editions
        if any(char.isdigit() for char in edition.name)
        and (edition.name.lower() in spoken or _version(edition.name) in spoken)
    )


@lru_cache(maxsize=4096)
def _folders(file: str) -> frozenset[str]:
    """The folders of a path, and its name without the ending, in lower case."""
    path = PurePosixPath(file)
    return frozenset({*(part.lower() for part in path.parts[:-1]), path.stem.lower()})


@lru_cache(maxsize=256)
def _version(name: str) -> str:
    return name.lower().replace("_", "-").split("-")[0]


def _by_path(editions: Sequence[Edition], file: str) -> tuple[Edition, ...]:
    """Editions whose version is a folder of the path; draft editions for draft folders."""
    folders = _folders(file)
    found = [edition for edition in editions if _version(edition.name) in folders]
    draft = DRAFT_FOLDER in folders
    exact = [
        edition
        for edition in found
        if draft == any(word in edition.name.lower() for word in _DRAFT_WORDS)
    ]
    return tuple(exact or found)
