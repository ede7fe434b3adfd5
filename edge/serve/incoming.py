"""A file on its way in: under a hidden name that its process holds, then whole, on the disk, under its own.

What a process that was killed left is told by nobody holding it, and removed. (On Windows nothing that is
open can be removed, so there no lock is needed.)
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from edge import durable

_HIDDEN = re.compile(r"\.[0-9a-f]{16}")


class IncomingFile:
    """A file that comes into a folder, which is made where there is none. Every method may wait for a disk,
    and raises OSError.
    """

    def __init__(self, folder: Path) -> None:
        durable.make_folder(folder)
        clear(folder)
        self._folder = folder
        while True:
            self._part = folder / f".{secrets.token_hex(8)}"  # whoever else sends this name has another
            self._file = self._part.open("xb")
            # Whoever clears may have met it between its making and its lock.
            if durable.hold(self._file.fileno(), without=True) and self._part.exists():
                return
            self.drop()

    def write(self, piece: bytes) -> None:
        """What came next of it."""
        self._file.write(piece)

    def keep(self, name: str) -> None:
        """All of it has come: a file of this name is replaced. It is on the disk when this returns."""
        self._file.flush()
        os.fsync(self._file.fileno())
        if os.name == "nt":  # what is open keeps its name there
            self._file.close()
        self._part.replace(self._folder / name)
        durable.sync_folder(self._folder)

    def drop(self) -> None:
        """Leave nothing of it but what was kept."""
        with suppress(OSError):  # what a full disk did not take is tried once more
            self._file.close()
        with suppress(OSError):
            self._part.unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Remove what processes that are gone left in a folder; what another is writing stays."""
    with suppress(OSError):
        for path in [it for it in folder.iterdir() if _HIDDEN.fullmatch(it.name)]:
            with suppress(OSError):
                if os.name == "nt":
                    path.unlink()
                    continue
                with path.open("r+b") as file:
                    if durable.hold(file.fileno(), without=False):
                        path.unlink()


def clear_all(uploads: Path) -> None:
    """`clear` for each folder in here."""
    with suppress(OSError):
        for folder in uploads.iterdir():
            clear(folder)
