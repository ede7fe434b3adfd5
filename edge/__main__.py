"""`python -m edge` is `edge`."""

from __future__ import annotations

import sys

from edge.cli import main

if __name__ == "__main__":
    sys.exit(main())
