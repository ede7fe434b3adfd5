"""Vectors for a knowledge base: which model embeds its queries, and giving its passages vectors."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from edge import paths
from edge.errors import ModelError
from edge.models import catalog, embedders, installed, networks
from edge.records import Reason
from edge.records.catalog import CatalogModel, Variant
from edge.search import vectors
from edge.search.vector_channel import QueryEmbedder
from edge.search.vectors import StoredVectors
from edge.settings import IndexSettings, SearchSettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import apsw
    import numpy as np
    from numpy.typing import NDArray

    from edge.engines.onnx.embedder import Embedder
    from edge.indexing.progress import Progress
    from edge.indexing.vectors import ChooseEmbedder, DocumentEmbedder
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
    try:
        embedders.require_libraries()
    except ModelError as error:
        # Told once: whoever searches by words alone knows it then, and may not want more.
        told = not paths.first_time("search-by-words")
        return None, [] if told else [Reason("words_only", {"error": f"{error.message} {error.hint}"})]
    for one in sorted(held, key=lambda one: (-one.count, -one.space.dims)):
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


def of_documents(settings: IndexSettings) -> ChooseEmbedder | None:
    """What gives passages vectors as they are indexed, by `index.vectors`: `none`; `auto`, the embedder in
    use; a name insists (ModelError at once when it is not here).
    """
    if settings.vectors == "none":
        return None
    if settings.vectors != "auto":
        model = catalog.get(settings.vectors)
        embedders.require_libraries()
        installed.verified(model, model.variant())

    def choose(held: Sequence[StoredVectors]) -> DocumentEmbedder:
        from edge.indexing.vectors import DocumentEmbedder

        held = [one for one in held if one.count]
        embedders.require_libraries()
        names = [one.space.name for one in held]
        chosen = embedders.preferred(names) if settings.vectors == "auto" else catalog.get(settings.vectors)
        dims = next((one.space.dims for one in held if one.space.name == chosen.name), 0)
        space = _space(chosen, chosen.variant(_variant(held, chosen.name)), dims)

        @cache
        def opened() -> Embedder:
            return _open(space)

        def documents(texts: Iterable[tuple[str, str]]) -> Iterator[NDArray[np.float32]]:
            return opened().documents(texts)

        return DocumentEmbedder(space, documents, settings.vectors_most)

    return choose


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
    opened = networks.embedder(name, variant, dims=dims)
    return embed_chunks(
        knowledge,
        opened.space,
        opened.documents,
        build_search=build_search,
        rebuild=rebuild,
        progress=progress,
    )


def _usual(knowledge: Path, dims: int) -> tuple[str, int]:
    """The embedder in use, at the size in which there are vectors of it already."""
    from edge.search.database import connect

    db = connect(knowledge, readonly=True)
    try:
        held = vectors.stored(db)
    finally:
        db.close()
    chosen = embedders.preferred([one.space.name for one in held])
    return chosen.name, dims or next((one.space.dims for one in held if one.space.name == chosen.name), 0)


def _variant(held: Sequence[StoredVectors], name: str) -> str:
    """The variant that made the vectors: a revision is `<variant>-<digest>`."""
    return next((one.space.revision.rpartition("-")[0] for one in held if one.space.name == name), "")


def _space(model: CatalogModel, variant: Variant, dims: int) -> EmbeddingSpace:
    from edge.engines.onnx.embedder import space_of

    return space_of(model, variant, installed.verified(model, variant).paths, dims)


def _weight(model: CatalogModel, settings: SearchSettings) -> float:
    return settings.vector_weight or (model.embedding.fusion_weight if model.embedding else 0.0)


def _open(space: EmbeddingSpace, threads: int = 0) -> Embedder:
    return networks.embedder(space.name, space.revision.rpartition("-")[0], dims=space.dims, threads=threads)


def _query_embedder(space: EmbeddingSpace, settings: SearchSettings) -> QueryEmbedder:
    @cache
    def opened() -> Embedder:
        embedders.require_libraries()
        # One thread: a query is a few milliseconds, and more threads wait for each other (measured).
        return _open(space, threads=1)

    def query(text: str) -> NDArray[np.float32]:
        return opened().query(text)

    model = catalog.get(space.name)
    languages = model.embedding.languages if model.embedding else []

    def reads(text: str) -> bool:
        from edge.text.language import is_foreign, language

        if not languages:
            return True
        # A few words may be of either language: whoever reads both reads them.
        known = language(text)
        both = known == "und" and {"en", "fr"} <= set(languages)
        return (both or known in languages) and not is_foreign(text)

    weight = _weight(model, settings) or 1.0
    return QueryEmbedder(space, query, weight, reads, insist=settings.vectors != "auto", open=opened)
