"""The three states of an optional property: absent leaves, null clears, a value counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import UNSET, UnsetType  # The types of the bindings' fields; it comes with them.

T = TypeVar("T")
B = TypeVar("B")
S_co = TypeVar("S_co", covariant=True)
C_co = TypeVar("C_co", covariant=True)

Meta: TypeAlias = Mapping[str, Any]
GivenMeta: TypeAlias = dict[str, Any] | UnsetType | None
"""`_meta` as it arrives."""
NO_META: Meta = MappingProxyType({})
MetaRule: TypeAlias = Callable[[dict[str, Any], dict[str, Any]], None]
"""How an edition applies a given `_meta` object to the stored one, in place."""
Content: TypeAlias = list[B] | UnsetType | None
"""The content of an upsert as it arrives."""


class MessageUpsert(Protocol[B]):
    """`session_message` of either edition."""

    @property
    def message_id(self) -> str: ...
    @property
    def sender_session_id(self) -> str | UnsetType | None: ...
    @property
    def recipient_session_id(self) -> str | UnsetType | None: ...
    @property
    def sender_message_id(self) -> str | UnsetType | None: ...
    @property
    def recipient_message_id(self) -> str | UnsetType | None: ...
    @property
    def content(self) -> Content[B]: ...
    @property
    def meta(self) -> GivenMeta: ...


class ChildUpsert(Protocol[S_co, C_co]):
    """`subagent_update` of either edition."""

    @property
    def session_id(self) -> str: ...
    @property
    def title(self) -> str | UnsetType | None: ...
    @property
    def description(self) -> str | UnsetType | None: ...
    @property
    def capabilities(self) -> C_co | UnsetType | None: ...
    @property
    def state(self) -> S_co | UnsetType | None: ...
    @property
    def meta(self) -> GivenMeta: ...


def updated(stored: T | None, given: T | UnsetType | None) -> T | None:
    """The value after an upsert: what is given, or what was stored if nothing is."""
    return stored if given is UNSET else given


def supplied(given: T | UnsetType | None) -> T | None:
    """A value, or None where it is absent or null: both mean not supplied."""
    return None if given is UNSET else given


def update_meta(stored: dict[str, Any], given: GivenMeta, rule: MetaRule) -> bool:
    """Apply a given `_meta` to the stored one, in place; whether there was anything to apply."""
    if given is UNSET:
        return False
    if given is None:
        stored.clear()
    else:
        rule(stored, given)
    return True


def replace_meta(stored: dict[str, Any], given: dict[str, Any]) -> None:
    """The rule of v1: the given object takes the place of the stored one."""
    stored.clear()
    stored.update(given)


def patch_meta(stored: dict[str, Any], given: dict[str, Any]) -> None:
    """The rule of v2: a key set to null is removed, any other is replaced whole.

    Keys that aren't given stay (schema: `/$defs/SessionMessage/properties/_meta`).
    """
    for key, value in given.items():
        if value is None:
            stored.pop(key, None)
        else:
            stored[key] = value


def no_meta() -> Meta:
    """Empty and read-only."""
    return NO_META


def frozen_meta(given: GivenMeta) -> Meta:
    """A read-only copy; empty where there is none."""
    return MappingProxyType(dict(given)) if given is not UNSET and given else NO_META
