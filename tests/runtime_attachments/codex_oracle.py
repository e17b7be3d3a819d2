"""What Codex makes of its arguments: a reading of `codex exec` as its real parser reads.

Measured with Codex CLI 0.171.0. `codex exec` takes `-i`/`--image` greedily: every argument up to
the next option or `--` is one more image. `codex exec resume` takes one value. Both split values
at commas. A sub-command is seen only where no greedy option is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

IMAGE = ("-i", "--image")
VALUED = ("-m", "--model", "-c", "--config", "-C", "--cd", "-s", "--sandbox", "-p", "--profile")


@dataclass(frozen=True)
class Seen:
    """What Codex would do. `prompt` is "-" where it is read from standard input."""

    images: tuple[str, ...]
    resumed: str | None
    prompt: str


@dataclass
class _Parser:
    rest: list[str]
    images: list[str] = field(default_factory=list)
    positional: list[str] = field(default_factory=list)
    resume: bool = False
    literal: bool = False

    def run(self) -> Seen:
        while self.rest:
            self.take(self.rest.pop(0))
        session = self.positional.pop(0) if self.resume and self.positional else None
        prompt = self.positional[0] if self.positional else "-"
        return Seen(tuple(self.images), session, prompt)

    def take(self, item: str) -> None:
        name, equals, value = item.partition("=")
        if self.literal:
            self.positional.append(item)
        elif item == "--":
            self.literal = True
        elif name in IMAGE and equals:
            self.images += value.split(",")
        elif item in IMAGE:
            self.greedy()
        elif item in VALUED:
            self.rest.pop(0)
        elif not is_option(item):
            self.word(item)

    def greedy(self) -> None:
        while self.rest and not is_option(self.rest[0]):
            self.images += self.rest.pop(0).split(",")
            if self.resume:
                return

    def word(self, item: str) -> None:
        if item == "resume" and not self.resume and not self.positional:
            self.resume = True
        else:
            self.positional.append(item)


def is_option(item: str) -> bool:
    """Whether an argument looks like an option; a dash alone is a value."""
    return item.startswith("-") and item != "-"


def read(argv: Sequence[str]) -> Seen:
    """Read the arguments behind `codex`. Raises `ValueError` if they don't run `exec`."""
    if list(argv[:1]) != ["exec"]:
        raise ValueError(f"not a run of codex exec: {list(argv)}")
    return _Parser(list(argv[1:])).run()
