"""The example in the README runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

README = Path(__file__).parents[2] / "runtime" / "README.md"


def test_the_example_of_the_readme_runs() -> None:
    section = README.read_text("utf-8").partition("## Transcripts")[2]
    found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(compile(found[1], str(README), "exec"), names)
    assert len(names["view"].messages("lead")) == 1
