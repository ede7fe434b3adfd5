"""Parts of a package as XML: what refers to anything outside of it, or is none, is refused in one voice."""

from __future__ import annotations

import pytest

from edge.errors import ReadError
from edge.indexing.readers.xml import events, pieces


@pytest.mark.parametrize(
    "data",
    [
        b'<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
        b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>',
        b'<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd">%p;]><a/>',
        b'<!DOCTYPE a [<!NOTATION n SYSTEM "x"><!ENTITY u SYSTEM "f" NDATA n>]><a/>',
    ],
)
def test_entities_are_refused_however_xml_is_read(data: bytes) -> None:
    """Their own, a file's, a parameter's or one that is not parsed: element by element, and in runs."""
    for read in (events, pieces):
        with pytest.raises(ReadError, match="defines XML entities"):
            list(read(data, "content.xml"))


@pytest.mark.parametrize(
    "data",
    [
        b"<a>", b"", b"<a><b></a>", b"<a>&unknown;</a>", b'<!DOCTYPE a SYSTEM "a.dtd"><a>&unknown;</a>',
        b"<x:a/>", b'<?xml version="1.0" encoding="x-none"?><a>b</a>', b"<a>\xff</a>",
    ],
)  # fmt: skip
def test_what_is_no_xml_is_told_as_damaged(data: bytes) -> None:
    """Cut off, crossed, of an encoding that nobody knows: an error of the file, never one of edge."""
    for read in (events, pieces):
        with pytest.raises(ReadError, match=r"^damaged: content\.xml: "):
            list(read(data, "content.xml"))


def test_pieces_tell_what_elements_do() -> None:
    """Names without namespaces, attributes, text in CDATA and UTF-16, in the order of the file."""
    text = '<?xml version="1.0" encoding="utf-16"?><o:a xmlns:o="urn:o" o:b="1">x<![CDATA[<y>]]><c/></o:a>'
    told = [(one.kind, one.tag, one.text, dict(one.attributes)) for one in pieces(text.encode("utf-16"), "a")]
    kinds = [one[:2] for one in told if one[0] != "text"]
    assert kinds == [("start", "a"), ("start", "c"), ("end", "c"), ("end", "a")]
    assert "".join(one[2] for one in told) == "x<y>" and told[0][3] == {"b": "1"}
