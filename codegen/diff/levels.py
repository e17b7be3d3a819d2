"""How bad a change is, and the switches that move that."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Level(StrEnum):
    """The severity of a verdict, the worst first."""

    BREAKING = "breaking"
    """An existing party rejects what it may be sent."""
    RISK = "risk"
    """Nothing is rejected, but data is lost or peers have to behave in a certain way."""
    COMPATIBLE = "compatible"
    """Other messages than before, and everybody copes."""
    SOURCE = "source"
    """The same messages; generated code differs."""
    ANNOTATION = "annotation"
    """Texts and spelling only."""

    @property
    def rank(self) -> int:
        """0 for the worst; sorts reports and decides what is above a threshold."""
        return list(Level).index(self)

    def at_least(self, other: Level) -> bool:
        """Whether this is as bad as another level, or worse."""
        return self.rank <= other.rank

    def capped(self, cap: Level) -> Level:
        """This level, but no worse than the cap."""
        return cap if self.rank < cap.rank else self


class Upgrade(StrEnum):
    """Who gets the new schema first; the other side stays as it is for now."""

    BOTH = "both"
    AGENT = "agent"
    CLIENT = "client"

    @property
    def parties(self) -> frozenset[str]:
        """The parties that stay as they are and can be broken."""
        match self:
            case Upgrade.BOTH:
                return frozenset({"agent", "client"})
            case Upgrade.AGENT:
                return frozenset({"client"})
            case Upgrade.CLIENT:
                return frozenset({"agent"})


class Policy(StrEnum):
    """What a new value in a closed list, or a new branch in a closed union, counts as."""

    PROTOCOL = "protocol"
    """Breaking in requests and responses; a risk in notifications, where one update is lost."""
    STRICT = "strict"
    """Always breaking."""
    LENIENT = "lenient"
    """Always a risk."""


class Unstable(StrEnum):
    """What a change to something that is marked as unstable counts as, at most."""

    RISK = "risk"
    IGNORE = "ignore"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Switches:
    """How to judge. `gates`: method or branch -> pointer of the capability that announces it."""

    upgrade: Upgrade = Upgrade.BOTH
    policy: Policy = Policy.PROTOCOL
    unstable: Unstable = Unstable.RISK
    gates: dict[str, str] = field(default_factory=dict)
