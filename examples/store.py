"""A chat's store as a folder: two files, and the references that a message has for them."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from acp_schema.attachments import AttachmentReference

MESSAGE = "What does the sketch show, and does it agree with the notes?"


def fill(folder: Path) -> list[AttachmentReference]:
    """Write two files below a folder; the references that a chat would keep for them."""
    (folder / "2026").mkdir()
    (folder / "2026" / "a1f0.png").write_bytes(_png())
    (folder / "2026" / "b7c2.txt").write_text("The door is on the left.\n", "utf-8")
    return [
        AttachmentReference(
            reference="2026/a1f0.png",
            file_name="sketch.png",
            media_type="image/png",
            alt_text="Sketch of the hall",
        ),
        AttachmentReference(
            reference="2026/b7c2.txt", file_name="notes.txt", media_type="text/plain"
        ),
    ]


def _png() -> bytes:
    """An image of one grey dot."""
    chunks = (
        _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        _chunk(b"IDAT", zlib.compress(b"\0\x80")),
        _chunk(b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    body = name + content
    return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))
