"""Is everything that one schema accepts accepted by another one too?

Asked when branches have to be matched or a branch falls to a catch-all: the answer decides what
a change is, and it is cautious: `False` where it can't be proved. Recursive definitions are
assumed to fit while they are being looked at (the largest fixed point).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from codegen.diff.reading import Wire
from codegen.diff.wire import Alternative, Excluded, Extras, Items, Rest, Scalars, Use


@dataclass(slots=True)
class Inclusion:
    """Values of `small` inside values of `large`, remembered by pair of uses."""

    small: Wire
    large: Wire
    _known: dict[tuple[Use, Use], bool] = field(default_factory=dict)

    def holds(self, small: Use, large: Use) -> bool:
        """Whether every value of the one use is a value of the other."""
        key = (small, large)
        if key not in self._known:
            self._known[key] = True
            self._known[key] = self._value(small, large)
        return self._known[key]

    def _value(self, small: Use, large: Use) -> bool:
        one, other = self.small.value(small), self.large.value(large)
        if other.any:
            return True
        return (
            not one.any
            and one.null <= other.null
            and one.booleans <= other.booleans
            and scalars_fit(one.strings, other.strings)
            and scalars_fit(one.numbers, other.numbers)
            and all(any(self.items(a, b) for b in other.arrays) for a in one.arrays)
            and all(any(self.object(a, b) for b in other.objects) for a in one.objects)
        )

    def items(self, one: Items, other: Items) -> bool:
        """Whether every array of the one form is of the other."""
        return (
            _within(one.low, one.high, other.low, other.high)
            and set(other.other) <= set(one.other)
            and len(one.prefix) == len(other.prefix)
            and all(map(self.holds, one.prefix, other.prefix))
            and self.holds(one.items, other.items)
        )

    def object(self, one: Alternative, other: Alternative, skip: str | None = None) -> bool:
        """Whether an alternative fits into another one; `skip`: a tag that has been dealt with.

        Keys that an open object doesn't declare are taken as never sent: readers ignore them.
        """
        if not other.required <= one.required | ({skip} if skip else set()):
            return False
        if not set(other.other) <= set(one.other):
            return False
        if other.extras is Extras.CLOSED and one.extras is not Extras.CLOSED:
            return False
        return all(self._prop(one, other, wire) for wire in one.props if wire != skip) and not any(
            self._excluded(one, excluded) for excluded in other.excluded if excluded.wire != skip
        )

    def _prop(self, one: Alternative, other: Alternative, wire: str) -> bool:
        mine, theirs = one.props[wire].uses, other.props.get(wire)
        if theirs is not None:
            return self.holds(mine, theirs.uses)
        if other.extras is Extras.CLOSED:
            return False
        return not isinstance(other.extras, tuple) or self.holds(mine, other.extras)

    def _excluded(self, one: Alternative, excluded: Excluded) -> bool:
        prop = one.props.get(excluded.wire)
        strings = self.small.value(prop.uses).strings if prop is not None else None
        return strings is not None and any(excluded.has(str(value)) for value in strings.known)


def scalars_fit(one: Scalars | None, other: Scalars | None) -> bool:
    """Whether the strings (or numbers) of one are among those of the other."""
    if one is None or other is None:
        return one is None
    return all(value in other.known or other.open for value in one.known) and all(
        any(rest_fits(a, b) for b in other.rests) for a in one.rests
    )


def rest_fits(one: Rest, other: Rest) -> bool:
    """Whether the free scalars of one are within the limits of the other."""
    return (
        (one.kind == other.kind or other.kind == "number")
        and _within(one.low, one.high, other.low, other.high)
        and other.pattern in (None, one.pattern)
        and (other.encoding in (None, one.encoding))
        and set(other.other) <= set(one.other)
    )


def _within(low: float | None, high: float | None, least: float | None, most: float | None) -> bool:
    return (least is None or (low is not None and low >= least)) and (
        most is None or (high is not None and high <= most)
    )
