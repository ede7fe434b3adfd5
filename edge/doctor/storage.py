"""What is kept, and whether more can be: the knowledge base, the user's own database, folders, the disk."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

from edge import paths
from edge.errors import EdgeError, KnowledgeError
from edge.records.diagnosis import Check

_LOW_DISK = 1_000_000_000


def knowledge(path: Path) -> Check:
    """Every byte of a knowledge base. Fails where it is damaged; warns of documents that were not read."""
    import apsw

    from edge.search import database, vectors

    meaning = False
    try:
        manifest = database.verify(path, full=True)
        connection = database.open_knowledge(path)
        try:
            sound = connection.execute("PRAGMA quick_check(1)").fetchall()[0][0]
            failures = [row[0] for row in connection.execute("SELECT name FROM failures ORDER BY name")]
            meaning = bool(vectors.stored(connection))
        finally:
            connection.close()
    except KnowledgeError as error:
        return Check(name="knowledge", status="fail", detail=error.message, next_step=error.hint)
    except apsw.Error as error:
        sound, failures = str(error), []
    except EdgeError as error:  # a disk or a lock in the way: not the knowledge base's own fault
        return Check(name="knowledge", status="warn", detail=error.message, next_step=error.hint)
    if sound != "ok":
        step = f"Build it again: edge index … --knowledge {path}"
        return Check(name="knowledge", status="fail", detail=f"{path}: {sound}", next_step=step)
    detail = (
        f"{path}: {manifest.sources} documents, {manifest.pages} pages, {manifest.chunks} chunks, "
        f"schema {manifest.knowledge_version}, sha256 {manifest.sha256[:12]}… as its manifest says"
    )
    if failures:
        return Check(
            name="knowledge",
            status="warn",
            detail=f"{detail}; {len(failures)} documents could not be read: {', '.join(failures[:5])}",
            next_step="edge index tries them again and says why.",
        )
    if not meaning:
        detail += "; no vectors: words alone are compared"
        step = f"If you want it found by meaning too: edge embed --knowledge {path}"
        return Check(name="knowledge", status="ok", detail=detail, next_step=step)
    return Check(name="knowledge", status="ok", detail=detail)


def state(path: Path) -> Check:
    """Every page of the user's own database, whatever its size."""
    if not path.is_file():
        return Check(name="state", status="ok", detail=f"{path}: nothing kept yet")
    from edge.state import database, page_sums

    try:
        with closing(database.open_state(path)) as db:
            database.check(db, path)
    except EdgeError as error:
        return Check(name="state", status="fail", detail=error.message, next_step=error.hint)
    if page_sums.vfs() is None:
        detail = f"{path}: sound, but its pages carry no sums: this apsw comes without {page_sums.EXTENSION}"
        step = "pip install --force-reinstall --only-binary apsw apsw"
        return Check(name="state", status="warn", detail=detail, next_step=step)
    return Check(name="state", status="ok", detail=f"{path}: every page is as it was written")


def folder(name: str, path: Path) -> Check:
    """Warns where a folder, or the one that it would be made in, cannot be written."""
    there = _standing(path)
    if not os.access(there, os.W_OK | os.X_OK):
        return Check(
            name=name,
            status="warn",
            detail=f"{path} cannot be written: questions work, remembering does not",
            next_step="Set EDGE_HOME to a folder of your own.",
        )
    return Check(name=name, status="ok", detail=str(path) + ("" if there == path else " (made when needed)"))


def disk() -> Check:
    """Warns where little room is left below `EDGE_HOME`."""
    there = _standing(paths.home())
    free = shutil.disk_usage(there).free
    detail = f"{free / 1e9:.1f} GB free at {there}"
    if free < _LOW_DISK:
        return Check(name="disk", status="warn", detail=detail, next_step="Make room before indexing.")
    return Check(name="disk", status="ok", detail=detail)


def _standing(path: Path) -> Path:
    """The folder itself, or the nearest one above it that exists."""
    return next((place for place in (path, *path.parents) if place.is_dir()), Path(path.anchor or "."))
