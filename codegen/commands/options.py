"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


def judging(command: _Command) -> _Command:
    """The options that decide how bad a change is."""
    for option in reversed(
        (
            click.option(
                "--upgrade",
                type=click.Choice(["both", "agent", "client"]),
                default="both",
                show_default=True,
                help="Who gets NEW first; only the other side can break.",
            ),
            click.option(
                "--policy",
                type=click.Choice(["protocol", "strict", "lenient"]),
                default="protocol",
                show_default=True,
                help="New values and branches in closed types: breaking except in notifications, "
                "always breaking, or always a risk.",
            ),
            click.option(
                "--unstable",
                type=click.Choice(["risk", "ignore", "same"]),
                default="risk",
                show_default=True,
                help="What changes to things marked as unstable count as, at most.",
            ),
            click.option(
                "--gates",
                type=click.Path(path_type=Path),
                help="JSON file: method or branch -> pointer of the capability that announces it.",
            ),
        )
    ):
        command = option(command)
    return command
