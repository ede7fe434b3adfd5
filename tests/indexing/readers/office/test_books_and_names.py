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
