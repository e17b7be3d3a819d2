"""What counts as an image: the declared media type, and the extension only where none is known."""

from __future__ import annotations

import re

_WELL_FORMED = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+")

IMAGE_EXTENSIONS = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "bmp": "image/bmp",
    "tif": "image/tiff",
    "tiff": "image/tiff",
}
"""Extensions of images, in lower case. A table of our own: the system's differs by machine."""


def essence(media_type: str | None) -> str | None:
    """The type without its parameters, in lower case: `image/png` for `IMAGE/PNG; x=1`.

    `None` where it is not known or is no media type, such as `image/` or a text of two lines.
    """
    if media_type is None:
        return None
    found = media_type.partition(";")[0].strip(" \t")
    return found.lower() if _WELL_FORMED.fullmatch(found) else None


def image_type(media_type: str | None, path: str) -> str | None:
    """The image type of a file, `None` for everything else (requirement 36).

    A type that is known decides alone, whatever the path ends in; only without one does the
    extension decide, in any case. Nothing reads the file.
    """
    if media_type is not None:
        found = essence(media_type)
        return found if found is not None and found.startswith("image/") else None
    return IMAGE_EXTENSIONS.get(path.rpartition(".")[2].lower())
