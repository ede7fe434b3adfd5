"""The catalog: `models/*.toml` as records. What each model is, its files, and how it wants to be used.

A digest is `verified` (we held the file), `second-hand` (read in public code that pins it: compared, and
pinned anew with a warning at the first pull or import) or `unknown` (pinned at the first pull or import).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from edge import paths as files
from edge.errors import ModelError
from edge.records.catalog import CatalogModel, ModelFile

_SHA256 = re.compile(r"[0-9a-f]{64}")


@cache
def load(folder: Path | None = None) -> dict[str, CatalogModel]:
    """Every model of the catalog by name. Raises ModelError naming the file that is wrong."""
    folder = folder or files.ROOT / "models"
    models: dict[str, CatalogModel] = {}
    for path in sorted(folder.glob("*.toml")):
        model = _read(path)
        if model.name != path.stem:
            raise ModelError(f"{path} describes {model.name!r}.", f"Rename it to {model.name}.toml.")
        models[model.name] = model
    return models


def get(name: str) -> CatalogModel:
    """One model by name. Raises ModelError that names the nearest ones."""
    catalog = load()
    if name in catalog:
        return catalog[name]
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), catalog, n=3, cutoff=0.3) or list(catalog)
    raise ModelError(f"The catalog has no model {name!r}.", f"Near: {', '.join(near)}. See: edge models list")


def _read(path: Path) -> CatalogModel:
    import tomllib

    try:
        model = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), CatalogModel)
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(
            f"The catalog file {path} cannot be read: {error}.", "Reinstall edge, or mend it."
        ) from error
    for variant in model.variants:
        for file in model.files_of(variant):
            _check(path, file)
    if sum(variant.default for variant in model.variants) != 1:
        raise ModelError(f"{path}: exactly one variant is the default.", "Mark one with `default = true`.")
    for table, kind in (("embedding", "embedder"), ("reranking", "reranker"), ("reading", "reader")):
        if (getattr(model, table) is None) == (model.kind == kind):
            raise ModelError(f"{path}: a model of kind {kind} has a table [{table}], no other.", "Mend it.")
    return model


def _check(path: Path, file: ModelFile) -> None:
    parts = Path(file.path).parts
    if not parts or Path(file.path).is_absolute() or ".." in parts or "\\" in file.path:
        raise ModelError(
            f"{path}: {file.path!r} leaves its folder.", "File paths are relative, with forward slashes."
        )
    if bool(file.sha256) == (file.digest == "unknown") or (
        file.sha256 and not _SHA256.fullmatch(file.sha256)
    ):
        raise ModelError(
            f"{path}: the sha256 of {file.path} is not a digest, or its kind is wrong.", "Mend it."
        )
