"""The examples run with one command each, from any working directory's clone."""

from __future__ import annotations

import subprocess
import sys

from .kit import ROOT


def run_example(name: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", f"examples.{name}"],
        cwd=ROOT,
        env={"PATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_that_starts_an_agent() -> None:
    said = run_example("start_agent").splitlines()
    assert said[-3:] == [
        "exit code 0, 1 image in the command line",
        "file: Sketch of the hall (image/png)",
        "file: notes.txt (text/plain)",
    ]
    assert [line.split('"')[3] for line in said[:2]] == [
        "AttachmentResolutionStarted",
        "AttachmentResolutionCompleted",
    ]


def test_the_example_over_the_protocol() -> None:
    said = run_example("send_over_acp").splitlines()
    assert [line.split(":")[1].strip() for line in said[:3]] == ["text", "image", "link"]
    assert said[-1] == "turn ended: end_turn"
