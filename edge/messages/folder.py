"""Files of messages in a folder, in a fixed order."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

SUFFIXES = frozenset((".eml", ".emlx", ".txt", ".md", ".json", ".jsonl", ".mbox", ".ics"))


def files(root: Path) -> Iterator[Path | OSError]:
    """Files with a suffix of SUFFIXES and those of a Maildir, sorted; hidden ones are left aside. Links to
    folders are not followed; whoever opens the files asks `inside` first. A folder that cannot be listed is
    an OSError among them.
    """
    unlisted: list[OSError] = []
    for here, folders, names in os.walk(root, onerror=unlisted.append, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        folder = Path(here)
        maildir = folder.name in ("cur", "new") and (folder.parent / "tmp").is_dir()
        for name in sorted(names):
            if not name.startswith(".") and (maildir or Path(name).suffix.lower() in SUFFIXES):
                yield folder / name
    yield from unlisted


def inside(path: Path, root: Path) -> bool:
    """The file lies in the folder, wherever links lead."""
    try:
        return not path.is_symlink() or path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return False
