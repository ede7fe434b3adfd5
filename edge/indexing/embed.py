"""Vectors for a knowledge base: which model embeds its queries, and giving its passages vectors."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from edge.errors import ModelError
from edge.models import catalog, installed, manage
from edge.models import recommend as advice
from edge.records import Reason
from edge.records.catalog import CatalogModel, Variant
from edge.search import vectors
from edge.search.vector_channel import QueryEmbedder
from edge.settings import SearchSettings

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray

    from edge.engines.onnx.embedder import Embedder
    from edge.indexing.progress import Progress
    from edge.records import EmbeddingSpace, EmbedReport


def of_queries(db: apsw.Connection, settings: SearchSettings) -> tuple[QueryEmbedder | None, list[Reason]]:
    """What embeds queries of this knowledge base, opened at the first one, and notes for the person.

    `search.vectors`: `none`; `auto` takes vectors that are there, when their model is on this device and
    fusion with it is on by default, and else searches by words with a note; a name insists (ModelError,
    KnowledgeError).
    """
    if settings.vectors == "none":
        return None, []
    held = [one for one in vectors.stored(db) if one.count]
    if settings.vectors != "auto":
        model = catalog.get(settings.vectors)
        sizes = [one.space.dims for one in held if one.space.name == model.name] or [0]
        space = _space(model, model.variant(_variant(held, model.name)), max(sizes))
        return _query_embedder(space, settings), []
    if not held:
        return None, []
    notes = []
    for one in sorted(held, key=lambda one: -one.space.dims):
        entry = catalog.load().get(one.space.name)
        if entry is None or not _weight(entry, settings):
            continue
        try:
            space = _space(entry, entry.variant(_variant([one], entry.name)), one.space.dims)
        except ModelError as error:
            notes.append(Reason("words_only", {"error": f"{error.message} {error.hint}".rstrip()}))
            continue
        if space == one.space:
            return _query_embedder(space, settings), []
        other, here = one.space, space.revision
        notes.append(
            Reason("words_only_vectors", {"model": other.name, "revision": other.revision, "here": here})
        )
    return None, notes


def embed(
    knowledge: Path,
    name: str = "",
    variant: str = "",
    *,
    dims: int = 0,
    rebuild: bool = False,
    progress: Progress | None = None,
) -> EmbedReport:
    """Vectors for every passage of a knowledge base that lacks one; see
    `edge.indexing.vectors.embed_chunks`.
    """
    from edge.indexing.vectors import embed_chunks
    from edge.search.build import build_search
    from edge.search.database import verify

    verify(knowledge)  # before a model is opened for it
    if not name:
        name, dims = _usual(knowledge, dims)
    opened = manage.embedder(name, variant, dims=dims)
    return embed_chunks(
        knowledge,
        opened.space,
        opened.documents,
        build_search=build_search,
        rebuild=rebuild,
        progress=progress,
    )


def _usual(knowledge: Path, dims: int) -> tuple[str, int]:
    """The model whose vectors are there, else the first embedder that is on this device."""
    from edge.search.database import connect

    db = connect(knowledge, readonly=True)
    try:
        held = vectors.stored(db)
    finally:
        db.close()
    if held:
        return held[0].space.name, dims or held[0].space.dims
    for model in catalog.load().values():
        if model.kind == "embedder" and installed.find(model, model.variant()):
            return model.name, dims
    advised = next(advice for advice in advice.recommend().advice if advice.kind == "embedder")
    raise ModelError(
        "There is no embedding model on this device.", advised.get or "See: edge models recommend"
    )


def _variant(held: list[vectors.StoredVectors], name: str) -> str:
    """The variant that made the vectors: a revision is `<variant>-<digest>`."""
    return next((one.space.revision.rpartition("-")[0] for one in held if one.space.name == name), "")


def _space(model: CatalogModel, variant: Variant, dims: int) -> EmbeddingSpace:
    from edge.engines.onnx.embedder import space_of

    return space_of(model, variant, installed.verified(model, variant).paths, dims)


def _weight(model: CatalogModel, settings: SearchSettings) -> float:
    return settings.vector_weight or (model.embedding.fusion_weight if model.embedding else 0.0)


def _query_embedder(space: EmbeddingSpace, settings: SearchSettings) -> QueryEmbedder:
    @cache
    def opened() -> Embedder:
        # One thread: a query is a few milliseconds, and more threads wait for each other (measured).
        return manage.embedder(space.name, space.revision.rpartition("-")[0], dims=space.dims, threads=1)

    def query(text: str) -> NDArray[np.float32]:
        return opened().query(text)

    model = catalog.get(space.name)
    languages = model.embedding.languages if model.embedding else []

    def reads(text: str) -> bool:
        from edge.text.language import language

        return not languages or language(text) in languages

    return QueryEmbedder(space, query, _weight(model, settings) or 1.0, reads)
