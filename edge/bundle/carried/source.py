"""A bundle as it lies on a disk or a stick: an archive or a folder. Both give the same files the same way."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from edge.bundle.carried.frame import BLOCK, end_of, header_of, padding_of, size_in
from edge.bundle.carried.manifest import (
    MANIFEST,
    MAX_MANIFEST,
    MAX_SIGNATURE,
    SIGNATURE,
    BundleFile,
    parse_manifest,
)
from edge.bundle.carried.problem import COPY_AGAIN, BundleProblem

PIECE = 1024 * 1024


class Source:
    """Where the files of a bundle come from. `data` and `signature` are its manifest's, as they lie there."""

    def __init__(self, place: Path, data: bytes, signature: bytes | None) -> None:
        self.place = place
        self.data = data
        self.signature = signature
        self.manifest = parse_manifest(data)

    def pieces(self, file: BundleFile) -> Iterator[bytes]:
        """The contents of a file that is carried, unchecked; never more than it should have and one byte."""
        raise NotImplementedError

    def others(self) -> list[str]:
        """What lies beside the files and is none of the bundle's: never looked into."""
        return []

    def close(self) -> None:
        """Let go of it."""


class ArchiveSource(Source):
    """A tar. Its frame is compared at once: every header, the padding, the end, the size of all."""

    def __init__(self, place: Path) -> None:
        self._file = _opened(place)
        try:
            self._size = os.fstat(self._file.fileno()).st_size
            data = self._named(MANIFEST, MAX_MANIFEST)
            if data is None:
                raise _broken(place, "it does not begin with a manifest: no bundle, or compressed")
            super().__init__(place, data, self._named(SIGNATURE, MAX_SIGNATURE))
            self._places = self._compared()
        except BaseException:
            self._file.close()
            raise

    def _named(self, name: str, most: int) -> bytes | None:
        at = self._file.tell()
        size = size_in(self._file.read(BLOCK), name, most)
        if size < 0:
            self._file.seek(at)
            return None
        data = self._file.read(size)
        if len(data) != size or self._file.read(-size % BLOCK) != padding_of(size):
            raise _broken(self._file.name, f"{name} is cut off")
        return data

    def _compared(self) -> dict[str, int]:
        at = self._file.tell()
        headers = [(file, header_of(file.path, file.bytes)) for file in self.manifest.carried]
        body = at + sum(len(header) + file.bytes + -file.bytes % BLOCK for file, header in headers)
        if body + len(end_of(body)) != self._size:
            raise _broken(
                self.place, f"it has {self._size} bytes, and should have {body + len(end_of(body))}"
            )
        places = {}
        for file, header in headers:
            self._expect(at, header, file.path)
            places[file.path] = at + len(header)
            at += len(header) + file.bytes
            self._expect(at, padding_of(file.bytes), file.path)
            at += -file.bytes % BLOCK
        self._expect(at, end_of(body), "its end")
        return places

    def _expect(self, at: int, wanted: bytes, what: str) -> None:
        self._file.seek(at)
        if self._file.read(len(wanted)) != wanted:
            raise _broken(self.place, f"{what} does not stand in it as the manifest says")

    def pieces(self, file: BundleFile) -> Iterator[bytes]:
        self._file.seek(self._places[file.path])
        left = file.bytes
        while left:
            piece = self._file.read(min(PIECE, left))
            if not piece:
                raise _broken(self.place, f"{file.path} is cut off")
            left -= len(piece)
            yield piece

    def close(self) -> None:
        self._file.close()


class FolderSource(Source):
    """A folder. Only files that the manifest names are opened; links are not followed."""

    def __init__(self, place: Path) -> None:
        data = self._small(place / MANIFEST, MAX_MANIFEST)
        if data is None:
            raise _broken(place, f"it has no {MANIFEST}")
        super().__init__(place, data, self._small(place / SIGNATURE, MAX_SIGNATURE))

    def pieces(self, file: BundleFile) -> Iterator[bytes]:
        path = self.place
        for part in file.path.split("/"):
            path = path / part
            if path.is_symlink():
                raise _broken(self.place, f"{file.path} is a link, or lies behind one")
        with _opened(path) as stream:
            left = file.bytes + 1  # one more than there should be: a longer file is seen
            while left:
                piece = stream.read(min(PIECE, left))
                if not piece:
                    break
                left -= len(piece)
                yield piece

    def others(self) -> list[str]:
        known = {file.path for file in self.manifest.files} | {MANIFEST, SIGNATURE}
        found = []
        for parent, _, names in os.walk(str(self.place)):
            for name in names:
                path = Path(parent, name).relative_to(self.place).as_posix()
                if path not in known:
                    found.append(path)
        return sorted(found)

    @staticmethod
    def _small(path: Path, most: int) -> bytes | None:
        if not path.exists() and not path.is_symlink():
            return None
        if path.is_symlink():
            raise _broken(path.parent, f"{path.name} is a link")
        with _opened(path) as stream:
            data = stream.read(most + 1)
        if len(data) > most:
            raise _broken(path.parent, f"{path.name} is too large")
        return data


def open_source(place: Path) -> Source:
    """A bundle, its frame compared, its contents not yet. Raises BundleProblem."""
    try:
        if not place.exists() and not place.is_symlink():
            raise BundleProblem(f"There is no bundle {place}.", "Name an archive or a folder.")
        return FolderSource(place) if place.is_dir() else ArchiveSource(place)
    except (OSError, ValueError) as error:
        raise BundleProblem(
            f"The bundle {place} cannot be read: {error}.", "Name an archive or a folder."
        ) from error


def _opened(path: Path) -> BinaryIO:
    """A regular file, open for reading. A pipe, a device or a link is refused, and nothing waits for one."""
    try:
        handle = os.open(str(path), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise BundleProblem(f"{path} cannot be read: {error.strerror}.", COPY_AGAIN) from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise BundleProblem(
            f"{path} is not a file.", "Name an archive or a folder that edge bundle create made."
        )
    return os.fdopen(handle, "rb")


def _broken(place: object, why: str) -> BundleProblem:
    return BundleProblem(f"The bundle {place} is not whole, or not one: {why}.", COPY_AGAIN)
