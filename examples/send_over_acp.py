"""Send two attachments over the Agent Client Protocol: `python -m examples.send_over_acp`.

Client and agent run in one process and exchange encoded lines, as they would over pipes. The
agent says that it takes images, so the picture goes into the prompt itself and the text as a link.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import tempfile
from pathlib import Path
from typing import Any

from acp_runtime.attachments import FolderResolver, prepare_attachments, to_content_blocks
from acp_schema import v1

from examples import store

Wire = asyncio.Queue[bytes]


class Client:
    """The side of the chat: it asks, and waits for the answer to each request."""

    def __init__(self, to_agent: Wire, to_client: Wire) -> None:
        self._to_agent = to_agent
        self._to_client = to_client
        self._ids = itertools.count(1)
        self.heard: list[str] = []

    async def ask(self, method: str, params: object) -> Any:
        """Send a request and return the decoded result; texts of updates go to `heard`."""
        id = next(self._ids)
        request = v1.Request(id=id, method=method, params=params)
        await self._to_agent.put(v1.encode_message(request))
        while True:
            line = await self._to_client.get()
            match v1.decode_message(line, "client", {id: method}, strict=True):
                case v1.Response(id=found, result=result) if found == id:
                    return result
                case v1.Notification(params=v1.SessionNotification(update=update)):
                    self._hear(update)
                case other:
                    raise RuntimeError(f"unexpected message: {other}")

    def _hear(self, update: v1.SessionUpdate) -> None:
        match update:
            case v1.SessionUpdateAgentMessageChunk(content=v1.ContentBlockText(text=text)):
                self.heard.append(text)
            case _:
                pass


async def agent(to_agent: Wire, to_client: Wire) -> None:
    """The other side: announces that it takes images, and names the blocks of a prompt."""
    while True:
        match v1.decode_message(await to_agent.get(), "agent", strict=True):
            case v1.Request(id=id, params=params):
                for text in _remarks(params):
                    await to_client.put(v1.encode_message(_chunk(params.session_id, text)))
                await to_client.put(v1.encode_message(v1.Response(id=id, result=_answer(params))))
            case other:
                raise RuntimeError(f"unexpected message: {other}")


def _answer(params: object) -> object:
    match params:
        case v1.InitializeRequest():
            capabilities = v1.AgentCapabilities(
                prompt_capabilities=v1.PromptCapabilities(image=True)
            )
            return v1.InitializeResponse(protocol_version=1, agent_capabilities=capabilities)
        case v1.NewSessionRequest():
            return v1.NewSessionResponse(session_id="session-1")
        case v1.PromptRequest():
            return v1.PromptResponse(stop_reason="end_turn")
        case _:
            raise RuntimeError(f"unexpected request: {params}")


def _remarks(params: object) -> list[str]:
    match params:
        case v1.PromptRequest(prompt=blocks):
            return [_remark(block) for block in blocks]
        case _:
            return []


def _remark(block: v1.ContentBlock) -> str:
    match block:
        case v1.ContentBlockText(text=text):
            return f"text: {text}"
        case v1.ContentBlockImage(data=data, mime_type=mime_type):
            return f"image: {mime_type}, {len(data)} characters of base64"
        case v1.ContentBlockResourceLink(name=name, size=size):
            return f"link: {name}, {size} bytes"
        case _:
            return f"something else: {type(block).__name__}"


def _chunk(session_id: str, text: str) -> v1.Notification:
    update = v1.SessionUpdateAgentMessageChunk(content=v1.ContentBlockText(text=text))
    params = v1.SessionNotification(session_id=session_id, update=update)
    return v1.Notification(method="session/update", params=params)


async def converse(client: Client, folder: Path) -> str:
    """One conversation: introduce, open a session, prompt. Why the turn ended."""
    introduced = await client.ask("initialize", v1.InitializeRequest(protocol_version=1))
    opened = await client.ask("session/new", v1.NewSessionRequest(cwd=str(folder), mcp_servers=[]))
    files = await prepare_attachments(
        store.fill(folder), run_id="example-2", resolver=FolderResolver(folder)
    )
    offered = introduced.agent_capabilities.prompt_capabilities
    blocks = await asyncio.to_thread(to_content_blocks, store.MESSAGE, files, offered)
    prompt = v1.PromptRequest(session_id=opened.session_id, prompt=blocks)
    ended = await client.ask("session/prompt", prompt)
    reason: str = ended.stop_reason
    return reason


async def main() -> int:
    """Let both sides talk, and print what the agent saw."""
    to_agent, to_client = Wire(), Wire()
    client = Client(to_agent, to_client)
    serving = asyncio.create_task(agent(to_agent, to_client))
    with tempfile.TemporaryDirectory() as folder:
        reason = await asyncio.wait_for(converse(client, Path(folder).resolve()), timeout=30)
    serving.cancel()
    for text in client.heard:
        print(f"agent: {text}")
    print(f"turn ended: {reason}")
    return 0 if reason == "end_turn" else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
