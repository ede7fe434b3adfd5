"""XML of documents, parsed by what refuses entities: events, pieces, and what is asked of an element."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from edge.errors import ReadError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element
    from xml.parsers.expat import XMLParserType

_FED = 1 << 16  # bytes given to the parser at once
AGAIN = "Open and save it again with the program it is from."


def tree(data: bytes, name: str) -> Element:
    """XML as a tree. Raises ReadError for what is no XML or defines entities; `name`: of the part."""
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(data)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise _no_xml(name, error) from error
    return root


def events(data: bytes, name: str) -> Iterator[tuple[str, Element]]:
    """XML as the starts and ends of its elements. Raises ReadError as `tree` does."""
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
    """XML in the order in which it is written, text included. Raises ReadError as `tree` does."""
    from xml.parsers import expat

    collector = _PieceCollector()
    parser = collector.parser()
    try:
        for at in range(0, len(data), _FED):
            parser.Parse(data[at : at + _FED], False)
            yield from collector.taken()
        parser.Parse(b"", True)
        yield from collector.taken()
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise ReadError(f"damaged: {name}: {error}", AGAIN) from error
    except _DefinesEntities as error:
        raise _entities(name) from error


class _DefinesEntities(Exception):
    """A document type that says what an entity stands for, or where that is to be found."""


class _PieceCollector:
    """Pieces that Expat found since they were last taken. Nothing stands in between: a large sheet is
    millions of them, and each layer takes as long as the parser does.
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


def integer(text: str | None) -> int:
    """A number as it stands in an attribute; 0 for what is none, or beyond any use."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else 0


def _no_xml(name: str, error: Exception) -> ReadError:
    from defusedxml import DefusedXmlException

    if isinstance(error, DefusedXmlException):
        return _entities(name)
    return ReadError(f"damaged: {name}: {error}", AGAIN)


def _entities(name: str) -> ReadError:
    return ReadError(f"refused: {name} defines XML entities", "No program of honest documents does.")
