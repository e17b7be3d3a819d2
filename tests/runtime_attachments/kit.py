"""What the tests share: resolvers that answer from a table, recorded events, a stand-in agent."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from acp_runtime.attachments import (
    CODEX,
    AgentRunner,
    AttachmentError,
    CliTarget,
    PreparedAttachment,
    RunRequest,
    StartResult,
    event_record,
    prepare_attachments,
)
from acp_schema.attachments import AttachmentEvent, AttachmentReference, ResolvedAttachment

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "schema/attachments/v1/schema.json").read_text("utf-8"))
FAKE_AGENT = ROOT / "examples/fake_agent.py"
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T], limit: float = 30.0) -> T:
    """Run a coroutine, for `limit` seconds at most."""

    async def bounded() -> T:
        return await asyncio.wait_for(work, limit)

    return asyncio.run(bounded())


def ref(reference: str, **facts: str | None) -> AttachmentReference:
    return AttachmentReference(reference=reference, **facts)


def found(path: object, **facts: str | None) -> ResolvedAttachment:
    return ResolvedAttachment(absolute_path=path, **facts)  # type: ignore[arg-type]


class Table:
    """Answers by reference: a resolved attachment, a path, an exception to raise, anything."""

    def __init__(self, answers: Mapping[str, object]) -> None:
        self.answers = answers
        self.asked: list[AttachmentReference] = []

    async def resolve(self, attachment: AttachmentReference, /) -> Any:
        self.asked.append(attachment)
        answer = self.answers.get(attachment.reference)
        if isinstance(answer, BaseException):
            raise answer
        return found(str(answer)) if isinstance(answer, Path) else answer


@dataclass
class Outcome:
    """What a preparation gave: files or an error, and the records it wrote."""

    files: tuple[PreparedAttachment, ...] | None
    error: AttachmentError | None
    events: list[AttachmentEvent]

    @property
    def records(self) -> list[dict[str, Any]]:
        return [event_record(event) for event in self.events]

    @property
    def reason(self) -> str | None:
        return self.error.reason if self.error else None

    @property
    def only(self) -> PreparedAttachment:
        assert self.files is not None, self.error
        (file,) = self.files
        return file


def prepare(
    references: Sequence[AttachmentReference] | None, resolver: object, **options: Any
) -> Outcome:
    """Prepare attachments in a loop of their own."""
    events: list[AttachmentEvent] = []
    options = {"run_id": "run-1", "emit": events.append, **options}
    try:
        files = run(prepare_attachments(references, resolver=resolver, **options))  # type: ignore[arg-type]
    except AttachmentError as error:
        return Outcome(None, error, events)
    return Outcome(files, None, events)


def prepare_one(answer: object, **facts: str | None) -> Outcome:
    """Prepare one reference whose resolver gives this answer."""
    return prepare([ref("r", **facts)], Table({"r": answer}))


def fake(target: CliTarget = CODEX) -> CliTarget:
    """The same command line, run by the stand-in."""
    return replace(
        target,
        program=sys.executable,
        arrange=lambda call: (str(FAKE_AGENT), *target.arrange(call)),
    )


@dataclass
class Started:
    """What a start gave, and what the stand-in saw of it (`None`: it never ran)."""

    result: StartResult
    seen: dict[str, Any] | None
    events: list[AttachmentEvent] = field(default_factory=list)

    @property
    def argv(self) -> list[str]:
        assert self.seen is not None, self.result.error
        argv: list[str] = self.seen["argv"]
        return argv

    @property
    def stdin(self) -> str:
        assert self.seen is not None, self.result.error
        stdin: str = self.seen["stdin"]
        return stdin

    @property
    def reason(self) -> str | None:
        return None if self.result.error is None else self.result.error.reason


def start(
    folder: Path,
    references: Sequence[AttachmentReference] | None,
    resolver: object,
    *,
    target: CliTarget = CODEX,
    settings: Mapping[str, Any] | None = None,
    **request: Any,
) -> Started:
    """Start the stand-in and wait for its end."""
    dump = folder / "dump.json"
    dump.unlink(missing_ok=True)
    events: list[AttachmentEvent] = []
    runner: dict[str, Any] = {"emit": events.append, **(settings or {})}
    request = {"run_id": "run-1", "prompt": "Look.", **request}
    request.setdefault("environment", {"FAKE_AGENT_DUMP": str(dump)})

    async def work() -> StartResult:
        agents = AgentRunner(fake(target), resolver=resolver, **runner)  # type: ignore[arg-type]
        result = await agents.start(RunRequest(attachments=references, **request))
        if result.run is not None:
            finished = await result.run.finish()
            assert finished.exit_code == 0, finished.stderr.decode()
        return result

    result = run(work())
    seen = json.loads(dump.read_text("utf-8")) if dump.exists() else None
    return Started(result, seen, events)
