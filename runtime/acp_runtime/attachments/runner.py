"""Starting an agent with attachments: everything is checked before anything runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from .delivery import Delivery
from .errors import AttachmentError, StartError
from .events import EventSink, Redact
from .preparing import prepare_attachments
from .processes import Run, spawn
from .request import RunRequest, check_request
from .resolving import AttachmentResolver
from .targets import CliTarget


@dataclass(frozen=True, slots=True)
class StartResult:
    """A run or an error: exactly one of them."""

    run: Run | None
    error: AttachmentError | StartError | None

    def __post_init__(self) -> None:
        if (self.run is None) == (self.error is None):
            raise ValueError("a start gives either a run or an error")


class AgentRunner:
    """Starts one kind of agent, as often as wanted; nothing is kept between starts (8).

    `resolver` finds the files of all starts (2); `emit` gets the log records; `timeout` bounds
    each question to the resolver, in seconds; `redact` changes references in records (45);
    `stage_links` hands over images whose path the agent would tear apart through links in a
    private folder (37); `grant_folders` opens the attachments' folders to agents that need
    it, and with them everything else in these folders (40); `allow_unc` accepts network paths
    on Windows; `clock` counts nanoseconds.
    """

    def __init__(
        self,
        target: CliTarget,
        *,
        resolver: AttachmentResolver | None = None,
        emit: EventSink | None = None,
        timeout: float | None = None,
        redact: Redact | None = None,
        stage_links: bool = False,
        grant_folders: bool = False,
        allow_unc: bool = False,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._delivery = Delivery(target, stage_links=stage_links, grant_folders=grant_folders)
        self._resolver = resolver
        self._emit = emit
        self._timeout = timeout
        self._redact = redact
        self._allow_unc = allow_unc
        self._clock = clock

    async def start(self, request: RunRequest) -> StartResult:
        """Start the agent, new or resumed, with the request's prompt and attachments.

        What is wrong with the request, an attachment or the program is returned, not raised, and
        no process exists then (26). Raises `asyncio.CancelledError` if the running task is
        cancelled (14).
        """
        try:
            check_request(request)
            files = await prepare_attachments(
                request.attachments,
                run_id=request.run_id,
                resolver=self._resolver,
                target=self._delivery,
                emit=self._emit,
                timeout=self._timeout,
                redact=self._redact,
                allow_unc=self._allow_unc,
                clock=self._clock,
            )
            launch = self._delivery.launch(request, files)
            return StartResult(await spawn(launch, request, files), None)
        except (AttachmentError, StartError) as error:
            return StartResult(None, error)
