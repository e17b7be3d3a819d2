"""The document check: seconds for each 100 pages, and for pages of growing size.

    python -m benchmarks.documents [FOLDER …]

Without a folder the generated schema pages and the documents of the tests are read over and over.
Start-up (imports and schemas) is measured apart.
"""

from __future__ import annotations

import sys
import time
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = 100


def main(folders: list[str]) -> None:
    """Print the figures."""
    started = time.process_time()
    from codegen.drift.context import World
    from codegen.drift.documents import read_page
    from codegen.drift.run import Inputs, load_edition, run
    from codegen.drift.trees import pages_below
    from codegen.source import KeywordPolicy

    schemas = sorted((ROOT / "schema/acp").glob("*/schema.unstable.json"))
    world = World(
        tuple(
            load_edition(path.parent.name, path.read_bytes(), str(path), KeywordPolicy())
            for path in schemas
        )
    )
    today = date.today()
    print(f"start-up: {time.process_time() - started:.2f} s of processor time")

    def measured(texts: dict[str, str]) -> tuple[float, str]:
        before = time.process_time()
        found = run(Inputs(world, tuple(read_page(texts[name], name) for name in texts)), today)
        seconds = time.process_time() - before
        return seconds, f"{sum(tally.seen for tally in found.checked.tallies.values())} claims"

    roots = [Path(folder) for folder in folders] or [ROOT / "tests/drift/pages"]
    paths = [path for root in roots for path in pages_below(root)]
    texts = {path.as_posix(): path.read_text("utf-8", "replace") for path in paths}
    if len(texts) < PAGES and not folders:
        copies = PAGES // len(texts) + 1
        texts = {f"{n}/{name}": text for n in range(copies) for name, text in texts.items()}
    # The first page pays for validators that are made once.
    measured(dict(list(texts.items())[:3]))
    seconds, claims = measured(texts)
    size = sum(map(len, texts.values()))
    print(
        f"{len(texts)} pages, {size / 1e6:.2f} MB, {claims}: {seconds:.2f} s, "
        f"{100 * seconds / len(texts):.2f} s for each 100 pages, "
        f"{seconds / size * 1e6:.2f} s for each MB"
    )
    sample = next(iter(texts.values()))
    for size in (100_000, 1_000_000, 5_000_000):
        seconds, claims = measured({"a.mdx": sample * (size // len(sample) + 1)})
        print(f"one page of {size / 1e6:.1f} MB, {claims}: {seconds:.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
