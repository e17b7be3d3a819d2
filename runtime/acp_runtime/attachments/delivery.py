"""From checked files to a finished start: what goes into the prompt, what into the command."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from os.path import dirname

from .block import with_attachments
from .errors import StartError
from .prepared import PreparedAttachment
from .processes import Launch
from .request import RunRequest
from .staging import StagingError, staged_images
from .targets import CliTarget, Invocation


class Delivery:
    """A target together with what the host allows: links for awkward paths, folder grants."""

    def __init__(self, target: CliTarget, *, stage_links: bool, grant_folders: bool) -> None:
        self._target = target
        self._stage_links = stage_links
        self._grant_folders = grant_folders

    def check(self, file: PreparedAttachment, /) -> str | None:
        """Why this file can't be given, or `None` (37, 40)."""
        if not self._stage_links and (cause := self._target.check(file)) is not None:
            return cause
        return self._target.check_grant(file) if self._grant_folders else None

    def launch(self, request: RunRequest, files: Sequence[PreparedAttachment]) -> Launch:
        """The command and the input of one start. Raises `StartError`; cleans up then."""
        with ExitStack() as cleanup:
            invocation = Invocation(
                options=tuple(request.options),
                session_id=request.session_id,
                images=self._images(files, cleanup),
                grants=self._grants(files),
            )
            return Launch(
                argv=self._target.arguments(invocation),
                stdin=with_attachments(request.prompt, files).encode(),
                cleanup=cleanup.pop_all(),
            )

    def _images(self, files: Sequence[PreparedAttachment], cleanup: ExitStack) -> tuple[str, ...]:
        shown = [file for file in files if self._target.shows(file)]
        if not self._stage_links:
            return tuple(file.path for file in shown)
        try:
            return staged_images(self._target, shown, cleanup)
        except (StagingError, OSError) as error:
            said = getattr(error, "strerror", None) or str(error)
            raise StartError("staging_failed", f"links can't be staged: {said}") from error

    def _grants(self, files: Sequence[PreparedAttachment]) -> tuple[str, ...]:
        if not self._grant_folders:
            return ()
        return tuple(dict.fromkeys(dirname(file.path) for file in files))
