"""Every byte of a bundle compared with its manifest, before anything of it is used."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from edge.bundle.carried.manifest import BundleFile
from edge.bundle.carried.problem import COPY_AGAIN, BundleProblem
from edge.bundle.carried.signature import check_signature
from edge.bundle.carried.source import Source

#: Called with bytes just done.
Counted = Callable[[int], None]


class Checked(NamedTuple):
    """`signer`: who signed it, "" for nobody; `others`: files beside it that are none of its own."""

    signer: str
    files: int
    bytes: int
    others: list[str]


def check(
    source: Source,
    signer: Path | None = None,
    counted: Counted = lambda done: None,
    *,
    everything: bool = False,
) -> Checked:
    """Signature first, then each file that is carried; `everything`: also those that an update left out.

    Raises BundleProblem naming the first that is wrong.
    """
    signed = check_signature(source.data, source.signature, signer)
    files = source.manifest.files if everything else source.manifest.carried
    for file in files:
        for piece in right_pieces(source, file):
            counted(len(piece))
    return Checked(signed, len(files), sum(file.bytes for file in files), source.others())


def right_pieces(source: Source, file: BundleFile) -> Iterator[bytes]:
    """The contents of a file. Raises BundleProblem at their end when they are not those of the manifest."""
    digest, size = hashlib.sha256(), 0
    for piece in source.pieces(file):
        digest.update(piece)
        size += len(piece)
        yield piece
    if size != file.bytes:
        least = f"more than {file.bytes}" if size > file.bytes else str(size)
        raise BundleProblem(
            f"{file.path} in {source.place} has {least} bytes, and should have {file.bytes}.",
            COPY_AGAIN,
        )
    if digest.hexdigest() != file.sha256:
        raise BundleProblem(
            f"{file.path} in {source.place} has sha256 {digest.hexdigest()}, and should have {file.sha256}.",
            COPY_AGAIN,
        )
