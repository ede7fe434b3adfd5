"""The verb `models`: which there are and which are here, bringing them, proving that they are right."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

from edge import paths as places
from edge.errors import ModelDamaged, ModelError, NotPermitted
from edge.models import catalog, golden_scores, installed
from edge.models.recognise import recognised
from edge.records import ModelBrought, ModelEntry, ModelListing, ModelVerification, ModelVerified
from edge.records.catalog import CatalogModel, Variant
from edge.settings import Settings

#: Called with (file, bytes done, bytes in all or 0).
FileProgress = Callable[[str, int, int], None]

Status = Literal["here", "damaged", "missing"]


def listing(*, everything: bool = True) -> ModelListing:
    """Every variant of the catalog with where it is.

    Sizes are compared, digests are not: it takes milliseconds.
    """
    entries = [_entry(model, variant) for model in catalog.load().values() for variant in model.variants]
    return ModelListing(models=[entry for entry in entries if everything or entry.status != "missing"])


def path(name: str, variant: str = "") -> list[Path]:
    """The files of a model that is here, the one to open first; checked. Raises ModelError."""
    model = catalog.get(name)
    return installed.verified(model, model.variant(variant)).paths


def pull(
    name: str,
    variant: str = "",
    *,
    accept: bool,
    settings: Settings,
    progress: FileProgress = lambda *_: None,
) -> ModelBrought:
    """Fetch a variant into edge's models folder, check it and pin it. Files that are here and right are kept.

    Raises NotPermitted when offline or when terms are not accepted, ModelError, ModelDamaged, StorageError.
    """
    began = time.monotonic()
    model = catalog.get(name)
    chosen = model.variant(variant)
    repository, _ = model.origin(chosen)
    if not repository:
        raise ModelError(f"{model.name} is in no repository.", installed.how_to_get(model, chosen))
    if settings.offline:
        raise NotPermitted(
            f"{model.name} cannot be fetched: edge is offline.",
            "Leave out --offline (EDGE_OFFLINE, HF_HUB_OFFLINE), or bring it: edge models import FOLDER",
        )
    if model.accept and not accept:
        raise NotPermitted(
            f"{model.name} comes under the {model.licence} terms: {model.licence_url}",
            f"Read them; if you accept: edge models pull {name}{f' --variant {variant}' if variant else ''}"
            " --accept-terms",
        )  # fmt: skip
    from edge.models import pull as fetching

    state = installed.load_state()
    paths, warnings = [], []
    for file in model.files_of(chosen):
        place = installed.folder(model) / file.path
        wanted = installed.expected(model, file, state)
        if not (wanted and place.is_file() and _is(place, wanted)):
            place = fetching.fetch(model, chosen, file.path, partial(progress, file.path))
        warning = installed.pin(model, file, place, "pull", state)
        warnings += [warning] if warning else []
        paths.append(place)
        installed.save_state(state)
    return ModelBrought(
        model=model.name, variant=chosen.name, place=installed.OWN, paths=list(map(str, paths)),
        warnings=warnings,
        ms=round((time.monotonic() - began) * 1e3, 1),
    )  # fmt: skip


def bring(source: Path, name: str = "", variant: str = "") -> ModelBrought:
    """Use files where they lie: a folder (a USB stick, a cache) or one file. Nothing is copied.

    Without `name` the model is recognised by the names of its files. Raises ModelError, ModelDamaged.
    """
    began = time.monotonic()
    source = places.expanded(source)
    if not places.exists(source):
        raise ModelError(f"There is no file or folder {source}.", "Check the path.")
    model, chosen, paths = recognised(source.resolve(), name, variant)
    state = installed.load_state()
    warnings = []
    for file, place in zip(model.files_of(chosen), paths, strict=True):
        if file.bytes and place.stat().st_size != file.bytes:
            raise ModelDamaged(
                f"{place} has {place.stat().st_size} bytes, and should have {file.bytes}.", "Copy it again."
            )
        state.pins.pop(f"{model.name}/{file.path}", None)
        warning = installed.pin(model, file, place, "import", state)
        warnings += [warning] if warning else []
    state.imported[f"{model.name}/{chosen.name}"] = {
        file.path: str(place) for file, place in zip(model.files_of(chosen), paths, strict=True)
    }
    installed.save_state(state)
    return ModelBrought(
        model=model.name, variant=chosen.name, place=installed.IMPORTED, paths=list(map(str, paths)),
        warnings=warnings, ms=round((time.monotonic() - began) * 1e3, 1),
    )  # fmt: skip


def verify(name: str = "", variant: str = "", *, golden: bool = True) -> ModelVerification:
    """Hash the files of a model (of all that are here, for ""), and compare its scores with published ones.

    A model asked for by name that is missing counts as not ok. Raises ModelError for an unknown name.
    """
    began = time.monotonic()
    if name:
        model = catalog.get(name)
        wanted = [(model, model.variant(variant))]
    else:
        wanted = [(m, v) for m in catalog.load().values() for v in m.variants if installed.find(m, v)]
    checked = [_verify(model, chosen, golden) for model, chosen in wanted]
    return ModelVerification(
        ok=all(one.ok for one in checked), models=checked, ms=round((time.monotonic() - began) * 1e3, 1)
    )


def remove(name: str, variant: str = "") -> list[Path]:
    """Forget an import, or delete what a pull put into edge's own folder; the hub's cache is never touched.

    Returns what was deleted. Files that another variant here needs stay. Raises ModelError when none is here.
    """
    model = catalog.get(name)
    chosen = model.variant(variant)
    state = installed.load_state()
    imported = state.imported.pop(f"{model.name}/{chosen.name}", None)
    mine = {file.path for file in model.files_of(chosen)}
    others = [
        v
        for v in model.variants
        if v is not chosen and all((installed.folder(model) / f.path).is_file() for f in v.files)
    ]
    shared = {file.path for other in others for file in model.files_of(other)}
    deleted = []
    if imported is None:
        for place in sorted(mine - shared):
            target = installed.folder(model) / place
            if target.is_file():
                target.unlink()
                deleted.append(target)
        if not deleted:
            raise ModelError(
                f"{model.name} ({chosen.name}) is not in edge's folder.", "See: edge models list"
            )
    for place in mine - shared:
        state.pins.pop(f"{model.name}/{place}", None)
    installed.save_state(state)
    return deleted


def _entry(model: CatalogModel, variant: Variant) -> ModelEntry:
    wanted = model.files_of(variant)
    sizes = [file.bytes for file in wanted]
    files = installed.find(model, variant)
    status: Status = "missing"
    problem = hint = ""
    if files:
        state = installed.load_state()
        wrong = [
            at
            for file, at in zip(wanted, files.paths, strict=True)
            if (size := (installed.expected(model, file, state) or file).bytes) and at.stat().st_size != size
        ]
        status = "damaged" if wrong else "here"
        problem = f"{wrong[0]} has the wrong size" if wrong else ""
    if status != "here":
        hint = installed.how_to_get(model, variant)
    return ModelEntry(
        model=model.name, variant=variant.name, kind=model.kind, quantisation=variant.quantisation,
        parameters=model.parameters, licence=model.licence, bytes=sum(sizes) if all(sizes) else 0,
        memory_mb=variant.memory_mb, default=variant.default, status=status,
        place=files.place if files else "",
        paths=list(map(str, files.paths)) if files else [], problem=problem, hint=hint,
    )  # fmt: skip


def _is(path: Path, wanted: installed.Pin) -> bool:
    from edge.engines import digests

    return (not wanted.bytes or path.stat().st_size == wanted.bytes) and digests.sha256(path) == wanted.sha256


def _verify(model: CatalogModel, variant: Variant, golden: bool) -> ModelVerified:
    off: float | None = None
    paths: list[str] = []
    problem = hint = ""
    try:
        paths = list(map(str, installed.verified(model, variant, again=True).paths))
        if golden and model.golden:
            off = golden_scores.largest_distance(model, variant)
    except ModelError as error:
        problem, hint = error.message, error.hint
    return ModelVerified(
        model=model.name, variant=variant.name, ok=not problem, paths=paths, golden=off,
        problem=problem, hint=hint,
    )  # fmt: skip
