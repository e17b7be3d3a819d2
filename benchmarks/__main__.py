"""`python -m benchmarks [decode] [imports] [generation]`: tables in Markdown."""

from __future__ import annotations

import argparse
import importlib
import sys

from benchmarks.peers import NotInstalled
from benchmarks.rounds import note

SUITES = {
    "decode": "Decoding and encoding",
    "imports": "Import, first decode, memory",
    "generation": "Generation and check",
    "diff": "Schema diff",
    "transcript": "Transcript views",
    "attachments": "Chat attachments",
}


def main() -> int:
    """Run the suites asked for, or all; 2 where a peer is not installed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("suites", nargs="*", choices=[[], *SUITES], metavar="suite")
    chosen = parser.parse_args().suites or list(SUITES)
    for name in chosen:
        try:
            text: str = importlib.import_module(f"benchmarks.{name}").report()
        except NotInstalled as error:
            note(f"error: {error}")
            return 2
        print(f"## {SUITES[name]}\n\n{text}\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
