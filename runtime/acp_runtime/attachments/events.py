"""Log records about resolving: who is told, in which form, and by which clock."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, TypeAlias

from acp_schema.attachments import (
    AttachmentEvent,
    AttachmentResolutionCompleted,
    AttachmentResolutionFailed,
    AttachmentResolutionStarted,
    encode,
)

from .errors import AttachmentError, message_for
from .text import mended

EventSink: TypeAlias = Callable[[AttachmentEvent], None]
"""Where records go. An exception that it raises changes nothing about the start (44)."""

Redact: TypeAlias = Callable[[str], str]
"""What a record shows for a reference. References can be signed addresses (45)."""

LEVELS = {
    "AttachmentResolutionStarted": logging.INFO,
    "AttachmentResolutionCompleted": logging.INFO,
    "AttachmentResolutionFailed": logging.ERROR,
}
"""The level of each record (requirement 44)."""

UNSHOWN = "<redacted>"
"""What a record shows for a reference when `redact` itself fails."""

_log = logging.getLogger("acp_runtime.attachments")


def event_record(event: AttachmentEvent) -> dict[str, Any]:
    """The record as plain values with the keys of the schema."""
    record: dict[str, Any] = json.loads(encode(event))
    return record


def event_line(event: AttachmentEvent) -> str:
    """The record as one line of JSON in ASCII, so that no value can forge a second line (44)."""
    return json.dumps(event_record(event), ensure_ascii=True, separators=(",", ":"))


def logging_sink(logger: logging.Logger | None = None) -> EventSink:
    """A sink that writes each record as a line to a logger (by default `acp_runtime.attachments`).

    The log record carries the plain values as `attachment_event`.
    """
    target = _log if logger is None else logger

    def write(event: AttachmentEvent) -> None:
        level = LEVELS[event.event]
        target.log(level, "%s", event_line(event), extra={"attachment_event": event_record(event)})

    return write


class Journal:
    """The records of one start: one that opens, one that closes (requirements 41 to 43)."""

    def __init__(
        self,
        run_id: str,
        emit: EventSink | None,
        redact: Redact | None,
        clock: Callable[[], int],
    ) -> None:
        self._run_id = mended(run_id)
        self._emit = emit
        self._redact = redact
        self._clock = clock
        self._opened = clock()

    def started(self, count: int) -> None:
        """Open the log: `count` references are about to be resolved."""
        self._write(
            AttachmentResolutionStarted(
                event="AttachmentResolutionStarted", run_id=self._run_id, attachment_count=count
            )
        )

    def completed(self, count: int) -> None:
        """Close the log: all files were checked."""
        self._write(
            AttachmentResolutionCompleted(
                event="AttachmentResolutionCompleted",
                run_id=self._run_id,
                attachment_count=count,
                elapsed_milliseconds=self._elapsed(),
            )
        )

    def failed(self, error: AttachmentError) -> None:
        """Close the log: one reference could not be used."""
        reference, message = self._shown(error)
        self._write(
            AttachmentResolutionFailed(
                event="AttachmentResolutionFailed",
                run_id=self._run_id,
                reference=mended(reference),
                attachment_index=error.index,
                reason=error.reason,
                message=mended(message),
                elapsed_milliseconds=self._elapsed(),
            )
        )

    def _shown(self, error: AttachmentError) -> tuple[str, str]:
        if self._redact is None or not error.reference:
            return error.reference, error.message
        try:
            shown = str(self._redact(error.reference))
        except Exception:
            shown = UNSHOWN
        cause = error.cause
        if error.reason == "resolver_error":  # A resolver's words may repeat the reference.
            cause = cause.replace(error.reference, shown)
        return shown, message_for(shown, error.index, cause)

    def _elapsed(self) -> int:
        return max(0, self._clock() - self._opened) // 1_000_000

    def _write(self, event: AttachmentEvent) -> None:
        if self._emit is None:
            return
        try:
            self._emit(event)
        except (Exception, asyncio.CancelledError) as error:
            # Its own words stay out: they could hold what `redact` hides.
            _log.warning("an event sink failed with %s", type(error).__name__)
