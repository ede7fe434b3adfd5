"""A knowledge base of the version before is renewed by the next index run, and reads no document twice."""

from __future__ import annotations

from pathlib import Path

import apsw
import msgspec
import pytest

import edge
from edge import config
from edge.errors import KnowledgeVersion
from edge.search import database
from edge.search.seal import read_seal, write_seal

POSTINGS_OF_3 = """DROP TABLE postings;
CREATE TABLE postings (key TEXT PRIMARY KEY, docs BLOB NOT NULL, impacts BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO postings VALUES ('wkey', x'00000000', x'003c')"""


def aged(base: Path, version: int = 3) -> None:
    """Make it a base of an older version, with the search tables of version 3, under a true seal."""
    manifest = read_seal(base).manifest
    base.write_bytes(base.read_bytes()[: manifest.bytes])
    db = apsw.Connection(str(base))
    db.execute(POSTINGS_OF_3).fetchall()
    db.execute(f"PRAGMA user_version={version:d}").fetchall()
    db.execute("VACUUM").fetchall()
    db.close()
    size, digest = base.stat().st_size, database.sha256_of(base)
    write_seal(base, msgspec.structs.replace(manifest, bytes=size, sha256=digest, knowledge_version=version))


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "key.md").write_text("# Shed\n\nThe brass key hangs behind the door.\n", encoding="utf-8")
    (folder / "pump.txt").write_text("The pump runs at two bars in winter.\n", encoding="utf-8")
    return folder


def indexed(base: Path, documents: Path) -> tuple[str, list[str]]:
    with edge.open(base, settings=config.load({"index.vectors": "none"})) as session:
        report = session.index([documents])
        return report.sha256, [source.status for source in report.sources]


def test_an_index_run_renews_it(tmp_path: Path, documents: Path) -> None:
    """Nothing is read again, nothing is lost, and the file is the one that this edge makes, byte for byte."""
    base = tmp_path / "k.db"
    fresh, statuses = indexed(base, documents)
    assert statuses == ["added", "added"]
    aged(base)
    with pytest.raises(KnowledgeVersion, match="older edge: knowledge version 3,") as told:
        database.open_knowledge(base)
    assert f"edge index FOLDER --knowledge {base}" in told.value.hint
    assert indexed(base, documents) == (fresh, ["unchanged", "unchanged"])
    database.open_knowledge(base).close()


def test_documents_can_be_removed_from_it(tmp_path: Path, documents: Path) -> None:
    """Any run that puts a new file in place makes it of this version."""
    base = tmp_path / "k.db"
    indexed(base, documents)
    aged(base)
    with edge.open(base) as session:
        assert session.remove(["pump.txt"]).removed == ["pump.txt"]
        assert [hit.source for hit in session.search("brass key").results] == ["key.md"]


def test_what_is_older_still_is_not_touched(tmp_path: Path, documents: Path) -> None:
    """Tables that this edge does not know are not guessed at: the run says so and leaves the file."""
    base = tmp_path / "k.db"
    indexed(base, documents)
    aged(base, 2)
    before = base.read_bytes()
    with pytest.raises(KnowledgeVersion, match="older") as told:
        indexed(base, documents)
    assert "Move it away" in told.value.hint
    assert base.read_bytes() == before
