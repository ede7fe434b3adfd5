"""Maildirs: one file a message, its flags in the file's name (https://cr.yp.to/proto/maildir.html), and
folders in folders, as mail programs and IMAP copies make them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

#: Flags after a message's own name; ";" and "!" stand for ":" where a disk does not take it.
_FLAGS = re.compile(r"[:;!]2,([A-Za-z]*)$")


def is_maildir(folder: Path) -> bool:
    """Whether a folder is one: `cur` and `tmp` lie in it (`new` may be left out of a copy)."""
    return (folder / "cur").is_dir() and (folder / "tmp").is_dir()


def is_message(path: Path) -> bool:
    """Whether a file is a message of a Maildir; what the person marked as deleted, and what is still on its
    way (`tmp`), is none.
    """
    folder = path.parent
    if folder.name not in ("cur", "new") or not is_maildir(folder.parent):
        return False
    flags = _FLAGS.search(path.name)
    return flags is None or "T" not in flags[1]


def is_inside(path: Path) -> bool:
    """Whether a file lies in one of the three folders of a Maildir."""
    return path.parent.name in ("cur", "new", "tmp") and is_maildir(path.parent.parent)


def own_name(path: Path) -> str:
    """The name that stays when the message is read, answered or moved from `new` to `cur`."""
    return _FLAGS.sub("", path.name) if is_inside(path) else path.name


def hidden_folders(folder: Path) -> Iterator[Path]:
    """Folders of a Maildir whose names begin with a dot (Maildir++): ".Sent", ".Clients.Acme". In order."""
    if not is_maildir(folder):
        return
    try:
        every = sorted(folder.iterdir())
    except OSError:
        return  # the walk over its files tells
    for inner in every:
        if inner.name.startswith(".") and not inner.is_symlink() and is_maildir(inner):
            yield inner
