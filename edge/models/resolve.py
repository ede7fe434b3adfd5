"""The files that the settings name: a Gemma, and what lets it see."""

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
            "Name one: --set gemma.model=FILE.gguf, or a NAME of edge models list",
        )
    if chosen.endswith(".gguf") or paths.exists(paths.expanded(chosen)):
        return paths.expanded(chosen)
    from edge.models import manage

    name, _, variant = chosen.partition(":")
    return manage.path(name, variant)[0]


def projector_file(chosen: str, model: Path) -> Path | None:
    """The projector of `gemma.projector` that was made for a Gemma's file, None where none was.

    Of files that are named the first that fits; `auto` looks beside the model (`mmproj*.gguf`), and for one
    of the catalog that is here. Raises ModelError for an unknown name.
    """
    if chosen == "none":
        return None
    from edge.engines.gemma import gguf, projector_file

    header = gguf.check(model)
    found = _beside(model) if chosen in ("auto", "") else [gemma_file(one) for one in _listed(chosen)]
    for path in found:
        try:
            if projector_file.fits(projector_file.check(path), header):
                return path
        except ModelError:
            if chosen != "auto":  # somebody named it
                raise
    return None


def _listed(chosen: str) -> list[str]:
    return [name.strip() for name in chosen.split(",") if name.strip()]


def _beside(model: Path) -> list[Path]:
    from edge.models import catalog, installed

    here = [
        files.paths[0]
        for one in catalog.load().values()
        if one.kind == "projector" and (files := installed.find(one, one.variant()))
    ]
    return [*sorted(model.parent.glob("mmproj*.gguf")), *here]
