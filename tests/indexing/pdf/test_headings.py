from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from pdf_pages import text

from edge.indexing.pdf.headings import Sizes, heading_level
from edge.indexing.pdf.labels import label_of
from edge.indexing.pdf.outline import PdfOutline
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


@pytest.mark.parametrize(
    "line", ["Example 1-3. Searching for names", "Tableau II : tarifs", "Figure A.2", "xiv"]
)
def test_a_caption_or_a_page_number_is_no_heading(line: str) -> None:
    """What comes after the title of an example or a table stands in the section around it; the outline may
    say otherwise.
    """
    assert heading_level(1, [(line, 12.0, True)], SIZES, PdfOutline([])) == 0
    assert heading_level(1, [(line, 12.0, True)], SIZES, PdfOutline([(2, line, 1)])) == 2


@pytest.mark.parametrize(
    "line", ["Pid = pid() Reason = term()", "Total = Allocated = int()", "Tag = {error, atom()} | atom()"]
)
def test_a_binding_in_bold_is_no_heading(line: str) -> None:
    """Types and values of a function are code within its section; a title may speak of an equation, and the
    outline may name one.
    """
    assert heading_level(1, [(line, 10.0, True)], SIZES, PdfOutline([])) == 0
    assert heading_level(1, [("Why force = mass times acceleration", 10.0, True)], SIZES, PdfOutline([])) > 0
    assert heading_level(1, [(line, 10.0, True)], SIZES, PdfOutline([(2, line, 1)])) == 2


@pytest.mark.parametrize("line", ["Exemples pratiques : le four", "Tables and figures", "Table des matières"])
def test_a_title_that_speaks_of_examples_is_one(line: str) -> None:
    """Only what numbers a table, a figure or an example is its caption."""
    assert heading_level(1, [(line, 12.0, True)], SIZES, PdfOutline([])) > 0


def test_a_chapter_and_its_first_section_of_one_name() -> None:
    """The number that is printed says which of two entries of one page and name a line is."""
    contents = PdfOutline([(1, "Introduction", 12), (2, "Introduction", 12)])
    assert contents.level(12, "Introduction") == 1
    assert contents.level(12, "1.1 Introduction") == 2
    assert contents.level(12, "1 Introduction") == 1


def test_an_entry_whose_title_moved_to_the_next_page() -> None:
    """Producers note the place before a title, which may be the end of the page before it."""
    contents = PdfOutline([(2, "Scope", 3), (2, "Terms", 3), (1, "Long title of a chapter", 5)])
    contents.place(
        [
            (3, ["1.1 Scope", "Text."]),
            (4, ["1.2 Terms", "Scope"]),
            (5, ["Long title", "of a chapter"]),
            (6, ["Long title of a chapter"]),
        ]
    )
    assert contents.level(4, "1.2 Terms") == 2
    assert contents.level(4, "Scope") == 0  # it has its title on page 3
    assert contents.level(6, "Long title of a chapter") == 0  # begun on page 5


def test_a_title_over_two_lines_set_apart(reader: PdfReader, tmp_path: Path) -> None:
    """Lines of one title that a producer sets as two paragraphs are one heading, of the outline's level."""
    pdf: Any = pymupdf.open()
    page = pdf.new_page()
    text(page, 72, 100, "PACKAGE SCRIPTS AND", size=14, bold=True)
    text(page, 200, 140, "PROCEDURE", size=14, bold=True)
    text(page, 72, 200, "1.1 Purpose", size=14, bold=True)
    for at in range(12):
        text(page, 72, 240 + 14 * at, f"Line {at} of the text says what these scripts are for.")
    pdf.set_toc([[1, "Package scripts and procedure", 1], [2, "Purpose", 1]])
    pdf.save(tmp_path / "policy.pdf")
    pages = reader.read(tmp_path / "policy.pdf", "policy.pdf").pages
    assert [section.heading for section in outline(pages).sections] == [
        "PACKAGE SCRIPTS AND PROCEDURE",
        "PACKAGE SCRIPTS AND PROCEDURE > 1.1 Purpose",
    ]


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
