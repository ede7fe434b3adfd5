"""Archives (.zip): what they hold, unpacked in memory and never beyond a limit.

Nothing is written, so a member's name leads nowhere; one that would is told all the same.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Iterator

from edge.errors import ReadError
from edge.indexing.readers import formats
from edge.indexing.readers.protocol import ArchiveMember
from edge.text.one_line import one_line

MOST_MEMBERS = 20_000
#: Archives in archives. Each level could multiply what the one before unpacks to.
MOST_NESTED = 2
_LINK = 0o120000
_FORMAT = 0o170000
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError)


def members(data: bytes, most: int) -> list[ArchiveMember]:
    """The files in an archive, those of archives within it as well, by name. `most`: bytes, of each and of
    all together. Raises ReadError when the archive itself cannot be read.
    """
    return sorted(_members(_opened(data), "", most, _Budget(most), 1), key=lambda member: member.name)


def member(data: bytes, name: str, most: int) -> bytes:
    """One member, by the name that `members` gave it. Raises ReadError."""
    archive = _opened(data)
    outer, inner = name, ""
    if name not in archive.NameToInfo:  # of an archive in it
        for info in archive.infolist():
            if name.startswith(f"{info.filename}/") and not info.is_dir():
                outer, inner = info.filename, name[len(info.filename) + 1 :]
    unpacked = _unpacked(archive, archive.getinfo(outer), most)
    return member(unpacked, inner, most) if inner else unpacked


class _Budget:
    """Bytes and members that all archives of one file may come to."""

    def __init__(self, most: int) -> None:
        self.bytes = most
        self.members = MOST_MEMBERS


def _opened(data: bytes) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGED as error:
        raise ReadError(f"damaged: {error}") from error


def _members(
    archive: zipfile.ZipFile, within: str, most: int, left: _Budget, depth: int
) -> Iterator[ArchiveMember]:
    seen: set[str] = set()
    for info in archive.infolist():
        name = within + info.filename
        if info.is_dir() or _hidden(info.filename):
            continue
        left.members -= 1
        if left.members < 0:
            raise ReadError(f"it holds more than {MOST_MEMBERS:,} files", "Unpack it, and index the folder.")
        reason = _refusal(info, seen)
        seen.add(info.filename)
        kind = "" if reason else formats.kind_of_name(info.filename)
        plain = not reason and not kind and formats.tells_little(info.filename)
        if reason or (kind in ("pages", "") and not plain):
            yield ArchiveMember(name, "", info.file_size, reason=reason)
            continue
        if info.file_size > min(most, left.bytes):
            large = f"it unpacks to {info.file_size:,} bytes: too large"
            if info.file_size <= most:
                large = f"{large} beside the others, all together may be {most:,}"
            yield ArchiveMember(name, kind, info.file_size, reason=large)
            continue
        try:
            data = _unpacked(archive, info, most)
        except ReadError as error:
            yield ArchiveMember(name, kind, info.file_size, reason=error.message)
            continue
        kind = formats.found_kind(info.filename, data)
        left.bytes -= len(data)
        if not kind:
            yield ArchiveMember(name, "", len(data))
        elif kind != "archive":
            yield ArchiveMember(name, kind, len(data), hashlib.sha256(data).hexdigest())
        elif depth >= MOST_NESTED:
            yield ArchiveMember(name, kind, len(data), reason=f"in {depth} archives already: not opened")
        else:
            try:
                yield from _members(_opened(data), f"{name}/", most, left, depth + 1)
            except ReadError as error:
                yield ArchiveMember(name, kind, len(data), reason=error.message)


def _refusal(info: zipfile.ZipInfo, seen: set[str]) -> str:
    """Why a member is not even looked at, "" when it is."""
    parts = info.filename.replace("\\", "/").split("/")
    if ".." in parts or parts[0] == "" or ":" in parts[0] or one_line(info.filename) != info.filename:
        return "its name is no name of a file in an archive"
    if info.filename in seen:
        return "another file of the archive has this name"
    if (info.external_attr >> 16) & _FORMAT == _LINK:
        return "a link"
    if info.flag_bits & 0x1:
        return "encrypted: it asks for a password"
    return ""


def _hidden(name: str) -> bool:
    """Hidden as in a folder, or what some programs add for themselves."""
    return any(part.startswith((".", "__MACOSX")) and part != ".." for part in name.split("/"))


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    if info.file_size > most:
        raise ReadError(f"it unpacks to {info.file_size:,} bytes: too large")
    try:
        return archive.read(info)  # no more than it claims, or an error
    except (*_DAMAGED, RuntimeError) as error:
        raise ReadError(f"damaged: {error}") from error
