"""The Gemma file that the settings name."""

from __future__ import annotations

from pathlib import Path

from edge import paths
from edge.errors import ModelError


def gemma_file(chosen: str) -> Path:
    """The file of `gemma.model`: a .gguf file, or `NAME` or `NAME:VARIANT` of the catalog.

    Raises ModelError when none is named, or the catalog's is not here.
    """
    if not chosen:
        raise ModelError(
            "No Gemma is chosen.",
            "Name one: edge ask --model FILE.gguf, or EDGE_GEMMA_MODEL=NAME (edge models list)",
        )
    if chosen.endswith(".gguf") or paths.exists(paths.expanded(chosen)):
        return paths.expanded(chosen)
    from edge.models import manage

    name, _, variant = chosen.partition(":")
    return manage.path(name, variant)[0]
