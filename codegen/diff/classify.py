"""Facts -> verdicts: which rule a change falls under, how bad it is, and for whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from codegen.diff.facts import Change, Comparison, Kind, Question, Role, Route
from codegen.diff.levels import Level, Policy, Switches, Unstable
from codegen.diff.rules import RULES, Rule
from codegen.diff.sentences import sentence


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a change means.

    `breaks` are the parties that are hit at this level and stay as they are; `tolerated` tells
    that a reader's tolerance catches it on every path; `softened_by` says what made the level
    milder than its rule's; `message` is one sentence for people.
    """

    change: Change
    rule: Rule
    level: Level
    breaks: tuple[str, ...]
    question: str
    tolerated: bool
    softened_by: str | None
    message: str
    fingerprint: str

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key: level, rule, method, place."""
        change = self.change
        method = change.routes[0].method if change.routes else ""
        pointer = change.at.new or change.at.old or ""
        return (
            self.level.rank,
            self.rule.id,
            method,
            pointer,
            change.path,
            change.old or "",
            change.new or "",
        )


def classify(comparison: Comparison, switches: Switches) -> tuple[Verdict, ...]:
    """The verdicts on all changes, the worst first; stable across runs and orders of keys."""
    verdicts = (judge(change, switches) for change in comparison.changes)
    return tuple(sorted(verdicts, key=lambda verdict: verdict.order))


def judge(change: Change, switches: Switches) -> Verdict:
    """The verdict on one change."""
    rule = RULES[change.kind]
    hits = _hits(change, rule, switches)
    parties: tuple[str, ...] = ()
    if not change.questions:
        level, softened = _moved(rule.quiet, change, rule)
    elif hits:
        level = min((hit.level for hit in hits), key=lambda level: level.rank)
        worst = [hit for hit in hits if hit.level is level]
        parties = tuple(sorted({hit.party for hit in worst}))
        softened = next((hit.softened for hit in worst if hit.softened), None)
    elif change.routes:  # only the side that is being upgraded is hit
        level, softened = Level.COMPATIBLE, "upgrade"
    else:
        level, softened = _moved(rule.level, change, rule)
    level, capped = _capped(level, change, rule, switches)
    parties = parties if level.at_least(Level.RISK) else ()
    tolerated = bool(hits) and all(hit.tolerated for hit in hits)
    return Verdict(
        change=change,
        rule=rule,
        level=level,
        breaks=parties,
        question="".join(question for question in Question if question in change.questions),
        tolerated=tolerated,
        softened_by=capped or softened,
        message=sentence(change, level, parties, tolerated),
        fingerprint=fingerprint(rule, change),
    )


@dataclass(frozen=True, slots=True)
class _Hit:
    """One question that fails on one route."""

    party: str
    level: Level
    tolerated: bool
    softened: str | None


def _hits(change: Change, rule: Rule, switches: Switches) -> list[_Hit]:
    found = []
    for route in change.routes:
        for question in change.questions:
            writer = question is Question.W
            party = route.direction.writer if writer else route.direction.reader
            if party not in switches.upgrade.parties:
                continue
            # Existing writers meet new readers, existing readers are guarded by the old schema.
            guarded = rule.guarded and (route.guarded_new if writer else route.guarded_old)
            found.append(_hit(change, rule, switches, route, question, party, guarded))
    return found


def _hit(
    change: Change,
    rule: Rule,
    switches: Switches,
    route: Route,
    question: Question,
    party: str,
    guarded: bool,
) -> _Hit:
    level, softened = rule.level, None
    if question in rule.question:
        # A trait answers the question that the rule is about, not one that fails besides.
        level, softened = _moved(level, change, rule)
    if rule.growth and "reserved" not in change.traits:
        kept = _by_policy(level, route.role, switches.policy)
        softened = softened if kept is level else "policy"
        level = kept
    if guarded and level is Level.BREAKING:
        level, softened = Level.RISK, "tolerance"
    return _Hit(party, level, guarded, softened)


def _by_policy(level: Level, role: Role, policy: Policy) -> Level:
    match policy:
        case Policy.STRICT:
            return level
        case Policy.LENIENT:
            return level.capped(Level.RISK)
        case Policy.PROTOCOL:
            return level.capped(Level.RISK) if role is Role.NOTIFICATION else level


def _moved(level: Level, change: Change, rule: Rule) -> tuple[Level, str | None]:
    """A level after what the change's traits do to it."""
    for trait, at_least in rule.hardened.items():
        if trait in change.traits and not level.at_least(at_least):
            level = at_least
    for trait, at_most in rule.softened.items():
        if trait in change.traits and level.capped(at_most) is not level:
            return level.capped(at_most), trait
    return level, None


_ON_THE_WIRE = (Level.BREAKING, Level.RISK, Level.COMPATIBLE)


def _capped(
    level: Level, change: Change, rule: Rule, switches: Switches
) -> tuple[Level, str | None]:
    """What caps a level whatever the rule says, and which cap it was."""
    about_wire = level in _ON_THE_WIRE
    is_status = change.kind in (Kind.STABILISED, Kind.DESTABILISED, Kind.PROTOCOL_VERSION_CHANGED)
    if about_wire and not change.routes and not is_status:
        return level.capped(Level.SOURCE), "unreached"
    if about_wire and not change.met and level.capped(Level.RISK) is not level:
        return level.capped(Level.RISK), "shadowed"
    if about_wire and change.unstable and not is_status:
        cap = {Unstable.RISK: Level.RISK, Unstable.IGNORE: Level.COMPATIBLE}.get(switches.unstable)
        if cap is not None and level.capped(cap) is not level:
            return level.capped(cap), "unstable"
    if about_wire and _gate(change, switches) is not None:
        return level.capped(Level.COMPATIBLE), "capability"
    return level, None


def _gate(change: Change, switches: Switches) -> str | None:
    """The capability that announces an addition."""
    if change.kind not in (Kind.METHOD_ADDED, Kind.VARIANT_ADDED):
        return None
    names: Iterable[str] = (change.new or "", (change.new or "").rpartition("=")[2])
    return next((switches.gates[name] for name in names if name in switches.gates), None)


def fingerprint(rule: Rule, change: Change) -> str:
    """Twelve hexadecimal digits that stay the same while the change does."""
    where = f"{change.path}[{change.variant}]" if change.variant else change.path
    text = "|".join((rule.id, where, change.old or "", change.new or ""))
    return sha256(text.encode()).hexdigest()[:12]
