"""States of fixed prompts on disk: what llama.cpp computed for instructions that never change.

Raw bytes with their digest in front, never pickle: a file that changed by a bit is not shown to llama.cpp's
parser. The name is a hash of everything that the state depends on, so a stale state is never found, and needs
no clearing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

#: Most bytes kept on disk; the oldest go first.
MAX_STATES = 64 * 1024 * 1024


def write_state(folder: Path, name: bytes, blob: bytes) -> None:
    """One file per state: its digest, then llama.cpp's raw bytes. The oldest go when the folder is full."""
    place = folder / f"{name.hex()[:40]}.state"
    part = folder / f".{name.hex()[:40]}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        part.write_bytes(hashlib.sha256(blob).digest() + blob)
        part.replace(place)
        files = sorted((entry for entry in folder.glob("*.state")), key=lambda entry: entry.stat().st_mtime)
        while sum(entry.stat().st_size for entry in files) > MAX_STATES and len(files) > 1:
            files.pop(0).unlink()
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def read_state(folder: Path, name: bytes) -> bytes | None:
    """The raw bytes of a state, or None when there is none or a bit of it is wrong."""
    try:
        data = (folder / f"{name.hex()[:40]}.state").read_bytes()
    except OSError:
        return None
    blob = data[32:]
    return blob if hashlib.sha256(blob).digest() == data[:32] else None
