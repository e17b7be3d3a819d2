"""Checked files as content blocks of a prompt of the Agent Client Protocol, versions 1 and 2.

For maintainers: the blocks of both editions have the same form on the wire, so they are planned
once as plain values and decoded into the types of the edition. The protocol carries structure:
there is no `<chat-attachments>` block here.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, overload
from urllib.parse import quote

from acp_schema import v1, v2

from .errors import AttachmentError
from .media import essence
from .paths import WINDOWS, Refusal, open_checked
from .prepared import PreparedAttachment

MAX_INLINE_BYTES = 5 * 1024 * 1024
"""Bytes of one file that goes into a prompt itself, at most."""

MAX_TOTAL_BYTES = 20 * 1024 * 1024
"""Bytes of all files that go into one prompt, at most; what comes later becomes a link."""

_Block: TypeAlias = dict[str, Any]


@overload
def to_content_blocks(
    prompt: str,
    files: Sequence[PreparedAttachment],
    caps: v1.PromptCapabilities,
    *,
    max_inline_bytes: int = ...,
    max_total_bytes: int = ...,
    embed: bool = ...,
) -> list[v1.ContentBlock]: ...


@overload
def to_content_blocks(
    prompt: str,
    files: Sequence[PreparedAttachment],
    caps: v2.PromptCapabilities,
    *,
    max_inline_bytes: int = ...,
    max_total_bytes: int = ...,
    embed: bool = ...,
) -> list[v2.ContentBlock]: ...


def to_content_blocks(
    prompt: str,
    files: Sequence[PreparedAttachment],
    caps: v1.PromptCapabilities | v2.PromptCapabilities,
    *,
    max_inline_bytes: int = MAX_INLINE_BYTES,
    max_total_bytes: int = MAX_TOTAL_BYTES,
    embed: bool = False,
) -> list[v1.ContentBlock] | list[v2.ContentBlock]:
    """The prompt as text, then one block for each file, in order (34 for the protocol).

    In: `caps` as the agent advertised them, which also choose the edition; limits in bytes;
    `embed` puts other files than images and sound into the prompt too, where the agent allows
    it. Out: an image or sound of a known type as its bytes, if the agent takes it and the limits
    allow; everything else as a link, which every agent takes. Reads files: call it right after
    the preparation, and in a thread where the event loop must not wait.

    Raises `AttachmentError` if a file that is to be read is no longer the one that was checked.
    """
    plan = _Plan(_offers(caps), max_inline_bytes, max_total_bytes, embed)
    blocks: list[_Block] = [{"type": "text", "text": prompt}, *map(plan.block, files)]
    if isinstance(caps, v1.PromptCapabilities):
        return [v1.decode(v1.ContentBlock, block, strict=True) for block in blocks]
    return [v2.decode(v2.ContentBlock, block, strict=True) for block in blocks]


def file_uri(path: str) -> str:
    """A checked path as a `file:` address, every byte of it kept."""
    if not WINDOWS:
        return f"file://{quote(path.encode())}"
    slashed = quote(path.replace("\\", "/").encode(), safe="/:")
    return f"file:{slashed}" if slashed.startswith("//") else f"file:///{slashed}"


@dataclass(frozen=True, slots=True)
class _Offers:
    image: bool
    audio: bool
    embedded: bool


def _offers(caps: v1.PromptCapabilities | v2.PromptCapabilities) -> _Offers:
    """Version 1 says yes with `true`, version 2 with an object, even an empty one."""
    if isinstance(caps, v1.PromptCapabilities):
        return _Offers(caps.image, caps.audio, caps.embedded_context)
    return _Offers(
        isinstance(caps.image, v2.PromptImageCapabilities),
        isinstance(caps.audio, v2.PromptAudioCapabilities),
        isinstance(caps.embedded_context, v2.PromptEmbeddedContextCapabilities),
    )


@dataclass(slots=True)
class _Plan:
    offers: _Offers
    most: int
    left: int
    embed: bool

    def block(self, file: PreparedAttachment) -> _Block:
        media_type = essence(file.media_type)
        kind = (media_type or "").partition("/")[0]
        if file.size > min(self.most, self.left):
            return _link(file, media_type)
        if kind in ("image", "audio"):
            if not (self.offers.image if kind == "image" else self.offers.audio):
                return _link(file, media_type)
            return _sight_or_sound(kind, file, self._read(file))
        if self.embed and self.offers.embedded and not file.is_image:
            return _resource(file, media_type, self._read(file))
        return _link(file, media_type)

    def _read(self, file: PreparedAttachment) -> bytes:
        self.left -= file.size
        return _read_checked(file)


def _typed(media_type: str | None) -> _Block:
    return {} if media_type is None else {"mimeType": media_type}


def _link(file: PreparedAttachment, media_type: str | None) -> _Block:
    return {
        "type": "resource_link",
        "uri": file_uri(file.path),
        "name": file.name,
        "size": file.size,
        **_typed(media_type),
    }


def _sight_or_sound(kind: str, file: PreparedAttachment, content: bytes) -> _Block:
    block = {
        "type": kind,
        "data": b64encode(content).decode(),
        "mimeType": essence(file.media_type),
    }
    # Sound has no address in the protocol.
    return block | {"uri": file_uri(file.path)} if kind == "image" else block


def _resource(file: PreparedAttachment, media_type: str | None, content: bytes) -> _Block:
    resource: _Block = {"uri": file_uri(file.path), **_typed(media_type)}
    try:
        resource["text"] = content.decode("utf-8")
    except UnicodeDecodeError:
        resource["blob"] = b64encode(content).decode()
    return {"type": "resource", "resource": resource}


def _read_checked(file: PreparedAttachment) -> bytes:
    """The bytes of a prepared file, all of them, never more than were there at the check.

    Raises `AttachmentError` if the file vanished, was replaced, or changed its size meanwhile.
    """
    try:
        return _read(file)
    except Refusal as error:
        reference = file.reference.reference
        raise AttachmentError(reference, file.index, error.reason, error.cause) from None


def _read(file: PreparedAttachment) -> bytes:
    descriptor, found = open_checked(file.path)
    with open(descriptor, "rb") as stream:
        if (found.size, found.identity) != (file.size, file.identity):
            raise _changed()
        try:
            content = stream.read(file.size + 1)
        except OSError as error:
            said = error.strerror or type(error).__name__
            raise Refusal("unreadable_file", f"the file can't be read ({said})") from None
    if len(content) != file.size:
        raise _changed()
    return content


def _changed() -> Refusal:
    return Refusal("unreadable_file", "the file has changed since it was checked; start again")
