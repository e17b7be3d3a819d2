"""Start an agent with two attachments: `python -m examples.start_agent`.

The files come from a folder-backed store. The agent is a stand-in that is started exactly as
Codex would be and says what arrived.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from acp_runtime.attachments import (
    CODEX,
    AgentRunner,
    FolderResolver,
    Invocation,
    RunRequest,
    event_line,
    parse_block,
)

from examples import store

FAKE_AGENT = Path(__file__).with_name("fake_agent.py")


def _arrange(call: Invocation) -> tuple[str, ...]:
    return (str(FAKE_AGENT), *CODEX.arrange(call))


FAKE_CODEX = replace(CODEX, program=sys.executable, arrange=_arrange)
"""A target is data: Codex's command line behind another program."""


async def main() -> int:
    """Fill a store, start the stand-in, print what it saw."""
    with tempfile.TemporaryDirectory() as work:
        folder, dump = Path(work, "store"), Path(work, "dump.json")
        folder.mkdir()
        references = store.fill(folder)
        runner = AgentRunner(
            FAKE_CODEX,
            resolver=FolderResolver(folder),
            emit=lambda event: print("log:", event_line(event)),
            timeout=10,
        )
        result = await runner.start(
            RunRequest(
                run_id="example-1",
                prompt=store.MESSAGE,
                attachments=references,
                environment={"FAKE_AGENT_DUMP": str(dump)},
            )
        )
        if result.run is None:
            print(f"not started: {result.error}", file=sys.stderr)
            return 1
        finished = await result.run.finish()
        seen = json.loads(dump.read_text("utf-8"))
        images = [item for item in seen["argv"] if item.startswith("--image=")]
        print(f"exit code {finished.exit_code}, {len(images)} image in the command line")
        for entry in parse_block(seen["stdin"]):
            print(f"file: {entry.name} ({entry.media_type})")
    return finished.exit_code


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
