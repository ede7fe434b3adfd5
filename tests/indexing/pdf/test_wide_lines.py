"""Lines set one and a half type sizes apart and more, as letters and contracts are, make paragraphs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pdf_pages import made, text

from edge.indexing.source_reader import SourceReader
from edge.settings import IndexSettings

FIRST = [
    "The tenant uses the flat with care and answers for whatever damage",
    "comes about while he lives there, unless he shows that it came by",
    "chance. He is insured against fire and water.",
]
SECOND = [
    "The landlord hands over a flat in good repair. Small works are done",
    "by the tenant, who keeps the bills and shows them when he leaves the",
    "flat.",
]


def read(path: Path, blocks: list[list[str]], pitch: float, gap: float) -> str:
    def page(drawn: Any) -> None:
        y = 80.0
        for block in blocks:
            for line in block:
                text(drawn, 60, y, line, 11)
                y += 11 * pitch
            y += 11 * gap

    made(path, page)
    with SourceReader(IndexSettings()) as sources:
        (only,) = sources.read(path, "a.pdf", "pdf", "").pages
    return only.text


@pytest.mark.parametrize("pitch", [1.2, 1.51, 1.75, 2.2])
def test_lines_far_apart_are_one_paragraph(tmp_path: Path, pitch: float) -> None:
    """A blank line stands between paragraphs, whatever stands between lines; the last line of one is short,
    so that the next begins where no gap tells.
    """
    whole = "\n\n".join("\n".join(block) for block in (FIRST, SECOND))
    assert read(tmp_path / "a.pdf", [FIRST, SECOND], pitch, 0.8) == whole
    if pitch > 1.5:
        assert read(tmp_path / "b.pdf", [FIRST, SECOND], pitch, 0.0) == whole


def test_lines_of_which_none_runs_on_stay_apart(tmp_path: Path) -> None:
    """Entries, names and dates far apart are a paragraph each."""
    entries = ["Opening of the season", "Summer fair", "Harvest supper", "General meeting"]
    assert read(tmp_path / "a.pdf", [entries], 1.75, 0.0) == "\n\n".join(entries)


def test_paragraphs_of_close_lines_stay_apart(tmp_path: Path) -> None:
    """Where most lines stand close together, those far apart are of two paragraphs, though one runs on."""
    close = ["It says what a person pays for the flat, and", "for the water that he takes"]
    whole = read(tmp_path / "a.pdf", [FIRST, close, SECOND, ["and so on"], FIRST, SECOND], 1.2, 0.4)
    assert whole.count("\n\n") == 5
