"""Asking the resolver: order, once each, its failures told apart (8 to 16)."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from typing import Any

import pytest
from acp_runtime.attachments import AgentRunner, RunRequest, prepare_attachments
from acp_schema.attachments import AttachmentReference, ResolvedAttachment

from .conftest import Make
from .kit import Table, fake, found, prepare, prepare_one, ref, run, start


@pytest.mark.parametrize("session", [None, "s-1"])
def test_R08_all_files_are_checked_before_the_agent_runs(
    tmp_path: Path, make: Make, session: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    real = asyncio.create_subprocess_exec

    async def spawn(*arguments: Any, **options: Any) -> asyncio.subprocess.Process:
        seen.append("spawn")
        return await real(*arguments, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", spawn)
    emit = {"emit": lambda event: seen.append(event.event)}
    resolver = Table({"r": make("a.txt")})
    for _ in range(2):
        start(tmp_path, [ref("r")], resolver, session_id=session, settings=emit)
    once = ["AttachmentResolutionStarted", "AttachmentResolutionCompleted", "spawn"]
    assert seen == [*once, *once]
    assert len(resolver.asked) == 2


def test_R09_references_are_asked_in_order_and_duplicates_again(make: Make) -> None:
    names = ["c", "a", "b", "a"]
    resolver = Table({name: make(name) for name in names})
    outcome = prepare([ref(name) for name in names], resolver)
    assert [asked.reference for asked in resolver.asked] == names
    assert outcome.files is not None
    assert [file.index for file in outcome.files] == [0, 1, 2, 3]


def test_R09_references_are_asked_one_at_a_time(make: Make) -> None:
    path = str(make("a.txt"))
    open_questions = most = 0

    class Slow:
        async def resolve(self, attachment: AttachmentReference, /) -> ResolvedAttachment:
            nonlocal open_questions, most
            open_questions += 1
            most = max(most, open_questions)
            await asyncio.sleep(0.001)
            open_questions -= 1
            return found(path)

    assert prepare([ref(str(number)) for number in range(5)], Slow()).files is not None
    assert most == 1


def test_R09_after_a_failure_nobody_is_asked(make: Make) -> None:
    resolver = Table({"a": make("a"), "c": make("c")})
    assert prepare([ref("a"), ref("b"), ref("c")], resolver).reason == "no_file"
    assert [asked.reference for asked in resolver.asked] == ["a", "b"]


def test_R10_the_resolver_gets_the_whole_reference_and_lets_others_run(make: Make) -> None:
    path = str(make("a.txt"))
    ticks: list[int] = []

    class Waiting:
        async def resolve(self, attachment: AttachmentReference, /) -> ResolvedAttachment:
            assert attachment is given
            while len(ticks) < 3:
                await asyncio.sleep(0)
            return found(path)

    async def work() -> None:
        async def tick() -> None:
            for number in range(3):
                ticks.append(number)
                await asyncio.sleep(0)

        other = asyncio.create_task(tick())
        await prepare_attachments([given], run_id="r", resolver=Waiting())
        await other

    given = ref("r", file_name="n", media_type="t/s", alt_text="a")
    run(work())
    assert ticks == [0, 1, 2]


def test_R11_A16_nothing_found() -> None:
    outcome = prepare_one(None)
    assert outcome.reason == "no_file"
    assert "found no file" in str(outcome.error)


@pytest.mark.parametrize("words", ["disk 7 is away", "two\nlines", "größer als möglich 🙂"])
def test_R12_A16_the_resolvers_words_are_kept(words: str) -> None:
    raised = LookupError(words)
    outcome = prepare_one(raised)
    assert outcome.error is not None
    assert outcome.reason == "resolver_error"
    assert outcome.error.message.endswith(words)
    assert outcome.error.__cause__ is raised


@pytest.mark.parametrize("raised", [OSError(), ValueError(""), RuntimeError(" \n")])
def test_R12_A16_an_exception_without_words_shows_its_class(raised: Exception) -> None:
    assert str(prepare_one(raised).error).endswith(type(raised).__name__)


def test_R12_an_exception_that_cannot_be_shown_shows_its_class() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no words")

    assert str(prepare_one(Mute()).error).endswith("Mute")


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_R13_exits_of_the_interpreter_pass_through(raised: type[BaseException]) -> None:
    events: list[Any] = []

    class Exits:
        async def resolve(self, attachment: AttachmentReference, /) -> None:
            raise raised

    work = prepare_attachments([ref("r")], run_id="r", resolver=Exits(), emit=events.append)
    with pytest.raises(raised):
        asyncio.run(work)
    assert [event.event[20:] for event in events] == ["Started", "Failed"]


class Stuck:
    """Never answers, and notes that it was cancelled; it may swallow that."""

    def __init__(self, at: str = "r", swallow: bool = False, path: str = "/") -> None:
        self.at, self.swallow, self.path = at, swallow, path
        self.asked: list[str] = []
        self.cancelled = False
        self.reached = asyncio.Event()

    async def resolve(self, attachment: AttachmentReference, /) -> ResolvedAttachment:
        self.asked.append(attachment.reference)
        if attachment.reference == self.at:
            self.reached.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancelled = True
                if not self.swallow:
                    raise
        return found(self.path)


@pytest.mark.parametrize("swallow", [False, True])
def test_R14_A17_cancelling_the_start_cancels_the_resolver(
    tmp_path: Path, make: Make, swallow: bool
) -> None:
    events: list[Any] = []
    dump = tmp_path / "dump.json"

    async def work() -> Stuck:
        resolver = Stuck("second", swallow, str(make("a.txt")))
        runner = AgentRunner(fake(), resolver=resolver, emit=events.append)
        request = RunRequest(
            run_id="run-1",
            prompt="",
            attachments=[ref("first"), ref("second"), ref("third")],
            environment={"FAKE_AGENT_DUMP": str(dump)},
        )
        task = asyncio.create_task(runner.start(request))
        await resolver.reached.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return resolver

    resolver = run(work())
    assert resolver.cancelled
    assert resolver.asked == ["first", "second"]
    assert not dump.exists()
    assert [event.event[20:] for event in events] == ["Started", "Failed"]
    assert (events[1].reason, events[1].attachment_index) == ("cancelled", 1)


def test_R14_A16_a_cancellation_of_the_resolvers_own_is_its_error() -> None:
    outcome = prepare_one(asyncio.CancelledError())
    assert outcome.reason == "resolver_error"
    assert isinstance(outcome.error and outcome.error.__cause__, asyncio.CancelledError)


def test_R14_a_start_in_a_task_that_was_cancelled_earlier_still_works(make: Make) -> None:
    path = make("a.txt")

    async def work() -> str:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):  # Without `uncancel`.
            await asyncio.sleep(0)
        files = await prepare_attachments([ref("r")], run_id="r", resolver=Table({"r": path}))
        return files[0].path

    assert asyncio.run(work()) == str(path)


def test_R15_A16_a_resolver_that_never_answers_times_out() -> None:
    async def work() -> str:
        resolver = Stuck()
        runner = AgentRunner(fake(), resolver=resolver, timeout=0.05)
        result = await runner.start(RunRequest(run_id="r", prompt="", attachments=[ref("r")]))
        assert resolver.cancelled
        assert result.error is not None
        assert "0.05 s" in str(result.error)
        return result.error.reason

    begun = time.monotonic()
    assert run(work()) == "resolver_timeout"
    assert time.monotonic() - begun < 5


def test_R15_the_limit_is_for_each_reference_and_off_by_default(make: Make) -> None:
    path = str(make("a.txt"))

    class Slow:
        async def resolve(self, attachment: AttachmentReference, /) -> ResolvedAttachment:
            await asyncio.sleep(0.35)
            return found(path)

    references = [ref("1"), ref("2"), ref("3")]
    assert prepare(references, Slow(), timeout=1.0).files is not None
    assert prepare(references[:1], Slow()).files is not None


@pytest.mark.parametrize("timeout", [None, 20])
def test_R15_A16_a_timeout_of_the_resolvers_own_is_its_error(timeout: float | None) -> None:
    outcome = prepare([ref("r")], Table({"r": TimeoutError("storage is slow")}), timeout=timeout)
    assert outcome.reason == "resolver_error"
    assert str(outcome.error).endswith("storage is slow")


def test_R15_an_answer_that_comes_too_late_does_not_count(make: Make) -> None:
    path = str(make("a.txt"))

    async def work() -> None:
        await prepare_attachments(
            [ref("r")], run_id="r", resolver=Stuck(swallow=True, path=path), timeout=0.05
        )

    with pytest.raises(Exception, match="did not answer") as caught:
        run(work())
    assert getattr(caught.value, "reason", None) == "resolver_timeout"


@pytest.mark.parametrize(
    "answer",
    [
        "/etc/hostname",
        {"absolutePath": "/etc/hostname"},
        b"/etc/hostname",
        7,
        False,
        found(None),
        found(b"/etc/hostname"),
        found("/etc/hostname", file_name=7),  # type: ignore[arg-type]
        found("/etc/hostname", media_type=b"image/png"),  # type: ignore[arg-type]
    ],
)
def test_R16_A16_answers_of_another_type(answer: object) -> None:
    assert prepare_one(answer).reason == "invalid_result"


def test_R16_A16_a_plain_function_is_no_resolver() -> None:
    class Plain:
        def resolve(self, attachment: AttachmentReference, /) -> ResolvedAttachment:
            return found("/etc/hostname")

    outcome = prepare([ref("r")], Plain())
    assert outcome.reason == "invalid_result"
    assert "async def" in str(outcome.error)
    assert prepare([ref("r")], lambda attachment: None).reason == "resolver_error"


def test_A29_two_starts_at_once_share_nothing(make: Make) -> None:
    paths = {name: make(name) for name in ("a", "b")}
    events: list[Any] = []

    class Turns:
        async def resolve(self, attachment: AttachmentReference, /) -> ResolvedAttachment | None:
            for _ in range(5):
                await asyncio.sleep(0)
            return None if attachment.reference == "x" else found(str(paths[attachment.reference]))

    async def one(run_id: str, *names: str) -> list[str]:
        files = await prepare_attachments(
            [ref(name) for name in names], run_id=run_id, resolver=Turns(), emit=events.append
        )
        return [file.name for file in files]

    async def work() -> list[Any]:
        ways = one("one", "a", "b"), one("two", "b", "x"), one("three", "b")
        return [*await asyncio.gather(*ways, return_exceptions=True)]

    first, second, third = run(work())
    assert (first, third) == (["a", "b"], ["b"])
    assert second.reference == "x"
    by_run = {name: [e.event[20:] for e in events if e.run_id == name] for name in ("one", "two")}
    assert by_run == {"one": ["Started", "Completed"], "two": ["Started", "Failed"]}
