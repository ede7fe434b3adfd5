"""Books with notes and boxes in the margin; files under the names of others."""

from __future__ import annotations

import pytest
from office import docx, epub, paragraph, xlsx

from edge.errors import ReadError
from edge.indexing.readers import epub as books
from edge.indexing.readers.office import opendocument, sheets, word

pytest.importorskip("defusedxml", reason="the extra docs is not installed")


def test_boxes_and_notes_of_a_book() -> None:
    """Boxes in the margin are text, marks of notes are no digits, numbers of printed pages no words."""
    body = (
        '<h1>Spring</h1><p>Sow in April.<a epub:type="noteref" href="#n">1</a></p>'
        '<span epub:type="pagebreak" id="p12">12</span><aside class="sidebar">'
        "<h3>Tip</h3><p>Water at dusk.</p></aside>"
    )
    document = books.read(epub({"a.xhtml": body}), "a.epub")
    assert document.pages[0].text == "Spring\n\nSow in April.[1]\n\nTip\n\nWater at dusk."
    assert document.unread is None


def test_a_part_that_the_spine_names_again_is_no_second_chapter() -> None:
    """A chapter is read once, as the format has it: a file of some bytes cannot ask for a million."""
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        "<spine>" + '<itemref idref="a"/>' * 3 + "</spine></package>"
    )
    book = epub({"a.xhtml": "<p>Sow in April.</p>"}, extra={"OEBPS/book.opf": package})
    assert books.read(book, "a.epub").pages[0].text == "Sow in April."


def test_a_file_under_the_name_of_another() -> None:
    """Is told what it is, not that it is empty or damaged."""
    text, sheet = docx(paragraph("Text.")), xlsx({"S": [["a", "b"]]})
    for read, data, name, kind in (
        (word.read, sheet, "a.docx", ".xlsx"),
        (sheets.read, text, "a.xlsx", ".docx"),
        (opendocument.read, text, "a.odt", ".docx"),
    ):
        with pytest.raises(ReadError, match=f"a {kind} file under another name"):
            read(data, name)
