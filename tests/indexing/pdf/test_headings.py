from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from pdf_pages import text

from edge.indexing.pdf.headings import PdfOutline, Sizes, heading_level
from edge.indexing.pdf.labels import label_of
from edge.indexing.pdf.process import PdfReader
from edge.indexing.structure.sections import outline
from edge.settings import IndexSettings

SIZES = Sizes(10.0, [20.0, 14.0, 12.0])


@pytest.fixture(scope="module")
def reader() -> Iterator[PdfReader]:
    """One warm worker for all tests."""
    with PdfReader(IndexSettings()) as pdfs:
        yield pdfs


@pytest.mark.parametrize(
    ("noted", "printed"),
    [
        ("Options", "4.2.1 Options"),
        ("Options", "4.2.1Options"),
        ("4.2.1 Options", "Options"),
        ("Questions fréquentes", "A. Questions fréquentes"),
        ("Fin", "IV. Fin"),
        ("Installation", "Chapitre 3 : Installation"),
        ("Estce que cela marche ?", "Est-ce que cela marche ?"),
        ("L'histoire du projet", "L’histoire du projet"),
        ("2024 results", "2024 results"),
    ],
)
def test_a_heading_is_that_of_the_outline_however_it_is_numbered_and_set(noted: str, printed: str) -> None:
    """Typesetters print numbers that outlines leave out, and hyphens and quotes in other signs: the level is
    the outline's all the same.
    """
    contents = PdfOutline([(3, noted, 7)])
    assert heading_level(7, [(printed, 10.0, False)], SIZES, contents) == 3
    assert heading_level(8, [(printed, 10.0, False)], SIZES, contents) == 0  # another page


@pytest.mark.parametrize(
    "line", ["— LaTeX", "} [/verbatim]", "• Second", "- first", "| a | b |", "\u2212\u2212login"]
)
def test_an_item_or_a_piece_of_code_in_large_type_is_no_heading(line: str) -> None:
    """A line that begins with the mark of an item or with a bracket of code is no title, even where the
    outline has one of the same words on the page.
    """
    contents = PdfOutline([(2, "LaTeX", 1), (2, "Verbatim", 1), (2, "Second", 1)])
    assert heading_level(1, [(line, 14.0, True)], SIZES, contents) == 0


@pytest.mark.parametrize("label", ["Note", "AVERTISSEMENT", "Important :", "Tip"])
def test_the_label_of_a_note_is_no_heading(label: str) -> None:
    """What comes after a note in a frame stands in its section, not in one called "Note"."""
    assert heading_level(1, [(label, 10.0, True)], SIZES, PdfOutline([])) == 0
    assert heading_level(1, [(f"{label} to readers", 10.0, True)], SIZES, PdfOutline([])) > 0


@pytest.mark.parametrize("line", ["Introduction 21", "1 Introduction . . . . . 21", "Introduction iv"])
def test_an_entry_of_the_contents_is_no_heading(line: str) -> None:
    """A title of the outline with the number of its page, on another page, leads to the section and is not
    it; the title of a section may end in a number all the same.
    """
    contents = PdfOutline([(1, "Introduction", 21), (1, "Version 21", 30)])
    assert heading_level(2, [(line, 12.0, True)], SIZES, contents) == 0
    assert heading_level(30, [("Version 21", 12.0, True)], SIZES, contents) == 1


def test_chapters_do_not_stand_under_the_contents(reader: PdfReader, tmp_path: Path) -> None:
    """An outline that puts all chapters under "Table of Contents" says nothing by it: no citation repeats
    it.
    """

    def write(page: Any, *lines: tuple[str, float]) -> None:
        for at, (words, size) in enumerate(lines):
            text(page, 72, 90 + 40 * at, words, size)

    document = pymupdf.open()
    write(document.new_page(), ("Table of Contents", 20), ("Introduction", 10))
    write(document.new_page(), ("1 Introduction", 16), ("The pump stands in the yard, beside the shed.", 10))
    document.set_toc([[1, "Table of Contents", 1], [2, "Introduction", 2]])
    document.save(tmp_path / "book.pdf")
    document.close()
    found = outline(reader.read(tmp_path / "book.pdf", "book.pdf").pages)
    assert found.running[1] == "1 Introduction"


@pytest.mark.parametrize(
    ("said", "label"),
    [("<FEFF00310030>", "10"), ("<FEFF0041002D>3", "A-3"), ("<E9>", "é"), ("iv", "iv"), ("<b>", "<b>")],
)
def test_page_labels_are_told_as_people_read_them(said: str, label: str) -> None:
    """A label that the file writes in hexadecimal is decoded; any other is left alone."""
    assert label_of(said) == label
