"""Documents that are archives of XML (Word, PowerPoint, OpenDocument, EPUB): their parts, bounded."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple
from urllib.parse import unquote

from edge.errors import ReadError
from edge.indexing.structure.document import stated

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element
    from xml.parsers.expat import XMLParserType

#: Unpacked bytes of one part, and of all parts that are read of one document: a book holds a few million.
MOST_PART = 256 * 1024 * 1024
#: No honest document has more parts.
MOST_PARTS = 50_000
_FED = 1 << 16  # bytes given to the parser at once
_AGAIN = "Open and save it again with the program it is from."
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
                f"encrypted, or an Office file of before 2007 named {suffix}",
                f"Save it as {suffix} without a password.",
            )
        if not data.startswith(b"PK"):
            raise ReadError(f"not a {suffix} file: it is no archive", "Is its name right?")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise ReadError(f"damaged: {error}", _AGAIN) from error
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
        from xml.etree.ElementTree import ParseError

        from defusedxml import DefusedXmlException
        from defusedxml.ElementTree import fromstring

        try:
            root: Element = fromstring(self.read(name))
        except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
            raise _no_xml(name, error) from error
        return root

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


def events(data: bytes, name: str) -> Iterator[tuple[str, Element]]:
    """XML as the starts and ends of its elements. Raises ReadError for what is no XML or defines entities."""
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    try:
        yield from iterparse(io.BytesIO(data), events=("start", "end"))
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise _no_xml(name, error) from error


_NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})


class XmlPiece(NamedTuple):
    """The start or end of an element, or a run of text; names without namespaces."""

    kind: Literal["start", "end", "text"]
    tag: str
    text: str = ""
    attributes: Mapping[str, str] = _NO_ATTRIBUTES


def pieces(data: bytes, name: str) -> Iterator[XmlPiece]:
    """XML in the order in which it is written, text included, without a tree. Raises ReadError like
    `events`.
    """
    from xml.parsers import expat

    told = _Told()
    parser = told.parser()
    try:
        for at in range(0, len(data), _FED):
            parser.Parse(data[at : at + _FED], False)
            yield from told.taken()
        parser.Parse(b"", True)
        yield from told.taken()
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise ReadError(f"damaged: {name}: {error}", _AGAIN) from error
    except _DefinesEntities as error:
        raise _entities(name) from error


class _DefinesEntities(Exception):
    """A document type that says what an entity stands for, or where that is to be found."""


class _Told:
    """What the parser told since it was last asked. It is asked of Expat itself: a large sheet is millions of
    pieces, and each layer in between takes as long as the parser does.
    """

    def __init__(self) -> None:
        self._pieces: list[XmlPiece] = []
        self._names: dict[str, str] = {}  # of attributes: with and without their namespaces
        self._edges: dict[str, tuple[XmlPiece, XmlPiece]] = {}  # of each element, one for all

    def parser(self) -> XMLParserType:
        """One that tells its pieces here, and refuses what refers to anything else."""
        from xml.parsers import expat

        parser = expat.ParserCreate(namespace_separator="}")
        parser.buffer_text = True
        parser.ordered_attributes = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.DefaultHandlerExpand = self._other
        parser.EntityDeclHandler = parser.UnparsedEntityDeclHandler = _refuse
        parser.ExternalEntityRefHandler = _refuse
        return parser

    def taken(self) -> list[XmlPiece]:
        taken, self._pieces = self._pieces, []
        return taken

    def _start(self, tag: str, flat: list[str]) -> None:
        start, _ = self._edges.get(tag) or self._edge(tag)
        if flat:
            names = self._names
            attributes = {}
            for at in range(0, len(flat), 2):
                written = flat[at]
                name = names.get(written)
                if name is None:
                    name = names[written] = local(written)
                attributes[name] = flat[at + 1]
            start = XmlPiece("start", start[1], "", attributes)
        self._pieces.append(start)

    def _end(self, tag: str) -> None:
        self._pieces.append((self._edges.get(tag) or self._edge(tag))[1])

    def _edge(self, written: str) -> tuple[XmlPiece, XmlPiece]:
        name = local(written)
        edge = self._edges[written] = XmlPiece("start", name), XmlPiece("end", name)
        return edge

    def _data(self, text: str) -> None:
        self._pieces.append(XmlPiece("text", "", text))

    def _other(self, text: str) -> None:
        if text.startswith("&"):  # what it stands for is said outside of the file, if anywhere
            raise ValueError(f"undefined entity {text[:40]}")


def _refuse(*_: object) -> int:
    raise _DefinesEntities


def local(tag: object) -> str:
    """The name of an element or attribute without its namespace."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def value(element: Element | None, name: str) -> str | None:
    """An attribute by its name without a namespace; None where it, or the element, is missing."""
    for key, text in element.items() if element is not None else ():
        if local(key) == name:
            return text
    return None


def child(element: Element | None, *path: str) -> Element | None:
    """The first element below by names without namespaces; None where there is none."""
    for name in path:
        below = element if element is not None else ()
        element = next((one for one in below if local(one.tag) == name), None)
    return element


def children(element: Element | None, *path: str) -> list[Element]:
    """What stands in the element below by names without namespaces, or in this one; none where there is none.
    (An element without children is false: `child(...) or ()` warns.)
    """
    below = child(element, *path)
    return [] if below is None else list(below)


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


def whole(text: str | None) -> int:
    """A number as it stands in an attribute; 0 for what is none, or beyond any use."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else 0


def _no_xml(name: str, error: Exception) -> ReadError:
    from defusedxml import DefusedXmlException

    if isinstance(error, DefusedXmlException):
        return _entities(name)
    return ReadError(f"damaged: {name}: {error}", _AGAIN)


def _entities(name: str) -> ReadError:
    return ReadError(f"refused: {name} defines XML entities", "No program of honest documents does.")
