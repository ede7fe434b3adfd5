"""Where a model's files are on this device, and whether they are the right ones.

Looked at in this order: what ships with edge, files imported in place, the installed bundle, the Hugging
Face cache (read-only, never copied), edge's own models folder. A file counts as right when its size and
sha256 are those pinned here, else those of the bundle, else those of the catalog; a second-hand or unknown
digest is pinned at the first pull or import.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from edge import durable
from edge import paths as files
from edge.engines import digests
from edge.errors import ModelDamaged, ModelError, StorageError
from edge.records.catalog import CatalogModel, ModelFile, Variant

SHIPPED, IMPORTED, BUNDLE = "shipped", "imported", "bundle"
CACHE, OWN = "Hugging Face cache", "models folder"


class InstalledFiles(NamedTuple):
    """All files of a variant, in the order of `CatalogModel.files_of`."""

    place: str
    paths: list[Path]


class Pin(msgspec.Struct, frozen=True, kw_only=True):
    """What a file was when it came. `came`: pull, import, bundle or cache."""

    bytes: int
    sha256: str
    came: str


class _BundleEntry(msgspec.Struct):
    path: str
    bytes: int
    sha256: str


class _BundleManifest(msgspec.Struct):
    files: list[_BundleEntry]


class InstalledState(msgspec.Struct, kw_only=True):
    """`models/installed.json` in the user's folder."""

    pins: dict[str, Pin] = {}  # "<model>/<path>"
    imported: dict[str, dict[str, str]] = {}  # "<model>/<variant>" -> path in repository -> absolute path


def folder(model: CatalogModel) -> Path:
    """Where a pulled model's files go: a folder that can be carried to another machine whole."""
    return files.home() / "models" / model.name


def state_file() -> Path:
    """The record of pins and imports."""
    return files.home() / "models" / "installed.json"


def load_state() -> InstalledState:
    """The record; empty when there is none. Raises StorageError when it cannot be read."""
    try:
        return msgspec.json.decode(state_file().read_bytes(), type=InstalledState)
    except FileNotFoundError:
        return InstalledState()
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise StorageError(
            f"{state_file()} cannot be read: {error}.", "Delete it; then run: edge models verify"
        ) from error


def save_state(state: InstalledState) -> None:
    """Write the record, whole or not at all. Raises StorageError."""
    place = state_file()
    try:
        durable.write_whole(place, msgspec.json.format(msgspec.json.encode(state), indent=2))
    except OSError as error:
        raise StorageError(
            f"{place} cannot be written: {error}.", "Check the folder, or set EDGE_HOME."
        ) from error


def hub_cache(environ: Mapping[str, str] = os.environ) -> Path:
    """The Hugging Face cache, by the hub's own rules: HF_HUB_CACHE, HF_HOME/hub,
    XDG_CACHE_HOME/huggingface/hub.
    """
    if environ.get("HF_HUB_CACHE"):
        return files.expanded(environ["HF_HUB_CACHE"])
    if environ.get("HF_HOME"):
        return files.expanded(environ["HF_HOME"]) / "hub"
    base = environ.get("XDG_CACHE_HOME")
    return (files.expanded(base) if base else Path(files.user_home(), ".cache")) / "huggingface" / "hub"


def find(model: CatalogModel, variant: Variant) -> InstalledFiles | None:
    """The first place that holds every file of the variant, unchecked; None when none does."""
    wanted = model.files_of(variant)
    for place, candidates in _places(model, variant):
        paths = [
            candidates / file.path if isinstance(candidates, Path) else candidates.get(file.path)
            for file in wanted
        ]
        if all(path is not None and path.is_file() for path in paths):
            return InstalledFiles(place, [path for path in paths if path is not None])
    return None


def locate(model: CatalogModel, variant: Variant) -> InstalledFiles:
    """As `find`. Raises ModelError with the command that gets the files."""
    files = find(model, variant)
    if files is None:
        raise ModelError(
            f"The model {model.name} ({variant.name}) is not on this device.", how_to_get(model, variant)
        )
    return files


def verified(model: CatalogModel, variant: Variant, *, again: bool = False) -> InstalledFiles:
    """As `locate`, and every file is right: ModelDamaged names the one that is not, and the repair.

    A file of a gigabyte is hashed once; later calls compare its size, times and inode only, unless `again`.
    """
    installed = locate(model, variant)
    state = load_state()
    for file, path in zip(model.files_of(variant), installed.paths, strict=True):
        _check(model, variant, file, path, state, again=again)
    return installed


def expected(model: CatalogModel, file: ModelFile, state: InstalledState) -> Pin | None:
    """Size and digest that a file must have: as pinned here, else as in the installed bundle, else as in
    the catalog; None: nobody knows.
    """
    pinned = state.pins.get(f"{model.name}/{file.path}") or _bundled(model, file)
    if pinned:
        return pinned
    return Pin(bytes=file.bytes, sha256=file.sha256, came=file.digest) if file.sha256 else None


def pin(model: CatalogModel, file: ModelFile, path: Path, came: str, state: InstalledState) -> str:
    """Check a file that just came and pin it. Returns a warning, or "".

    Raises ModelDamaged when a digest we verified ourselves differs, the size does, or a tokenizer that
    nobody vouches for hangs or ends what reads it.
    """
    size, digest = path.stat().st_size, digests.sha256(path)
    warning = ""
    if file.digest == "verified" and digest != file.sha256:
        raise ModelDamaged(
            f"{path} has sha256 {digest}, not {file.sha256}.", "It is not the file of the catalog."
        )
    if file.digest == "second-hand" and digest != file.sha256:
        warning = (
            f"{file.path}: sha256 {digest} differs from the second-hand {file.sha256}; pinned as it came."
        )
    elif file.digest == "second-hand":
        warning = f"{file.path}: as the second-hand digest says; pinned."
    elif file.digest == "unknown":
        warning = f"{file.path}: no digest was known; pinned as it came: {digest}."
    if file.digest != "verified" and path.name == "tokenizer.json":
        from edge.engines.onnx import tokenizer_check

        tokenizer_check.check(path)
    state.pins[f"{model.name}/{file.path}"] = Pin(bytes=size, sha256=digest, came=came)
    return warning


def how_to_get(model: CatalogModel, variant: Variant) -> str:
    """The command that fetches a variant."""
    if model.shipped:
        return "Get it again: pip install --force-reinstall edge-answers"
    name = model.name if variant.default else f"{model.name} --variant {variant.name}"
    if not model.origin(variant)[0]:
        recipe = model.recipe.replace("{variant}", variant.name)
        return f"Make it: {recipe}; or bring it: edge models import FOLDER --model {name}"
    return f"Run: edge models pull {name}; or bring it: edge models import FOLDER --model {name}"


def _places(model: CatalogModel, variant: Variant) -> Iterator[tuple[str, Path | dict[str, Path]]]:
    if model.shipped:
        yield SHIPPED, files.model()
    imported = load_state().imported.get(f"{model.name}/{variant.name}")
    if imported:
        yield IMPORTED, {name: Path(path) for name, path in imported.items()}
    if carried := files.bundle():
        yield BUNDLE, carried / "models" / model.name
    repository, revision = model.origin(variant)
    if repository:
        snapshots = hub_cache() / ("models--" + repository.replace("/", "--")) / "snapshots"
        for name in _revisions(snapshots.parent, revision):
            yield CACHE, snapshots / name
    yield OWN, folder(model)


def _bundled(model: CatalogModel, file: ModelFile) -> Pin | None:
    carried = files.bundle()
    return _pins_of(carried / "manifest.json").get(f"models/{model.name}/{file.path}") if carried else None


@cache
def _pins_of(manifest: Path) -> dict[str, Pin]:
    """Size and digest of every file of a bundle, which were compared when it was installed."""
    try:
        held = msgspec.json.decode(manifest.read_bytes(), type=_BundleManifest).files
    except (OSError, msgspec.MsgspecError, UnicodeError) as error:
        raise StorageError(f"{manifest} cannot be read: {error}.", "Install the bundle again.") from error
    return {one.path: Pin(bytes=one.bytes, sha256=one.sha256, came="bundle") for one in held}


def _revisions(repository: Path, revision: str) -> list[str]:
    """The snapshot that a revision names, then any other that is there, newest first."""
    named = revision
    with suppress(OSError, UnicodeDecodeError):
        named = (repository / "refs" / revision).read_text(encoding="ascii").strip() or revision
    try:
        held = sorted((repository / "snapshots").iterdir(), key=lambda path: -path.stat().st_mtime)
    except OSError:
        return []
    return sorted((path.name for path in held), key=lambda name: name != named)


def _check(
    model: CatalogModel, variant: Variant, file: ModelFile, path: Path, state: InstalledState, *, again: bool
) -> None:
    mend = how_to_get(model, variant)
    wanted = expected(model, file, state)
    size = path.stat().st_size
    known = (wanted or file).bytes
    if known and size != known:
        raise ModelDamaged(f"{path} has {size} bytes, and should have {known}.", mend)
    if wanted is None:
        blob = path.resolve().name  # the hub's cache calls a large file by its sha256
        if not re.fullmatch(r"[0-9a-f]{64}", blob):
            raise ModelError(
                f"Nobody has said what the sha256 of {path} should be.",
                f"If you trust it, pin it: edge models import {path.parent} --model {model.name}"
                f" --variant {variant.name}",
            )
        wanted = Pin(bytes=size, sha256=blob, came="cache")
    digest = digests.sha256(path, again=again)
    if digest != wanted.sha256:
        if wanted.came == "second-hand":
            mend = (
                "That digest is second-hand. If you trust this file, pin it: "
                f"edge models import {path.parent} --model {model.name} --variant {variant.name}. {mend}"
            )
        raise ModelDamaged(f"{path} has sha256 {digest}, and should have {wanted.sha256}.", mend)
