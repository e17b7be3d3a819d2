"""One question to the resolver: asked once, bounded in time, its failures told apart."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Protocol

from acp_schema.attachments import AttachmentFailureReason, AttachmentReference, ResolvedAttachment
from msgspec import UnsetType  # The type of an absent field; it comes with the bindings.

from .errors import words_of


class AttachmentResolver(Protocol):
    """What a host provides: the way from a reference to a file on this machine."""

    async def resolve(self, attachment: AttachmentReference, /) -> ResolvedAttachment | None:
        """Return the file of a reference, or `None` where no such reference exists.

        Raise for every other failure, with words for people: they are passed on unchanged. The
        file stays the resolver's, which keeps it readable until the run has ended. Cancellation
        must be let through.
        """
        ...


class Unresolved(Exception):
    """The resolver gave no file: the stable code, a sentence, and its own exception if any."""

    def __init__(
        self,
        reason: AttachmentFailureReason,
        cause: str,
        raised: BaseException | None = None,
    ) -> None:
        self.reason: AttachmentFailureReason = reason
        self.cause = cause
        self.raised = raised
        super().__init__(cause)


async def ask(
    resolver: AttachmentResolver, reference: AttachmentReference, timeout: float | None
) -> ResolvedAttachment:
    """Ask the resolver for one file, within `timeout` seconds if given (10 to 16).

    Raises `Unresolved`; `asyncio.CancelledError` if the running task was cancelled meanwhile,
    even when the resolver swallowed that. Exits of the interpreter pass through.
    """
    cancelled = _Cancellation()
    scope = asyncio.timeout(timeout)
    answer: object = None
    raised: BaseException | None = None
    try:
        async with scope:
            answer = await _call(resolver, reference)
    except (Exception, asyncio.CancelledError) as error:
        raised = error
    if cancelled.by_caller():
        raise raised if isinstance(raised, asyncio.CancelledError) else asyncio.CancelledError
    if scope.expired():
        said = f"the resolver did not answer within {timeout:g} s"
        raise Unresolved("resolver_timeout", said)
    if isinstance(raised, Unresolved):
        raise raised
    if raised is not None:
        said = f"the resolver failed: {words_of(raised)}"
        raise Unresolved("resolver_error", said, raised)
    return _checked(answer)


class _Cancellation:
    """Tells a cancellation of the running task from a `CancelledError` of the resolver's own."""

    def __init__(self) -> None:
        self._task = asyncio.current_task()
        self._before = self._count()

    def _count(self) -> int:
        return 0 if self._task is None else self._task.cancelling()

    def by_caller(self) -> bool:
        """Whether somebody has cancelled the running task since this object was made."""
        return self._count() > self._before


async def _call(resolver: AttachmentResolver, reference: AttachmentReference) -> object:
    question: Any = resolver.resolve(reference)
    if not inspect.isawaitable(question):
        said = f"the resolver returned {_kind(question)} without await; define it with async def"
        raise Unresolved("invalid_result", said)
    return await question


def _checked(answer: object) -> ResolvedAttachment:
    if answer is None:
        said = "the resolver found no file; check the storage or upload it again"
        raise Unresolved("no_file", said)
    if not isinstance(answer, ResolvedAttachment):
        said = f"the resolver returned {_kind(answer)}; return a ResolvedAttachment or None"
        raise Unresolved("invalid_result", said)
    for name in ("absolute_path", "file_name", "media_type"):
        value = getattr(answer, name, None)
        if isinstance(value, str) or (name != "absolute_path" and _is_left_out(value)):
            continue
        said = f"the resolver returned {_kind(value)} as {name}; return a text"
        raise Unresolved("invalid_result", said)
    return answer


def _is_left_out(value: object) -> bool:
    return isinstance(value, UnsetType | None)


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a value of type {type(value).__name__}"
