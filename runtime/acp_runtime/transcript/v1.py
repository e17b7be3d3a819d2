"""Session messages of ACP v1: a given `_meta` object takes the place of the stored one."""

from __future__ import annotations

from typing import TypeAlias

from acp_schema.v1 import (
    ContentBlock,
    SessionNotification,
    SessionUpdateSessionMessage,
    SessionUpdateSessionMessageChunk,
    SessionUpdateSubagentUpdate,
    StateUpdate,
    SubagentSessionCapabilities,
)

from . import snapshots
from .places import Place
from .states import replace_meta
from .view import View

Block: TypeAlias = snapshots.Block[ContentBlock]
Child: TypeAlias = snapshots.Child[StateUpdate, SubagentSessionCapabilities]
Message: TypeAlias = snapshots.Message[ContentBlock]
Snapshot: TypeAlias = snapshots.Snapshot[ContentBlock, StateUpdate, SubagentSessionCapabilities]


class Transcripts(View[ContentBlock, StateUpdate, SubagentSessionCapabilities]):
    """The session messages and child sessions of one v1 connection.

    Start a fresh one where the agent replays a history.
    """

    def __init__(self) -> None:
        super().__init__(replace_meta)

    def apply(self, notification: SessionNotification) -> Place | None:
        """Take in one `session/update`, in the order of arrival.

        In:  the decoded params. What they hold is kept, not copied: don't change it later.
        Out: the entry or child that the update was about, whether or not anything about it
             changed; None for the updates that this view ignores (everything but
             `session_message`, `session_message_chunk` and `subagent_update`).
        Raises nothing: what doesn't fit is found in `problems()`.
        """
        session_id, update = notification.session_id, notification.update
        if isinstance(update, SessionUpdateSessionMessageChunk):
            return self._append(session_id, update.message_id, update.content, update.meta)
        if isinstance(update, SessionUpdateSessionMessage):
            return self._upsert(session_id, update)
        if isinstance(update, SessionUpdateSubagentUpdate):
            return self._upsert_child(session_id, update)
        return None
