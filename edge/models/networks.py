"""The networks of the catalog, opened: embedders, cross-encoders, readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.engines import cores
from edge.errors import ModelError
from edge.models import catalog, installed

if TYPE_CHECKING:
    from edge.engines.onnx.embedder import Embedder
    from edge.engines.onnx.evidence import EvidenceReader
    from edge.engines.onnx.reranker import Reranker

#: Inputs and outputs of a reader's graph that edge knows (`reading.version` in the catalog).
_READING = 4


def embedder(name: str, variant: str = "", *, dims: int = 0, threads: int = 0) -> Embedder:
    """An open embedder; threads 0: one for each core.

    Raises ModelError before any parser sees a wrong file.
    """
    from edge.engines.onnx.embedder import Embedder

    model = catalog.get(name)
    chosen = model.variant(variant)
    found = installed.verified(model, chosen)
    return Embedder(
        model, chosen, found.paths, dims=dims, threads=threads or cores.physical(), tried=_tried(found)
    )


def reranker(name: str, variant: str = "") -> Reranker:
    """An open cross-encoder, on a thread for each core. Raises ModelError as `embedder` does."""
    from edge.engines.onnx.reranker import Reranker

    model = catalog.get(name)
    paths = installed.verified(model, model.variant(variant)).paths
    return Reranker(model, paths, threads=cores.physical())


def evidence(name: str) -> EvidenceReader:
    """An open reader, on one thread. Raises ModelError as `embedder` does."""
    from edge.engines.onnx.evidence import EvidenceReader

    model = catalog.get(name)
    if model.reading is None:
        raise ModelError(f"{model.name} is a {model.kind}, not a reader.", "See: edge models list")
    if model.reading.version != _READING:
        raise ModelError(
            f"{model.name} is a reader of version {model.reading.version}, not {_READING}.",
            "Reinstall edge: pip install --force-reinstall edge-answers",
        )
    found = installed.verified(model, model.variant())
    paths = found.paths  # between the two: what the network reads besides
    return EvidenceReader(
        paths[0], paths[-1], vocabulary=model.reading.vocabulary, threads=1, tried=_tried(found)
    )


def _tried(found: installed.InstalledFiles) -> bool:
    """Whether the tests have run these very files: what ships, with the digests that it must have."""
    return found.place == installed.SHIPPED
