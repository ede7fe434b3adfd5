from __future__ import annotations

from pathlib import Path
from typing import Any

import pymupdf as untyped

from edge.indexing.pdf.page import read_document
from edge.indexing.structure.document import Page

pymupdf: Any = untyped

PROSE = "The pump is set by a file of a few lines, which is read when it starts and at no other time."


def page_of(tmp_path: Path, *lines: tuple[float, float, str, str]) -> Page:
    """A page of (left, base line, text, typeface) lines, prose above and below."""
    path = tmp_path / "made.pdf"
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        for y in (72, 84, 96, 600, 612, 624):
            page.insert_text((72, y), PROSE, fontsize=10, fontname="tiro")
        for x, y, text, font in lines:
            page.insert_text((x, y), text, fontsize=10, fontname=font)
        pdf.save(path)
    with pymupdf.open(path) as pdf:
        (made,) = read_document(pdf, "made.pdf").pages
    return made


def code(page: Page) -> list[str]:
    return [page.text[start:end] for start, end in page.code]


def test_code_keeps_its_lines_and_indents(tmp_path: Path) -> None:
    """Lines in letters of one width, one below the other, are one block of code: as far in as they are set,
    with the spaces inside them and an empty line where one is free.
    """
    page = page_of(
        tmp_path,
        (72, 140, "[pump]", "cour"), (84, 152, "rate = 45", "cour"), (240, 152, "# litres", "cour"),
        (84, 176, "lamp  = on", "cour"),
    )  # fmt: skip
    assert code(page) == ["[pump]\n  rate = 45                 # litres\n\n  lamp  = on"]
    assert page.text.count("litres") == 1


def test_words_in_such_letters_are_no_code(tmp_path: Path) -> None:
    """A line alone, terms of what stands below them further in, titles in bold, running text, names
    within a sentence.
    """
    for lines in (
        [(72, 140, "pump --check", "cour"), (72, 200, "It hums.", "tiro")],
        [(72, 140, "-c", "cour"), (72, 152, "--check", "cour"), (100, 164, "Looks for leaks.", "tiro")],
        [(72, 140, "pump", "cobo"), (72, 152, "lamp", "cobo"), (72, 200, "It hums.", "tiro")],
        [(72, 140 + 12 * n, "The pump hums, and where it does not, then it is of", "cour") for n in range(3)],
        [(72, 140, "Say", "tiro"), (92, 140, "pump --check", "cour"), (72, 152, "or leave it.", "tiro")],
    ):
        assert code(page_of(tmp_path, *lines)) == []


def test_a_document_typed_throughout_has_no_code(tmp_path: Path) -> None:
    """Such letters tell nothing where all of it is set in them."""
    lines = [
        (72.0, 130.0 + 12 * n, "It hums, and where it does not it is of no use to us.", "cour")
        for n in range(30)
    ]
    assert code(page_of(tmp_path, *lines)) == []


def test_tiny_letters_far_apart_make_no_long_line(tmp_path: Path) -> None:
    """White space in a line of code is of a bounded length, however small the letters beside it are."""
    path = tmp_path / "tiny.pdf"
    with pymupdf.open() as pdf:
        page = pdf.new_page(width=5000)
        for y in (72, 73):
            page.insert_text((72, y), "a = 1", fontsize=0.5, fontname="cour")
            page.insert_text((4900, y), "b = 2", fontsize=0.5, fontname="cour")
        pdf.save(path)
    with pymupdf.open(path) as pdf:
        (made,) = read_document(pdf, "tiny.pdf").pages
    assert len(made.text) < 1000
