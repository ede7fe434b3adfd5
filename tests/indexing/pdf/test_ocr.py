"""Scanned PDFs: told what to do, and recognised where Tesseract is installed and that is wanted."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from edge.errors import ReadError
from edge.indexing.pdf import ocr, ocr_worker
from edge.indexing.pdf.ocr_protocol import OcrJob
from edge.indexing.source_reader import SourceReader
from edge.settings import IndexSettings

SENTENCES = ("The safety valve opens at eight bar.", "The filter is changed twice a year.")
needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """Two pages that are pictures of a sentence each."""
    path = tmp_path / "scan.pdf"
    with pymupdf.open() as made:
        for sentence in SENTENCES:
            with pymupdf.open() as drawn:
                drawn.new_page().insert_text((72, 100), sentence, fontsize=20)
                picture = drawn[0].get_pixmap(dpi=150)
            page = made.new_page()
            page.insert_image(page.rect, pixmap=picture)
        made.save(path)
    return path


def read(path: Path, settings: IndexSettings) -> object:
    with SourceReader(settings) as sources:
        return sources.read(path, path.name, "pdf", "")


def test_off_by_default_and_said(scan: Path) -> None:
    """Without the setting nothing is recognised; the reason says how to."""
    with pytest.raises(ReadError, match="image-only: 2 pages") as told:
        read(scan, IndexSettings())
    assert "ocrmypdf" in told.value.hint and "EDGE_INDEX_OCR" in told.value.hint
    assert "fra" in told.value.hint  # a French scan read as English loses its accents


def test_without_tesseract(scan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is missing, that is the reason."""
    monkeypatch.setattr(ocr.shutil, "which", lambda name: None)
    assert "install tesseract" in ocr.advice()
    with pytest.raises(ReadError, match="tesseract is not installed"):
        read(scan, IndexSettings(ocr="eng"))


@pytest.mark.parametrize("languages", ["eng;rm", "../eng", "e", "eng++fra", "-psm"])
def test_languages_that_are_none(scan: Path, languages: str) -> None:
    """The setting reaches a program: only names of languages do."""
    with pytest.raises(ReadError, match="no languages"):
        read(scan, IndexSettings(ocr=languages))


@needs_tesseract
def test_text_is_recognised_page_by_page(scan: Path) -> None:
    """Each page keeps its number, and a person is told that letters may be wrong."""
    document = read(scan, IndexSettings(ocr="eng"))
    assert [page.text.strip() for page in document.pages] == list(SENTENCES)  # type: ignore[attr-defined]
    assert "recognised in pictures" in document.notes[0]  # type: ignore[attr-defined]


@needs_tesseract
def test_a_missing_language_is_named(scan: Path) -> None:
    """Tesseract itself says which it has."""
    with pytest.raises(ReadError, match="no language xyz"):
        read(scan, IndexSettings(ocr="eng+xyz"))


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A page of text, one that is a picture of a sentence, turned by a quarter, and one of text."""
    path = tmp_path / "mixed.pdf"
    with pymupdf.open() as made:
        for number, sentence in enumerate(("The pump stands outside.", SENTENCES[0], "Oil it weekly.")):
            page = made.new_page()
            if number != 1:
                page.insert_text((72, 100), sentence, fontsize=12)
                continue
            with pymupdf.open() as drawn:
                drawn.new_page().insert_text((72, 100), sentence, fontsize=20)
                page.insert_image(page.rect, pixmap=drawn[0].get_pixmap(dpi=150))
            page.set_rotation(90)
        made.save(path)
    return path


def test_pages_that_are_pictures_are_told_one_by_one(mixed: Path) -> None:
    """Without the setting the other pages are read, and it is said which are not."""
    document = read(mixed, IndexSettings())
    assert document.unread.scanned == [2]  # type: ignore[attr-defined]
    assert "page 2 scanned" in str(document.unread)  # type: ignore[attr-defined]


def test_without_tesseract_the_other_pages_are_still_read(
    mixed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The setting alone never costs a document; why the page stays unread is said."""
    monkeypatch.setattr(ocr.shutil, "which", lambda name: None)
    document = read(mixed, IndexSettings(ocr="eng"))
    assert document.unread.scanned == [2] and len(document.pages) == 3  # type: ignore[attr-defined]
    assert "tesseract is not installed" in document.notes[0]  # type: ignore[attr-defined]


def test_only_pages_that_are_pictures_are_recognised(mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They keep their place, and the note names them. (Tesseract is played.)"""

    def played(picture: pymupdf.Pixmap, **_: object) -> bytes:
        with pymupdf.open() as made:
            made.new_page(width=picture.width, height=picture.height).insert_text((72, 100), SENTENCES[0])
            return bytes(made.tobytes())

    def here(source: Path, target: Path, settings: IndexSettings, pages: Sequence[int] = ()) -> None:
        job = OcrJob(os.fsencode(source), os.fsencode(target), "eng", "", 10, 1 << 30, list(pages))
        assert [reply.more for reply in ocr_worker._replies(job)] == [True, False]

    monkeypatch.setattr(pymupdf.Pixmap, "pdfocr_tobytes", played)
    monkeypatch.setattr(ocr_worker, "limit", lambda seconds, memory: None)
    monkeypatch.setattr(ocr, "recognise", here)
    document = read(mixed, IndexSettings(ocr="eng"))
    texts = [page.text.strip() for page in document.pages]  # type: ignore[attr-defined]
    assert texts == ["The pump stands outside.", SENTENCES[0], "Oil it weekly."]
    assert document.unread is None  # type: ignore[attr-defined]
    assert "the text of page 2 was recognised" in document.notes[0]  # type: ignore[attr-defined]
