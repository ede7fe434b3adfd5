"""Published scores of a model, against what this device computes: whether files and kernels are right."""

from __future__ import annotations

from collections.abc import Iterator

from edge.errors import ModelDamaged
from edge.models import installed, networks
from edge.records.catalog import CatalogModel, Golden, Variant


def largest_distance(model: CatalogModel, variant: Variant) -> float:
    """To a published score. Raises ModelDamaged when one is further off than it may be."""
    worst = 0.0
    for case, scores in _scored(model, variant):
        for score, wanted in zip(scores, case.scores, strict=True):
            worst = max(worst, abs(score - wanted))
            if not abs(score - wanted) <= case.tolerance:
                raise ModelDamaged(
                    f"{model.name} ({variant.name}) gives {score:.4f}, where {wanted:.4f} is published.",
                    "Its files or this processor's kernels are at fault, so its scores are not the model's. "
                    + installed.how_to_get(model, variant),
                )
    return worst


def _scored(model: CatalogModel, variant: Variant) -> Iterator[tuple[Golden, list[float]]]:
    """Each golden case with what this device computes for its documents."""
    if model.kind == "reranker":
        cross = networks.reranker(model.name, variant.name)
        for case in model.golden:
            yield case, list(cross.scores(case.query, case.documents))
    else:
        opened = networks.embedder(model.name, variant.name)
        for case in model.golden:
            query = opened.query(case.query)
            vectors = opened.documents(("", text) for text in case.documents)
            yield case, [float(query @ vector) for vector in vectors]
