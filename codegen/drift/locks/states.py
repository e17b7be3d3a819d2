"""Locks against a page and the schemas as they are now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from codegen.drift.context import World
from codegen.drift.documents import Page
from codegen.drift.locks.lock import Lock, Ownership
from codegen.drift.locks.owned import Owned, read_owned
from codegen.drift.locks.sections import history_digest, section_lines, text_digest
from codegen.drift.rules import RULES, Stage
from codegen.drift.verdicts import fingerprint, frame
from codegen.drift.verify.history import day_of, history_of
from codegen.errors import Place
from codegen.findings import Finding


class State(StrEnum):
    """How an owned definition stands."""

    FRESH = "fresh"
    STALE = "stale"
    """The schema moved, the document did not."""
    UNCONFIRMED = "unconfirmed"
    """Both moved."""
    AHEAD = "ahead"
    """The document moved, the schema did not."""
    TEXT = "text"
    """Only descriptions of the schema moved."""
    BROKEN = "broken"
    """What was owned is gone."""


@dataclass(frozen=True, slots=True)
class Status:
    """An entry of a lock, its state, and the surface lines that came and went."""

    owned: Ownership
    state: State
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def delta(self) -> str:
        """What changed, on one line."""
        signs = [f"-{line}" for line in self.removed] + [f"+{line}" for line in self.added]
        return ", ".join(signs)


def find_owned(world: World, target: str) -> Owned | None:
    """A target `EDITION#NAME` as it is now."""
    name, hash_sign, rest = target.partition("#")
    edition = world.edition(name)
    return read_owned(edition, rest) if edition is not None and hash_sign else None


def status_of(owned: Ownership, page: Page, world: World) -> Status:
    """How one entry stands."""
    now = find_owned(world, owned.target)
    if now is None or section_lines(page, owned.section) is None:
        return Status(owned, State.BROKEN)
    moved = text_digest(page, owned.section) != owned.doc
    if now.digest == owned.digest:
        if moved:
            return Status(owned, State.AHEAD)
        return Status(owned, State.FRESH if now.text == owned.text else State.TEXT)
    added = tuple(line for line in now.surface if line not in owned.surface)
    removed = tuple(line for line in owned.surface if line not in now.surface)
    return Status(owned, State.UNCONFIRMED if moved else State.STALE, added, removed)


def verify_lock(lock: Lock, page: Page, world: World, stage: Stage) -> Iterator[Finding]:
    """The findings of a page's lock."""
    statuses = [status_of(owned, page, world) for owned in lock.owns]
    for status in statuses:
        if status.state is not State.FRESH:
            yield _finding(status, page, stage)
    moved = [one for one in statuses if one.state in (State.STALE, State.UNCONFIRMED)]
    if moved and stage in (Stage.RFD, Stage.COMPLETED):
        yield from _gate(moved, page, stage)


def _gate(moved: list[Status], page: Page, stage: Stage) -> Iterator[Finding]:
    """A schema change that an RFD owns needs a line in its history."""
    entries = history_of(page)
    kept = [one for one in moved if one.owned.history == history_digest(page)]
    if not kept:
        return
    names = ", ".join(dict.fromkeys(one.owned.target.partition("#")[2] for one in kept))
    line, column = (entries[0].spot.line, entries[0].spot.column) if entries else (1, 1)
    day = max(one.owned.day for one in kept)
    what = "the newest entry" if entries else "there is no revision history"
    message = f"{names} changed after the review of {day}, and {what} doesn't say so"
    yield Finding(
        "revision-history",
        RULES["revision-history"].severity(stage),
        Place(page.file, line, column),
        message,
        "add or edit an entry under “Revision history”",
        frame(page.lines, line, column),
        "lock",
        fingerprint("revision-history", page.file, "", names),
    )


def history_gate(lock: Lock, page: Page, today: date) -> str:
    """Why an RFD can't be accepted yet ("" if it can)."""
    if not lock.owns:
        return ""
    entries = history_of(page)
    before = max(lock.owns, key=lambda one: one.day)
    newest = day_of(entries[0]) if entries else None
    if newest is None or newest < before.day:
        return f"its revision history has no entry of {before.day} or later"
    if history_digest(page) == before.history:
        return "its revision history has no new or edited entry since the last review"
    return f"its newest entry is of {newest}, which has not come yet" if newest > today else ""


def _finding(status: Status, page: Page, stage: Stage) -> Finding:
    owned = status.owned
    rule = f"lock-{status.state}"
    lines = section_lines(page, owned.section)
    line = lines[0] if lines else 1
    message, fix = _words(status, page)
    return Finding(
        rule,
        RULES[rule].severity(stage),
        Place(page.file, line, 1),
        message,
        fix,
        "",
        "lock",
        fingerprint(rule, page.file, owned.section, owned.target),
    )


def _words(status: Status, page: Page) -> tuple[str, str]:
    owned = status.owned
    edition, _, name = owned.target.partition("#")
    accept = f'acp-codegen accept {page.file} --note "what you checked"'
    delta = f" ({status.delta})" if status.delta else ""
    match status.state:
        case State.STALE:
            return (
                f"the schema changed {name} in {edition}{delta} after this document was reviewed "
                f"on {owned.day}, and the document did not change",
                f"bring the document up to date, then run {accept}",
            )
        case State.UNCONFIRMED:
            return (
                f"{name} in {edition}{delta} and this document both changed since {owned.day}",
                f"read them side by side, then run {accept}",
            )
        case State.TEXT:
            return f"only the description of {name} in {edition} changed", f"read it, then {accept}"
        case State.AHEAD:
            return f"this document changed after its review, {name} in {edition} did not", ""
        case State.BROKEN:
            what = f"{name} of {edition} is gone"
            if owned.section:
                what = f"{what}, or the section “{owned.section}” is"
            return what, "take it out of the lock, or restore it; then accept again"
        case State.FRESH:
            return "", ""
