"""What a verifier knows of a block: the page around it, the editions, the directive on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from codegen.drift.directives import Binding, Directive
from codegen.drift.documents import Block, Page
from codegen.drift.documents.page import Inline
from codegen.drift.editions import Edition
from codegen.drift.hits import Hit
from codegen.drift.rules import Stage, Strength
from codegen.drift.scope import Scope
from codegen.drift.sidecar import intro
from codegen.drift.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class World:
    """Everything that documents are checked against."""

    editions: tuple[Edition, ...]
    vocabulary: Vocabulary = field(default_factory=Vocabulary)

    def edition(self, name: str) -> Edition | None:
        """An edition by name."""
        return next((edition for edition in self.editions if edition.name == name), None)


@dataclass(frozen=True)
class Context:
    """One block of a page."""

    world: World
    page: Page
    index: int
    stage: Stage
    scope: Scope
    directive: Directive | None = None

    @property
    def block(self) -> Block:
        """The block itself."""
        return self.page.blocks[self.index]

    @cached_property
    def intro(self) -> Inline:
        """The paragraph before it."""
        return intro(self.page.blocks, self.index)

    @property
    def strength(self) -> Strength:
        """How a claim of this block is bound: by a directive, or by what stands around it."""
        declared = self.directive is not None and self.directive.bind is not None
        return Strength.DECLARED if declared else Strength.NAMED

    def editions_of(self, binding: Binding) -> tuple[Edition, ...]:
        """The editions that a binding speaks of."""
        if not binding.editions:
            return self.scope.editions
        found = (self.world.edition(name) for name in binding.editions)
        return tuple(edition for edition in found if edition is not None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a claim: its kind, what fired, and why it was not compared (if it wasn't)."""

    kind: str
    hits: tuple[Hit, ...] = ()
    skipped: str = ""
    how: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many claims of a kind a run has seen and bound, and the reasons of the others."""

    seen: int = 0
    bound: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> Tally:
        """With one more claim."""
        if not outcome.skipped:
            return Tally(self.seen + 1, self.bound + 1, self.skipped)
        reasons = {**self.skipped, outcome.skipped: self.skipped.get(outcome.skipped, 0) + 1}
        return Tally(self.seen + 1, self.bound, reasons)
