"""Everything a report says about two schemas: both verdicts on each change, and what is ignored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from codegen.diff.classify import Verdict, classify
from codegen.diff.compare import compare
from codegen.diff.face import Face, face_or_reason
from codegen.diff.facts import Change, Comparison, Kind, Spot
from codegen.diff.levels import Level, Switches
from codegen.diff.source import FaceChange, SourceVerdict, compare_faces, put_down
from codegen.source import SchemaDocument


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two schemas: its document, what to call it, its protocol version if known."""

    document: SchemaDocument
    label: str
    protocol: int | str | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A change with both verdicts. `source` is `None` where there are no bindings to compare."""

    verdict: Verdict
    source: SourceVerdict | None
    ignored: str | None = None

    @property
    def change(self) -> Change:
        """The fact that the verdicts are about."""
        return self.verdict.change


@dataclass(frozen=True, slots=True)
class Assessment:
    """The result of a comparison.

    `judged` is sorted, the worst first; `unaccounted` are differences of the bindings that no
    change of the schema stands for; `stale` are ignored fingerprints that no change has.
    """

    old: Side
    new: Side
    judged: tuple[Judged, ...]
    unaccounted: tuple[FaceChange, ...] = ()
    stale: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def counted(self) -> tuple[Judged, ...]:
        """The changes that nobody asked to ignore."""
        return tuple(judged for judged in self.judged if judged.ignored is None)

    def summary(self) -> Mapping[Level, int]:
        """How many changes there are of each level, ignored ones left out."""
        counts = Counter(judged.verdict.level for judged in self.counted)
        return {level: counts[level] for level in Level}

    @property
    def gate_open(self) -> bool:
        """Whether peers negotiate another protocol version anyway, so that nothing can break."""
        return any(j.change.kind is Kind.PROTOCOL_VERSION_CHANGED for j in self.judged)

    def fails(self, threshold: Level | None) -> bool:
        """Whether anything is at the threshold or above; never once the gate is open."""
        if threshold is None or self.gate_open:
            return False
        return any(judged.verdict.level.at_least(threshold) for judged in self.counted)


def assess(
    old: Side, new: Side, switches: Switches, ignored: Mapping[str, str] | None = None
) -> Assessment:
    """Compare two schemas and judge. `ignored`: fingerprint -> reason.

    Raises `InputError` where a schema can't be read.
    """
    if old.document.text == new.document.text and old.protocol == new.protocol:
        return Assessment(old, new, (), stale=tuple(ignored or ()))
    comparison = _with_version(compare(old.document, new.document), old, new)
    faces = face_or_reason(old.document), face_or_reason(new.document)
    sources, unaccounted, notes = _sources(comparison.changes, *faces)
    by_change = {id(change): sources.get(n) for n, change in enumerate(comparison.changes)}
    reasons = ignored or {}
    judged = tuple(
        Judged(verdict, by_change[id(verdict.change)], reasons.get(verdict.fingerprint))
        for verdict in classify(comparison, switches)
    )
    if comparison.undirected:
        notes.append("no messages are described, so every type was taken to go both ways")
    known = {one.verdict.fingerprint for one in judged}
    return Assessment(
        old,
        new,
        judged,
        unaccounted,
        stale=tuple(sorted(reasons.keys() - known)),
        notes=tuple(notes),
    )


def _with_version(comparison: Comparison, old: Side, new: Side) -> Comparison:
    if old.protocol == new.protocol or None in (old.protocol, new.protocol):
        return comparison
    change = Change(
        Kind.PROTOCOL_VERSION_CHANGED,
        "(protocol) version",
        Spot("", ""),
        str(old.protocol),
        str(new.protocol),
    )
    return replace(comparison, changes=(*comparison.changes, change))


def _sources(
    changes: tuple[Change, ...], old: Face | str, new: Face | str
) -> tuple[Mapping[int, SourceVerdict | None], tuple[FaceChange, ...], list[str]]:
    if not isinstance(old, Face) or not isinstance(new, Face):
        notes = [
            f"no verdict on generated code, as there is none: {face}"
            for face in (old, new)
            if isinstance(face, str)
        ]
        return {}, (), notes
    verdicts, left = put_down(changes, compare_faces(old, new, changes))
    return verdicts, left, []
