"""Why a start was refused: one error for attachments, one for everything else.

For maintainers: the codes of `AttachmentError` come from the schema; this module holds no texts
but the frame around a cause. Texts are for people and may change, codes may not.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from acp_schema.attachments import AttachmentFailureReason

from .text import quoted

StartFailure: TypeAlias = Literal[
    "invalid_request",
    "staging_failed",
    "arguments_too_long",
    "program_not_started",
]


class AttachmentError(Exception):
    """One attachment could not be used, so nothing was started (requirements 26 and 27).

    `reference` is the whole reference as given, `index` its place in the request from 0,
    `reason` the stable code, `cause` the sentence behind the reference. `str(error)` is `message`:
    it shows the reference in quotes on one line, cut in the middle when it is long. An error that
    the resolver raised is the `__cause__`.
    """

    def __init__(
        self, reference: str, index: int, reason: AttachmentFailureReason, cause: str
    ) -> None:
        self.reference = reference
        self.index = index
        self.reason: AttachmentFailureReason = reason
        self.cause = cause
        self.message = message_for(reference, index, cause)
        super().__init__(self.message)


class StartError(Exception):
    """The agent could not be started for a reason that is not an attachment.

    `reason` is the stable code, `message` the text for people.
    """

    def __init__(self, reason: StartFailure, message: str) -> None:
        self.reason: StartFailure = reason
        self.message = message
        super().__init__(message)


def message_for(reference: str, index: int, cause: str) -> str:
    """The text of an error about one reference: which one, and what is wrong."""
    return f"attachment {index + 1} ({quoted(reference)}): {cause}"


def words_of(error: BaseException) -> str:
    """What an exception says, unchanged; its class name where it says nothing (requirement 12)."""
    try:
        said = str(error)
    except Exception:
        said = ""
    return said if said.strip() else type(error).__name__
