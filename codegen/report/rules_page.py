"""The rules of the diff as a page (docs/rules.md) and one by one (`explain`)."""

from __future__ import annotations

from codegen.diff.rules import BY_ID, Rule

_HEAD = """# Rules of the schema diff

<!-- Generated from the table in codegen/diff/rules/: `make rules`. Do not edit. -->

A change has two verdicts. The **wire** verdict below answers two questions about a message that a
writer sends to a reader:

- **W**: may an *old writer* send something that a *new reader* rejects?
- **R**: may a *new writer* send something that an *old reader* rejects?

Who writes and who reads follows from the messages that a type stands in. The **source** verdict
says what a user of the generated bindings notices; it is computed from the bindings themselves.

Levels, the worst first: `breaking`, `risk`, `compatible`, `source`, `annotation`. Where a rule has
two levels, the first counts when a question fails and the second when none does.

"""

_TRAITS = {
    "default": "the property has a `default`",
    "null-empty": "the property turns null into its empty value (`x-deserialize-default-on-null`)",
    "set": "the limit is stated for the first time",
    "restated": "the new form says the same",
    "opened": "the list was opened at the same time",
    "shrinks": "the new format holds fewer whole numbers",
    "reserved": "the tag starts with an underscore",
}
_QUESTIONS = {"W": "W", "R": "R", "WR": "W and R", "": "none"}


def rules_page() -> str:
    """The whole table with a section for each rule, ending in a line feed."""
    rows = ["| Id | Slug | Question | Level |", "| --- | --- | --- | --- |"]
    rows += [
        f"| [{rule.id}](#{anchor(rule)}) | `{rule.slug}` | {_QUESTIONS[rule.question]} "
        f"| {_levels(rule)} |"
        for rule in BY_ID.values()
    ]
    sections = "\n".join(rule_entry(rule) for rule in BY_ID.values())
    return f"{_HEAD}{chr(10).join(rows)}\n\n{sections}"


def anchor(rule: Rule) -> str:
    """The address of a rule's section on its page."""
    return f"{rule.id.lower()}-{rule.slug}"


def rule_entry(rule: Rule) -> str:
    """One rule as a section, ending in a line feed."""
    lines = [
        f"## {rule.id} {rule.slug}",
        "",
        rule.purpose,
        "",
        f"- Question that may fail: {_QUESTIONS[rule.question]}",
        f"- Level: {_levels(rule)}",
    ]
    lines += [f"- At most `{level}` where {_TRAITS[t]}" for t, level in rule.softened.items()]
    lines += [f"- At least `{level}` where {_TRAITS[t]}" for t, level in rule.hardened.items()]
    if rule.guarded:
        lines.append("- `risk` for readers whose tolerance catches a bad value on every path to it")
    if rule.growth:
        lines.append("- Milder under `--policy` (see [diff.md](diff.md))")
    return "\n".join([*lines, ""])


def _levels(rule: Rule) -> str:
    if rule.quiet is rule.level or not rule.question:
        return f"`{rule.quiet if not rule.question else rule.level}`"
    return f"`{rule.level}`, else `{rule.quiet}`"
