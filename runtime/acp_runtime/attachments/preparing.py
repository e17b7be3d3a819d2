"""From references to checked files: in order, one at a time, all of them or none."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from acp_schema.attachments import AttachmentReference

from .errors import AttachmentError
from .events import EventSink, Journal, Redact
from .paths import Refusal, check_file, check_text
from .prepared import PreparedAttachment, prepared
from .resolving import AttachmentResolver, Unresolved, ask
from .text import is_blank


class Destination(Protocol):
    """Where checked files go: a `CliTarget`, or anything that may be unable to take one."""

    def check(self, file: PreparedAttachment, /) -> str | None:
        """Why this file can't be given, as a sentence without its path; `None` if it can."""
        ...


async def prepare_attachments(
    attachments: Sequence[AttachmentReference] | None,
    *,
    run_id: str,
    resolver: AttachmentResolver | None,
    target: Destination | None = None,
    emit: EventSink | None = None,
    timeout: float | None = None,
    redact: Redact | None = None,
    allow_unc: bool = False,
    clock: Callable[[], int] = time.monotonic_ns,
) -> tuple[PreparedAttachment, ...]:
    """Resolve references to files and check each (requirements 4 to 25 and 41 to 45).

    In: the references of one request; `timeout` in seconds for each question to the resolver;
    `target`, whose limits on paths are checked at the end; `clock` in nanoseconds, never running
    backwards. Out: one prepared attachment for each reference, in order; nothing at all happens
    without references, and nothing is remembered for the next call.

    Raises `AttachmentError` for the first reference that can't be used (no later one is looked
    at), `asyncio.CancelledError` if the running task is cancelled, `TypeError` and `ValueError`
    for arguments that break the types.
    """
    references = tuple(attachments or ())
    if not references:
        return ()
    _check_arguments(references, run_id)
    journal = Journal(run_id, emit, redact, clock)
    journal.started(len(references))
    preparation = _Preparation(resolver, target, timeout, allow_unc)
    files: list[PreparedAttachment] = []
    try:
        for index, reference in enumerate(references):
            files.append(await preparation.one(index, reference))
        preparation.check_delivery(files)
    except AttachmentError as error:
        journal.failed(error)
        raise
    except BaseException as error:
        index = min(len(files), len(references) - 1)
        journal.failed(_interrupted(references[index].reference, index, error))
        raise
    journal.completed(len(files))
    return tuple(files)


@dataclass(frozen=True, slots=True)
class _Preparation:
    resolver: AttachmentResolver | None
    target: Destination | None
    timeout: float | None
    allow_unc: bool

    async def one(self, index: int, reference: AttachmentReference) -> PreparedAttachment:
        """Steps of one reference in the order of checks. Raises `AttachmentError`."""
        given = reference.reference
        try:
            resolved = await ask(self._ready(given), reference, self.timeout)
            check_text(resolved.absolute_path, allow_unc=self.allow_unc)
            found = await asyncio.to_thread(check_file, resolved.absolute_path)
            return prepared(index, reference, resolved, found)
        except Refusal as error:
            raise AttachmentError(given, index, error.reason, error.cause) from None
        except Unresolved as error:
            failure = AttachmentError(given, index, error.reason, error.cause)
            raise failure from error.raised

    def _ready(self, given: str) -> AttachmentResolver:
        """The resolver, if this reference may be shown to it."""
        if self.resolver is None:
            raise Unresolved(
                "resolver_missing", "no resolver is configured; give the runner a resolver"
            )
        if is_blank(given):
            raise Unresolved("empty_reference", "the reference is empty")
        if given[:5].lower() == "blob:":
            raise Unresolved(
                "pending_blob",
                "a browser's blob: address can't be opened here; upload the file first",
            )
        return self.resolver

    def check_delivery(self, files: Sequence[PreparedAttachment]) -> None:
        """Refuse a file that the target can't be given. Raises `AttachmentError`."""
        if self.target is None:
            return
        for file in files:
            cause = self.target.check(file)
            if cause is not None:
                given = file.reference.reference
                raise AttachmentError(given, file.index, "undeliverable_path", cause)


def _check_arguments(references: Sequence[object], run_id: str) -> None:
    if not run_id:
        raise ValueError("run_id is empty; the log records need one")
    for index, item in enumerate(references):
        if not isinstance(item, AttachmentReference):
            kind = type(item).__name__
            raise TypeError(f"attachments[{index}] is a {kind}, not an AttachmentReference")
        given: object = getattr(item, "reference", None)
        if not isinstance(given, str):
            raise TypeError(f"attachments[{index}].reference is no text")


def _interrupted(reference: str, index: int, error: BaseException) -> AttachmentError:
    said = f"the start was cancelled ({type(error).__name__})"
    return AttachmentError(reference, index, "cancelled", said)
