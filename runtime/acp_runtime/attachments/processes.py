"""A started agent: fed, watched, ended by its own id, cleaned up behind."""

from __future__ import annotations

import asyncio
import errno
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TypeVar

from .errors import StartError
from .paths import WINDOWS
from .prepared import PreparedAttachment
from .request import RunRequest

_TOO_LONG = 206  # Windows: "the filename or extension is too long"


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A finished start: the command, the bytes for standard input, what to clean up afterwards."""

    argv: tuple[str, ...]
    stdin: bytes
    cleanup: ExitStack = field(default_factory=ExitStack)


@dataclass(frozen=True, slots=True)
class Finished:
    """How a run ended: exit code, and everything it wrote that nobody had read."""

    exit_code: int
    stdout: bytes
    stderr: bytes


class Run:
    """A running agent. `argv` and `attachments` say what it was given.

    Output arrives at `stdout` and `stderr`; an agent whose output nobody reads will wait.
    """

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        launch: Launch,
        attachments: tuple[PreparedAttachment, ...],
    ) -> None:
        self.argv = launch.argv
        self.attachments = attachments
        self._process = process
        self._watch = asyncio.create_task(self._accompany(launch))

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def stdout(self) -> asyncio.StreamReader:
        """What the agent writes to standard output."""
        return _given(self._process.stdout)

    @property
    def stderr(self) -> asyncio.StreamReader:
        """What the agent writes to standard error."""
        return _given(self._process.stderr)

    async def wait(self) -> int:
        """Wait for the end and the cleaning up; the exit code."""
        return await asyncio.shield(self._watch)

    async def finish(self) -> Finished:
        """Read all output that is left and wait for the end."""
        stdout, stderr, code = await asyncio.gather(
            self.stdout.read(), self.stderr.read(), self.wait()
        )
        return Finished(code, stdout, stderr)

    async def stop(self, grace: float = 5.0) -> int:
        """End the process: politely, and after `grace` seconds for good. The exit code."""
        if self._process.returncode is None:
            self._process.terminate()
        try:
            await asyncio.wait_for(self.wait(), grace)
        except TimeoutError:
            if self._process.returncode is None:
                self._process.kill()
        return await self.wait()

    async def _accompany(self, launch: Launch) -> int:
        with launch.cleanup:
            await _feed(self._process.stdin, launch.stdin)
            return await self._process.wait()


async def spawn(
    launch: Launch, request: RunRequest, attachments: tuple[PreparedAttachment, ...]
) -> Run:
    """Start the process of a launch, without a shell. Raises `StartError`; cleans up then."""
    try:
        process = await asyncio.create_subprocess_exec(
            *map(_argument, launch.argv),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=None if request.working_directory is None else _argument(request.working_directory),
            env=None if request.environment is None else dict(request.environment),
        )
    except BaseException as error:
        launch.cleanup.close()
        if isinstance(error, OSError | ValueError):
            raise _start_error(launch, error) from error
        raise
    return Run(process, launch, attachments)


def _start_error(launch: Launch, error: OSError | ValueError) -> StartError:
    number = getattr(error, "errno", None)
    if number == errno.E2BIG or getattr(error, "winerror", None) == _TOO_LONG:
        said = f"the command line is too long ({len(launch.argv)} arguments); attach fewer images"
        return StartError("arguments_too_long", said)
    said = getattr(error, "strerror", None) or type(error).__name__
    return StartError("program_not_started", f"{launch.argv[0]!r} can't be started: {said}")


def _argument(text: str) -> str | bytes:
    """UTF-8 whatever the locale is: the agent compares the path with the one in its prompt."""
    return text if WINDOWS else text.encode()


async def _feed(stdin: asyncio.StreamWriter | None, content: bytes) -> None:
    stream = _given(stdin)
    try:
        stream.write(content)
        await stream.drain()
    except (BrokenPipeError, ConnectionResetError):
        pass  # The agent has ended or does not read: its exit code will tell.
    finally:
        stream.close()


_Stream = TypeVar("_Stream")


def _given(stream: _Stream | None) -> _Stream:
    if stream is None:
        raise RuntimeError("the process was started without this pipe")
    return stream
