"""Bundles that are there already: checked, listed, installed, for the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from edge import paths
from edge.bundle.as_errors import as_errors
from edge.bundle.carried.check import check
from edge.bundle.carried.installation import SILENT, InstallProgress
from edge.bundle.carried.installation import install as install_bundle
from edge.bundle.carried.manifest import BundleManifest
from edge.bundle.carried.place import InstallFolder
from edge.bundle.carried.source import Source, open_source
from edge.records.bundle import BundleInstalled, BundleListing, BundleVerified, InstalledBundle


def verify(bundle: Path, signer: Path | None = None, progress: InstallProgress = SILENT) -> BundleVerified:
    """Compare every byte of a bundle, or of what is installed in a folder. Raises BundleError."""
    with as_errors(), _opened(bundle) as (source, installed):
        files = source.manifest.files if installed else source.manifest.carried
        progress.step("checking", sum(file.bytes for file in files))
        found = check(source, signer, progress.counted, everything=installed)
    manifest = source.manifest
    return BundleVerified(
        bundle=str(bundle), id=manifest.id, name=manifest.name, version=manifest.version, edge=manifest.edge,
        platform=manifest.platform, python=manifest.python, base=manifest.base, files=found.files,
        bytes=found.bytes, signer=found.signer, others=[] if installed else found.others,
    )  # fmt: skip


def install(
    bundle: Path,
    root: Path,
    *,
    signer: Path | None = None,
    downgrade: bool = False,
    progress: InstallProgress = SILENT,
) -> BundleInstalled:
    """Install a bundle in a folder, as its own install.py does. Raises BundleError."""
    with as_errors():
        done = install_bundle(bundle, root, signer=signer, downgrade=downgrade, progress=progress)
    return BundleInstalled(
        id=done.manifest.id, folder=str(done.folder), launcher=str(done.launcher or ""), signer=done.signer,
        before=done.before, changed=done.changed,
    )  # fmt: skip


def listing(root: Path) -> BundleListing:
    """What is installed in a folder, and which bundle this edge is part of."""
    place = InstallFolder(root)
    current = place.current()
    running = paths.bundle()
    return BundleListing(
        folder=str(place.root),
        running=str(running or ""),
        bundles=[
            InstalledBundle(
                id=name, name=one.name, version=one.version, edge=one.edge, platform=one.platform,
                python=one.python, files=len(one.files), bytes=sum(file.bytes for file in one.files),
                current=name == current,
            )
            for name, one in place.installed().items()
        ],
    )  # fmt: skip


def manifest_at(path: Path) -> BundleManifest:
    """The manifest of a bundle, or of what is installed in a folder. Raises BundleError."""
    with as_errors(), _opened(path) as (source, _):
        return source.manifest


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Source, bool]]:
    place = InstallFolder(path)
    current = place.current()
    source = open_source(place.versions / current if current else path)
    try:
        yield source, bool(current)
    finally:
        source.close()
