"""PDFs: processor time over MuPDF's own text of the same file, and how far two workers carry."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import apsw
import pymupdf
import pytest
from measure import Spent

from edge.indexing.pdf import mupdf as pdf_mupdf
from edge.indexing.pdf.page import read_document
from edge.indexing.pdf.pool import PdfPool
from edge.settings import IndexSettings

_PAGES = 120


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory, handbook: Path) -> Path:
    """A manual of 120 pages: sentences of the handbook as prose, a ruled table on every fourth page."""
    db = apsw.Connection(handbook.resolve().as_uri() + "?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | 64)
    lines = [line for (text,) in db.execute("SELECT text FROM pages") for line in text.splitlines() if line]
    dice = random.Random(1)
    document = pymupdf.open()
    for number in range(_PAGES):
        page = document.new_page()
        page.insert_text((72, 40), "Manual for the bench", fontsize=9)
        page.insert_text((72, 80), f"{number + 1} Heading of this page", fontsize=16)
        room = pymupdf.Rect(72, 100, 520, 520 if number % 4 else 380)
        page.insert_textbox(room, " ".join(dice.sample(lines, 60))[:2400], fontsize=10)
        for at in range(0 if number % 4 else 48):
            row, column = divmod(at, 4)
            box = pymupdf.Rect(72 + 110 * column, 540 + 18 * row, 182 + 110 * column, 558 + 18 * row)
            page.draw_rect(box)
            page.insert_text((box.x0 + 3, box.y1 - 5), f"{dice.randrange(9999)}", fontsize=9)
        page.insert_text((290, 820), str(number + 1), fontsize=9)
    path = tmp_path_factory.mktemp("pdf") / "manual.pdf"
    document.save(path, no_new_id=True)
    document.close()
    return path


def test_reading(gate: Callable[..., None], manual: Path) -> None:
    """Pages with headings, tables and order cost a bounded multiple of their bare text."""

    def ours() -> None:
        with pdf_mupdf.open_pdf(manual) as document:
            assert sum(len(page.tables) for page in read_document(document, manual.name).pages) == _PAGES / 4

    def bare() -> None:
        with pdf_mupdf.open_pdf(manual) as document:
            for page in document:
                page.get_text()

    pdf_mupdf.quiet()
    spent, floor = Spent(), Spent()
    for _ in range(3):
        spent.add(ours)
        floor.add(bare)
    best, least = min(spent.seconds), min(floor.seconds)
    gate("pdf.cpu", best / least, f"{_PAGES / best:.0f} pages/s CPU, bare text {_PAGES / least:.0f}")


def test_two_workers(gate: Callable[..., None], manual: Path, tmp_path: Path) -> None:
    """Eight files by two workers, over the same by one: told by the clock, so an idle machine is needed."""
    paths = [tmp_path / f"{number}.pdf" for number in range(8)]
    for path in paths:
        path.write_bytes(manual.read_bytes())

    def clocked(workers: int) -> float:
        with PdfPool(IndexSettings(pdf_workers=workers)) as pool:
            for path in paths[:workers]:  # the workers are started, and have their libraries
                pool.read(path, path.name)
            pool.follow((path, path.name) for path in paths)
            began = time.monotonic()
            for path in paths:
                pool.read(path, path.name)
            return time.monotonic() - began

    one, two = min(clocked(1) for _ in range(2)), min(clocked(2) for _ in range(2))
    gate("pdf.two_workers", one / two, f"{8 * _PAGES / two:.0f} pages/s with two")
