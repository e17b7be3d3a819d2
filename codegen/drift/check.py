"""Check pages: each block in its context, every verifier, then verdicts and coverage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from codegen.drift.context import Context, Outcome, Tally, World
from codegen.drift.directives import Directive, DirectiveError, comment_text, parse_comment
from codegen.drift.documents import Comment, Fence, Page, Spot
from codegen.drift.edits import Edit
from codegen.drift.hits import Hit
from codegen.drift.rules import RULES, Stage
from codegen.drift.scope import Scope, Settings, scope_of, stage_of
from codegen.drift.sidecar import EMPTY, Sidecar, belongs, find_block
from codegen.drift.verdicts import fingerprint, frame, judge, numbered
from codegen.drift.verify.all import page_state, verify_block
from codegen.errors import Place
from codegen.findings import Finding, Severity


@dataclass(frozen=True)
class Checked:
    """The findings of a run, what directives suppressed, and what was compared at all."""

    findings: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]
    pages: int
    tallies: Mapping[str, Tally] = field(default_factory=dict)
    edits: tuple[Edit, ...] = ()

    @property
    def bound(self) -> int:
        """How many claims were compared with a schema."""
        return sum(tally.bound for tally in self.tallies.values())


def check_pages(
    pages: Sequence[Page],
    world: World,
    settings: Mapping[str, Settings],
    sidecar: Sidecar,
    today: date,
    whole: bool = True,
) -> Checked:
    """Check pages; `settings` by file name. `whole`: every page that exists is among them, so an
    entry of the sidecar without a page is a mistake.
    """
    findings: list[Finding] = []
    suppressed: list[Finding] = []
    tallies: dict[str, Tally] = {}
    edits: list[Edit] = []
    if whole:
        findings += _lost_entries(pages, sidecar)
    for page in pages:
        checked = _Page(page, world, _settings(page, settings, sidecar), sidecar, today)
        findings += numbered(checked.run())
        suppressed += checked.suppressed
        edits += checked.edits
        for kind, outcomes in checked.outcomes.items():
            tally = tallies.get(kind, Tally())
            for outcome in outcomes:
                tally = tally.add(outcome)
            tallies[kind] = tally
    counts = dict(sorted(tallies.items()))
    return Checked(tuple(findings), tuple(suppressed), len(pages), counts, tuple(edits))


def _settings(page: Page, settings: Mapping[str, Settings], sidecar: Sidecar) -> Settings:
    found = settings.get(page.file, Settings())
    for entry in sidecar.pages:
        if belongs(page.file, entry.file):
            found = Settings(entry.editions or found.editions, entry.stage or found.stage)
    return found


def _lost_entries(pages: Sequence[Page], sidecar: Sidecar) -> Iterator[Finding]:
    entries = [(entry.file, entry.line) for entry in sidecar.pages]
    entries += [(entry.file, entry.directive.place.line) for entry in sidecar.blocks]
    for file, line in entries:
        if not any(belongs(page.file, file) for page in pages):
            yield Finding(
                "sidecar-target",
                Severity.ERROR,
                Place(sidecar.name, line, 1),
                f"no checked page is {file}",
                "mend the path, or remove the entry",
                fingerprint=fingerprint("sidecar-target", sidecar.name, "", file),
            )


class _Page:
    """The check of one page."""

    def __init__(
        self, page: Page, world: World, settings: Settings, sidecar: Sidecar, today: date
    ) -> None:
        self.page = page
        self.world = world
        self.settings = settings
        self.sidecar = sidecar
        self.today = today
        self.stage = stage_of(page, settings)
        self.outcomes: dict[str, list[Outcome]] = {}
        self.suppressed: list[Finding] = []
        self.findings: list[Finding] = []
        self.edits: list[Edit] = []

    def run(self) -> list[Finding]:
        """All findings of the page."""
        for problem in self.page.problems:
            self._add(problem.rule, problem.spot, problem.message, problem.fix)
        directives = {**self._inline(), **self._from_sidecar()}
        state = page_state(self.page)
        for index in range(len(self.page.blocks)):
            context = self._context(index, directives.get(index))
            hits: list[Hit] = []
            for outcome in verify_block(context, state):
                self.outcomes.setdefault(outcome.kind, []).append(outcome)
                hits += outcome.hits
            self.edits += [hit.edit for hit in hits if hit.edit is not None]
            found = judge(hits, context)
            if context.directive is not None:
                found = self._suppress(found, context.directive)
            self.findings += found
        return self.findings

    def _context(self, index: int, directive: Directive | None) -> Context:
        block = self.page.blocks[index]
        declared = directive.bind.editions if directive and directive.bind else ()
        scope = scope_of(self.page, block, self.settings, self.world.editions, declared)
        return Context(self.world, self.page, index, self.stage, scope, directive)

    def _add(self, rule: str, spot: Spot, message: str, fix: str, file: str = "") -> None:
        lines = [] if file else self.page.lines
        self.findings.append(
            Finding(
                rule,
                RULES[rule].severity(self.stage),
                Place(file or self.page.file, spot.line, spot.column),
                message,
                fix,
                frame(lines, spot.line, spot.column),
                "",
                fingerprint(rule, file or self.page.file, "", message),
            )
        )

    def _inline(self) -> dict[int, Directive]:
        """The directives in the page, by the index of the block they speak of."""
        found: dict[int, Directive] = {}
        waiting: Directive | None = None
        for code in self.page.stray:
            if (comment_text(code.text) or "").startswith("acp-check"):
                message = "a directive must stand alone on its line, above its block"
                self._add("directive", code.spot, message, "move it there")
        for index, block in enumerate(self.page.blocks):
            if isinstance(block, Comment):
                try:
                    directive = parse_comment(block.text, block.spot)
                except DirectiveError as error:
                    self._add("directive", block.spot, str(error), "mend the directive")
                    continue
                if directive is None:
                    continue
                if waiting is not None:
                    self._lost(waiting.place)
                waiting = directive if self._known(directive) else None
            elif waiting is not None:
                found[index] = waiting
                waiting = None
        if waiting is not None:
            self._lost(waiting.place)
        return found

    def _lost(self, spot: Spot) -> None:
        self._add("directive", spot, "no block follows this directive", "move or remove it")

    def _known(self, directive: Directive) -> bool:
        """Whether all editions that a directive names exist."""
        bindings = [directive.bind, directive.enum, *directive.say.values()]
        for binding in bindings:
            for name in binding.editions if binding else ():
                if self.world.edition(name) is None:
                    known = ", ".join(edition.name for edition in self.world.editions)
                    message = f"`{name}` is no edition; they are {known}"
                    self._add(
                        "directive", directive.place, message, "mend its bind", directive.sidecar
                    )
                    return False
        return True

    def _from_sidecar(self) -> dict[int, Directive]:
        found: dict[int, Directive] = {}
        for entry in self.sidecar.blocks:
            if not belongs(self.page.file, entry.file) or not self._known(entry.directive):
                continue
            index = find_block(self.page, entry)
            if isinstance(index, str):
                if not entry.optional:
                    place = entry.directive.place
                    fix = "mend the entry, or remove it"
                    self._add("sidecar-target", place, index, fix, self.sidecar.name)
            else:
                found[index] = entry.directive
        return found

    def _suppress(self, found: Iterable[Finding], directive: Directive) -> list[Finding]:
        """Take out what a directive suppresses; one that suppresses nothing is an error."""
        if not directive.ignore:
            return list(found)
        file = directive.sidecar
        if directive.until is not None and directive.until < self.today:
            message = f"this suppression ended on {directive.until.isoformat()}"
            fix = "mend the document, or give it a new day and reason"
            self._add("directive-expired", directive.place, message, fix, file)
            return list(found)
        kept = [finding for finding in found if finding.rule not in directive.ignore]
        taken = [finding for finding in found if finding.rule in directive.ignore]
        self.suppressed += [
            replace(finding, detail=f"suppressed: {directive.reason}") for finding in taken
        ]
        for rule in directive.ignore:
            if all(finding.rule != rule for finding in taken):
                message = f"`{rule}` does not fire here any more"
                self._add("directive-unused", directive.place, message, "remove it", file)
        return kept


def parse_settings(scopes: Sequence[tuple[str, str]], files: Sequence[str]) -> dict[str, Settings]:
    """`GLOB=EDITION` pairs -> settings by file; several pairs for one file add up."""
    from codegen.drift.globs import ends_in

    found: dict[str, Settings] = {}
    for file in files:
        names = tuple(edition for glob, edition in scopes if ends_in(file, glob))
        if names:
            found[file] = Settings(names)
    return found


__all__ = ["EMPTY", "Checked", "Fence", "Scope", "Stage", "check_pages", "parse_settings"]
