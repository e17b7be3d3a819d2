"""Views of messages between sessions, fed with decoded `session/update` notifications.

`v1.Transcripts` and `v2.Transcripts` take the notifications of their edition and answer with
the frozen values named here. Sources of the rules: `/$defs/SessionMessage`,
`/$defs/SessionMessageChunk` and `/$defs/SubagentUpdate` of the schemas, and the section
"Session-directed messages" of the RFD on subagents.
"""

from . import v1, v2
from .identity import Direction, Identity
from .places import ChildKey, MessageKey, Place
from .problems import Problem, ProblemKind, Value
from .snapshots import Basis, Block, Child, Label, Link, Message, Relation, Snapshot

__all__ = [
    "Basis",
    "Block",
    "Child",
    "ChildKey",
    "Direction",
    "Identity",
    "Label",
    "Link",
    "Message",
    "MessageKey",
    "Place",
    "Problem",
    "ProblemKind",
    "Relation",
    "Snapshot",
    "Value",
    "v1",
    "v2",
]
