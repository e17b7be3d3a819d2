"""Names of shapes that the schema doesn't name: from the owner and the wire, never counted."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")


def pascal(text: str) -> str:
    """`agent_message` -> `AgentMessage`; inner capitals stay (`baseUrl` -> `BaseUrl`)."""
    return "".join(word[0].upper() + word[1:] for word in _WORD.findall(text))
