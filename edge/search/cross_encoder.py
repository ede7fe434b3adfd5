"""Reranking for a session: the settings name a cross-encoder, which opens at the first query."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from edge.errors import ModelError
from edge.models import catalog, networks
from edge.search.rerank import Rerank

if TYPE_CHECKING:
    from edge.engines.onnx.reranker import Reranker
    from edge.settings import SearchSettings


def of_passages(settings: SearchSettings) -> Rerank | None:
    """The reranker that `search.rerank` names (NAME or NAME:VARIANT), None for "".

    A name that is no reranker is a ModelError at once. One whose files are missing or damaged is told with
    every search, which goes on in the order it had.
    """
    if not settings.rerank:
        return None
    name, _, variant = settings.rerank.partition(":")
    model = catalog.get(name)
    model.variant(variant)
    how = model.reranking
    if how is None:
        known = ", ".join(other.name for other in catalog.load().values() if other.kind == "reranker")
        raise ModelError(f"{name} is a {model.kind}, not a reranker.", f"Rerankers: {known}.")

    @cache  # an error is not kept: the files may be there at the next query
    def opened() -> Reranker:
        return networks.reranker(name, variant)

    def scorer() -> Callable[[str, Sequence[str]], Iterator[float]]:
        return opened().scores

    def reads(query: str) -> bool:
        from edge.text.language import language

        # A few bare words are of no language that can be told ("und"): those are read.
        return not how.languages or language(query) in {*how.languages, "und"}

    return Rerank(name, scorer, settings.rerank_ms / 1e3, reads=reads)
