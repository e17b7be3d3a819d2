"""What preparation gives: checked files, ready for a prompt, a command line or a protocol."""

from __future__ import annotations

from dataclasses import dataclass

from acp_schema.attachments import AttachmentReference, ResolvedAttachment

from .media import image_type
from .paths import FoundFile
from .text import filled, label, mended


@dataclass(frozen=True, slots=True)
class PreparedAttachment:
    """One attachment whose file was found and checked.

    `index` is its place in the request from 0; `path` exactly the text that was checked (23);
    `name` the label on one line (30); `media_type` the declared type or `None` (31); `is_image`
    the decision of requirement 36; `size` the file's bytes at the check; `identity` the device
    and inode at the check, by which a later reader notices a replacement.
    """

    index: int
    reference: AttachmentReference
    path: str
    name: str
    media_type: str | None
    is_image: bool
    size: int
    identity: tuple[int, int] = (0, 0)


def prepared(
    index: int, reference: AttachmentReference, resolved: ResolvedAttachment, found: FoundFile
) -> PreparedAttachment:
    """Put the facts of one reference together: the resolver's win over the recorded ones."""
    path = resolved.absolute_path
    declared = filled(resolved.media_type) or filled(reference.media_type)
    media_type = None if declared is None else mended(declared)
    return PreparedAttachment(
        index=index,
        reference=reference,
        path=path,
        name=label(_names(reference, resolved, path)),
        media_type=media_type,
        is_image=image_type(media_type, path) is not None,
        size=found.size,
        identity=found.identity,
    )


def _names(
    reference: AttachmentReference, resolved: ResolvedAttachment, path: str
) -> tuple[str | None, ...]:
    last_part = path.replace("\\", "/") if path[1:2] == ":" else path
    return (
        filled(reference.alt_text),
        filled(resolved.file_name),
        filled(reference.file_name),
        last_part.rpartition("/")[2],
    )
