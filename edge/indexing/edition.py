"""The edition of a knowledge base for somebody who may not read all of it: a base of what they may read.

It is made when it is first asked for, out of the documents of the roots that they may read, by the code that
makes every base: statistics, names, counts and ids are those of a base that never held the rest. So no query
has to leave anything out, and none can forget to. One edition serves all who may read the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from edge.errors import KnowledgeError, StorageError
from edge.indexing.progress import Progress
from edge.indexing.storing.edition_files import LOCK, edition_file, forget_others, note_base
from edge.search import spaces
from edge.search.database import open_knowledge, verify

if TYPE_CHECKING:
    import apsw

    from edge.state.access import Principal

#: Seconds to wait while another process makes the same edition.
_WAIT = 3_600


class _BaseChanged(Exception):
    """Another file took the base's place meanwhile: its roots have other numbers."""


def open_edition(base: Path, principal: Principal, progress: Progress | None = None) -> apsw.Connection:
    """A knowledge base as `principal` may read it; `progress` is told where that has to be made. Raises
    KnowledgeError, and StorageError where an edition cannot be kept: then nothing is read.
    """
    while True:
        manifest = verify(base)
        db = open_knowledge(base)
        roots = spaces.readable(db, principal)
        if roots is None:
            return db
        db.close()
        with suppress(_BaseChanged):
            return open_knowledge(_edition(base, manifest.sha256, roots, progress or Progress()))


def _edition(base: Path, sha256: str, roots: Sequence[int], progress: Progress) -> Path:
    """The file that holds these roots of this state of a base, and nothing else."""
    _refuse_another(base, sha256)
    file = edition_file(base, sha256, roots)
    if _is_sound(file):
        return file
    from filelock import FileLock, Timeout

    from edge.indexing.storing.workspace import storage_errors

    folder = file.parent
    with storage_errors(file):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            with FileLock(folder / LOCK, timeout=_WAIT):
                if not _is_sound(file):
                    forget_others(folder, sha256)
                    note_base(folder, base)
                    _make(base, sha256, roots, file, progress)
        except Timeout as error:
            raise StorageError(f"Another edge is still making {file}.", "Try again later.") from error
    return file


def _make(base: Path, sha256: str, roots: Sequence[int], file: Path, progress: Progress) -> None:
    from edge.indexing.sources.holdings import Holdings
    from edge.indexing.storing.publish import publish
    from edge.indexing.storing.workspace import Workspace, beside, remove
    from edge.search.build import build_search
    from edge.search.database import BUILDING_SUFFIX

    remove(beside(file, BUILDING_SUFFIX))  # of one that was interrupted
    file.unlink(missing_ok=True)
    workspace = Workspace(file)
    progress.start(base.stat().st_size, 1)
    try:
        progress.document(base.name)
        workspace.begin_from(base, roots)
        _refuse_another(base, sha256)
        held = Holdings(workspace)
        held.relabel()
        held.rename(held.names())
        workspace.close()
        publish(workspace.building, file, build_search, progress)
    finally:
        progress.finish()
        workspace.discard()


def _is_sound(file: Path) -> bool:
    try:
        verify(file)
    except KnowledgeError:
        return False
    return True


def _refuse_another(base: Path, sha256: str) -> None:
    if verify(base).sha256 != sha256:
        raise _BaseChanged
