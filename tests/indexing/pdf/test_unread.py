"""What of a PDF is missing is said: lost and cut pages, scans, repairs; blank pages are no fault."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest
from documents import BODY, pdf

from edge.indexing.pdf.process import PdfReader
from edge.indexing.run import index_paths
from edge.records import IndexReport, UnreadText
from edge.search.build import build_search
from edge.settings import IndexSettings

#: Pages with little repetition, so that their compressed streams are long enough to break.
LONG = [" ".join(f"{word}{n * k}" for k, word in enumerate(BODY[n % 3].split() * 5)) for n in range(1, 6)]


@pytest.fixture(scope="module")
def reader(request: pytest.FixtureRequest) -> PdfReader:
    """One warm worker for all tests of the module."""
    pdfs = PdfReader(IndexSettings())
    request.addfinalizer(pdfs.close)
    return pdfs


def scan(path: Path, texts: Sequence[str], margins: Sequence[str]) -> Path:
    """A PDF of text pages, then pages that a picture fills, each with a line in its margin ("": none)."""
    document = pymupdf.open()
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 84))
    picture.clear_with(200)
    for text in texts:
        document.new_page().insert_textbox(pymupdf.Rect(72, 90, 520, 700), text, fontsize=11)
    for margin in margins:
        page = document.new_page()
        page.insert_image(page.rect, pixmap=picture)
        if margin:
            page.insert_text((72, 40), margin, fontsize=9)
    document.save(path, no_new_id=True)
    document.close()
    return path


def compressed(path: Path) -> bytes:
    pdf(path, LONG)
    with pymupdf.open(path) as document:
        return bytes(document.tobytes(deflate=True, no_new_id=True))


def without_streams(data: bytes, which: range) -> bytes:
    """The same bytes, with the beginning of some content streams overwritten."""
    broken = bytearray(data)
    streams = [found.end() for found in re.finditer(rb">>\s*stream\r?\n", data)]
    for stream in which:
        broken[streams[stream] : streams[stream] + 40] = bytes(40)
    return bytes(broken)


def test_a_whole_document_lacks_nothing(reader: PdfReader, tmp_path: Path) -> None:
    """Text on each page, or a blank page between two: nothing to say."""
    assert reader.read(pdf(tmp_path / "a.pdf", [BODY[0], "", BODY[1]]), "a.pdf").unread is None


def test_a_repaired_file_is_said_to_be(reader: PdfReader, tmp_path: Path) -> None:
    """A file without its end is mended by MuPDF: that is told, even where every page came out."""
    path = tmp_path / "a.pdf"
    path.write_bytes(compressed(path)[:-200])
    assert reader.read(path, "a.pdf").unread == UnreadText(repaired=True)


def test_pages_lost_in_a_repair_are_named(reader: PdfReader, tmp_path: Path) -> None:
    """Half a file: the pages whose text is gone are listed, and nothing else is."""
    path = tmp_path / "a.pdf"
    data = compressed(path)
    path.write_bytes(data[: len(data) // 2])
    document = reader.read(path, "a.pdf")
    empty = [page.number for page in document.pages if not page.text]
    assert empty and document.unread and document.unread.repaired and document.unread.empty == empty


def test_pages_that_came_out_empty_are_named(reader: PdfReader, tmp_path: Path) -> None:
    """Four damaged content streams of five, in a file whose structure is sound."""
    path = tmp_path / "a.pdf"
    path.write_bytes(without_streams(compressed(path), range(1, 5)))
    assert reader.read(path, "a.pdf").unread == UnreadText(empty=[2, 3, 4, 5])


def test_four_blank_pages_of_five_are_no_design(reader: PdfReader, tmp_path: Path) -> None:
    """More blank pages than a book has backs of pages: their text is lost, however sound the file looks."""
    path = pdf(tmp_path / "a.pdf", [BODY[0], "", "", "", ""])
    assert reader.read(path, "a.pdf").unread == UnreadText(empty=[2, 3, 4, 5])


def test_a_page_cut_short_is_named(reader: PdfReader, tmp_path: Path) -> None:
    """One of its content streams is damaged: the text of the other stays, the page is named."""
    document = pymupdf.open()
    for text in LONG[:2]:
        page = document.new_page()
        page.insert_textbox(pymupdf.Rect(72, 90, 520, 300), text)
    page.insert_textbox(pymupdf.Rect(72, 310, 520, 700), LONG[2])
    path = tmp_path / "a.pdf"
    path.write_bytes(without_streams(document.tobytes(deflate=True, no_new_id=True), range(2, 3)))
    document = reader.read(path, "a.pdf")
    assert document.unread == UnreadText(cut=[2]) and LONG[1][:20] in document.pages[1].text


def test_scanned_pages_are_named_and_margin_notes_are_text(reader: PdfReader, tmp_path: Path) -> None:
    """A picture without type is a scan; one line in its margin makes it a page with text, also when that line
    is a running header that is left out."""
    path = scan(tmp_path / "a.pdf", LONG[:3], ["", "Stamped 12 May", ""])
    assert reader.read(path, "a.pdf").unread == UnreadText(scanned=[4, 6])
    document = reader.read(scan(tmp_path / "b.pdf", LONG[:1], ["The Laws 2026"] * 4), "b.pdf")
    assert document.unread is None


def test_the_report_says_it_each_time(tmp_path: Path) -> None:
    """Counted and described when added and when unchanged; forgotten when the file is whole, or is gone."""
    folder, knowledge = tmp_path / "in", tmp_path / "k.db"
    folder.mkdir()
    path = scan(folder / "a.pdf", LONG[:2], ["", ""])
    pdf(folder / "b.pdf")

    def run() -> IndexReport:
        return index_paths([folder], knowledge, IndexSettings(), build_search=build_search, prune=True)

    for status in ("added", "unchanged"):
        report = run()
        assert report.partly_read == 1 and [source.status for source in report.sources] == [status] * 2
        assert report.sources[0].unread == UnreadText(scanned=[3, 4]) and report.sources[1].unread is None
        assert report.sources[0].reason == "pages 3-4 scanned: no text layer, OCR needed"
    path.unlink()
    run()
    pdf(path)
    assert run().partly_read == 0 and run().partly_read == 0


def test_pages_are_told_in_runs() -> None:
    """Long lists stay readable; one page is a page."""
    assert str(UnreadText(empty=[2, 3, 4, 7, 9, 10])) == "pages 2-4, 7, 9-10 came out empty"
    assert str(UnreadText(repaired=True, cut=[1])) == (
        "damaged and repaired, text may be missing; page 1 could not be read to the end"
    )
