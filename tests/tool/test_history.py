"""The protocol's own history: three states of both editions, one tool, the same names."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.tool.conftest import Run
from tests.tool.schemas import classes, names
from tests.tool.test_name_stability import read

HISTORY = Path(__file__).parents[3] / "shared" / "facts" / "history"
STATES = ("0-before", "1-message-references", "2-content-only-chunks")
EDITIONS = ("v1", "v2")

pytestmark = pytest.mark.skipif(
    not HISTORY.is_dir(), reason=f"the history of the protocol is not on this machine ({HISTORY})"
)


def schema_file(state: str, edition: str) -> Path:
    return HISTORY / state / edition / "schema.unstable.json"


RUNS = [
    # One run takes seconds; the rest of them belong to the second stage.
    ("0-before", "v1"),
    ("1-message-references", "v2"),
    pytest.param("0-before", "v2", marks=pytest.mark.sweep),
    pytest.param("1-message-references", "v1", marks=pytest.mark.sweep),
    pytest.param("2-content-only-chunks", "v1", marks=pytest.mark.sweep),
    pytest.param("2-content-only-chunks", "v2", marks=pytest.mark.sweep),
]


@pytest.mark.parametrize(("state", "edition"), RUNS)
def test_every_state_goes_through(run: Run, tmp_path: Path, state: str, edition: str) -> None:
    path = schema_file(state, edition)
    bindings = run("bindings", path, "-o", tmp_path, "--package", "acp")
    assert (bindings.code, bindings.err) == (0, "")
    compile((tmp_path / "acp" / "models.py").read_text("utf-8"), "models.py", "exec")
    docs = run("docs", path, "-o", tmp_path / "schema.mdx")
    assert (docs.code, docs.err) == (0, "")
    page = (tmp_path / "schema.mdx").read_text("utf-8")
    assert all(
        name in page
        for name in read(path)["$defs"]
        if not read(path)["$defs"][name].get("x-docs-ignore")
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(STATES, 2)])
def test_no_class_is_named_otherwise_in_another_state(one: str, other: str, edition: str) -> None:
    before, after = (read(schema_file(state, edition)) for state in (one, other))
    old, new = names(before), names(after)
    both = old.keys() & new.keys()
    assert len(both) > 200
    assert {name: old[name] for name in both} == {name: new[name] for name in both}
    had, has = classes(before), classes(after)
    assert {name: had[name][0] for name in had.keys() & has.keys()} == {
        name: has[name][0] for name in had.keys() & has.keys()
    }
