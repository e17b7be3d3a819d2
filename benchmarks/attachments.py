"""Preparing chat attachments: time for each reference, and how it grows with their number.

`python -m benchmarks.attachments` with `generated/python` and `runtime` on the path.
"""

from __future__ import annotations

import asyncio
import math
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from acp_runtime.attachments import (
    FolderResolver,
    PreparedAttachment,
    parse_block,
    prepare_attachments,
    with_attachments,
)
from acp_schema.attachments import AttachmentReference, ResolvedAttachment

from benchmarks.rounds import Contestant, Spread, Times, in_rounds, note, table

SIZES = (1_250, 2_500, 5_000, 10_000)
ROUNDS = 5
FILES = 100

PREPARE = "prepare, resolver in memory"
FOLDER = "prepare, folder-backed resolver"
RENDER = "prompt with block"
PARSE = "parse the block"


class _InMemory:
    """Answers at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def resolve(self, attachment: AttachmentReference, /) -> ResolvedAttachment:
        return ResolvedAttachment(absolute_path=f"{self.folder}/{attachment.reference}")


def report() -> str:
    """Microseconds for each reference at each number of them, and the growth exponent."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work).resolve()
        for number in range(FILES):
            (folder / f"{number}.png").write_bytes(b"x" * 100)
        contestants = [each for size in SIZES for each in _contestants(folder, size)]
        note(f"attachments: {len(contestants)} contestants, {ROUNDS} rounds")
        times = in_rounds(contestants, rounds=ROUNDS)
    header = ["µs for each reference", *(f"{size:,}" for size in SIZES), "growth exponent"]
    rows = [_row(name, times) for name in (PREPARE, FOLDER, RENDER, PARSE)]
    return table(header, rows) + "\n\n" + _verdict(times)


def _contestants(folder: Path, size: int) -> list[Contestant]:
    references = [
        AttachmentReference(
            reference=f"{number % FILES}.png",
            media_type="image/png",
            alt_text=f"picture {number} <größer> @home",
        )
        for number in range(size)
    ]
    files = _prepare(references, _InMemory(folder))
    text = with_attachments("Look.", files)
    ways: list[tuple[str, Callable[[], object]]] = [
        (PREPARE, lambda: _prepare(references, _InMemory(folder))),
        (FOLDER, lambda: _prepare(references, FolderResolver(folder))),
        (RENDER, lambda: with_attachments("Look.", files)),
        (PARSE, lambda: parse_block(text)),
    ]
    return [Contestant(_name(name, size), way, size) for name, way in ways]


def _prepare(
    references: Sequence[AttachmentReference], resolver: _InMemory | FolderResolver
) -> tuple[PreparedAttachment, ...]:
    return asyncio.run(prepare_attachments(references, run_id="benchmark", resolver=resolver))


def _name(name: str, size: int) -> str:
    return f"{name} ({size})"


def _row(name: str, times: Times) -> list[str]:
    medians = [times[_name(name, size)].median * 1e6 for size in SIZES]
    return [name, *(f"{value:.1f}" for value in medians), f"{growth(name, times):.2f}"]


def growth(name: str, times: Times) -> float:
    """The slope of log(time) over log(number): 1 is linear, 2 is quadratic."""
    xs = [math.log(size) for size in SIZES]
    ys = [math.log(_total(times[_name(name, size)], size)) for size in SIZES]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - mean_x) ** 2 for x in xs)


def _total(spread: Spread, size: int) -> float:
    return spread.median * size


def _verdict(times: Times) -> str:
    whole = _total(times[_name(PREPARE, SIZES[-1])], SIZES[-1])
    worst = max(growth(name, times) for name in (PREPARE, FOLDER, RENDER, PARSE))
    said = "linear" if worst < 1.15 else "**more than linear**"
    return f"10,000 references: {whole:.2f} s to prepare; growth is {said} (at most {worst:.2f})."


if __name__ == "__main__":
    print(report())
