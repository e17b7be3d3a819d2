"""`python -m codegen`: the same as the `acp-codegen` command."""

import sys

from codegen.cli import main

sys.exit(main())
