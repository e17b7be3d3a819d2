"""Timing on a noisy machine: everybody runs in every round, and ratios are taken round by round.

A slow moment of the machine then hits all contestants of its round, and mostly cancels out. What
is timed here runs in one thread and waits for nothing, so processor time is taken: it doesn't grow
while another process has the core.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something to time. One call of `run` handles `size` messages (or does one job)."""

    name: str
    run: Callable[[], object]
    size: int = 1


@dataclass(frozen=True, slots=True)
class Spread:
    """What several rounds gave, in any unit."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle value."""
        return statistics.median(self.values)

    def text(self, scale: float = 1.0) -> str:
        """`min – median – max` after multiplication with `scale`."""
        low, middle, high = min(self.values), self.median, max(self.values)
        return " – ".join(_short(value * scale) for value in (low, middle, high))

    def over(self, other: Spread) -> Spread:
        """The ratio to another contestant, round by round."""
        return Spread(tuple(a / b for a, b in zip(self.values, other.values, strict=True)))


Times = dict[str, Spread]


def in_rounds(contestants: Sequence[Contestant], rounds: int = 15, at_least: float = 0.02) -> Times:
    """Processor seconds per message of each contestant: A B C, A B C, …

    Each turn repeats `run` until it lasts `at_least` seconds. The garbage collector runs before
    a turn and is off during it, for everybody.
    """
    passes = {each.name: _passes(each, at_least) for each in contestants}
    times: dict[str, list[float]] = {each.name: [] for each in contestants}
    for _ in range(rounds):
        for each in contestants:
            spent = _turn(each.run, passes[each.name])
            times[each.name].append(spent / (passes[each.name] * each.size))
    return {name: Spread(tuple(found)) for name, found in times.items()}


def _passes(contestant: Contestant, at_least: float) -> int:
    _turn(contestant.run, 1)  # Builds decoders and fills caches.
    return max(1, round(at_least / _turn(contestant.run, 1)))


def _turn(run: Callable[[], object], passes: int) -> float:
    gc.collect()
    gc.disable()
    try:
        started = time.process_time()
        for _ in range(passes):
            run()
        return time.process_time() - started
    finally:
        gc.enable()


def _short(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


@dataclass(frozen=True, slots=True)
class Aim:
    """A figure to reach: a ratio that should be `least` or more."""

    what: str
    ratio: Spread
    least: float

    def row(self) -> list[str]:
        """What, how far, whether the median gets there."""
        met = "met" if self.ratio.median >= self.least else "**missed**"
        return [self.what, f"≥ {self.least:g}", self.ratio.text(), met]


def aims_table(aims: Sequence[Aim]) -> str:
    """All aims as a Markdown table."""
    return table(["aim", "ratio", "min – median – max", ""], [aim.row() for aim in aims])


def note(text: str) -> None:
    """Progress, beside the report."""
    print(text, file=sys.stderr, flush=True)
