"""The files of a folder that its owner sees."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def visible(folder: Path) -> Iterator[Path]:
    """Files below a folder, in one fixed order, without hidden files and folders. Links to folders are not
    followed, so there is no way round in circles. A folder that cannot be listed is left out.
    """
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(parent, name)
            if not name.startswith(".") and path.is_file():
                yield path
