"""One entry of a transcript while it grows."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from .identity import NOTHING_KNOWN, Identity
from .places import MessageKey
from .snapshots import Block
from .states import NO_META, Content, GivenMeta, Meta, MetaRule, frozen_meta, update_meta

B = TypeVar("B")


class Entry(Generic[B]):
    """Content, metadata and identity as they stand, with frozen copies kept until they change."""

    __slots__ = ("_blocks", "_frozen_blocks", "_frozen_meta", "_meta", "identity", "key")

    def __init__(self, key: MessageKey) -> None:
        self.key = key
        self.identity: Identity = NOTHING_KNOWN
        self._blocks: list[Block[B]] = []
        self._meta: dict[str, Any] = {}
        self._frozen_blocks: tuple[Block[B], ...] | None = ()
        self._frozen_meta: Meta | None = None

    def append(self, content: B, meta: GivenMeta) -> None:
        """Add a chunk's block; its `_meta` stays with it."""
        self._blocks.append(Block(content, frozen_meta(meta)))
        self._frozen_blocks = None

    def put_content(self, content: Content[B]) -> None:
        """Replace all blocks, clear them (null), or leave them (absent)."""
        if content is None or isinstance(content, list):
            self._blocks = [Block(block, NO_META) for block in content or ()]
            self._frozen_blocks = None

    def put_meta(self, meta: GivenMeta, rule: MetaRule) -> None:
        """Apply the edition's rule, clear it (null), or leave it (absent)."""
        if update_meta(self._meta, meta, rule):
            self._frozen_meta = None

    def blocks(self) -> tuple[Block[B], ...]:
        """The blocks, frozen. Costs their number once after each change, else nothing."""
        if self._frozen_blocks is None:
            self._frozen_blocks = tuple(self._blocks)
        return self._frozen_blocks

    def meta(self) -> Meta:
        """The metadata, frozen; kept like the blocks."""
        if self._frozen_meta is None:
            self._frozen_meta = frozen_meta(self._meta)
        return self._frozen_meta
