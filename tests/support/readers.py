"""Knowledge bases of which not everybody may read all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from edge.indexing.edition import open_edition
from edge.indexing.run import index_paths
from edge.records import IndexReport
from edge.search.build import build_search
from edge.settings import IndexSettings
from edge.state.access import Principal
from edge.state.readership import ReadershipChange

ANNA, BEN, CARL = Principal(owner="anna", org="acme"), Principal(owner="ben", org="acme"), Principal()


def index(base: Path, *places: Path, by: Principal = CARL, **said: Any) -> IndexReport:
    readers = ReadershipChange(by=by, **said)
    return index_paths(places, base, IndexSettings(), build_search=build_search, readers=readers)


def write(folder: Path, **documents: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents.items():
        (folder / f"{name}.md").write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    return folder


def names(base: Path, principal: Principal) -> list[str]:
    db = open_edition(base, principal)
    try:
        return [str(row[0]) for row in db.execute("SELECT name FROM sources ORDER BY name")]
    finally:
        db.close()


def readable(base: Path, principal: Principal) -> Path:
    """The file that somebody's questions are put to."""
    db = open_edition(base, principal)
    try:
        return Path(db.filename)
    finally:
        db.close()
