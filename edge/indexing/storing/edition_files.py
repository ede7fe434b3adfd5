"""Where the editions of knowledge bases are kept: a folder a base, a file for each set of roots and state.

Of a folder is known which base it belongs to, so that the editions of a base that is gone go as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from edge import paths
from edge.errors import UsageError
from edge.search.database import EDITION_OF, EDITIONS, KNOWLEDGE_VERSION

#: Digits of a sum in the name of a file.
_LENGTH = 16
#: Held while an edition of a base is made, or removed.
LOCK = "lock"


def edition_file(base: Path, sha256: str, roots: Sequence[int]) -> Path:
    """The file for these roots of the state of a base that has this sum, whether it is there or not."""
    readers = _digest(f"{KNOWLEDGE_VERSION}:{','.join(map(str, roots))}")
    return _folder(base) / f"{sha256[:_LENGTH]}-{readers}.db"


def note_base(folder: Path, base: Path) -> None:
    """Write down whose editions a folder keeps."""
    (folder / EDITION_OF).write_text(str(base.resolve()), encoding="utf-8", errors="surrogateescape")


def forget_former(base: Path, sha256: str) -> None:
    """Remove the editions of what a base was before: nobody will ask for them, and what was taken out of the
    base is not to stay there.
    """
    try:
        folder = _folder(base)
    except UsageError:  # nobody has a home folder here, so nothing is kept in it
        return
    if not folder.is_dir():
        return
    from filelock import FileLock, Timeout

    with suppress(OSError, Timeout), FileLock(folder / LOCK, timeout=0):  # else whoever makes one does it
        forget_others(folder, sha256)


def forget_others(folder: Path, sha256: str) -> None:
    """Remove editions of other states of a base, and of bases that are there no more. Its lock is held."""
    for other in folder.parent.iterdir():
        with suppress(OSError):
            of = (other / EDITION_OF).read_text(encoding="utf-8", errors="surrogateescape")
            gone = not Path(of).exists()
            for file in other.iterdir() if gone or other == folder else ():
                kept = file.name in (EDITION_OF, LOCK) or file.name.startswith(sha256[:_LENGTH])
                if gone or not kept:
                    file.unlink(missing_ok=True)
            if gone:
                other.rmdir()


def _folder(base: Path) -> Path:
    return paths.home() / EDITIONS / _digest(str(base.resolve()))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:_LENGTH]
