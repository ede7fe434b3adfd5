"""The files of a folder that its owner sees: one walk for documents, messages, notes and calendars."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

_DEVICE = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)


def visible(root: Path, unlisted: Callable[[OSError], None] | None = None) -> Iterator[Path]:
    """Whatever lies below a folder and is no folder, in one fixed order, without hidden files and folders.
    Links to folders are not followed, so there is no way round in circles. A folder that cannot be listed is
    given to `unlisted`, and left out.
    """
    for parent, folders, names in os.walk(root, onerror=unlisted):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(parent, name)


def reserved(name: str) -> bool:
    """Whether Windows takes a name, or what stands before its first full stop, for a device and no file, or
    drops its end.
    """
    return name != name.rstrip(". ") or bool(_DEVICE.fullmatch(name.partition(".")[0].rstrip()))


def inside(path: Path, root: Path) -> bool:
    """The file lies in the folder, wherever links lead."""
    try:
        return not path.is_symlink() or path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return False
