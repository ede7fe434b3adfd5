"""PDFs of pages set by hand: tables with and without rules, columns, footnotes, page numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pymupdf


def made(path: Path, *pages: Callable[[Any], None], labels: Sequence[dict[str, Any]] = ()) -> Path:
    """A PDF with a page for each function, which draws on it."""
    document = pymupdf.open()
    for draw in pages:
        draw(document.new_page())
    if labels:
        document.set_page_labels(list(labels))
    document.save(path, no_new_id=True)
    document.close()
    return path


def text(page: Any, x: float, y: float, words: str, size: float = 10.0, *, bold: bool = False) -> None:
    """A line of text with its base line at `y`."""
    page.insert_text((x, y), words, fontsize=size, fontname="hebo" if bold else "helv")


def rows(
    page: Any,
    cells: Sequence[Sequence[str]],
    *,
    columns: Sequence[float] = (72, 200, 420),
    top: float = 100.0,
    ruled: bool = False,
    bold_header: bool = False,
    pitch: float = 16.0,
) -> float:
    """Rows of a table, each cell at its column; returns where the next row would stand."""
    bounds = [*columns, columns[-1] + 100]
    y = top
    for at, row in enumerate(cells):
        below = y + pitch + 11 * max(cell.count("\n") for cell in row)
        for column, cell in enumerate(row):
            for line, words in enumerate(cell.split("\n")):
                text(page, bounds[column] + 3, y + 11 * line, words, bold=bold_header and at == 0)
            if ruled:
                page.draw_rect(pymupdf.Rect(bounds[column], y - 12, bounds[column + 1], below - 12))
        y = below
    return y


def price_list(
    path: Path, pages: int = 20, *, ruled: bool = False, repeated: bool = True, numbers: bool = True
) -> Path:
    """Articles A-1000 onwards, 40 a page, each with name and price; the header on every page or the first."""

    def sheet(number: int) -> Callable[[Any], None]:
        def draw(page: Any) -> None:
            text(page, 72, 40, "Brunel & Sons, price list 2026", 8)
            body = [
                [
                    f"A-{1000 + 40 * number + at}",
                    f"{NAMES[(at + number) % len(NAMES)]} no. {at}",
                    price(40 * number + at),
                ]
                for at in range(40)
            ]
            header = [["Article", "Description", "Price in EUR"]]
            rows(
                page,
                header * (repeated or number == 0) + body,
                ruled=ruled,
                bold_header=repeated or not number,
            )
            if numbers:
                text(page, 290, 815, str(number + 1), 8)

        return draw

    return made(path, *(sheet(number) for number in range(pages)))


NAMES = ("Valve", "Ball bearing", "Hinge", "Gasket", "Coupling", "Spring washer", "Cotter pin")


def price(article: int) -> str:
    """Of the article A-(1000 + `article`)."""
    return f"{article * 37 % 900 + 3}.{article * 7 % 100:02}"
