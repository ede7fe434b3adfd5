"""Files of messages in a folder, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from edge.folders import visible

SUFFIXES = frozenset((".eml", ".emlx", ".txt", ".md", ".json", ".jsonl", ".mbox", ".ics"))


def files(root: Path) -> Iterator[Path | OSError]:
    """Files with a suffix of SUFFIXES and those of a Maildir; whoever opens them asks `folders.inside` first.
    A folder that cannot be listed is an OSError among them.
    """
    unlisted: list[OSError] = []
    for path in visible(root, unlisted.append):
        if path.suffix.lower() in SUFFIXES or _in_maildir(path.parent):
            yield path
    yield from unlisted


def _in_maildir(folder: Path) -> bool:
    return folder.name in ("cur", "new") and (folder.parent / "tmp").is_dir()
