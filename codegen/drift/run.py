"""A whole run: schemas and pages from a tree, checked, with locks, coverage and impact."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from codegen.drift.check import Checked, check_pages
from codegen.drift.context import World
from codegen.drift.documents import Page, read_page
from codegen.drift.editions import Edition
from codegen.drift.locks.lock import Lock, LockError, read_lock
from codegen.drift.locks.states import verify_lock
from codegen.drift.mentions import Mention, changed_names, find_mentions
from codegen.drift.rules import Stage
from codegen.drift.scope import Settings, stage_of
from codegen.drift.sidecar import EMPTY, Sidecar, belongs
from codegen.drift.verdicts import fingerprint
from codegen.errors import InputError, Place
from codegen.findings import Finding, Severity
from codegen.normalise import normalise
from codegen.source import KeywordPolicy, check_keywords, parse

_SCOPES = 200


@dataclass(frozen=True)
class Inputs:
    """Everything that a run reads, read: nothing below touches a disk."""

    world: World
    pages: tuple[Page, ...]
    settings: Mapping[str, Settings] = field(default_factory=dict)
    sidecar: Sidecar = EMPTY
    locks: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Page -> name and text of its lock."""
    whole: bool = True


@dataclass(frozen=True)
class Run:
    """What a run found, and how much it compared."""

    checked: Checked
    findings: tuple[Finding, ...]
    coverage: Mapping[str, Any]
    impact: tuple[Mention, ...] = ()


def load_edition(name: str, content: bytes, file: str, policy: KeywordPolicy) -> Edition:
    """An edition from the bytes of its schema. Raises `InputError`."""
    document = parse(content, file)
    error = next(check_keywords(document, policy), None)
    if error is not None:
        raise error
    return Edition(name, document, normalise(document))


def stage_for(page: Page, inputs: Inputs) -> Stage:
    """The stage of a page by all that is configured."""
    found = inputs.settings.get(page.file, Settings())
    for entry in inputs.sidecar.pages:
        if belongs(page.file, entry.file) and entry.stage:
            found = Settings(found.editions, entry.stage)
    return stage_of(page, found)


def run(inputs: Inputs, today: date) -> Run:
    """Check everything."""
    checked = check_pages(
        inputs.pages,
        inputs.world,
        inputs.settings,
        inputs.sidecar,
        today,
        inputs.whole,
    )
    findings = [*checked.findings]
    locked: set[str] = set()
    for page in inputs.pages:
        if page.file in inputs.locks:
            name, text = inputs.locks[page.file]
            found, lock = _verify_lock(page, name, text, inputs)
            findings += found
            locked |= {owned.target for owned in lock.owns}
    if not checked.bound and not locked:
        findings.append(_nothing(checked))
    coverage = _coverage(checked, inputs, locked)
    return Run(checked, tuple(sorted(findings, key=lambda one: one.order)), coverage)


def _verify_lock(page: Page, name: str, text: str, inputs: Inputs) -> tuple[list[Finding], Lock]:
    try:
        lock = read_lock(text, name)
    except LockError as error:
        finding = Finding(
            "lock-unreadable",
            Severity.ERROR,
            error.at,
            error.what,
            f"restore it, or accept {page.file} again",
            fingerprint=fingerprint("lock-unreadable", name, "", error.what),
        )
        return [finding], Lock(())
    return list(verify_lock(lock, page, inputs.world, stage_for(page, inputs))), lock


def _nothing(checked: Checked) -> Finding:
    reasons: Counter[str] = Counter()
    for tally in checked.tallies.values():
        reasons.update(tally.skipped)
    why = ", ".join(f"{count} × {reason}" for reason, count in reasons.most_common(3))
    message = f"nothing in {checked.pages} pages could be compared with a schema"
    return Finding(
        "nothing-bound",
        Severity.ERROR,
        Place("documents"),
        message + (f" ({why})" if why else ""),
        "check the paths and the schemas, or map pages to editions",
        fingerprint=fingerprint("nothing-bound", "", "", ""),
    )


def _coverage(checked: Checked, inputs: Inputs, locked: set[str]) -> dict[str, Any]:
    claims = {
        kind: {
            "seen": tally.seen,
            "bound": tally.bound,
            "skipped": dict(sorted(tally.skipped.items())),
        }
        for kind, tally in checked.tallies.items()
    }
    blocks = claims.get("json", {"seen": 0, "bound": 0, "skipped": {}})
    found: dict[str, Any] = {
        "pages": checked.pages,
        "editions": [edition.name for edition in inputs.world.editions],
        "blocks": blocks,
        "claims": claims,
        "suppressed": len(checked.suppressed),
    }
    if inputs.locks:
        every = {
            f"{edition.name}#{name}"
            for edition in inputs.world.editions
            for name in edition.definitions
        }
        found["locks"] = {
            "documents": len(inputs.locks),
            "owned": len(locked),
            "unowned": len(every - locked),
        }
    return found


def impact(pages: Sequence[Page], old: World, new: World) -> tuple[Mention, ...]:
    """Where pages mention what changed between two states of the schemas."""
    names: frozenset[str] = frozenset()
    for edition in new.editions:
        before = old.edition(edition.name)
        if before is not None:
            names |= changed_names(before, edition)
    return tuple(find_mentions(pages, names))


def with_impact(found: Run, mentions: tuple[Mention, ...]) -> Run:
    """A run with its impact list."""
    return replace(found, impact=mentions)


def stage_of_docs_json(content: bytes, name: str) -> dict[str, Stage]:
    """Page -> stage, from the groups of a documentation site's `docs.json`.

    A group whose title says "completed" holds completed proposals, one that says draft, preview or
    active open ones. Raises `InputError`.
    """
    try:
        root = json.loads(content)
    except ValueError as error:
        raise InputError(f"not JSON ({error})", at=Place(name), cure="fix the syntax") from None
    found: dict[str, Stage] = {}
    stack: list[tuple[Any, str, int]] = [(root, "", 0)]
    while stack:
        value, group, depth = stack.pop()
        if depth > _SCOPES:
            continue
        if isinstance(value, dict):
            title = str(value.get("group", value.get("tab", group)))
            stack += [(item, title, depth + 1) for item in value.values()]
        elif isinstance(value, list):
            stack += [(item, group, depth + 1) for item in value]
        elif isinstance(value, str) and "/" in value:
            words = group.lower()
            if "completed" in words:
                found[value] = Stage.COMPLETED
            elif any(word in words for word in ("draft", "preview", "active")):
                found[value] = Stage.RFD
    return found


def read_pages(contents: Mapping[str, str]) -> tuple[Page, ...]:
    """Pages from their texts, in the order of their names."""
    return tuple(read_page(contents[file], file) for file in sorted(contents))
