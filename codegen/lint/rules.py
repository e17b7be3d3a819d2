"""The rules of `lint` as rows: errors stop a generation, warnings are worth a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from codegen.findings import Severity


@dataclass(frozen=True, slots=True)
class LintRule:
    """A rule: its id in reports, how bad a hit is, and why the rule exists."""

    id: str
    severity: Severity
    purpose: str


_E, _W = Severity.ERROR, Severity.WARNING

RULES: Mapping[str, LintRule] = {
    rule.id: rule
    for rule in (
        LintRule("invalid-schema", _E, "the file is no valid schema of an accepted dialect"),
        LintRule("unknown-keyword", _E, "every keyword and extension must be accounted for"),
        LintRule("bad-reference", _E, "a $ref names a definition of the same file"),
        LintRule("unsupported-form", _E, "a combination of keywords that has no one meaning here"),
        LintRule("empty-circle", _E, "definitions that only refer to each other describe nothing"),
        LintRule("tag-clash", _E, "the tag of a union must lead to one branch"),
        LintRule("name-clash", _E, "two schemas can't share one name in the bindings"),
        LintRule("default-mismatch", _E, "a default must be valid for its own property"),
        LintRule("missing-description", _W, "bindings and pages show the descriptions"),
        LintRule("unknown-name", _W, "a description names something that the schema does not have"),
        LintRule("contradicting-description", _W, "a description says what the schema denies"),
        LintRule("required-with-default", _W, "a required property never takes its default"),
        LintRule("undeclared-required", _W, "`required` names a property that is not declared"),
        LintRule("unreachable-definition", _W, "no message and no other definition leads there"),
        LintRule("idle-keyword", _W, "the keyword says nothing about values of this type"),
        LintRule("idle-tolerance", _W, "the annotation can't act on a value of this shape"),
        LintRule("idle-exception", _W, "an entry of ignored-keywords matches nothing"),
    )
}
