"""Scanned PDFs: told what to do, and recognised where Tesseract is installed and that is wanted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pymupdf
import pytest

from edge.errors import ReadError
from edge.indexing import ocr
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
