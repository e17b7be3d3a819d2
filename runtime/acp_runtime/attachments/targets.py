"""Command lines of agents, as data and one pure function each.

For maintainers: a new command line is one more `CliTarget`. Its function only arranges finished
texts; it reads no file, knows no prompt and can't see a label. The prompt always goes to standard
input, since one argument holds 131,071 bytes at most on Linux (requirement 38).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os.path import dirname
from typing import TypeAlias

from .media import image_type
from .prepared import PreparedAttachment


@dataclass(frozen=True, slots=True, kw_only=True)
class Invocation:
    """What one start asks of a command line, each value checked already.

    `options` are the caller's own, `session_id` the session to go on with, `images` and `grants`
    absolute paths of images to show and of directories to open for reading.
    """

    options: tuple[str, ...] = ()
    session_id: str | None = None
    images: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()


Arrange: TypeAlias = Callable[[Invocation], tuple[str, ...]]
"""From an invocation to the arguments behind the program's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CliTarget:
    """One agent's command line.

    `arrange` puts the arguments in order. `shows_images` tells whether images go into the command
    line; `native_image_types`, if given, narrows that to some media types (36). An image path
    with one of `splitting` characters would be torn apart and lost (37), one with `leaking`
    characters reaches the model unescaped by the agent itself. `grants_split` are the
    characters that tear a granted directory apart. `outside` says for people what the agent
    needs to read files outside its working directory (40).
    """

    name: str
    program: str
    arrange: Arrange
    shows_images: bool = False
    native_image_types: frozenset[str] | None = None
    splitting: str = ""
    leaking: str = ""
    grants_split: str = ""
    outside: str = ""

    def shows(self, file: PreparedAttachment) -> bool:
        """Whether this file goes into the command line as an image (34 to 36)."""
        if not (self.shows_images and file.is_image):
            return False
        allowed = self.native_image_types
        return allowed is None or image_type(file.media_type, file.path) in allowed

    def check(self, file: PreparedAttachment) -> str | None:
        """Why this agent can't be given the file's path, or `None` (37)."""
        torn = sorted(set(self.splitting) & set(file.path)) if self.shows(file) else []
        if torn:
            return (
                f"{self.name} splits the path of an image at {torn[0]!r}; rename the file or "
                "let the runner stage links"
            )
        return None

    def check_grant(self, file: PreparedAttachment) -> str | None:
        """Why the folder of the file can't be opened to this agent, or `None` (40)."""
        folder = dirname(file.path)
        if dirname(folder) == folder:
            return "the file is in the root folder, and opening that would open everything"
        if set(self.grants_split) & set(folder):
            return f"{self.name} would split the path of the file's folder; rename the folder"
        return None

    def arguments(self, invocation: Invocation) -> tuple[str, ...]:
        """The whole command: the program and its arguments, never through a shell (39)."""
        return (self.program, *self.arrange(invocation))


def _codex(call: Invocation) -> tuple[str, ...]:
    # `--image` takes as many values as follow, among them `resume`, the id and `-`, and the order
    # "images, resume, id" starts a new session. So: the form with `=`, and behind the id.
    images = tuple(f"--image={path}" for path in call.images)
    resumed = () if call.session_id is None else ("resume", call.session_id)
    return ("exec", "--json", *call.options, *resumed, *images, "-")


def _claude(call: Invocation) -> tuple[str, ...]:
    grants = tuple(f"--add-dir={folder}" for folder in call.grants)
    resumed = () if call.session_id is None else (f"--resume={call.session_id}",)
    return ("-p", *call.options, *resumed, *grants)


def _gemini(call: Invocation) -> tuple[str, ...]:
    grants = tuple(f"--include-directories={folder}" for folder in call.grants)
    resumed = () if call.session_id is None else (f"--resume={call.session_id}",)
    return (*call.options, *resumed, *grants)


CODEX = CliTarget(
    name="Codex",
    program="codex",
    arrange=_codex,
    shows_images=True,
    splitting=",",
    leaking='"<>',
    outside="Shows images from any folder; what else it may read there, its sandbox decides.",
)
"""Codex: images by `--image=PATH`, everything by the block."""

CODEX_IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""What Codex 0.171 can show; `replace(CODEX, native_image_types=CODEX_IMAGE_TYPES)` narrows it."""

CLAUDE = CliTarget(
    name="Claude",
    program="claude",
    arrange=_claude,
    outside="Needs `--add-dir` for the folder, or a rule that allows to read the path.",
)
"""Claude Code: the block only."""

GEMINI = CliTarget(
    name="Gemini",
    program="gemini",
    arrange=_gemini,
    grants_split=",",
    outside=(
        "Refuses paths outside its workspace, links followed: start it there or use "
        "`--include-directories`."
    ),
)
"""Gemini CLI: the block only. An `@name` that a person typed is still expanded by Gemini itself."""

TARGETS = {"codex": CODEX, "claude": CLAUDE, "gemini": GEMINI}
"""The targets by the name of their program."""
