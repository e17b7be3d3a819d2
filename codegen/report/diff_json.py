"""Changes of schemas as JSON. Its own schema is docs/diff.schema.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from codegen import __version__
from codegen.artifacts import digest
from codegen.diff.assess import Assessment, Judged, Side
from codegen.diff.facts import Role, Route

SCHEMA_VERSION = 1


def diff_json(assessment: Assessment, witnesses: Mapping[str, str] | None = None) -> str:
    """The whole result; the order of changes is that of the text form.

    `witnesses`: fingerprint -> a message that proves the point, as JSON.
    """
    proofs = witnesses or {}
    return json.dumps(
        {
            "tool": f"acp-codegen {__version__}",
            "schemaVersion": SCHEMA_VERSION,
            "old": _side(assessment.old),
            "new": _side(assessment.new),
            "summary": {level.value: count for level, count in assessment.summary().items()},
            "gateOpen": assessment.gate_open,
            "notes": list(assessment.notes),
            "staleIgnores": list(assessment.stale),
            "changes": [
                _change(judged, proofs.get(judged.verdict.fingerprint))
                for judged in assessment.judged
            ],
            "unattributedSource": [
                {"effect": left.effect.value, "text": left.text} for left in assessment.unaccounted
            ],
        },
        indent=2,
        ensure_ascii=False,
    )


def _side(side: Side) -> dict[str, Any]:
    return {
        "path": side.document.file,
        "sha256": digest(side.document.text.encode()),
        "protocolVersion": side.protocol,
    }


def _change(judged: Judged, proof: str | None) -> dict[str, Any]:
    verdict, change = judged.verdict, judged.change
    source = judged.source
    return {
        "id": verdict.rule.id,
        "slug": verdict.rule.slug,
        "level": verdict.level.value,
        "path": change.path,
        "pointerOld": change.at.old,
        "pointerNew": change.at.new,
        "variant": change.variant,
        "direction": [direction.value for direction in change.directions],
        "methods": sorted({message for route in change.routes if (message := named(route))}),
        "breaks": list(verdict.breaks),
        "question": verdict.question,
        "tolerated": verdict.tolerated,
        "softenedBy": verdict.softened_by,
        "old": change.old,
        "new": change.new,
        "message": verdict.message,
        "source": None
        if source is None
        else {"effect": source.effect.value, "changes": list(source.texts)},
        "ignored": judged.ignored,
        **({} if proof is None else {"witness": json.loads(proof)}),
        "fingerprint": verdict.fingerprint,
    }


def named(route: Route) -> str:
    """A message as people call it: the method, and that it is a response or error if it is."""
    return (
        route.method
        if route.role in (Role.REQUEST, Role.NOTIFICATION)
        else (f"{route.method} {route.role}".strip())
    )
