"""The files of a bundle, written where they will be found: each whole and right, or not there."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from edge.bundle.carried.check import right_pieces
from edge.bundle.carried.manifest import MANIFEST, SIGNATURE, BundleFile
from edge.bundle.carried.place import InstallFolder, sync_folder
from edge.bundle.carried.problem import BundleProblem
from edge.bundle.carried.source import FolderSource, Source

_PART = ".unpacking"


def unpack(source: Source, place: InstallFolder, base: Path | None, counted: Callable[[int], None]) -> Path:
    """Write every file below staging, then rename that folder to its version's. Returns it.

    What an earlier run left there is compared and kept. `base`: the version that has the files which the
    bundle leaves out. Raises BundleProblem.
    """
    manifest = source.manifest
    staged, final = place.staging / manifest.id, place.versions / manifest.id
    if final.exists():  # a run that ended before this version was in force: looked at like any leftover
        if staged.exists():
            shutil.rmtree(str(staged))
        final.rename(staged)
    kept = FolderSource(base) if base else None
    folders = {staged}
    staged.mkdir(exist_ok=True)
    for file in manifest.files:
        target = staged.joinpath(*file.path.split("/"))
        _make_folders(staged, target.parent)
        folders.add(target.parent)
        if not _is(target, file):
            _write(target, right_pieces(kept if file.kept and kept else source, file))
        counted(file.bytes)
    if source.signature is not None:
        _write(staged / SIGNATURE, iter([source.signature]))
    elif (staged / SIGNATURE).exists():
        (staged / SIGNATURE).unlink()
    _write(staged / MANIFEST, iter([source.data]))
    for folder in folders:
        sync_folder(folder)
    staged.rename(final)
    sync_folder(place.staging)
    sync_folder(place.versions)
    return final


def _write(target: Path, pieces: Iterator[bytes]) -> None:
    part = target.with_name(target.name + _PART)
    if part.is_symlink() or part.exists():
        part.unlink()
    try:
        with part.open("xb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        os.replace(str(part), str(target))  # noqa: PTH105
    except OSError as error:
        raise BundleProblem(
            f"{target} cannot be written: {error.strerror}.", "Make room, then run it again."
        ) from error


def _is(path: Path, file: BundleFile) -> bool:
    """Whether a file that an earlier run left is the one that belongs there."""
    if path.is_symlink() or not path.is_file() or path.stat().st_size != file.bytes:
        return False
    with path.open("rb") as stream:
        digest = hashlib.sha256()
        for piece in iter(lambda: stream.read(1 << 20), b""):
            digest.update(piece)
    return digest.hexdigest() == file.sha256


def _make_folders(root: Path, folder: Path) -> None:
    for path in [*reversed(folder.parents), folder]:
        if path != root and root in path.parents:
            if path.is_symlink():
                path.unlink()
            path.mkdir(exist_ok=True)
