"""The page of a quote: drawing and finding in the worker over MuPDF doing the bare work here, and how much of
what is quoted is found on its page. By the clock, because the work is done by two processes.
"""

from __future__ import annotations

import random
import re
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest

import edge
from edge.serve.page_image import IndexedFile, PageImages, source_file
from edge.settings import IndexSettings

SOURCE = "arbiters-handbook-en.pdf"
_WIDTH = 1_200
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")


@pytest.fixture(scope="module")
def images() -> Iterator[PageImages]:
    with PageImages(IndexSettings()) as made:
        yield made


@pytest.fixture(scope="module")
def handbook_file(handbook: Path) -> IndexedFile:
    with edge.open(handbook) as opened:
        found = source_file(opened.library.cited_file(SOURCE), SOURCE, handbook)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def texts(handbook: Path) -> list[str]:
    """The text of each page."""
    with edge.open(handbook) as opened:
        return opened.library.pages(SOURCE)


def _clocked(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _ratio(pairs: list[tuple[float, float]]) -> tuple[float, str]:
    ours, floor = (statistics.median(side) for side in zip(*pairs, strict=True))
    return ours / floor, f"{ours * 1e3:.1f} ms over {floor * 1e3:.1f} ms p50, by the clock"


def test_drawing(gate: Callable[..., None], images: PageImages, handbook_file: IndexedFile) -> None:
    """A page as a PNG through the worker, the file's digest known, over drawing it in this process."""
    with pymupdf.open(handbook_file.path) as pdf:

        def bare(number: int) -> object:
            page: Any = pdf[number]
            scale = _WIDTH / page.rect.width
            return page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False).tobytes("png")

        images.picture(handbook_file, 1, _WIDTH)
        pairs = [
            (
                _clocked(lambda n=n: images.picture(handbook_file, n + 1, _WIDTH)),
                _clocked(lambda n=n: bare(n)),
            )
            for n in range(0, 60, 2)
        ]
    gate("page.drawing", *_ratio(pairs))


def test_finding(
    gate: Callable[..., None], images: PageImages, handbook_file: IndexedFile, texts: list[str]
) -> None:
    """The boxes of a paragraph through the worker, over MuPDF's own characters of the page; and which share
    of paragraphs is found whole.
    """
    dice = random.Random(7)
    wanted = [
        (number, *dice.choice([match.span() for match in _PARAGRAPH.finditer(text)]))
        for number, text in enumerate(texts)
        if text.strip()
    ]
    whole = 0
    pairs = []
    with pymupdf.open(handbook_file.path) as pdf:
        for number, start, end in wanted:

            def ours(number: int = number, start: int = start, end: int = end) -> None:
                nonlocal whole
                found = images.places(handbook_file, number + 1, texts[number], start, end)
                whole += found.share >= 0.999

            pairs.append((_clocked(ours), _clocked(lambda n=number: pdf[n].get_text("rawdict"))))
    gate("page.finding", *_ratio(pairs))
    gate("page.found_whole", whole / len(wanted), f"{whole} of {len(wanted)} paragraphs")
