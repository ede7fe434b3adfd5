"""A bundle becomes what is in force: checked first, unpacked beside, put in force by one rename."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from edge.bundle.carried.check import check
from edge.bundle.carried.environment import make_environment, suits, write_launcher
from edge.bundle.carried.manifest import BundleManifest, numbers
from edge.bundle.carried.place import InstallFolder
from edge.bundle.carried.problem import BundleProblem
from edge.bundle.carried.source import open_source
from edge.bundle.carried.unpack import unpack

#: What an installed wheel takes, as a multiple of the wheel.
_UNPACKED = 4


class InstallProgress(NamedTuple):
    """What follows an installation: `step` takes the name of a step that begins and its bytes, `counted` the
    bytes just done.
    """

    step: Callable[[str, int], None]
    counted: Callable[[int], None]


SILENT = InstallProgress(lambda name, size: None, lambda done: None)


class Installed(NamedTuple):
    """What is in force now. `launcher` starts it; None for a bundle without wheels. `before`: what was."""

    manifest: BundleManifest
    folder: Path
    signer: str
    launcher: Path | None
    before: str
    changed: bool


def install(
    bundle: Path,
    root: Path,
    *,
    signer: Path | None = None,
    downgrade: bool = False,
    progress: InstallProgress = SILENT,
) -> Installed:
    """Install a bundle in a folder. Raises BundleProblem; then the version before is in force, untouched."""
    source = open_source(bundle)
    try:
        manifest = source.manifest
        suits(manifest)
        progress.step("checking", sum(file.bytes for file in manifest.carried))
        checked = check(source, signer, progress.counted)
        place = InstallFolder(root)
        before = place.current()
        base = _allowed(place, manifest, before, downgrade)
        place.make()
        with place.locked() as lock:
            wheels = any(file.path.endswith(".whl") for file in manifest.files)
            changed = before != manifest.id
            if changed:
                _room(place.root, manifest)
                progress.step("unpacking", sum(file.bytes for file in manifest.files))
                folder = unpack(source, place, base, progress.counted)
                if wheels:
                    progress.step("installing", 0)
                    try:
                        make_environment(folder, manifest, lock)
                    except BundleProblem:
                        shutil.rmtree(str(folder), ignore_errors=True)
                        raise
                place.switch(manifest.id)
                place.tidy({manifest.id, before})
            launcher = write_launcher(place.root) if wheels else None
        return Installed(manifest, place.versions / manifest.id, checked.signer, launcher, before, changed)
    except OSError as error:
        raise BundleProblem(
            f"The bundle cannot be installed in {root}: {error}.", "Check the folder, then run it again."
        ) from error
    finally:
        source.close()


def _allowed(place: InstallFolder, new: BundleManifest, before: str, downgrade: bool) -> Path | None:
    """The version that a bundle updates, if it updates one. Raises BundleProblem for one not to come."""
    installed = place.installed()
    old = installed.get(before)
    if old is not None and not downgrade and old.name == new.name:
        for what, was, comes in (("version", old.version, new.version), ("edge", old.edge, new.edge)):
            if numbers(comes) < numbers(was):
                raise BundleProblem(
                    f"{old.name} has {what} {was} here, and the bundle has the older {comes}.",
                    "If that is what you want, add --downgrade.",
                )
    if not new.base:
        return None
    for name, manifest in installed.items():
        if manifest.sha256 == new.base:
            return place.versions / name
    raise BundleProblem(
        f"The bundle updates a version that is not installed in {place.root} (manifest {new.base[:12]}).",
        "Install the whole bundle, or name the folder with --to.",
    )


def _room(root: Path, manifest: BundleManifest) -> None:
    needed = sum(file.bytes * (1 + _UNPACKED * file.path.endswith(".whl")) for file in manifest.files)
    free = shutil.disk_usage(str(root)).free
    if free < needed:
        raise BundleProblem(
            f"It needs {needed / 1e6:.0f} MB, and {root} has {free / 1e6:.0f} MB.",
            "Make room, or name another with --to.",
        )
