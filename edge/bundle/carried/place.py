"""Where bundles are installed: a folder with one version in force, the one before it, and nothing half done.

    FOLDER/current                 the name of the version in force: one small file, replaced by one rename
    FOLDER/versions/ID/            the files of a version as its manifest says, and its environment (venv/)
    FOLDER/staging/ID/             what is being unpacked; a later run goes on with it
    FOLDER/bin/edge                starts the version in force

A version counts when `current` names it. Before that rename the old one is in force,
after it the new one.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from edge.bundle.carried.manifest import MANIFEST, MAX_MANIFEST, BundleManifest, parse_manifest
from edge.bundle.carried.problem import BundleProblem

LOCK = "bundle.lock"
READY = "ready"  # beside the environment of a version, once it is whole

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,200}")
_OURS = {"current", "current.part", "versions", "staging", "bin", LOCK}


class InstallFolder:
    """The folder that bundles are installed in. Nothing is created by looking."""

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.abspath(str(root)))  # noqa: PTH100  links stay as they were typed
        self.versions = self.root / "versions"
        self.staging = self.root / "staging"

    def current(self) -> str:
        """The version in force; "" when none is."""
        try:
            name = (self.root / "current").read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            return ""
        return name if _ID.fullmatch(name) and (self.versions / name / MANIFEST).is_file() else ""

    def installed(self) -> dict[str, BundleManifest]:
        """Every version that lies here, by name. What cannot be read is left out."""
        found = {}
        for folder in sorted(self.versions.glob("*")) if self.versions.is_dir() else []:
            try:
                with (folder / MANIFEST).open("rb") as file:
                    found[folder.name] = parse_manifest(file.read(MAX_MANIFEST + 1))
            except (OSError, BundleProblem):
                continue
        return found

    def make(self) -> None:
        """Create the folder. Raises BundleProblem where something else lies there."""
        for path in (self.root, self.versions, self.staging):
            if path.is_symlink() and path != self.root:
                raise BundleProblem(f"{path} is a link.", "Name another folder with --to.")
        if self.root.exists() and not self.root.is_dir():
            raise BundleProblem(f"{self.root} is not a folder.", "Name another with --to.")
        if self.root.is_dir() and not (self.root / LOCK).exists():
            strange = sorted({path.name for path in self.root.iterdir()} - _OURS)
            if strange:
                raise BundleProblem(
                    f"{self.root} holds other things ({strange[0]}).",
                    "Name a new or an empty folder with --to.",
                )
        try:
            for path in (self.versions, self.staging):
                path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BundleProblem(
                f"{self.root} cannot be written: {error.strerror}.", "Name another with --to."
            ) from error

    @contextmanager
    def locked(self) -> Iterator[int]:
        """One installation at a time. Gives the handle that holds the lock: a process that inherits it holds
        it too, when the one that started it is gone. Raises BundleProblem.
        """
        with (self.root / LOCK).open("a+b") as file:
            try:
                if os.name == "nt":
                    import msvcrt

                    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
                else:
                    import fcntl

                    fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise BundleProblem(
                    f"Something else is being installed in {self.root}.", "Wait until it has ended."
                ) from error
            yield file.fileno()

    def switch(self, name: str) -> None:
        """Put a version in force: one rename."""
        part = self.root / "current.part"
        with part.open("w", encoding="ascii") as file:
            file.write(name + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(str(part), str(self.root / "current"))  # noqa: PTH105
        sync_folder(self.root)

    def tidy(self, kept: set[str]) -> None:
        """Remove versions but these, and whatever was being unpacked."""
        for folder in [*self.versions.glob("*"), *self.staging.glob("*")]:
            if folder.parent == self.staging or folder.name not in kept:
                shutil.rmtree(str(folder), ignore_errors=True)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable. Windows has no such call and needs none."""
    if os.name == "nt":
        return
    handle = os.open(str(folder), os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
