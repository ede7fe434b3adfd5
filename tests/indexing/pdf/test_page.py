"""A PDF's pages: order, footnotes, printed numbers, and faults that cost no more than their page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from documents import BODY, pdf
from pdf_pages import made, text

from edge.indexing.pdf import mupdf as pdf_mupdf
from edge.indexing.pdf import page as pdf_page
from edge.indexing.pdf.process import PdfReader
from edge.settings import IndexSettings


@pytest.fixture(scope="module")
def reader() -> Iterator[PdfReader]:
    """One warm worker for all tests of the module."""
    with PdfReader(IndexSettings()) as pdfs:
        yield pdfs


def words_of(reader: PdfReader, path: Path, *pages: Any) -> list[str]:
    return [page.text for page in reader.read(made(path / "p.pdf", *pages), "p.pdf").pages]


def column(page: Any, x: float, name: str, first: int = 0, last: int = 8) -> None:
    for at in range(first, last):
        text(page, x, 140 + 12 * at, f"{name} {at}: a line of its text")


@pytest.mark.parametrize("interleaved", [False, True])
def test_columns_are_read_one_after_the_other(reader: PdfReader, tmp_path: Path, interleaved: bool) -> None:
    """Left column, then right, under a heading across both, whatever order the file wrote them in."""

    def draw(page: Any) -> None:
        text(page, 72, 90, "A heading that runs across both of the columns of this page", 14)
        if interleaved:
            for at in range(8):
                column(page, 72, "left", at, at + 1)
                column(page, 320, "right", at, at + 1)
        else:
            column(page, 72, "left")
            column(page, 320, "right")

    (page,) = words_of(reader, tmp_path, draw)
    order = [page.index(part) for part in ("A heading", "left 0", "left 7", "right 0", "right 7")]
    assert order == sorted(order)


def footnoted(page: Any) -> None:
    x = 72.0
    pieces = ("The limit is 500", "1", " litres; a pump", "2", " of 10 m", "3", " an hour fills it, as")
    for at, piece in enumerate(pieces):
        raised = at % 2
        text(page, x, 100 - 4 * raised, piece, 6 if raised else 10)
        x += pymupdf.get_text_length(piece, fontsize=6 if raised else 10)
    for at in range(6):
        text(page, 72, 112 + 12 * at, f"line {at} of the text goes on here")
    for number, note in ((1, "At 20 degrees."), (2, "Sold apart.")):
        text(page, 72, 696 + 10 * number, str(number), 5)
        text(page, 76, 700 + 10 * number, note, 7)
    text(page, 72, 740, "The last line of the text stands below the notes.")


def test_footnotes(reader: PdfReader, tmp_path: Path) -> None:
    """A footnote's mark is no digit of the number before it, and a power is none of it; notes come last, one
    paragraph each.
    """
    (page,) = words_of(reader, tmp_path, footnoted)
    assert "500[1] litres" in page
    assert "a pump[2] of 10 m³ an hour" in page
    assert page.split("\n\n")[-2:] == ["[1] At 20 degrees.", "[2] Sold apart."]


def test_printed_page_numbers(reader: PdfReader, tmp_path: Path) -> None:
    """The file's own labels; without them, the numbers in the margins, Roman ones too, counted where a page
    has none. A number that is the page's own is no label.
    """

    def numbered(label: str) -> Any:
        def draw(page: Any) -> None:
            text(page, 72, 100, "Some words to read.")
            text(page, 290, 815, label, 8)

        return draw

    marks = ["", "ii", "iii", "iv", "v", *("" if n == 4 else f"Manual, page {n}" for n in range(1, 9))]
    document = reader.read(made(tmp_path / "m.pdf", *map(numbered, marks)), "m.pdf")
    assert [page.label for page in document.pages] == ["", "ii", "iii", "iv", "v", *map(str, range(1, 9))]
    own = reader.read(made(tmp_path / "o.pdf", *map(numbered, "1234")), "o.pdf")
    assert [page.label for page in own.pages] == [""] * 4
    given = [{"startpage": 0, "style": "D", "firstpagenum": 54}]
    labelled = reader.read(made(tmp_path / "l.pdf", *map(numbered, "xy"), labels=given), "l.pdf")
    assert [page.label for page in labelled.pages] == ["54", "55"]


def read_here(path: Path) -> Any:
    """Without a worker, so that a test can make a part fail."""
    pdf_mupdf.quiet()
    with pymupdf.open(path) as document:
        return pdf_page.read_document(document, path.name)


def test_a_page_that_cannot_be_read_costs_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other pages are read, the lost one is told."""
    path = pdf(tmp_path / "a.pdf")
    scan = pdf_mupdf.scan

    def failing(page: Any) -> Any:
        if page.number == 1:
            raise pymupdf.mupdf.FzErrorFormat("syntax error in content stream")
        return scan(page)

    monkeypatch.setattr(pdf_mupdf, "scan", failing)
    document = read_here(path)
    assert [bool(page.text) for page in document.pages] == [True, False, True]
    assert document.unread.empty == [2]


@pytest.mark.parametrize(
    ("part", "told"),
    [("running_lines", [0]), ("lines_in_order", [1, 2, 3]), ("tables_of", [1, 2, 3]), ("carry_headers", [0])],
)
def test_a_fault_of_ours_costs_the_layout_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, told: list[int]
) -> None:
    """Whatever of our own fails, the words are there, and it is told as ours, not as damage."""
    path = pdf(tmp_path / "a.pdf")

    def broken(*_: Any) -> Any:
        raise IndexError("list index out of range")

    monkeypatch.setattr(pdf_page, part, broken)
    document = read_here(path)
    assert [" ".join(page.text.split()) for page in document.pages] == list(BODY)
    assert document.unread.plain == told
    assert "a fault of edge's" in str(document.unread)
