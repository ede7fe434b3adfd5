"""A bundle written: an archive or a folder, whole or not at all."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from edge import durable
from edge.bundle.carried.frame import end_of, header_of, padding_of
from edge.bundle.carried.manifest import MANIFEST, SIGNATURE, BundleFile
from edge.bundle.parts import Part
from edge.errors import BundleError, StorageError

Counted = Callable[[int], None]

_PIECE = 1 << 20


def described(part: Part, counted: Counted) -> BundleFile:
    """Size and sha256 of a part, read once."""
    digest, size = hashlib.sha256(), 0
    for piece in pieces_of(part):
        digest.update(piece)
        size += len(piece)
        counted(len(piece))
    return BundleFile(part.path, size, digest.hexdigest())


def write(
    out: Path,
    manifest: bytes,
    signature: bytes | None,
    carried: Sequence[tuple[BundleFile, Part]],
    counted: Counted,
) -> int:
    """Write a bundle beside its place and rename it there: an archive for a name that ends in .tar, else a
    folder. Returns its bytes. Raises StorageError, BundleError for a file that changed meanwhile.
    """
    part = out.with_name(f".{out.name}.{os.getpid()}")
    _clear(out)
    named = [(MANIFEST, manifest)] + ([(SIGNATURE, signature)] if signature is not None else [])
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        archive = out.suffix == ".tar"
        if archive:
            part.touch(exist_ok=False)
        else:
            part.mkdir()
        with _held(part, without=True):
            size = (_archive if archive else _folder)(part, named, carried, counted)
            part.rename(out)
        durable.sync_folder(out.parent)
    except OSError as error:
        raise StorageError(
            f"{out} cannot be written: {error.strerror}.", "Make room, or name another place."
        ) from error
    finally:
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink(missing_ok=True)
    return size


def pieces_of(part: Part) -> Iterator[bytes]:
    """The contents of a part."""
    if isinstance(part.content, bytes):
        yield part.content
        return
    try:
        with part.content.open("rb") as file:
            yield from iter(lambda: file.read(_PIECE), b"")
    except OSError as error:
        raise StorageError(f"{part.content} cannot be read: {error.strerror}.") from error


def _archive(
    path: Path,
    named: Sequence[tuple[str, bytes]],
    carried: Sequence[tuple[BundleFile, Part]],
    counted: Counted,
) -> int:
    with path.open("r+b") as out:
        for name, data in named:
            out.write(header_of(name, len(data)) + data + padding_of(len(data)))
        for file, part in carried:
            out.write(header_of(file.path, file.bytes))
            _copy(file, part, out, counted)
            out.write(padding_of(file.bytes))
        out.write(end_of(out.tell()))
        out.flush()
        os.fsync(out.fileno())
        return out.tell()


def _clear(out: Path) -> None:
    """Remove what runs that were killed left of this bundle, which may be gigabytes; another run holds its
    own.
    """
    left = re.compile(re.escape(f".{out.name}.") + r"[0-9]+")
    with suppress(OSError):
        for path in [it for it in out.parent.iterdir() if left.fullmatch(it.name)]:
            with suppress(OSError), _held(path, without=False) as held:
                if held and path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                elif held:
                    path.unlink()


@contextmanager
def _held(path: Path, *, without: bool) -> Iterator[bool]:
    """Whether a part of a bundle is this run's, until the block ends. Raises OSError."""
    if os.name == "nt":  # a folder cannot be opened there
        yield without
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        yield durable.hold(handle, without=without)
    finally:
        os.close(handle)


def _folder(
    path: Path,
    named: Sequence[tuple[str, bytes]],
    carried: Sequence[tuple[BundleFile, Part]],
    counted: Counted,
) -> int:
    for file, part in carried:
        target = path.joinpath(*file.path.split("/"))
        durable.make_folder(target.parent)
        with target.open("xb") as out:
            _copy(file, part, out, counted)
            out.flush()
            os.fsync(out.fileno())
    for name, data in named:
        durable.write_whole(path / name, data)
    for folder in {path.joinpath(*file.path.split("/")).parent for file, _ in carried}:
        durable.sync_folder(folder)
    return sum(file.bytes for file, _ in carried) + sum(len(data) for _, data in named)


def _copy(file: BundleFile, part: Part, out: BinaryIO, counted: Counted) -> None:
    digest, size = hashlib.sha256(), 0
    for piece in pieces_of(part):
        digest.update(piece)
        size += len(piece)
        if size > file.bytes:
            break
        out.write(piece)
        counted(len(piece))
    if size != file.bytes or digest.hexdigest() != file.sha256:
        raise BundleError(f"{part.content!s:.200} changed while the bundle was made.", "Make it again.")
