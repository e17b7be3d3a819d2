"""Generated output against disk: what changed, what is missing, what nobody generates any more."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

from codegen.artifacts import OutputTree
from codegen.errors import Place
from codegen.findings import Finding, Severity
from codegen.manifest import unlisted

_SHOWN_LINES = 30


def compare_output(tree: OutputTree, folder: Path, name: str, cure: str) -> Iterator[Finding]:
    """Compare the whole file set byte by byte, in the order of paths.

    `name` is what messages call the folder; `cure` is the command that mends it.
    """
    expected = {artifact.path: artifact.content for artifact in tree}
    found = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() or path.is_symlink()
    }
    orphans = unlisted(found, expected)
    for path in sorted({*expected, *orphans}):
        place = Place(f"{name}/{path}")
        if path not in expected:
            yield Finding(
                "orphaned-output",
                Severity.ERROR,
                place,
                "nothing generates this file",
                "remove it, or keep it outside the output folder",
            )
        elif path not in found:
            yield Finding("missing-output", Severity.ERROR, place, "missing", f"run {cure}")
        else:
            yield from _changed(place, found[path], expected[path], cure)


def _changed(place: Place, path: Path, expected: bytes, cure: str) -> Iterator[Finding]:
    try:
        actual = path.read_bytes()
    except OSError as error:
        what = f"can't be read ({error.strerror})"
        yield Finding("unreadable-output", Severity.ERROR, place, what, f"run {cure}")
        return
    if actual != expected:
        yield Finding(
            "stale-output",
            Severity.ERROR,
            place,
            "differs from what the schema, templates and tool versions give",
            f"run {cure} and commit the result; never edit generated files",
            _diff(actual, expected),
        )


def _diff(actual: bytes, expected: bytes) -> str:
    """A unified diff from the file to what is generated, cut to a readable size."""
    old, new = (
        content.decode("utf-8", "backslashreplace").splitlines() for content in (actual, expected)
    )
    lines = list(difflib.unified_diff(old, new, "on disk", "generated", lineterm="", n=2))
    if not lines:
        return "only line ends or bytes that are not UTF-8 differ"
    cut = [line if len(line) <= 160 else f"{line[:160]}…" for line in lines[:_SHOWN_LINES]]
    more = len(lines) - len(cut)
    return "\n".join([*cut, f"… and {more} more lines"] if more else cut)
