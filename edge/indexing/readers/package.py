"""Documents that are archives of XML (Word, PowerPoint, OpenDocument, EPUB): their parts, bounded."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from edge.errors import ReadError
from edge.indexing.readers.xml import AGAIN, children, events, local, tree
from edge.indexing.structure.document import stated

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: Unpacked bytes of one part, and of all parts that are read of one document: a book holds a few million.
MOST_PART = 256 * 1024 * 1024
#: No honest document has more parts.
MOST_PARTS = 50_000
UNLOCK = "Save a copy without one and index that."
#: An old Office file; a newer one that is encrypted hides in such a container too.
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


#: A part that every file of a kind has, and the usual suffix of those files.
_PARTS_OF_KINDS = {"word/document.xml": ".docx", "xl/workbook.xml": ".xlsx", "ppt/presentation.xml": ".pptx",
                   "META-INF/container.xml": ".epub"}  # fmt: skip


class Package:
    """An archive in memory, of which only the parts asked for are unpacked. Raises ReadError for one that is
    damaged, encrypted, or made to unpack without end.
    """

    def __init__(self, data: bytes, suffix: str) -> None:
        if data.startswith(_OLE):
            raise ReadError(
                f"encrypted, or an Office file from before 2007, named {suffix}",
                f"Save it as {suffix} without a password.",
            )
        if not data.startswith(b"PK"):
            raise ReadError(f"not a {suffix} file: it is no archive", "Is its name right?")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise ReadError(f"damaged: {error}", AGAIN) from error
        self.names = frozenset(self._zip.namelist())
        if (other := self._kind(suffix)) is not None:
            raise ReadError(f"a {other} file under another name", f"Rename it to end in {other}.")
        if len(self.names) > MOST_PARTS:
            raise ReadError(f"it has {len(self.names):,} parts; the limit is {MOST_PARTS:,}")
        self._left = MOST_PART

    def _kind(self, suffix: str) -> str | None:
        """The suffix that the parts tell, where it is of another kind than the one that the file has."""
        for part, kind in _PARTS_OF_KINDS.items():
            if part in self.names and not suffix.startswith(kind[:3]):
                return kind
        return None

    def read(self, name: str) -> bytes:
        """One part, unpacked. Raises ReadError when it is missing or too large."""
        try:
            info = self._zip.getinfo(name)
            if info.flag_bits & 0x1:
                raise ReadError("encrypted: it asks for a password", UNLOCK)
            if info.file_size > self._left:
                raise ReadError(f"its parts unpack to more than {MOST_PART // 1024**2} MB")
            # zipfile gives no more than the size that the part claims.
            data = self._zip.read(info)
        except KeyError:
            raise ReadError(f"damaged: it has no part {name}") from None
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as error:
            raise ReadError(f"damaged: {name}: {error}") from error
        self._left -= len(data)
        return data

    def root(self, name: str) -> Element | None:
        """A small part of XML as a tree, None where it is missing. Raises ReadError for one that is none."""
        if name not in self.names:
            return None
        return tree(self.read(name), name)

    def events(self, name: str) -> Iterator[tuple[str, Element]]:
        """A part of XML as the starts and ends of its elements, forgotten behind each end."""
        yield from events(self.read(name), name)

    def related(self, name: str) -> dict[str, tuple[str, str]]:
        """What a part of an Office file refers to: id -> (last word of its type, name of the part)."""
        folder, _, file = name.rpartition("/")
        root = self.root(f"{folder}/_rels/{file}.rels" if folder else f"_rels/{file}.rels")
        found: dict[str, tuple[str, str]] = {}
        for one in root if root is not None else ():
            if one.get("TargetMode") != "External":
                kind = (one.get("Type") or "").rpartition("/")[2]
                found[one.get("Id") or ""] = (kind, resolved(folder, one.get("Target") or ""))
        return found


def stated_title(root: Element | None) -> str:
    """The title in a meta.xml of OpenDocument, "" where it states none."""
    titles = (one.text or "" for one in children(root, "meta") if local(one.tag) == "title")
    return stated(next(titles, ""))


def refuse_encrypted(package: Package) -> None:
    """Raises ReadError for an OpenDocument file that asks for a password."""
    for entry in children(package.root("META-INF/manifest.xml")):
        if any(local(part.tag) == "encryption-data" for part in entry):
            raise ReadError("encrypted: it asks for a password", UNLOCK)


def resolved(folder: str, target: str) -> str:
    """The name of the part that a relative address leads to; never out of the archive."""
    target = unquote(target.partition("#")[0])
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
