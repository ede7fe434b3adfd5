"""Bullets that a program draws: the items of a list begin with them as a reader sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pdf_pages import made, text

from edge.indexing.source_reader import SourceReader
from edge.settings import IndexSettings


def read(path: Path, items: list[tuple[float, str]], side: float = 3.0) -> list[str]:
    """The lines of a page of items, each with a dot of so many points left of it."""

    def page(drawn: Any) -> None:
        text(drawn, 60, 60, "Please bring with you:", 10)
        for at, (x, said) in enumerate(items):
            base = 80 + 14 * at
            drawn.draw_oval((x - 11, base - 5, x - 11 + side, base - 5 + side), fill=(0, 0, 0))
            text(drawn, x, base, said, 10)

    made(path, page)
    with SourceReader(IndexSettings()) as sources:
        (only,) = sources.read(path, "a.pdf", "pdf", "").pages
    return [line for line in only.text.split("\n") if line][1:]


def test_a_drawn_dot_is_a_bullet(tmp_path: Path) -> None:
    """As browsers print lists: dots and small squares are drawings there, not signs of a typeface."""
    items = [(80, "a pair of shoes"), (80, "a towel"), (100, "a large one"), (100, "a small one")]
    assert read(tmp_path / "a.pdf", items) == [f"• {said}" for _, said in items]


def test_other_drawings_beside_lines_are_none(tmp_path: Path) -> None:
    """One alone, boxes as high as the letters, and the points of a figure with their labels."""
    assert read(tmp_path / "a.pdf", [(80, "a pair of shoes")]) == ["a pair of shoes"]
    assert read(tmp_path / "b.pdf", [(80, "one of them"), (80, "the other")], 8) == [
        "one of them",
        "the other",
    ]
    assert read(tmp_path / "c.pdf", [(80, "Q1"), (80, "Q2")]) == ["Q1", "Q2"]
