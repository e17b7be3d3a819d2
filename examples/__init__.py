"""Runnable examples: `python -m examples.start_agent`, `python -m examples.send_over_acp`.

They work from a clean clone, without installing the two packages.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
for part in ("generated/python", "runtime"):
    folder = str(ROOT / part)
    if folder not in sys.path:
        sys.path.insert(0, folder)
