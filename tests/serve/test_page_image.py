"""Pages drawn in a worker, and the place of a quote on them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pdf_pages
import pymupdf
import pytest

from edge.search.cited import SourceFileRow
from edge.serve.page_image import IndexedFile, PageImages, fractions, source_file
from edge.settings import IndexSettings

LINES = ("The boiler is started with the green lever.", "Wait ninety seconds before opening the valve.")


def lines(page: Any) -> None:
    for at, line in enumerate(LINES):
        pdf_pages.text(page, 72, 100 + 14 * at, line)


def turned(page: Any) -> None:
    lines(page)
    page.set_rotation(90)


@pytest.fixture
def images() -> Iterator[PageImages]:
    with PageImages(IndexSettings()) as made:
        yield made


def of(path: Path) -> IndexedFile:
    return IndexedFile(path, hashlib.sha256(path.read_bytes()).hexdigest())


def test_the_boxes_are_where_the_pdf_library_finds_the_words(tmp_path: Path, images: PageImages) -> None:
    """A highlight lies over the quote's own words: each box is PyMuPDF's rectangle of the same line."""
    path = pdf_pages.made(tmp_path / "lever.pdf", lines)
    text = "\n".join(LINES)
    quote = "green lever.\nWait ninety seconds"
    start = text.index(quote)
    reply = images.places(of(path), 1, text, start, start + len(quote))
    with pymupdf.open(path) as pdf:
        expected = [pdf[0].search_for(line)[0] for line in quote.split("\n")]
    assert reply.share == 1.0
    assert len(reply.boxes) == len(expected)
    for box, rectangle in zip(reply.boxes, expected, strict=True):
        assert box == pytest.approx(tuple(rectangle), abs=1.0)


def test_a_turned_page_is_marked_as_it_is_shown(tmp_path: Path, images: PageImages) -> None:
    """The picture of a page turned by 90 degrees has its words, and so the boxes, turned too."""
    reply = images.places(of(pdf_pages.made(tmp_path / "turned.pdf", turned)), 1, LINES[0], 0, len(LINES[0]))
    ((x0, y0, x1, y1),) = reply.boxes
    assert reply.width > reply.height
    assert y1 - y0 > 5 * (x1 - x0)
    assert 0 <= x0 < x1 <= reply.width and 0 <= y0 < y1 <= reply.height


def test_the_picture_is_as_wide_as_asked(tmp_path: Path, images: PageImages) -> None:
    """A PNG of the page, within the bounds of width."""
    file = of(pdf_pages.made(tmp_path / "lever.pdf", lines))
    for asked, given in ((900, 900), (1, 200), (99_999, 2_400)):
        picture = pymupdf.Pixmap(images.picture(file, 1, asked).picture)
        assert abs(picture.width - given) <= 1


def test_a_file_that_changed_is_not_shown(tmp_path: Path, images: PageImages) -> None:
    """Only the bytes that were indexed are drawn: another file under the same name is refused, also after
    the right one was shown; a file that is gone is told as such.
    """
    path = pdf_pages.made(tmp_path / "lever.pdf", lines)
    file = of(path)
    assert images.picture(file, 1, 400).picture
    pdf_pages.made(path, turned)
    assert images.picture(file, 1, 400).why == "changed"
    path.unlink()
    assert images.picture(file, 1, 400).why == "gone"


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n", b"\0" * 4096, b"%PDF-1.4\n1 0 obj<</Type/Catalog>>"])
def test_a_damaged_file_costs_its_page_only(tmp_path: Path, images: PageImages, data: bytes) -> None:
    """What is no PDF gives a reason, and the next page is drawn."""
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(data)
    assert images.picture(of(broken), 1, 400).why == "unreadable"
    assert images.picture(of(pdf_pages.made(tmp_path / "lever.pdf", lines)), 1, 400).picture


def test_a_page_that_is_not_there_is_no_error_of_the_worker(tmp_path: Path, images: PageImages) -> None:
    """Page 7 of one page: a reason, not a crash."""
    reply = images.picture(of(pdf_pages.made(tmp_path / "lever.pdf", lines)), 7, 400)
    assert (reply.why, reply.picture) == ("unreadable", b"")


def test_the_file_is_looked_for_where_it_was_and_beside_the_base(tmp_path: Path) -> None:
    """Where the path was not recorded, or nothing is there any more, the file beside the knowledge base
    counts; what is no PDF, or one of several in a file, has none.
    """
    base = tmp_path / "my.db"
    row = SourceFileRow(b"", "pdf", "00", alone=True)
    assert source_file(row, "folder/lever.pdf", base) == (tmp_path / "lever.pdf", "00")
    gone = row._replace(path=b"/nowhere/lever.pdf")
    assert source_file(gone, "lever.pdf", base) == (Path("/nowhere/lever.pdf"), "00")
    (tmp_path / "lever.pdf").write_bytes(b"x")
    assert source_file(gone, "lever.pdf", base) == (tmp_path / "lever.pdf", "00")
    assert source_file(row._replace(kind="markdown"), "a.md", base) is None
    assert source_file(row._replace(alone=False), "a.pdf", base) is None


def test_boxes_as_parts_of_the_page_stay_inside_it() -> None:
    """Fractions of width and height, never outside the picture."""
    assert fractions([(-3.0, 10.0, 50.0, 400.0)], 100.0, 200.0) == [(0.0, 0.05, 0.5, 1.0)]
