"""sha256 of model files, remembered by size, time and inode: a gigabyte is hashed once, not at each start.

What is remembered serves loading alone: a disk can change bytes without changing size or time, so
`edge models verify` reads every byte again.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import msgspec

from edge import durable, evident, paths
from edge.errors import ModelDamaged, ModelError


def remembered() -> Path:
    """The file that remembers. Deleting it costs a hash of each model at its next use."""
    return paths.home() / "models" / "digests.json"


def sha256(path: Path, *, again: bool = False) -> str:
    """Digest of a file in hexadecimal; with `again`, of its bytes as they are now, whatever is remembered.

    Raises ModelError when it cannot be read.
    """
    try:
        stat = path.stat()
        name = f"{path.resolve()}|{stat.st_size}|{stat.st_mtime_ns}|{stat.st_ino}"
        known = _load()
        if name in known and not again:
            return known[name]
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(
            f"The model file {path} cannot be read: {error}.", "See: edge models list"
        ) from error
    _save({**{k: v for k, v in known.items() if k.split("|", 1)[0] != str(path.resolve())}, name: digest})
    return digest


def verify(path: Path) -> str:
    """Digest of a file that is as its sidecar `NAME.sha256` says, where there is one.

    Raises ModelDamaged with both values otherwise.
    """
    if not path.is_file():
        raise ModelError(f"There is no model file {path}.", "See: edge models list; edge models pull NAME")
    sidecar = path.with_name(path.name + ".sha256")
    words: list[str] = []
    if sidecar.is_file():
        words = evident.text(sidecar.read_bytes(), "replace").split(maxsplit=1)
    digest = sha256(path)
    if words and digest != words[0].lower():
        raise ModelDamaged(
            f"{path} is damaged: its sha256 is {digest}, and should be {words[0]}.",
            f"Fetch it again: edge models pull; or, if you meant to replace it, delete {sidecar.name}",
        )
    return digest


def _load() -> dict[str, str]:
    try:
        return msgspec.json.decode(remembered().read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
        return {}


def _save(known: dict[str, str]) -> None:
    with contextlib.suppress(OSError):  # a read-only home: hash again next time
        durable.write_whole(remembered(), msgspec.json.encode(known), lasting=False)
