"""`install.py`: the modules of `edge.bundle.carried` as one plain file that can be read before it is run.

Put one after the other, without their imports from each other: so what installs a bundle where there is no
edge is, line by line, what checks it here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FUTURE = "from __future__ import annotations\n"
_OWN = "from edge.bundle.carried."

#: In this order: each uses what stands above it.
MODULES = (
    "problem", "manifest", "frame", "source", "signature", "check", "place", "unpack", "environment",
    "installation", "main",
)  # fmt: skip

_HEAD = '''#!/usr/bin/env python3
"""Installs the bundle of edge that it came with, or checks it: python3 install.py --help

Python and its standard library are enough; no connection is opened. Written by `edge bundle create`.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("edge needs Python 3.11 or newer, and this is " + sys.version.split()[0])
'''
_TAIL = """

if __name__ == "__main__":
    sys.exit(main())
"""


@cache
def installer() -> bytes:
    """The file, in UTF-8. The same bytes for the same edge."""
    folder = Path(__file__).parent / "carried"
    parts = [
        f"\n\n# --- {name}.py\n\n{_without_own_imports((folder / f'{name}.py').read_text(encoding='utf-8'))}"
        for name in MODULES
    ]
    head = _HEAD.replace("import sys\n", _FUTURE + "\nimport sys\n", 1)
    return (head + "".join(parts) + _TAIL).encode()


def _without_own_imports(text: str) -> str:
    lines, inside = [], False
    for line in text.replace(_FUTURE, "").splitlines():
        if inside:
            inside = line != ")"
        elif line.startswith(_OWN):
            inside = line.endswith("(")
        else:
            lines.append(line)
    return "\n".join(lines)
