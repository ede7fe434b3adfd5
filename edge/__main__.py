"""`python -m edge` is `edge`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

# `python -m` looks for every import in the working folder first, and that may be anybody's. One that was
# deleted is on no path.
with suppress(FileNotFoundError):
    if sys.path and sys.path[0] in ("", os.getcwd()):  # noqa: PTH109
        del sys.path[0]

from edge.cli import main

if __name__ == "__main__":
    sys.exit(main())
