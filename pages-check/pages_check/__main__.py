"""`python -m pages_check [--schemas N] [--first SEED]`: check our pages and N hostile ones."""

from __future__ import annotations

import argparse
import sys
import time

from pages_check.cases import extreme_pages, hostile_pages, our_pages
from pages_check.check import problems
from pages_check.rendering import unavailable


def main() -> int:
    """0 if every page is right, 1 with one line for each problem, 2 if nothing can be rendered."""
    parser = argparse.ArgumentParser(prog="python -m pages_check", description=__doc__)
    parser.add_argument("--schemas", type=int, default=60, help="hostile schemas (default 60)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first one")
    given = parser.parse_args()
    missing = unavailable()
    if missing:
        print(f"error: {missing}", file=sys.stderr)
        return 2
    started = time.monotonic()
    ours = our_pages()
    pages = [*ours, *extreme_pages(), *hostile_pages(given.first, given.schemas)]
    found = problems(pages)
    for problem in found:
        print(problem)
    seconds = time.monotonic() - started
    hostile = len(pages) - len(ours)
    print(
        f"pages: {len(ours)} of ours, {hostile} of hostile schemas, each in two ways; "
        f"{len(found)} problems ({seconds:.1f} s)",
        file=sys.stderr,
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
