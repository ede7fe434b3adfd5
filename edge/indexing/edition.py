"""The edition of a knowledge base for somebody who may not read all of it: a base of what they may read.

It is made when it is first asked for, out of the documents of the roots that they may read, by the code that
makes every base: statistics, names, counts and ids are those of a base that never held the rest. So no query
has to leave anything out, and none can forget to. One edition serves all who may read the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from edge import paths
from edge.errors import KnowledgeError, StorageError
from edge.search import spaces
from edge.search.database import EDITION_OF, EDITIONS, KNOWLEDGE_VERSION, open_knowledge, verify

if TYPE_CHECKING:
    import apsw

    from edge.state.access import Principal

#: Seconds to wait while another process makes the same edition.
_WAIT = 3_600


def open_edition(base: Path, principal: Principal) -> apsw.Connection:
    """A knowledge base as `principal` may read it. Raises KnowledgeError, and StorageError where an edition
    cannot be kept: then nothing is read.
    """
    db = open_knowledge(base)
    roots = spaces.readable(db, principal)
    if roots is None:
        return db
    db.close()
    return open_knowledge(edition(base, roots))


def edition(base: Path, roots: Sequence[int]) -> Path:
    """The file that holds these roots of a base and nothing else. Raises KnowledgeError, StorageError."""
    manifest = verify(base)
    real = str(base.resolve())
    folder = paths.home() / EDITIONS / _digest(real)
    readers = _digest(f"{KNOWLEDGE_VERSION}:{','.join(map(str, roots))}")
    file = folder / f"{manifest.sha256[:16]}-{readers}.db"
    if _is_sound(file):
        return file
    from filelock import FileLock, Timeout

    from edge.indexing.storing.workspace import storage_errors

    with storage_errors(file):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            with FileLock(folder / "lock", timeout=_WAIT):
                if not _is_sound(file):
                    _forget(folder, keep=manifest.sha256[:16])
                    (folder / EDITION_OF).write_text(real, encoding="utf-8", errors="surrogateescape")
                    _make(base, roots, file)
        except Timeout as error:
            raise StorageError(f"Another edge is still making {file}.", "Try again later.") from error
    return file


def _make(base: Path, roots: Sequence[int], file: Path) -> None:
    from edge.indexing.progress import Silent
    from edge.indexing.sources.holdings import Holdings
    from edge.indexing.storing.publish import publish
    from edge.indexing.storing.workspace import Workspace, beside, remove
    from edge.search.build import build_search
    from edge.search.database import BUILDING_SUFFIX

    remove(beside(file, BUILDING_SUFFIX))  # of one that was interrupted
    file.unlink(missing_ok=True)
    space = Workspace(file)
    try:
        space.begin_from(base, roots)
        held = Holdings(space)
        held.relabel()
        held.rename(held.names())
        space.close()
        publish(space.building, file, build_search, Silent())
    finally:
        space.discard()


def _is_sound(file: Path) -> bool:
    try:
        verify(file)
    except KnowledgeError:
        return False
    return True


def _forget(folder: Path, keep: str) -> None:
    """Remove editions of what a base was before, and of bases that are there no more."""
    for other in folder.parent.iterdir():
        with suppress(OSError):
            gone = not Path(
                (other / EDITION_OF).read_text(encoding="utf-8", errors="surrogateescape")
            ).exists()
            for file in other.iterdir() if gone or other == folder else ():
                if gone or (file.name not in (EDITION_OF, "lock") and not file.name.startswith(keep)):
                    file.unlink(missing_ok=True)
            if gone:
                other.rmdir()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
