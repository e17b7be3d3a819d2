"""Feeding a transcript view: time for each update, and how it grows with their number.

`python -m benchmarks.transcript` with `generated/python` and `runtime` on the path.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

from acp_runtime.transcript import MessageKey, v2
from acp_schema.v2 import (
    ContentBlockText,
    SessionUpdate,
    SessionUpdateSessionMessage,
    SessionUpdateSessionMessageChunk,
    SessionUpdateSubagentUpdate,
    StateUpdateRunning,
    UpdateSessionNotification,
    decode,
    encode,
)

from benchmarks.rounds import Contestant, Spread, in_rounds, note, table

SIZES = (12_500, 25_000, 50_000, 100_000)
ROUNDS = 3
PER_SESSION = 100
"""Updates for each session: 100,000 updates are 1,000 sessions."""

History = list[UpdateSessionNotification]
_MICRO = 1e6
_BLOCK = ContentBlockText(text="a few words of a streamed message")


def _to(session: str, update: SessionUpdate) -> UpdateSessionNotification:
    return UpdateSessionNotification(session_id=session, update=update)


def conversation(size: int) -> History:
    """Parents and children that talk: both views streamed, references late, interleaved.

    Ten updates for each message: upsert, three chunks and a reference on each side. Every
    hundredth update announces a child or reports its state.
    """
    pairs = max(1, size // PER_SESSION // 2)
    found = [
        _to(f"p{n}", SessionUpdateSubagentUpdate(session_id=f"c{n}", title="t"))
        for n in range(pairs)
    ]
    for number in range(size // 10 + 1):
        pair, turn = number % pairs, number // pairs
        found += _message(f"p{pair}", f"c{pair}", turn)
        if turn % 10 == 0:
            state = SessionUpdateSubagentUpdate(session_id=f"c{pair}", state=StateUpdateRunning())
            found.append(_to(f"p{pair}", state))
    return found[:size]


def _message(parent: str, child: str, turn: int) -> Iterator[UpdateSessionNotification]:
    views = ((parent, f"s{turn}"), (child, f"r{turn}"))
    for session, message in views:
        upsert = SessionUpdateSessionMessage(
            message_id=message,
            sender_session_id=parent,
            recipient_session_id=child,
            meta={"turn": turn},
        )
        yield _to(session, upsert)
    for _ in range(3):
        for session, message in views:
            chunk = SessionUpdateSessionMessageChunk(message_id=message, content=_BLOCK)
            yield _to(session, chunk)
    sent, received = views[0][1], views[1][1]
    late = SessionUpdateSessionMessage(message_id=sent, recipient_message_id=received)
    yield _to(parent, late)
    yield _to(child, SessionUpdateSessionMessage(message_id=received, sender_message_id=sent))


def one_message(size: int) -> History:
    """One message in ever so many chunks."""
    chunk = SessionUpdateSessionMessageChunk(message_id="m", content=_BLOCK)
    return [_to("p", chunk)] * size


def one_target(size: int) -> History:
    """Ever so many views that all name the same one, which speaks up again and again."""
    found = [
        _to(
            "p",
            SessionUpdateSessionMessage(
                message_id=f"m{number}",
                sender_session_id="p",
                recipient_session_id="c",
                recipient_message_id="r",
            ),
        )
        for number in range(size // 2)
    ]
    own = SessionUpdateSessionMessage(message_id="r", recipient_session_id="c", meta={"k": 1})
    return [update for each in found for update in (each, _to("c", own))]


def chain(size: int) -> History:
    """Generations of sessions, announced from the bottom and then from the top again."""
    found = [
        _to(f"s{number + 1}", SessionUpdateSubagentUpdate(session_id=f"s{number}"))
        for number in range(size // 2)
    ]
    return found + found[::-1]


def patches(size: int) -> History:
    """One message whose metadata gains a key with each update."""
    return [
        _to("p", SessionUpdateSessionMessage(message_id="m", meta={f"k{number}": number}))
        for number in range(size)
    ]


SHAPES: dict[str, Callable[[int], History]] = {
    "conversation": conversation,
    "one message": one_message,
    "one target": one_target,
    "chain": chain,
    "patches": patches,
}


def feed(history: History) -> v2.Transcripts:
    """A view after a history."""
    view = v2.Transcripts()
    for notification in history:
        view.apply(notification)
    return view


def feed_and_ask(history: History) -> None:
    """Ask for the entry after each update, as a client does that shows it."""
    view = v2.Transcripts()
    for notification in history:
        place = view.apply(notification)
        if isinstance(place, MessageKey):
            view.message(place)


def decode_and_feed(lines: list[bytes]) -> None:
    """From JSON."""
    view = v2.Transcripts()
    for line in lines:
        view.apply(decode(UpdateSessionNotification, line))


def _contestants(size: int) -> Iterator[tuple[str, Contestant]]:
    for name, shape in SHAPES.items():
        history = shape(size)
        whole = feed(history)
        runs: dict[str, Callable[[], object]] = {name: partial(feed, history)}
        if name == "conversation":
            lines = [encode(notification) for notification in history]
            runs[f"{name}, entry asked after each"] = partial(feed_and_ask, history)
            runs[f"{name}, decoded from JSON"] = partial(decode_and_feed, lines)
        if len(whole.snapshot().messages) != 1:  # A kept message is handed out at once.
            runs[f"{name}, snapshot alone"] = whole.snapshot
        for title, run in runs.items():
            yield title, Contestant(f"{title} {size}", run, size)


def report() -> str:
    """Microseconds for each update at each number of them, and the growth exponent."""
    found: dict[str, list[Spread]] = {}
    for size in SIZES:
        note(f"transcript: {size:,} updates")
        named = list(_contestants(size))
        times = in_rounds([each for _, each in named], ROUNDS, 0.0)
        for title, each in named:
            found.setdefault(title, []).append(times[each.name])
    header = ["µs for each update", *(f"{size:,}" for size in SIZES), "growth exponent"]
    rows = [
        [
            title,
            *(f"{spread.median * _MICRO:.2f}" for spread in spreads),
            f"{growth([spread.median for spread in spreads]):.2f}",
        ]
        for title, spreads in found.items()
    ]
    return table(header, rows)


def growth(each: list[float]) -> float:
    """The slope of whole time over number, both logarithmic: 1 is linear, 2 is quadratic."""
    points = [
        (math.log(size), math.log(size * seconds))
        for size, seconds in zip(SIZES, each, strict=True)
    ]
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    rise = sum((x - middle_x) * (y - middle_y) for x, y in points)
    return rise / sum((x - middle_x) ** 2 for x, _ in points)


if __name__ == "__main__":
    print(report())
