"""Four times the updates take about four times the time, whatever the shape of the history.

Ratios of processor time, the best of several rounds each: 4 is linear, 16 quadratic.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest

from benchmarks.transcript import SHAPES, History, conversation, feed, feed_and_ask

SMALL, TIMES, ALLOWED, ROUNDS = 3_000, 4, 8.0, 5


def ratio(make: Callable[[int], History], run: Callable[[History], object]) -> float:
    """Time for `TIMES` as many updates over the time for `SMALL`."""
    small, large = make(SMALL), make(SMALL * TIMES)
    return min(seconds(run, large) for _ in range(ROUNDS)) / min(
        seconds(run, small) for _ in range(ROUNDS)
    )


def seconds(run: Callable[[History], object], history: History) -> float:
    gc.collect()
    gc.disable()
    try:
        started = time.process_time()
        run(history)
        return time.process_time() - started
    finally:
        gc.enable()


@pytest.mark.parametrize("shape", SHAPES)
def test_feeding_grows_linearly(shape: str) -> None:
    assert ratio(SHAPES[shape], feed) < ALLOWED


@pytest.mark.parametrize("shape", SHAPES)
def test_asking_for_everything_grows_linearly(shape: str) -> None:
    assert ratio(SHAPES[shape], lambda history: feed(history).snapshot()) < ALLOWED


def test_asking_after_each_update_grows_linearly() -> None:
    assert ratio(conversation, feed_and_ask) < ALLOWED


def test_a_hundred_thousand_updates_of_a_thousand_sessions() -> None:
    view = feed(conversation(100_000))
    assert len(view.sessions()) == 1_000
    assert view.problems() == ()
    linked = [message for message in view.messages("p0") if message.link is not None]
    assert len(linked) == len(view.messages("c0")) > 10
