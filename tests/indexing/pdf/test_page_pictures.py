"""Pages as pictures: squares that cover a page, drawn in a worker; what cannot be drawn says why."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import ReadError
from edge.indexing.pdf.page_pictures import DrawnPages, PagePictures, kind_of_picture
from edge.indexing.pdf.squares import MOST, OVERLAP, squares
from edge.settings import IndexSettings

SIDE = 112


@pytest.fixture(scope="module")
def drawing() -> Iterator[PagePictures]:
    with PagePictures(IndexSettings(max_pages=4), SIDE, 1) as made:
        yield made


def drawn(drawing: PagePictures, path: Path, pages: list[int] | None = None) -> DrawnPages:
    data = path.read_bytes()
    kind = kind_of_picture(data) or "pdf"
    return drawing.draw(path, hashlib.sha256(data).hexdigest(), kind, pages or [])


def pixels(data: bytes) -> np.ndarray:
    return np.frombuffer(zlib.decompress(data), dtype=np.uint8).reshape(SIDE, SIDE, 3)


def scan(path: Path, texts: list[str]) -> Path:
    """A PDF of pictures, as a scanner makes it; "" is a blank sheet."""
    with pymupdf.open() as typed, pymupdf.open() as made:
        for text in texts:
            page = typed.new_page()
            page.insert_text((60, 90), text, fontsize=40)
            made.new_page().insert_image(page.rect, pixmap=page.get_pixmap(dpi=60))
        made.save(path)
    return path


@given(
    st.floats(1, 10_000), st.floats(1, 10_000), st.integers(1, 4),
)  # fmt: skip
def test_squares_cover_the_page_and_overlap(width: float, height: float, across: int) -> None:
    """Every point of a page is in a square; neighbours share at least OVERLAP of one; none leaves the page; a
    strip that would need more than MOST has none.
    """
    found = squares(width, height, across)
    assert len(found) <= MOST
    if not found:
        assert max(width, height) / min(width, height) > 1.5
        return
    side = found[0].side
    for length, starts in ((width, [one.x for one in found]), (height, [one.y for one in found])):
        ordered = sorted(set(starts))
        assert ordered[0] == 0 and ordered[-1] + side == pytest.approx(length)
        gaps = [after - before for before, after in pairwise(ordered)]
        assert all(gap <= side * (1 - OVERLAP) * (1 + 1e-6) for gap in gaps)


def test_a4_is_two_squares_at_a_legible_size() -> None:
    """Upright, 896 pixels over 595 points: 108 dots an inch, above one another; lying, beside one another."""
    assert squares(595, 842, 1) == [(0, 0, 595), (0, 247, 595)]
    assert squares(842, 595, 1) == [(0, 0, 595), (247, 0, 595)]
    assert len(squares(595, 842, 2)) == 6


def test_a_scan_is_drawn_page_by_page_in_reading_order(tmp_path: Path, drawing: PagePictures) -> None:
    """Page, part and parts say where a square belongs; what stands at the top is in the first; the same file
    gives the same bytes; a blank sheet gives none and is named.
    """
    path = scan(tmp_path / "scan.pdf", ["one", "", "three"])
    made = drawn(drawing, path)
    assert (made.count, made.blank) == (3, (2,))
    assert [(it.page, it.part, it.parts) for it in made.pictures] == [
        (1, 1, 2),
        (1, 2, 2),
        (3, 1, 2),
        (3, 2, 2),
    ]
    top, below = (pixels(it.data) for it in made.pictures[:2])
    assert top.min() < 100 < below.min()
    assert all(hashlib.sha256(zlib.decompress(it.data)).hexdigest() == it.sha256 for it in made.pictures)
    assert drawn(drawing, path) == made
    assert [it.page for it in drawn(drawing, path, [3]).pictures] == [3, 3]


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_a_photograph_is_a_page(tmp_path: Path, drawing: PagePictures, kind: str) -> None:
    """PNG and JPEG, by how they begin and not by their names."""
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 300, 300))
    picture.clear_with(255)
    picture.set_rect(pymupdf.IRect(0, 0, 150, 150), (200, 0, 0))
    path = tmp_path / "photo.bin"
    path.write_bytes(picture.tobytes(kind))
    (only,) = drawn(drawing, path).pictures
    seen = pixels(only.data)
    assert (only.parts, seen[5, 5, 0] > 150, seen[5, 5, 1] < 60, seen[-5, -5].min() > 240) == (
        1,
        True,
        True,
        True,
    )


def test_a_photograph_that_lies_is_turned(tmp_path: Path, drawing: PagePictures) -> None:
    """The camera's word on which side is up (EXIF) counts: the corner comes to the right."""
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 300, 300))
    picture.clear_with(255)
    picture.set_rect(pymupdf.IRect(0, 0, 150, 150), (200, 0, 0))
    plain = picture.tobytes("jpeg")
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    turned = plain[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + plain[2:]
    path = tmp_path / "photo.jpg"
    path.write_bytes(turned)
    seen = pixels(drawn(drawing, path).pictures[0].data)
    assert seen[5, 5].min() > 240 and seen[5, -5, 1] < 60


def test_what_cannot_be_drawn_says_why_and_the_next_is_drawn(tmp_path: Path, drawing: PagePictures) -> None:
    """Too many pages, a page that is not there, a strip, a cut file, one that changed: each its reason."""
    good = scan(tmp_path / "good.pdf", ["one"])
    long = scan(tmp_path / "long.pdf", ["x"] * 5)
    with pytest.raises(ReadError, match="5 pages, and 4"):
        drawn(drawing, long)
    with pytest.raises(ReadError, match="it has 1 pages"):
        drawn(drawing, good, [9])
    strip = tmp_path / "strip.png"
    strip.write_bytes(pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 4, 900)).tobytes("png"))
    with pytest.raises(ReadError, match="no page to read"):
        drawn(drawing, strip)
    cut = tmp_path / "cut.png"
    cut.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    with pytest.raises(ReadError, match="page 1 cannot be drawn"):
        drawn(drawing, cut)
    with pytest.raises(ReadError, match="changed"):
        drawing.draw(good, "0" * 64, "pdf")
    assert drawn(drawing, good).pictures


def test_only_pictures_are_taken_for_pictures() -> None:
    """By their first bytes."""
    assert [kind_of_picture(it) for it in (b"%PDF-1.7", b"", b"Q1. BM", b"BM..", b"\xff\xd8\xff\xe0")] == [
        "", "", "", "bmp", "jpeg",
    ]  # fmt: skip
