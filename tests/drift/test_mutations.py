"""Every random single change of a page or a schema is found on its line, and nowhere else."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from codegen.drift.check import check_pages
from codegen.drift.context import World
from codegen.drift.documents import Page
from codegen.drift.gather import gather
from codegen.drift.scope import Settings
from codegen.drift.sidecar import EMPTY, Sidecar
from codegen.drift.trees import Folder
from codegen.errors import InputError
from codegen.project import read_project
from tests.drift.mutations import failures, mutate, shown
from tests.drift.worlds import PAGES, ROOT, TODAY, above_note, committed, pages_of, with_words


def _run(
    world: World,
    pages: tuple[Page, ...],
    settings: dict[str, Settings],
    sidecar: Sidecar,
    seed: int,
    count: int,
) -> Counter[str]:
    everything = shown(world, pages, settings)
    rng = random.Random(seed)
    kinds: Counter[str] = Counter()
    tries = 0
    while kinds.total() < count:
        tries += 1
        assert tries < 200 * count, f"only {kinds.total()} of {tries} changes made sense"
        mutation = mutate(world, pages, everything, rng)
        if mutation is None:
            continue
        hit, stray = failures(mutation, settings, sidecar)
        assert hit, f"not found: {mutation.what}, expected at {mutation.must}"
        told = [f"{one.at}: {one.message}" for one in stray]
        assert not stray, f"{mutation.what} was reported elsewhere: {told}"
        kinds[mutation.what.partition(" ")[0]] += 1
    return kinds


def test_pages_of_the_tests_are_clean() -> None:
    checked = check_pages(pages_of(PAGES), committed(), {}, EMPTY, TODAY)
    assert above_note(checked.findings) == []
    assert checked.tallies["json"].bound == checked.tallies["json"].seen == 9


def test_some_mutations() -> None:
    kinds = _run(committed(), pages_of(PAGES), {}, EMPTY, 11, 16)
    assert len(kinds) > 4


@pytest.mark.sweep
@pytest.mark.parametrize("seed", [1, 2])
def test_mutations(seed: int) -> None:
    kinds = _run(committed(), pages_of(PAGES), {}, EMPTY, seed, 200)
    assert set(kinds) >= {"remove", "rename", "retype", "require", "retag", "key", "value", "tag"}


def _own() -> tuple[World, tuple[Page, ...], dict[str, Settings], Sidecar]:
    project = read_project(ROOT)
    if project.documents is None:
        pytest.skip("pyproject.toml lists no documents")
    try:
        inputs = gather(project, Folder(ROOT))
    except InputError as error:
        pytest.skip(f"the documents are not there: {error}")
    world = with_words(list(inputs.world.editions))
    return world, inputs.pages, dict(inputs.settings), inputs.sidecar


def test_own_documents_are_clean() -> None:
    world, pages, settings, sidecar = _own()
    checked = check_pages(pages, world, settings, sidecar, TODAY)
    assert [f"{one.at} {one.message}" for one in above_note(checked.findings)] == []


@pytest.mark.sweep
@pytest.mark.parametrize("seed", [1, 2])
def test_mutations_of_own_documents(seed: int) -> None:
    world, pages, settings, sidecar = _own()
    if len(shown(world, pages, settings)) < 20:
        pytest.skip("too few examples in the documents that pyproject.toml lists")
    kinds = _run(world, pages, settings, sidecar, seed, 200)
    assert kinds.total() == 200
