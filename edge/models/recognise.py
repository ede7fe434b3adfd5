"""Which model of the catalog a folder holds, by the names of its files: nothing is opened."""

from __future__ import annotations

from pathlib import Path

from edge.errors import ModelError
from edge.models import catalog
from edge.records.catalog import CatalogModel, Variant


def recognised(source: Path, name: str, variant: str) -> tuple[CatalogModel, Variant, list[Path]]:
    """The model whose files a folder (or one file and its neighbours) holds, and where each of them is.

    `name` and `variant` narrow it down when given. Raises ModelError when no model's files are all there.
    """
    models = [catalog.get(name)] if name else list(catalog.load().values())
    fits = []
    for model in models:
        for chosen in [model.variant(variant)] if name and variant else model.variants:
            paths = _files_under(source, model, chosen)
            if paths:
                fits.append((model, chosen, paths))
    if not fits:
        of_model = f" of {name}" if name else ""
        raise ModelError(
            f"{source} does not hold the files{of_model}.",
            "See what they are called: edge models list --json; say which model with --model NAME",
        )
    return min(fits, key=_doubt)


def _doubt(fit: tuple[CatalogModel, Variant, list[Path]]) -> tuple[bool, bool]:
    """Smaller for what is likelier: sizes as in the catalog (models may share names), then the default."""
    model, variant, paths = fit
    sizes = zip(model.files_of(variant), paths, strict=True)
    return any(file.bytes and path.stat().st_size != file.bytes for file, path in sizes), not variant.default


def _files_under(source: Path, model: CatalogModel, variant: Variant) -> list[Path] | None:
    paths = []
    for file in model.files_of(variant):
        name = Path(file.path).name
        if source.is_file():
            near = [source] if source.name == name else [source.parent / file.path, source.parent / name]
        else:
            near = [
                source / file.path,
                source / name,
                *(source / f"models--{model.repository.replace('/', '--')}").glob(f"snapshots/*/{file.path}"),
            ]
        place = next((at for at in near if at.is_file()), None)
        if place is None:
            return None
        paths.append(place)
    return paths if not source.is_file() or source in paths else None
