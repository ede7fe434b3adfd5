"""Files of messages in a folder, in a fixed order."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from edge.folders import visible
from edge.messages import formats, maildir

SUFFIXES = frozenset((".eml", ".emlx", ".txt", ".md", ".json", ".jsonl", ".mbox", ".ics"))

#: Bytes of a file of another name that are looked at.
_OPENING = 4_096
#: Files of an MH folder, and of copies that number their messages.
_NUMBER = re.compile(r"\d+\.?")


def files(root: Path) -> Iterator[Path | OSError]:
    """Files with a suffix of SUFFIXES, those of a Maildir, mailboxes of any name and numbered messages;
    whoever opens them asks `folders.inside` first. A folder that cannot be listed is an OSError among them.
    """
    unlisted: list[OSError] = []
    yield from _files(root, unlisted)
    yield from unlisted


def _files(root: Path, unlisted: list[OSError]) -> Iterator[Path]:
    for path in visible(root, unlisted.append):
        if maildir.is_inside(path):
            if maildir.is_message(path):
                yield path
        elif path.suffix.lower() in SUFFIXES or _by_its_opening(path):
            yield path
    for folder in _folders(root):
        for one in maildir.hidden_folders(folder):
            yield from _files(one, unlisted)


def _folders(root: Path) -> Iterator[Path]:
    """The folder and those in it, in order, without hidden ones."""
    for parent, folders, _ in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield Path(parent)


def _by_its_opening(path: Path) -> bool:
    """Mail programs keep mailboxes as "Inbox", "Sent", "Projets.2026"."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            form = formats.form(file.read(_OPENING), path.name)
    except OSError:
        return False  # it would have been left aside as any file of an unknown name
    return form == "mbox" or (form == "eml" and _NUMBER.fullmatch(path.name) is not None)
