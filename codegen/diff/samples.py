"""Messages that a schema describes, made up: the raw material of proofs (`witness`) and tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from codegen.diff.reading import Wire
from codegen.diff.wire import Alternative, Items, Rest, Scalars, Use, Value

_WORDS = ("", "a", "text", "/abs/path", "USD", "file:///a", "2026-01-01T00:00:00Z", "Zm9v")
_ANYTHING: tuple[Any, ...] = (None, True, 0, 1.5, "text", [], [1], {}, {"key": "value"})


class Samples:
    """Makes values of one schema; the same ones from the same seed."""

    def __init__(self, wire: Wire, random: Random, depth: int = 6) -> None:
        self._wire = wire
        self._random = random
        self._depth = depth

    def make(self, uses: Use, depth: int | None = None) -> Any:
        """A value that the schema probably accepts; patterns are tried, not solved."""
        left = self._depth if depth is None else depth
        value = self._wire.value(uses)
        if value.any:
            return self._random.choice(_ANYTHING)
        return self._kind(value, left)

    def _kind(self, value: Value, depth: int) -> Any:
        choices: list[str] = sorted(value.kinds)
        # Rare things have to come up often enough to be found.
        if value.null and (not choices or self._random.random() < (0.2 if depth > 0 else 0.9)):
            return None
        if not choices:
            return None
        match self._random.choice(choices):
            case "boolean":
                return self._random.choice(sorted(value.booleans))
            case "string":
                return self._scalar(value.strings)
            case "array":
                return self._array(self._random.choice(value.arrays), depth)
            case "object":
                return self._object(self._random.choice(value.objects), depth)
            case _:
                return self._scalar(value.numbers)

    def _scalar(self, scalars: Scalars | None) -> Any:
        assert scalars is not None
        known = list(scalars.known)
        if known and (not scalars.open or self._random.random() < 0.6):
            return self._random.choice(known)
        return self._free(self._random.choice(scalars.rests))

    def _free(self, rest: Rest) -> Any:
        if rest.kind == "string":
            word = self._random.choice(_WORDS)
            word += "x" * (int(rest.low or 0) - len(word))
            return word[: int(rest.high)] if rest.high is not None else word
        unsigned = (rest.format or "").startswith("u")
        low = rest.low if rest.low is not None else (0 if unsigned else -3)
        high = rest.high if rest.high is not None else max(low, 0) + 200
        if rest.kind == "integer" or self._random.random() < 0.5:
            return self._random.randint(int(low), int(high))
        return self._random.uniform(low, high)

    def _array(self, items: Items, depth: int) -> list[Any]:
        low = items.low or 0
        most = min(items.high if items.high is not None else low + 2, low + 2)
        count = low if depth <= 0 else self._random.randint(low, most)
        uses = [*items.prefix[:count], *[items.items] * (count - len(items.prefix))]
        return [self.make(use, depth - 1) for use in uses]

    def _object(self, alternative: Alternative, depth: int) -> Mapping[str, Any]:
        made: dict[str, Any] = {}
        for wire, prop in alternative.props.items():
            wanted = depth > 0 and self._random.random() < 0.6
            if wire in alternative.required or wanted:
                made[wire] = self.make(prop.uses, depth - 1)
        for excluded in alternative.excluded:
            if isinstance(made.get(excluded.wire), str) and excluded.has(made[excluded.wire]):
                made[excluded.wire] = f"made up {self._random.randrange(10)}"
        if isinstance(alternative.extras, tuple) and depth > 0:
            for _ in range(self._random.randrange(3)):
                key = f"key{self._random.randrange(10)}"
                made.setdefault(key, self.make(alternative.extras, depth - 1))
        return made
