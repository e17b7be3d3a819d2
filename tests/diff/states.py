"""Pairs of schema states that the tests run over; those outside the project may be missing."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from codegen.diff.compare import compare
from codegen.diff.facts import Comparison
from codegen.source import SchemaDocument, read
from tests.diff.schemas import ROOT, SHARED

OURS = tuple(sorted((ROOT / "schema").glob("**/schema*.json")))
HISTORY = SHARED / "facts" / "history"
EVOLUTION = SHARED / "evolution"

needs_pairs = pytest.mark.skipif(not EVOLUTION.is_dir(), reason="no shared/evolution here")
needs_history = pytest.mark.skipif(not HISTORY.is_dir(), reason="no shared/facts/history here")


def truth() -> list[dict[str, Any]]:
    """The labelled pairs; () where they are absent."""
    path = EVOLUTION / "truth.json"
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return found


PAIRS = truth()


@cache
def load(path: Path) -> SchemaDocument:
    return read(path)


def pair_of(label: dict[str, Any]) -> tuple[SchemaDocument, SchemaDocument]:
    return load(EVOLUTION / label["previous"]), load(EVOLUTION / label["current"])


@cache
def compared(old: Path, new: Path) -> Comparison:
    return compare(load(old), load(new))


def every_state() -> list[Path]:
    """All state files there are, ours first."""
    found = [*OURS]
    for label in PAIRS:
        found += [EVOLUTION / label["previous"], EVOLUTION / label["current"]]
    return [*found, *sorted(HISTORY.glob("*/*/*.json"))]


def name_of(path: Path) -> str:
    return "/".join(path.parts[-3:])
