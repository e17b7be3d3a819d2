"""Writes docs/attachments-coverage.md: `python -m tests.runtime_attachments.coverage`.

The numbers stand in the tests' names; the titles and the deviations are in `topics.py`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .topics import ATTACKS, DEVIATIONS, REQUIREMENTS

FOLDER = Path(__file__).resolve().parent
PAGE = FOLDER.parents[1] / "docs/attachments-coverage.md"

_NUMBERS = re.compile(r"_([RA])(\d\d)(?=_)")

HEAD = """\
# Chat attachments: what is shown by which test

Written by `python -m tests.runtime_attachments.coverage` from the names of the tests in
`tests/runtime_attachments/`, and checked by one of them. Don't edit it by hand.
"""


@dataclass
class Tests:
    """Names of tests by the number of what they show."""

    requirements: dict[int, list[str]] = field(default_factory=dict)
    attacks: dict[int, list[str]] = field(default_factory=dict)


def read_tests() -> Tests:
    """Read the names of all tests in this folder."""
    found = Tests()
    for file, name in _names():
        for letter, number in _NUMBERS.findall(name):
            table = found.requirements if letter == "R" else found.attacks
            table.setdefault(int(number), []).append(f"`{file}::{name}`")
    return found


def _names() -> Iterator[tuple[str, str]]:
    for path in sorted(FOLDER.glob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield path.name, node.name


def render(tests: Tests) -> str:
    """The page as text."""
    parts = [
        HEAD,
        f"{len(tests.requirements)} of {len(REQUIREMENTS)} requirements and {len(tests.attacks)} "
        f"of {len(ATTACKS)} attacks have tests.\n",
        "## Deviations\n",
        *(f"* **{title}** {why}" for title, why in DEVIATIONS),
        "\n## Requirements\n",
        *_rows(REQUIREMENTS, tests.requirements),
        "\n## Attacks\n",
        *_rows(ATTACKS, tests.attacks),
    ]
    return "\n".join(parts) + "\n"


def _rows(titles: Mapping[int, str], tests: Mapping[int, list[str]]) -> Iterator[str]:
    yield "| | what | tests |"
    yield "| --- | --- | --- |"
    for number, title in titles.items():
        yield f"| {number} | {title} | {'<br/>'.join(tests.get(number, ['**none**']))} |"


if __name__ == "__main__":
    PAGE.write_text(render(read_tests()), "utf-8")
