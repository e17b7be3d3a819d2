"""Changes of schemas as text: who breaks first, one line a change, repeats folded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from codegen.diff.assess import Assessment, Judged
from codegen.diff.facts import Change
from codegen.diff.levels import Level
from codegen.diff.source import Source
from codegen.errors import printable
from codegen.report.diff_json import named
from codegen.report.diff_markdown import subject
from codegen.report.formats import Paint, plain

FOLD = 5
"""More repeats of one change than this are said in one line."""

_COLOURS = {
    Level.BREAKING: "red",
    Level.RISK: "yellow",
    Level.COMPATIBLE: "green",
    Level.SOURCE: "cyan",
    Level.ANNOTATION: "white",
}
_GROUPS = {
    Level.RISK: "Risks",
    Level.COMPATIBLE: "Compatible",
    Level.SOURCE: "Same messages, other spelling or names",
    Level.ANNOTATION: "Texts and order",
}


def diff_text(
    assessment: Assessment,
    lowest: Level = Level.SOURCE,
    paint: Paint = plain,
    witnesses: Mapping[str, str] | None = None,
) -> str:
    """The result for people; annotations are counted only, unless `lowest` asks for them.

    `witnesses`: fingerprint -> a message that proves the point.
    """
    old, new = assessment.old.label, assessment.new.label
    if not assessment.judged and not assessment.unaccounted:
        return "\n".join([f"{old} -> {new}: no changes", *_notes(assessment)])
    counts = ", ".join(f"{count} {level}" for level, count in assessment.summary().items())
    lines = [f"{old} -> {new}: {counts}", *_notes(assessment)]
    for title, level, members in _groups(assessment):
        if level.at_least(lowest) and members:
            lines += ["", paint(title, _COLOURS[level])]
            lines += _lines(members, witnesses or {})
    if lowest.at_least(Level.SOURCE) and assessment.unaccounted and lowest is not Level.BREAKING:
        lines += ["", "Generated code, beside that"]
        lines += [f"  {printable(left.text)}" for left in assessment.unaccounted]
    ignored = [judged for judged in assessment.judged if judged.ignored is not None]
    if ignored:
        lines += ["", f"Ignored: {len(ignored)}"]
    return "\n".join(lines)


def _notes(assessment: Assessment) -> list[str]:
    notes = [*assessment.notes]
    if assessment.gate_open:
        notes.append("the protocol version changed: peers negotiate it, so nothing fails here")
    notes += [f"stale ignore: no change has the fingerprint {mark}" for mark in assessment.stale]
    return [f"note: {printable(note)}" for note in notes]


def _groups(assessment: Assessment) -> Iterable[tuple[str, Level, list[Judged]]]:
    breaking = [j for j in assessment.counted if j.verdict.level is Level.BREAKING]
    for parties, title in (
        (("agent", "client"), "Breaks existing clients and agents"),
        (("client",), "Breaks existing clients"),
        (("agent",), "Breaks existing agents"),
    ):
        yield title, Level.BREAKING, [j for j in breaking if j.verdict.breaks == parties]
    for level, title in _GROUPS.items():
        yield title, level, [j for j in assessment.counted if j.verdict.level is level]


def _lines(members: Sequence[Judged], witnesses: Mapping[str, str]) -> list[str]:
    folded: dict[tuple[str, ...], list[Judged]] = {}
    for judged in members:
        folded.setdefault(_repeat(judged), []).append(judged)
    lines = []
    for alike in folded.values():
        if len(alike) > FOLD:
            lines.append(f"  {_folded(alike)}")
            continue
        for judged in alike:
            lines.append(f"  {line(judged)}")
            witness = witnesses.get(judged.verdict.fingerprint)
            if witness is not None:
                lines.append(f"      for example {printable(witness)}")
    return lines


def _repeat(judged: Judged) -> tuple[str, ...]:
    """What makes two changes repeats of each other: rule, last name of the path, what changed."""
    change = judged.change
    last = change.path.rpartition(".")[2] if "." in change.path else ""
    same = (change.old or "", change.new or "") if last else ("", "")
    return (judged.verdict.rule.id, last, *same, *judged.verdict.breaks)


def _folded(alike: Sequence[Judged]) -> str:
    first = alike[0]
    rule, change = first.verdict.rule, first.change
    if "." in change.path:
        what = f"{change.path.rpartition('.')[2]} in {len(alike)} types"
        return printable(f"{rule.id} {rule.slug}  {what}  {first.verdict.message}")
    names = sorted({subject(judged.change) for judged in alike})
    more = f" and {len(names) - FOLD} more" if len(names) > FOLD else ""
    return printable(f"{rule.id} {rule.slug}  {', '.join(names[:FOLD])}{more}  {rule.purpose}")


def line(judged: Judged) -> str:
    """One change in one line."""
    verdict, change = judged.verdict, judged.change
    parts = [
        f"{verdict.rule.id} {verdict.rule.slug}",
        change.path,
        f"[{where(change)}]" if change.routes else "",
        verdict.message,
        _bindings(judged),
        verdict.fingerprint if verdict.level.at_least(Level.RISK) else "",
    ]
    return printable("  ".join(part for part in parts if part))


def where(change: Change) -> str:
    """Which messages carry a change, as short as it gets."""
    directions = " and ".join(direction.value for direction in change.directions)
    messages = sorted({named(route) for route in change.routes if named(route)})
    if not messages:
        return directions
    listed = ", ".join(messages) if len(messages) < 3 else f"{len(messages)} messages"
    return f"{directions}: {listed}"


def _bindings(judged: Judged) -> str:
    source = judged.source
    if source is None or source.effect in (Source.NONE, Source.DOCS):
        return ""
    more = f" and {len(source.texts) - 1} more" if len(source.texts) > 1 else ""
    return f"(bindings, {source.effect}: {source.texts[0]}{more})" if source.texts else ""
