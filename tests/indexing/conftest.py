"""What tests of indexing share: folders of small documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from documents import jsonl, pdf_with_table


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one document of each kind, in a place with a space and an accent in its name."""
    place = tmp_path / "mes règles"
    place.mkdir()
    (place / "a.md").write_text(
        "# Laws\n\n## Touch\n\nA touched piece moves.\n\n## Glossary\n\n- **Bye**: a round off\n",
        encoding="utf-8",
    )
    (place / "b.txt").write_text("First page.\fSecond page.", encoding="utf-8")
    (place / "c.html").write_text("<h1>Clock</h1><p>Press it.</p>", encoding="utf-8")
    jsonl(
        place / "pages.jsonl",
        [("x.pdf", 1, "One."), ("x.pdf", 2, "Two."), ("y.pdf", 1, "Three.")],
        section="S",
    )
    pdf_with_table(place / "d.pdf", [["Mode", "Time"], ["Blitz", "3 min"]])
    return place


@pytest.fixture
def text_folder(tmp_path: Path) -> Path:
    """A folder of two small Markdown files: quick to index."""
    place = tmp_path / "notes"
    place.mkdir()
    (place / "a.md").write_text("# A\n\nAlpha stands here.\n", encoding="utf-8")
    (place / "b.md").write_text("# B\n\nBeta stands here.\n", encoding="utf-8")
    return place
