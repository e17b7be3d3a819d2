"""The rules of the document check as rows: how bad a hit is, by the stage of its page.

Severities follow what was measured on hand-written protocol pages and proposals (RFDs): a claim of
a protocol page is an error where it was right nearly always, a proposal may be ahead of the schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from codegen.findings import Severity


class Stage(StrEnum):
    """What a page promises: `draft` pages describe what may still come, `guide` is any other."""

    PROTOCOL = "protocol"
    DRAFT = "draft"
    GUIDE = "guide"
    RFD = "rfd"
    COMPLETED = "completed"


class Standing(Enum):
    """How a document and the schema disagree."""

    PLAIN = auto()
    AHEAD = auto()
    """The schema has never had that name."""
    RETIRED = auto()
    """The schema had it once."""


class Strength(Enum):
    """How a claim was bound."""

    DECLARED = auto()
    """A directive says so."""
    NAMED = auto()
    """By a method, a tag or a name in backticks."""
    STRUCTURAL = auto()
    """By its keys alone: right nearly always, never a proof."""


@dataclass(frozen=True, slots=True)
class DocumentRule:
    """A rule: its id, its severity on protocol pages, open and completed RFDs, its purpose.

    `draft` and `guide` are severities on such pages (default: as on protocol pages). `declared`
    rules say no more than a note unless a directive bound the claim.
    """

    id: str
    protocol: Severity
    rfd: Severity
    completed: Severity
    purpose: str
    draft: Severity | None = None
    guide: Severity | None = None
    declared: bool = False

    def severity(self, stage: Stage) -> Severity:
        """How bad a hit is on a page of a stage."""
        match stage:
            case Stage.PROTOCOL:
                return self.protocol
            case Stage.DRAFT:
                return self.draft or self.protocol
            case Stage.GUIDE:
                return self.guide or self.protocol
            case Stage.RFD:
                return self.rfd
            case Stage.COMPLETED:
                return self.completed


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE


def _always(id: str, severity: Severity, purpose: str) -> DocumentRule:
    return DocumentRule(id, severity, severity, severity, purpose)


RULES: Mapping[str, DocumentRule] = {
    rule.id: rule
    for rule in (
        _always("fence-unclosed", _E, "code without an end hides the rest of the page"),
        _always("front-matter", _E, "front matter is YAML between two lines of `---`"),
        DocumentRule("json-parse", _E, _W, _N, "a JSON example is JSON, elisions repaired"),
        DocumentRule("json-duplicate-key", _E, _W, _N, "a key stands once in an object"),
        DocumentRule("json-schema", _E, _E, _W, "the definition of an example accepts it"),
        DocumentRule("json-unknown-property", _E, _N, _N, "a key that no schema declares"),
        DocumentRule("json-open-value", _E, _E, _N, "a value that only a catch-all accepts"),
        DocumentRule("json-side", _E, _W, _N, "a part of a message that its other side sends"),
        DocumentRule("method-unknown", _E, _N, _N, "a method that the schema doesn't have"),
        DocumentRule("component-name", _E, _E, _N, "a field component names a property"),
        DocumentRule("component-required", _W, _W, _N, "it agrees on required"),
        DocumentRule("component-type", _W, _W, _N, "it agrees on the type"),
        DocumentRule("component-default", _W, _W, _N, "it agrees on the default"),
        DocumentRule("enum-missing", _W, _N, _N, "a list of values is complete"),
        DocumentRule("enum-unknown", _E, _W, _N, "a list of values has no others"),
        DocumentRule(
            "list-claim", _E, _E, _W, "required, optional, nullable are true", declared=True
        ),
        DocumentRule(
            "list-fields", _E, _E, _W, "listed fields exist, a full list is full", declared=True
        ),
        DocumentRule("table-path", _E, _E, _N, "a dotted path leads somewhere", declared=True),
        DocumentRule("ident-unknown", _W, _N, _N, "a name in backticks", draft=_N, guide=_N),
        DocumentRule("ident-retired", _E, _W, _N, "a name that the schema had once"),
        DocumentRule("ident-other-version", _W, _N, _N, "a name of another edition", guide=_N),
        DocumentRule("mermaid-message", _E, _N, _N, "messages in a diagram exist"),
        DocumentRule("schema-anchor", _W, _W, _N, "a link leads to a section of the schema page"),
        DocumentRule("revision-history", _E, _E, _W, "an RFD says what changed, newest first"),
        DocumentRule("lock-stale", _E, _E, _W, "the schema moved, the document did not"),
        DocumentRule("lock-unconfirmed", _E, _E, _W, "both moved, nobody said they agree"),
        DocumentRule("lock-text", _W, _W, _N, "only descriptions of the schema moved"),
        DocumentRule("lock-ahead", _N, _N, _N, "the document moved, the schema did not"),
        DocumentRule("lock-broken", _E, _E, _E, "what a document owns is gone"),
        _always("lock-unreadable", _E, "a lock is TOML of the documented form"),
        _always("directive", _E, "a directive is understood, and does something"),
        _always("directive-unused", _E, "a suppression that suppresses nothing"),
        _always("directive-expired", _E, "a suppression whose day has come"),
        _always("sidecar-target", _E, "an entry of the sidecar leads to a block"),
        _always("baseline-unused", _E, "an entry of the baseline that fires no more"),
        _always("vocabulary-stale", _E, "the vocabulary knows every name of the schema"),
        _always("nothing-bound", _E, "a run that compared nothing proves nothing"),
    )
}

SOFT_SECTIONS = (
    "status quo",
    "revision history",
    "frequently asked questions",
    "frequently asked",
    "alternatives",
    "shiny future",
)
"""Sections that tell of what was or might be: no more than a note there."""
