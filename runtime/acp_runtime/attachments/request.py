"""What a host asks for when it starts an agent, and the checks that need no attachment."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from acp_schema.attachments import AttachmentReference

from .errors import StartError
from .paths import WINDOWS
from .text import has_control, has_surrogate, is_blank


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """One start of an agent.

    `run_id` names it in log records; `prompt` goes to standard input; `working_directory` is an
    absolute path, by default the host's own; `session_id` resumes a session; `options` go into
    the command line as they are, so they are the host's and never a chat's; `environment`
    replaces the host's own variables. The resolver is the runner's (requirement 2).
    """

    run_id: str
    prompt: str
    attachments: Sequence[AttachmentReference] | None = None
    working_directory: str | None = None
    session_id: str | None = None
    options: Sequence[str] = ()
    environment: Mapping[str, str] | None = None


def check_request(request: RunRequest) -> None:
    """Refuse a request that no agent can be started with. Raises `StartError`."""
    for wrong, said in (
        (is_blank(request.run_id), "run_id is empty"),
        (has_surrogate(request.prompt), "the prompt is not valid Unicode"),
        (not _is_session(request.session_id), "session_id is no session's id"),
        (any(not _is_argument(item) for item in request.options), "an option can't be passed on"),
        (not _is_folder(request.working_directory), "working_directory is no absolute folder"),
    ):
        if wrong:
            raise StartError("invalid_request", said)


def _is_session(session_id: str | None) -> bool:
    """A session's id may come from outside: it must never be taken as an option (39)."""
    if session_id is None:
        return True
    return _is_argument(session_id) and not is_blank(session_id) and session_id[:1] != "-"


def _is_argument(text: str) -> bool:
    return not (has_surrogate(text) or "\0" in text)


def _is_folder(path: str | None) -> bool:
    if path is None:
        return True
    if has_control(path) or has_surrogate(path) or not os.path.isabs(path):
        return False
    return os.path.isdir(path if WINDOWS else path.encode())
