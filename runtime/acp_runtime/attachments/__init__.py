"""Chat attachments at work: from stored references to a started agent or a protocol prompt.

The types of the contract (`AttachmentReference`, `ResolvedAttachment`, `ChatAttachmentEntry`,
`AttachmentEvent` and its records) come from `acp_schema.attachments`; here is what happens with
them. Start with `AgentRunner`, or with `prepare_attachments` for another way of starting. Numbers
in docstrings are those of the requirements, listed in docs/attachments-coverage.md.
"""

from .block import entry_line, parse_block, render_block, with_attachments
from .content import MAX_INLINE_BYTES, MAX_TOTAL_BYTES, file_uri, to_content_blocks
from .errors import AttachmentError, StartError, StartFailure
from .events import EventSink, Redact, event_line, event_record, logging_sink
from .folder import FolderResolver
from .prepared import PreparedAttachment
from .preparing import Destination, prepare_attachments
from .processes import Finished, Launch, Run
from .request import RunRequest
from .resolving import AttachmentResolver
from .runner import AgentRunner, StartResult
from .targets import CLAUDE, CODEX, CODEX_IMAGE_TYPES, GEMINI, TARGETS, CliTarget, Invocation

__all__ = [
    "CLAUDE",
    "CODEX",
    "CODEX_IMAGE_TYPES",
    "GEMINI",
    "MAX_INLINE_BYTES",
    "MAX_TOTAL_BYTES",
    "TARGETS",
    "AgentRunner",
    "AttachmentError",
    "AttachmentResolver",
    "CliTarget",
    "Destination",
    "EventSink",
    "Finished",
    "FolderResolver",
    "Invocation",
    "Launch",
    "PreparedAttachment",
    "Redact",
    "Run",
    "RunRequest",
    "StartError",
    "StartFailure",
    "StartResult",
    "entry_line",
    "event_line",
    "event_record",
    "file_uri",
    "logging_sink",
    "parse_block",
    "prepare_attachments",
    "render_block",
    "to_content_blocks",
    "with_attachments",
]
