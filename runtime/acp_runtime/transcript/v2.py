"""Session messages of ACP v2: a given `_meta` object patches the stored one, key by key."""

from __future__ import annotations

from typing import TypeAlias

from acp_schema.v2 import (
    ContentBlock,
    SessionUpdateSessionMessage,
    SessionUpdateSessionMessageChunk,
    SessionUpdateSubagentUpdate,
    StateUpdate,
    SubagentSessionCapabilities,
    UpdateSessionNotification,
)

from . import snapshots
from .places import Place
from .states import patch_meta
from .view import View

Block: TypeAlias = snapshots.Block[ContentBlock]
Child: TypeAlias = snapshots.Child[StateUpdate, SubagentSessionCapabilities]
Message: TypeAlias = snapshots.Message[ContentBlock]
Snapshot: TypeAlias = snapshots.Snapshot[ContentBlock, StateUpdate, SubagentSessionCapabilities]


class Transcripts(View[ContentBlock, StateUpdate, SubagentSessionCapabilities]):
    """The session messages and child sessions of one v2 connection.

    Start a fresh one where the agent replays a history.
    """

    def __init__(self) -> None:
        super().__init__(patch_meta)

    def apply(self, notification: UpdateSessionNotification) -> Place | None:
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
