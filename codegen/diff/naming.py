"""When is a method that went and one that came the same method under another name?"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from codegen.diff.listed import similar

_PART = re.compile(r"[/._$]")


def is_rename(old: str, new: str) -> bool:
    """Whether two names of methods that carry the same look like one name changed.

    They share the group they are in (`group/name`), or are spelt nearly alike.
    """
    groups = [name.rpartition("/")[0] for name in (old, new)]
    if groups[0] and groups[0] == groups[1]:
        return True
    tails = [_PART.split(name)[-1] for name in (old, new)]
    return tails[0] == tails[1] or similar(old, new)


def likeness(one: str, other: str) -> float:
    """How alike two names are: 0 to 1."""
    return SequenceMatcher(None, one, other).ratio()
