"""Changes of schemas as a section of a changelog (Keep a Changelog 1.1.0), short by grouping."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from codegen.diff.assess import Assessment, Judged
from codegen.diff.facts import Change, Kind
from codegen.diff.levels import Level
from codegen.errors import printable
from codegen.report.markdown import cell

MAX_LINES = 25
_ADDED = {
    Kind.PROPERTY_ADDED_OPTIONAL,
    Kind.ENUM_VALUE_ADDED,
    Kind.VARIANT_ADDED,
    Kind.METHOD_ADDED,
    Kind.STABILISED,
    Kind.TOLERANCE_ADDED,
    Kind.KNOWN_VALUES_DOCUMENTED,
}
_REMOVED = {
    Kind.PROPERTY_REMOVED_OPTIONAL,
    Kind.ENUM_VALUE_REMOVED,
    Kind.VARIANT_REMOVED,
    Kind.TOLERANCE_REMOVED,
    Kind.DESTABILISED,
}
_LISTED = {
    Kind.ENUM_VALUE_ADDED,
    Kind.ENUM_VALUE_REMOVED,
    Kind.VARIANT_ADDED,
    Kind.VARIANT_REMOVED,
}
_TODO = {
    ("client",): "agents have to wait for clients, or negotiate",
    ("agent",): "clients have to wait for agents, or negotiate",
    ("agent", "client"): "both sides have to be upgraded together",
}


def diff_markdown(assessment: Assessment, heading: str | None = None) -> str:
    """One version step: Breaking, Added, Changed, Removed, Code generation, Documentation."""
    title = heading or f"{assessment.old.label} → {assessment.new.label}"
    lines = [f"## {cell(title)}"]
    sections = [(name, members) for name, members in _sections(assessment) if members]
    # Every section costs a heading; what is left of the budget is shared out.
    room = MAX_LINES - 1 - len(sections) * 2 - 2
    for number, (name, members) in enumerate(sections):
        share = max(1, room // (len(sections) - number))
        entries = _entries(members, share, breaking=name == "Breaking")
        room -= len(entries)
        lines += ["", f"### {name}", *entries]
    lines += _tail(assessment)
    if len(lines) == 1:
        lines += ["", "No changes."]
    return "\n".join(lines) + "\n"


def _sections(assessment: Assessment) -> Iterable[tuple[str, list[Judged]]]:
    wire = [j for j in assessment.counted if j.verdict.level.at_least(Level.COMPATIBLE)]
    breaking = [j for j in wire if j.verdict.level is Level.BREAKING]
    rest = [j for j in wire if j not in breaking]
    yield "Breaking", breaking
    yield "Added", [j for j in rest if j.change.kind in _ADDED]
    yield "Changed", [j for j in rest if j.change.kind not in _ADDED | _REMOVED]
    yield "Removed", [j for j in rest if j.change.kind in _REMOVED]


def _entries(members: Sequence[Judged], room: int, *, breaking: bool) -> list[str]:
    groups: dict[tuple[str, ...], list[Judged]] = {}
    for judged in members:
        last = judged.change.path.rpartition(".")[2] if "." in judged.change.path else ""
        key = (judged.verdict.rule.id, last, *judged.verdict.breaks)
        groups.setdefault(key, []).append(judged)
    if len(groups) > room:
        groups = {}
        for judged in members:
            groups.setdefault((judged.verdict.rule.id, *judged.verdict.breaks), []).append(judged)
    entries = [_entry(alike, breaking=breaking) for alike in groups.values()]
    if len(entries) > room:
        left = sum(len(alike) for alike in list(groups.values())[room - 1 :])
        entries = [*entries[: room - 1], f"- and {left} more"]
    return entries


def _entry(alike: Sequence[Judged], *, breaking: bool) -> str:
    first = alike[0]
    paths = sorted({subject(judged.change) for judged in alike})
    listed = ", ".join(f"`{printable(path)}`" for path in paths[:3])
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    same = {judged.verdict.message for judged in alike}
    words = first.verdict.message if len(same) == 1 else first.verdict.rule.purpose.rstrip(".")
    todo = _TODO.get(first.verdict.breaks) if breaking else None
    tail = f" To do: {todo}." if todo else ""
    return f"- {listed}{more}: {cell(words)} ({first.verdict.rule.id}).{tail}"


def subject(change: Change) -> str:
    """What a change is about: its path, and the branch or value if that is what came or went."""
    if change.kind in _LISTED:
        return f"{change.path}[{change.new or change.old}]"
    return change.path


def _tail(assessment: Assessment) -> list[str]:
    """Code generation and documentation, as counts."""
    counts = assessment.summary()
    names = sorted(
        {
            text
            for judged in assessment.counted
            if judged.source is not None and judged.source.effect == "breaking"
            for text in judged.source.texts
        }
    )
    compared = any(judged.source is not None for judged in assessment.judged)
    lines = []
    if names or counts[Level.SOURCE]:
        listed = "; ".join(cell(name) for name in names[:4])
        more = f"; and {len(names) - 4} more" if len(names) > 4 else ""
        none = "no name breaks." if compared else "there is none to compare."
        words = f"{listed}{more}." if names else none
        lines += ["", f"Code generation: {counts[Level.SOURCE]} changes of form; {words}"]
    if counts[Level.ANNOTATION]:
        lines.append(f"Documentation: {counts[Level.ANNOTATION]} changes of text or order.")
    return lines
