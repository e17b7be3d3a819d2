"""Proof of a break: a value that one side may send and the other side's schema rejects.

Every witness has been checked with `jsonschema`: it is valid for the writer and invalid for the
reader. Where none is found within `ATTEMPTS`, nothing is claimed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from jsonschema import Draft202012Validator

from codegen.diff.assess import Assessment, Judged, Side
from codegen.diff.facts import Question
from codegen.diff.levels import Level
from codegen.diff.reading import Wire
from codegen.diff.samples import Samples

ATTEMPTS = 250


def witnesses(assessment: Assessment) -> Mapping[str, str]:
    """Fingerprint of a breaking change -> a rejected message, as JSON."""
    sides = {"old": _Checked(assessment.old), "new": _Checked(assessment.new)}
    found: dict[str, str] = {}
    for judged in assessment.counted:
        if judged.verdict.level is not Level.BREAKING:
            continue
        for question in sorted(judged.change.questions):
            writer, reader = ("old", "new") if question is Question.W else ("new", "old")
            proof = _witness(judged, sides[writer], sides[reader], writer)
            if proof is not None:
                found[judged.verdict.fingerprint] = proof
                break
    return found


class _Checked:
    """A schema that makes values and judges them."""

    def __init__(self, side: Side) -> None:
        self.wire = Wire(side.document)
        self._validator = Draft202012Validator(side.document.root)

    def accepts(self, pointer: str, value: Any) -> bool:
        schema = {"$ref": f"#{pointer}"}
        return bool(self._validator.evolve(schema={**self._rest(), **schema}).is_valid(value))

    def _rest(self) -> Mapping[str, Any]:
        return {"$defs": self.wire.document.root.get("$defs", {})}

    def owner(self, pointer: str) -> str:
        """The definition that a place belongs to; the place itself in a schema without any."""
        parts = pointer.split("/")
        return "/".join(parts[:3]) if len(parts) > 2 and parts[1] == "$defs" else ""


def _witness(judged: Judged, writer: _Checked, reader: _Checked, side: str) -> str | None:
    at = judged.change.at
    places = (at.old, at.new) if side == "old" else (at.new, at.old)
    if places[0] is None or places[1] is None or judged.change.path.startswith("method "):
        return None
    sent, read = writer.owner(places[0]), reader.owner(places[1])
    samples = Samples(writer.wire, Random(judged.verdict.fingerprint))
    best: str | None = None
    for _ in range(ATTEMPTS):
        value = samples.make((sent,))
        text = json.dumps(value, ensure_ascii=False)
        if best is not None and len(text) >= len(best):
            continue
        if not reader.accepts(read, value) and writer.accepts(sent, value):
            best = text
    return best
