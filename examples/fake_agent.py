"""A stand-in for a command-line agent: it notes what it was given, and answers with one line.

Arguments, standard input and working directory go as JSON to the file that the variable
`FAKE_AGENT_DUMP` names, if it does. A file that is missing afterwards tells that nothing ran.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def main() -> int:
    """Note everything, then answer on standard output."""
    seen = {
        "argv": [os.fsencode(argument).decode() for argument in sys.argv[1:]],
        "stdin": sys.stdin.buffer.read().decode(),
        "cwd": os.getcwd(),
    }
    dump = os.environ.get("FAKE_AGENT_DUMP")
    if dump:
        Path(dump).write_text(json.dumps(seen), "utf-8")
    print(json.dumps({"answer": f"{len(seen['stdin'])} characters read"}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
