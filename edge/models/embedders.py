"""Which embedder is in use: one that reads every language, else that of the vectors, else the shipped one."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from edge.errors import ModelError
from edge.models import catalog, installed
from edge.records.catalog import CatalogModel


def require_libraries() -> None:
    """Raises ModelError, with what to install, where what runs an embedder is missing."""
    missing = [name for name in ("onnxruntime", "tokenizers") if find_spec(name) is None]
    if missing:
        raise ModelError(
            f"{' and '.join(missing)} not installed: words alone are searched.",
            "For meaning as well: pip install 'edge-answers[embed]'",
        )


def available(held: Sequence[str] = ()) -> list[CatalogModel]:
    """The embedders that are on this device, unchecked, the one to use first; `held`: whose vectors there
    are.
    """
    found = [
        model
        for model in catalog.load().values()
        if model.kind == "embedder" and installed.find(model, model.variant())
    ]

    def order(model: CatalogModel) -> tuple[bool, bool, bool]:
        every_language = model.embedding is not None and not model.embedding.languages
        return not every_language, model.name not in held, not model.shipped

    return sorted(found, key=order)


def preferred(held: Sequence[str] = ()) -> CatalogModel:
    """The first of `available`. Raises ModelError with what to do where there is none."""
    if models := available(held):
        return models[0]
    for model in catalog.load().values():
        if model.kind == "embedder" and model.shipped:
            installed.locate(model, model.variant())  # raises: its files are gone
    from edge.models import recommend as advice  # looks at memory and cores: seldom asked

    advised = next(one for one in advice.recommend().advice if one.kind == "embedder")
    raise ModelError(
        "There is no embedding model on this device.", advised.get or "See: edge models recommend"
    )
