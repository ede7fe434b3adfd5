"""States of fixed prompts on disk: what llama.cpp computed for instructions that never change.

Raw bytes with their digest in front, never pickle: a file that changed by a bit is not shown to llama.cpp's
parser. The name is a hash of everything that the state depends on, so a stale state is never found, and needs
no clearing.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

from edge import durable

#: Most bytes kept on disk; the oldest go first.
MAX_STATES = 64 * 1024 * 1024
#: Seconds after which what was begun is of nobody any more.
_LEFT = 3600.0


def write_state(folder: Path, name: bytes, blob: bytes) -> None:
    """One file per state: its digest, then llama.cpp's raw bytes. The oldest go when the folder is full."""
    place = folder / f"{name.hex()[:40]}.state"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        durable.write_whole(place, hashlib.sha256(blob).digest() + blob, lasting=False)
        for left in folder.glob(".*"):  # of a process that was killed
            if place.stat().st_mtime - left.stat().st_mtime > _LEFT:
                left.unlink()
        files = sorted((entry for entry in folder.glob("*.state")), key=lambda entry: entry.stat().st_mtime)
        while sum(entry.stat().st_size for entry in files) > MAX_STATES and len(files) > 1:
            files.pop(0).unlink()


def read_state(folder: Path, name: bytes) -> bytes | None:
    """The raw bytes of a state, or None when there is none or a bit of it is wrong."""
    try:
        data = (folder / f"{name.hex()[:40]}.state").read_bytes()
    except OSError:
        return None
    blob = data[32:]
    return blob if hashlib.sha256(blob).digest() == data[:32] else None
