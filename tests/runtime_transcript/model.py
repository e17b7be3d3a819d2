"""The reference for the property test: the rules told once more, in the slowest plain way.

It reads the wire's JSON itself, keeps every message as a dictionary, and finds links by trying
all pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Key = tuple[str, str]
IDENTITY = ("senderSessionId", "recipientSessionId", "senderMessageId", "recipientMessageId")


class Model:
    """Messages, children and problems after a history."""

    def __init__(self, patches: bool, history: Iterable[dict[str, Any]]) -> None:
        self.patches = patches
        self.messages: dict[Key, dict[str, Any]] = {}
        self.children: dict[str, dict[str, Any]] = {}
        self.ignored: set[tuple[Any, ...]] = set()
        self.refused: dict[Key, tuple[Any, ...]] = {}
        for params in history:
            update = params["update"]
            take = getattr(self, update["sessionUpdate"], None)
            if take is not None:
                take(params["sessionId"], update)

    def _at(self, session: str, update: dict[str, Any]) -> dict[str, Any]:
        fresh: dict[str, Any] = {"content": [], "meta": {}, "identity": {}}
        return self.messages.setdefault((session, update["messageId"]), fresh)

    def session_message_chunk(self, session: str, update: dict[str, Any]) -> None:
        block = (update["content"]["text"], update.get("_meta") or {})
        self._at(session, update)["content"].append(block)

    def session_message(self, session: str, update: dict[str, Any]) -> None:
        message = self._at(session, update)
        if "content" in update:
            message["content"] = [(block["text"], {}) for block in update["content"] or []]
        message["meta"] = self._meta(message["meta"], update)
        for name in IDENTITY:
            value = update.get(name)
            if value is None:
                continue
            known = message["identity"].setdefault(name, value)
            if known != value:
                place = (session, update["messageId"])
                self.ignored.add(("identity_changed", place, name, known, value))

    def subagent_update(self, parent: str, update: dict[str, Any]) -> None:
        session = update["sessionId"]
        place = (parent, session)
        if self.children.get(session, {}).get("parent") != parent:
            refused = self._refusal(parent, session)
            if refused is not None:
                kind, known, given = refused
                self.refused.setdefault(place, (kind, place, "sessionId", known, given))
                return
        child = self.children.setdefault(session, {"parent": parent, "title": None, "meta": {}})
        child["title"] = update.get("title", child["title"])
        child["meta"] = self._meta(child["meta"], update)

    def _refusal(self, parent: str, session: str) -> tuple[str, str, str] | None:
        if session == parent:
            return "child_is_parent", parent, session
        if session in self.children:
            return "parent_changed", self.children[session]["parent"], parent
        if session in self._ancestors(parent):
            return "parent_cycle", parent, session
        return None

    def _ancestors(self, session: str) -> Iterator[str]:
        while session in self.children:
            session = self.children[session]["parent"]
            yield session

    def _meta(self, stored: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
        if "_meta" not in update:
            return stored
        given = update["_meta"] or {}
        if self.patches and update["_meta"] is not None:
            given = {key: value for key, value in {**stored, **given}.items() if value is not None}
        return dict(given)

    # What is seen

    def direction(self, key: Key) -> str:
        """A view's direction, by the cases one after the other."""
        sender, recipient, *_ = self.identity(key)
        if sender is not None and recipient is not None:
            if sender == recipient or key[0] not in (sender, recipient):
                return "unknown"
            return "outgoing" if sender == key[0] else "incoming"
        if sender is not None:
            return "outgoing" if sender == key[0] else "incoming"
        if recipient is not None:
            return "incoming" if recipient == key[0] else "outgoing"
        return "unknown"

    def identity(self, key: Key) -> tuple[str | None, ...]:
        """The four properties; of a view that has not arrived, nothing."""
        known = self.messages[key]["identity"] if key in self.messages else {}
        return tuple(known.get(name) for name in IDENTITY)

    def named(self, key: Key) -> Key | None:
        """The view that a view names."""
        sender, recipient, sender_message, recipient_message = self.identity(key)
        pairs = {
            "outgoing": (recipient, recipient_message),
            "incoming": (sender, sender_message),
            "unknown": (None, None),
        }
        session, message = pairs[self.direction(key)]
        return None if session is None or message is None else (session, message)

    def clash(self, key: Key, named: Key) -> tuple[str, str, str] | None:
        """The first property in which the named view contradicts the one that names it."""
        sent = self.direction(key) == "outgoing"
        wanted = (key[0], named[0], key[1], None) if sent else (named[0], key[0], None, key[1])
        for name, known, want in zip(IDENTITY, self.identity(named), wanted, strict=True):
            if known is not None and want is not None and known != want:
                return name, known, want
        return None

    def claimants(self, named: Key) -> list[Key]:
        """All views that name one and that it doesn't contradict."""
        return [
            key
            for key in self.messages
            if self.named(key) == named and self.clash(key, named) is None
        ]

    def link(self, key: Key) -> Key | None:
        """The other view."""
        named = self.named(key)
        if named is not None:
            return named if self.claimants(named) == [key] else None
        claimants = self.claimants(key)
        return claimants[0] if len(claimants) == 1 else None

    def problems(self) -> set[tuple[Any, ...]]:
        """Kind, place, property, both values; for links also the view they are about."""
        found = self.ignored | set(self.refused.values())
        for key in self.messages:
            found.update(self._own_problems(key))
            named = self.named(key)
            if named is None:
                continue
            clash = self.clash(key, named)
            if clash is not None:
                found.add(("link_clash", key, *clash, named))
                continue
            rivals = sorted(other for other in self.claimants(named) if other != key)
            if rivals:
                sent = self.direction(key) == "outgoing"
                name = "recipientMessageId" if sent else "senderMessageId"
                found.add(("link_contested", key, name, rivals[0], key, named))
        return found

    def _own_problems(self, key: Key) -> Iterator[tuple[Any, ...]]:
        sender, recipient, sender_message, recipient_message = self.identity(key)
        direction = self.direction(key)
        if direction == "unknown" and sender is not None and recipient is not None:
            kind = "participants_equal" if sender == recipient else "session_not_participant"
            yield kind, key, "recipientSessionId", sender, recipient
        if direction == "outgoing" and sender_message is not None:
            yield "reference_misplaced", key, "senderMessageId", direction, sender_message
        if direction == "incoming" and recipient_message is not None:
            yield "reference_misplaced", key, "recipientMessageId", direction, recipient_message
