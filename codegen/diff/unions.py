"""Compare objects and unions of objects: match the branches, then compare what matches."""

from __future__ import annotations

from collections.abc import Sequence

from codegen.diff.facts import Kind, Spot
from codegen.diff.fields import compare_fields
from codegen.diff.matching import Match, match_untagged, same_payload
from codegen.diff.tags import NO_TAGS, Groups, common_tag, grouped, inner_union, label
from codegen.diff.walk import Pair, Walk
from codegen.diff.wire import Alternative

Many = Sequence[Alternative]


def compare_objects(walk: Walk, pair: Pair, at: Spot, old: Many, new: Many) -> None:
    """Facts about the objects of two places, where both schemas accept some."""
    if not old or not new:
        return
    if len(old) == 1 and len(new) > 1:
        walk.add(pair, Kind.OBJECT_BECAME_UNION, at, new=f"{len(new)} branches")
    elif len(new) == 1 and len(old) > 1:
        walk.add(pair, Kind.UNION_COLLAPSED, at, old=f"{len(old)} branches")
    _Union(walk, pair, at, NO_TAGS).compare(old, new)


class _Union:
    """One union in both schemas; `used` are the tags that have been looked at already."""

    def __init__(self, walk: Walk, pair: Pair, at: Spot, used: frozenset[str]) -> None:
        self.walk = walk
        self.pair = pair
        self.at = at
        self.used = used
        self.tag: str | None = None

    def compare(self, old: Many, new: Many) -> None:
        walk = self.walk
        if len(old) == len(new) == 1:
            self.fields(Match(old[0], new[0]))
            return
        before, after = common_tag(walk.old, walk.new, old, new, self.used)
        if before is None and after is None:
            self.untagged(old, new)
            return
        differs = before is not None and after is not None and before != after
        if differs and self.tag_renamed(old, new, str(before), str(after)):
            return
        self.tag = after or before
        assert self.tag is not None
        groups = grouped(walk.old, old, self.tag), grouped(walk.new, new, self.tag)
        self.tagged(*groups, is_union=(len(old) > 1, len(new) > 1))

    # Tagged

    def tagged(self, old: Groups, new: Groups, is_union: tuple[bool, bool]) -> None:
        for value in sorted(old.tagged.keys() & new.tagged.keys()):
            self.below(old.tagged[value], new.tagged[value])
        gone = {v: a for v, a in old.tagged.items() if v not in new.tagged}
        come = {v: a for v, a in new.tagged.items() if v not in old.tagged}
        plain_old, plain_new = list(old.untagged), list(new.untagged)
        self.tag_introduced(plain_old, plain_new, come)
        self.tag_dropped(plain_old, plain_new, gone)
        self.renamed(old, new, gone, come)
        self.catch_alls(old, new)
        self.untagged(plain_old, plain_new, old, new)
        for value, alternatives in sorted(come.items()):
            self.added(alternatives[0], old, value)
        for value, alternatives in sorted(gone.items()):
            self.removed(alternatives[0], new, value)

    def below(self, old: Many, new: Many) -> None:
        """Branches of one tag: usually one on each side, else a union with another tag."""
        assert self.tag is not None
        used = self.used | {self.tag}
        at = Spot(inner_union(old, len(used)), inner_union(new, len(used)))
        place = at if at.old is not None and at.new is not None else self.at
        _Union(self.walk, self.pair, place, used).compare(old, new)

    def tag_introduced(
        self, old: list[Alternative], new: list[Alternative], come: dict[str, list[Alternative]]
    ) -> None:
        """A branch that was found by its shape and now has a tag."""
        for before in list(old):
            value = next(
                (v for v, a in sorted(come.items()) if self.is_payload(before, a[0])), None
            )
            if value is None or any(self.is_payload(before, after) for after in new):
                continue
            after = come.pop(value)
            old.remove(before)
            self.walk.add(
                self.pair,
                Kind.DISCRIMINATOR_INTRODUCED,
                Spot(before.at, after[0].at),
                new=f"{self.tag}={value}",
                variant=f"{self.tag}={value}",
                fails="W",
            )
            self.below([before], after[:1])

    def tag_dropped(
        self, old: list[Alternative], new: list[Alternative], gone: dict[str, list[Alternative]]
    ) -> None:
        """A branch that had a tag and is now found by its shape."""
        for after in list(new):
            value = next((v for v, a in sorted(gone.items()) if self.is_payload(a[0], after)), None)
            if value is None or any(self.is_payload(before, after) for before in old):
                continue
            before = gone.pop(value)
            new.remove(after)
            assert self.tag is not None
            self.walk.add(
                self.pair,
                Kind.PROPERTY_REMOVED_REQUIRED,
                Spot(before[0].at, after.at),
                old=self.tag,
                subject="old",
                variant=f"{self.tag}={value}",
                fails="R",
            )
            self.below(before[:1], [after])

    def is_payload(self, old: Alternative, new: Alternative) -> bool:
        return same_payload(self.walk, old, new, self.tag)

    def renamed(
        self,
        old: Groups,
        new: Groups,
        gone: dict[str, list[Alternative]],
        come: dict[str, list[Alternative]],
    ) -> None:
        """Branches that kept their payload under another tag."""
        for before in sorted(gone):
            fits = [v for v in sorted(come) if self.is_payload(gone[before][0], come[v][0])]
            rivals = [
                v for v in sorted(gone) if fits and self.is_payload(gone[v][0], come[fits[0]][0])
            ]
            if len(fits) != 1 or len(rivals) != 1:
                continue
            after = fits[0]
            self.walk.add(
                self.pair,
                Kind.VARIANT_RENAMED,
                Spot(gone[before][0].at, come[after][0].at),
                old=f"{self.tag}={before}",
                new=f"{self.tag}={after}",
                variant=f"{self.tag}={after}",
                fails=("" if new.rest else "W") + ("" if old.rest else "R"),
                traits=frozenset({"open"} if old.rest and new.rest else set()),
                path=self.walk.path(self.at),
            )
            self.below(gone.pop(before)[:1], come.pop(after)[:1])

    def catch_alls(self, old: Groups, new: Groups) -> None:
        if old.rest and new.rest:
            self.below(old.rest, new.rest)
        elif new.rest:
            where = Spot(self.at.old, new.rest[0].at)
            self.openness(Kind.UNION_OPENED, where, "R")
        elif old.rest:
            self.openness(Kind.UNION_CLOSED, Spot(old.rest[0].at, self.at.new), "W")

    def openness(self, kind: Kind, where: Spot, fails: str) -> None:
        words = ("closed", "open") if kind is Kind.UNION_OPENED else ("open", "closed")
        self.walk.add(
            self.pair,
            kind,
            where,
            old=words[0],
            new=words[1],
            fails=fails,
            path=self.walk.path(self.at),
        )

    def added(self, after: Alternative, old: Groups, value: str | None) -> None:
        others = [*old.rest, *old.untagged]
        fits = any(self.walk.backward.object(after, other, self.tag) for other in others)
        traits = {"open"} if old.rest else set()
        if fits and not old.rest:
            traits = {"fits"}
        if value is not None and value.startswith("_"):
            traits.add("reserved")
        self.walk.add(
            self.pair,
            Kind.VARIANT_ADDED,
            Spot(self.at.old, after.at),
            new=label(self.walk.new, after, self.tag, value),
            variant=label(self.walk.new, after, self.tag, value),
            fails="" if fits else "R",
            traits=frozenset(traits),
            path=self.walk.path(self.at),
        )

    def removed(self, before: Alternative, new: Groups, value: str | None) -> None:
        others = [*new.rest, *new.untagged]
        fits = any(self.walk.forward.object(before, other, self.tag) for other in others)
        self.walk.add(
            self.pair,
            Kind.VARIANT_REMOVED,
            Spot(before.at, self.at.new),
            old=label(self.walk.old, before, self.tag, value),
            variant=label(self.walk.old, before, self.tag, value),
            fails="" if fits else "W",
            traits=frozenset({"open"} if new.rest else set()),
            path=self.walk.path(self.at),
        )

    # Tags that changed their name

    def tag_renamed(self, old: Many, new: Many, before: str, after: str) -> bool:
        """Whether the branches are the same ones under another tag property; if so, all is said."""
        groups = grouped(self.walk.old, old, before), grouped(self.walk.new, new, after)
        common = groups[0].tagged.keys() & groups[1].tagged.keys()
        if not common:
            return False
        self.walk.add(
            self.pair,
            Kind.DISCRIMINATOR_RENAMED,
            self.at,
            old=before,
            new=after,
            fails="WR",
        )
        self.tag = after
        self.used |= {before}
        for value in sorted(common):
            self.below(groups[0].tagged[value], groups[1].tagged[value])
        self.used -= {before}
        self.tag = None
        left = [
            [a for v, found in side.tagged.items() if v not in common for a in found]
            + side.rest
            + side.untagged
            for side in groups
        ]
        unique = [list({id(a): a for a in side}.values()) for side in left]
        self.untagged(unique[0], unique[1], *groups)
        return True

    # Untagged

    def untagged(
        self, old: Many, new: Many, before: Groups | None = None, after: Groups | None = None
    ) -> None:
        matches, gone, come = match_untagged(self.walk, old, new)
        for match in matches:
            self.fields(match)
        tag, self.tag = self.tag, None
        for alternative in come:
            self.added(alternative, before or Groups(untagged=[*old]), None)
        for alternative in gone:
            self.removed(alternative, after or Groups(untagged=[*new]), None)
        self.tag = tag

    def fields(self, match: Match) -> None:
        compare_fields(self.walk, self.pair, match.old, match.new, tags=self.used)
