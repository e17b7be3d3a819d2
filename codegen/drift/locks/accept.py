"""Accept a document as it is: a new lock, with the delta that somebody has read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from codegen.drift.context import World
from codegen.drift.documents import Page
from codegen.drift.locks.lock import Lock, Ownership
from codegen.drift.locks.sections import history_digest, section_lines, text_digest
from codegen.drift.locks.states import State, find_owned, history_gate, status_of
from codegen.drift.names import hint
from codegen.drift.rules import Stage
from codegen.errors import InputError, Place


def accept(
    page: Page,
    world: World,
    lock: Lock,
    stage: Stage,
    targets: Sequence[str],
    note: str,
    today: date,
    rev: str = "",
) -> tuple[Lock, list[str]]:
    """The new lock and the lines that say what is accepted.

    `targets` (`EDITION#NAME` or `EDITION#NAME@SECTION`): only these; none: all that the lock has.
    Raises `InputError` without a note, for unknown targets, and for an RFD without a new entry in
    its revision history.
    """
    if not note.strip():
        raise InputError(
            "an acceptance needs a note", at=Place(page.file), cure='add --note "what you checked"'
        )
    before = {(owned.target, owned.section): owned for owned in lock.owns}
    chosen = [_split(target) for target in targets] or list(before)
    if not chosen:
        raise InputError(
            "this document owns nothing yet",
            at=Place(page.file),
            cure=f"name what it owns with --target; see acp-codegen lock --suggest {page.file}",
        )
    statuses = [status_of(owned, page, world) for owned in lock.owns]
    changed = any(status.state not in (State.FRESH, State.TEXT) for status in statuses)
    if stage is Stage.RFD and changed:
        reason = history_gate(lock, page, today)
        if reason:
            raise InputError(
                f"not accepted: {reason}",
                at=Place(page.file),
                cure="say under “Revision history” what changed, newest first",
            )
    after = dict(before)
    lines: list[str] = []
    for target, section in chosen:
        fresh = _owned(page, world, target, section, note, today, rev)
        lines += _delta(before.get((target, section)), fresh)
        after[target, section] = fresh
    return Lock(tuple(after[key] for key in sorted(after))), lines


def _split(target: str) -> tuple[str, str]:
    name, _, section = target.partition("@")
    return name, section


def _owned(
    page: Page, world: World, target: str, section: str, note: str, today: date, rev: str
) -> Ownership:
    now = find_owned(world, target)
    if now is None:
        known = [
            f"{edition.name}#{name}" for edition in world.editions for name in edition.definitions
        ]
        raise InputError(
            f"{target!r} is nothing that a document can own",
            at=Place(page.file),
            cure=hint(target, known) or "write EDITION#DEFINITION, as in " + known[0],
        )
    if section_lines(page, section) is None:
        raise InputError(f"no heading “{section}”", at=Place(page.file), cure="mend the section")
    return Ownership(
        target,
        section,
        now.digest,
        now.text,
        now.surface,
        text_digest(page, section),
        history_digest(page),
        today,
        rev,
        note.strip(),
    )


def _delta(before: Ownership | None, after: Ownership) -> list[str]:
    if before is None:
        return [f"{after.target}: owned from now on ({len(after.surface)} lines of surface)"]
    gone = [f"  - {line}" for line in before.surface if line not in after.surface]
    new = [f"  + {line}" for line in after.surface if line not in before.surface]
    if not gone and not new:
        moved = before.digest != after.digest
        return [f"{after.target}: {'details changed' if moved else 'no change of surface'}"]
    return [f"{after.target}:", *gone, *new]
