"""Vectors into a knowledge base: the chunks that lack one, a batch a commit, published when all are there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from edge import durable
from edge.errors import ModelError, StorageError
from edge.indexing.progress import Progress
from edge.indexing.storing.copy_content import RUN_META
from edge.indexing.storing.publish import BuildSearch, publish
from edge.indexing.storing.workspace import Workspace, locked, storage_errors
from edge.indexing.storing.write import transaction
from edge.records import EmbeddingSpace, EmbedReport, IndexVectors
from edge.search import vectors
from edge.search.database import connect, verify
from edge.search.vectors import StoredVectors

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray

#: Chunks of one commit: what a crash can cost is the time of so many texts.
COMMIT = 32

# Says that the building database is a run of `edge embed`: it may be published at any time.
_OURS = RUN_META + "embed"

#: Unit vectors of (title, text) pairs, in order, lazily.
Embed = Callable[[Iterable[tuple[str, str]]], "Iterator[NDArray[np.float32]]"]


class DocumentEmbedder(NamedTuple):
    """What gives passages vectors of `space`; `most`: leave it where more than so many lack one."""

    space: EmbeddingSpace
    embed: Embed
    most: int


#: The embedder for a knowledge base that holds such vectors. Raises ModelError where there is none.
ChooseEmbedder = Callable[[Sequence[StoredVectors]], DocumentEmbedder]


def embed_indexed(workspace: Workspace, choose: ChooseEmbedder, progress: Progress) -> IndexVectors:
    """Give the chunks of an index run that lack a vector theirs, before it is published.

    Nothing is written where none lacks one. What was committed is kept when the run is interrupted. A model
    that is missing or fails costs the vectors, not the run: `reason` says so.
    """
    began = time.monotonic()
    held = workspace.read(vectors.stored)
    chunks = workspace.read(vectors.chunk_count)
    name, done = "", 0
    try:
        space, embed, most = choose(held)
        name = space.name
        there = next((one.count for one in held if one.space == space), 0)
        if 0 < chunks - there <= most:
            db = workspace.db()
            with transaction(db):
                model = vectors.register(db, space)
            for done, total in _fill(db, model, embed):
                progress.step("vectors", done, total)
        reason, hint = "", ""
        if chunks - there > most:
            reason = f"{chunks - there} passages have no vector yet, more than index.vectors_most ({most})"
            hint = f"edge embed --knowledge {workspace.knowledge}"
    except ModelError as error:
        reason, hint = error.message, error.hint
    found = next((one.count for one in workspace.read(vectors.stored) if one.space.name == name), 0)
    return IndexVectors(
        model=name,
        embedded=done,
        vectors=found,
        missing=chunks - found,
        reason=reason if chunks > found else "",
        hint=hint if chunks > found else "",
        ms=round((time.monotonic() - began) * 1e3, 1),
    )


def embed_chunks(
    knowledge: Path,
    space: EmbeddingSpace,
    embed: Embed,
    *,
    build_search: BuildSearch,
    rebuild: bool = False,
    progress: Progress | None = None,
) -> EmbedReport:
    """Give every chunk of a knowledge base a vector of this model. Resumes an interrupted run.

    `rebuild` makes them all anew. Raises KnowledgeError, StorageError, and what `embed` raises; what was
    committed stays in the building database, and the same command goes on from there.
    """
    named, knowledge = knowledge, durable.followed(knowledge)
    progress = progress or Progress()
    began = time.monotonic()
    manifest = verify(knowledge)
    done, total = 0, _complete(knowledge, space)
    if rebuild or not total:
        with storage_errors(knowledge), locked(knowledge):
            workspace = Workspace(knowledge)
            try:
                done, total = _embed_missing(workspace, space, embed, rebuild, progress)
                workspace.close()
                manifest = publish(workspace.building, knowledge, build_search, progress)
                workspace.discard()
            finally:
                workspace.close()
                progress.finish()
    return EmbedReport(
        knowledge=str(named),
        sha256=manifest.sha256,
        bytes=manifest.bytes,
        space=space,
        embedded=done,
        vectors=total,
        ms=round((time.monotonic() - began) * 1e3, 1),
    )


def claim(workspace: Workspace) -> None:
    """What `edge embed` left unfinished is an index run's from now on: `edge embed` may not publish it."""
    if workspace.resumed:
        workspace.db().execute("DELETE FROM meta WHERE key = ?", (_OURS,)).fetchall()


def _complete(knowledge: Path, space: EmbeddingSpace) -> int:
    """How many vectors of this model there are, if every chunk has one; else 0."""
    db = connect(knowledge, readonly=True)
    try:
        held = [one for one in vectors.stored(db) if one.space == space and one.count == one.chunks]
        return held[0].count if held else 0
    finally:
        db.close()


def _embed_missing(
    workspace: Workspace, space: EmbeddingSpace, embed: Embed, rebuild: bool, progress: Progress
) -> tuple[int, int]:
    """How many chunks were embedded now, and how many have a vector."""
    db = workspace.db()
    ours = db.execute("SELECT value FROM meta WHERE key = ?", (_OURS,)).fetchone()
    if workspace.resumed and not ours:
        # Publishing it would put half an index in place.
        raise StorageError(
            f"An index run of {workspace.knowledge} was interrupted.",
            "Finish it first: run that edge index again.",
        )
    with transaction(db):
        model = vectors.register(db, space)
        if rebuild and not ours:
            db.execute("DELETE FROM vectors WHERE model_id = ?", (model,))
        db.execute("INSERT OR IGNORE INTO meta (key, value) VALUES (?, '1')", (_OURS,))
    done = 0
    for now, todo in _fill(db, model, embed):
        if now == 0:
            progress.start(todo, todo)
        progress.advance(now - done)
        done = now
    total = next(one.count for one in vectors.stored(db) if one.id == model)
    return done, total


def _fill(db: apsw.Connection, model: int, embed: Embed) -> Iterator[tuple[int, int]]:
    """Give what lacks a vector of this model one; (done, to do) at the start and after each commit."""
    # Ids, titles and texts of all chunks are read before the first commit: a cursor must not outlive it.
    todo = list(vectors.missing(db, model))
    yield 0, len(todo)
    for first in range(0, len(todo), COMMIT):
        batch = todo[first : first + COMMIT]
        embedded = embed((title, text) for _, title, text in batch)
        pairs = [(chunk, vector) for (chunk, _, _), vector in zip(batch, embedded, strict=True)]
        with transaction(db):
            vectors.write(db, model, pairs)
        yield first + len(pairs), len(todo)
