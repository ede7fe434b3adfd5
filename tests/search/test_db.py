"""Opening knowledge bases: what is damaged, missing or of another version is refused by name."""

from __future__ import annotations

import os
import random
from pathlib import Path

import apsw
import msgspec
import pytest

from edge import paths
from edge.errors import KnowledgeDamaged, KnowledgeError, KnowledgeMissing, KnowledgeVersion
from edge.records import Manifest
from edge.search import database


def manifest_for(path: Path) -> Manifest:
    """A manifest that is true of the file at `path`."""
    return Manifest(
        file=path.name,
        bytes=path.stat().st_size,
        sha256=database.sha256_of(path),
        content="",
        knowledge_version=database.KNOWLEDGE_VERSION,
        edge="0",
        sources=0,
        pages=0,
        chunks=0,
    )


@pytest.fixture
def knowledge(tmp_path: Path) -> Path:
    """The smallest file that counts as a knowledge base: the real schema, no rows, a true manifest."""
    path = tmp_path / "small.db"
    connection = database.connect(path, readonly=False)
    connection.execute(paths.asset("sql", "knowledge.sql").read_text(encoding="utf-8")).fetchall()
    connection.execute(f"PRAGMA user_version={database.KNOWLEDGE_VERSION}").fetchall()
    connection.close()
    paths.manifest_of(path).write_bytes(msgspec.json.encode(manifest_for(path)))
    return path


def test_a_whole_file_opens_read_only(knowledge: Path) -> None:
    """A verified knowledge base opens, and nothing can be written through the connection."""
    connection = database.open_knowledge(knowledge)
    with pytest.raises(apsw.ReadOnlyError):
        connection.execute("DELETE FROM meta").fetchall()


def test_opening_writes_nothing_beside_the_file(knowledge: Path) -> None:
    """No -wal, -shm or journal appears: the folder may be read-only."""
    before = sorted(knowledge.parent.iterdir())
    database.open_knowledge(knowledge).execute("SELECT count(*) FROM pages").fetchall()
    assert sorted(knowledge.parent.iterdir()) == before


def test_missing_says_how_to_make_one(tmp_path: Path) -> None:
    """A path without a file is KnowledgeMissing with the command that makes it."""
    with pytest.raises(KnowledgeMissing, match="edge index"):
        database.verify(tmp_path / "none.db")


def test_an_interrupted_run_is_told_as_such(tmp_path: Path) -> None:
    """Where only the unfinished file lies, the message says that the run resumes."""
    (tmp_path / ("k.db" + database.BUILDING_SUFFIX)).touch()
    with pytest.raises(KnowledgeMissing, match="resumes"):
        database.verify(tmp_path / "k.db")


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0", b"%PDF-1.7" * 100])
def test_what_is_not_a_database_is_refused(tmp_path: Path, content: bytes) -> None:
    """0-byte, cut and foreign files are KnowledgeDamaged before any parser sees them."""
    path = tmp_path / "x.db"
    path.write_bytes(content)
    with pytest.raises(KnowledgeDamaged):
        database.open_knowledge(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    """A folder given as knowledge base is named as a folder."""
    with pytest.raises(KnowledgeDamaged, match="folder"):
        database.open_knowledge(tmp_path)


def test_every_flipped_byte_is_refused(knowledge: Path) -> None:
    """One changed byte anywhere, or a cut, never opens: the hash decides, not the parser."""
    whole = knowledge.read_bytes()
    dice = random.Random(7)
    for _ in range(60):
        damaged = bytearray(whole)
        if dice.random() < 0.3:
            damaged = damaged[: dice.randrange(len(whole))]
        else:
            damaged[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
        knowledge.write_bytes(damaged)
        with pytest.raises(KnowledgeError):
            database.open_knowledge(knowledge)


def test_no_manifest_no_trust(knowledge: Path) -> None:
    """Without its manifest a file is refused; a manifest that is not JSON is damage, not absence."""
    paths.manifest_of(knowledge).write_bytes(b"{")
    with pytest.raises(KnowledgeDamaged, match="cannot be read"):
        database.verify(knowledge)
    paths.manifest_of(knowledge).unlink()
    with pytest.raises(KnowledgeDamaged, match="no manifest"):
        database.verify(knowledge)


def test_the_next_manifest_counts_after_a_crash_between_two_renames(knowledge: Path) -> None:
    """A crash after the database's rename and before its manifest's leaves a readable new state."""
    current = paths.manifest_of(knowledge)
    true = current.read_bytes()
    current.write_bytes(
        msgspec.json.encode(msgspec.structs.replace(manifest_for(knowledge), sha256="0" * 64))
    )
    with pytest.raises(KnowledgeDamaged):
        database.verify(knowledge)
    current.with_name(current.name + ".new").write_bytes(true)
    assert database.verify(knowledge).sha256 == database.sha256_of(knowledge)


@pytest.mark.parametrize(("version", "told"), [(database.KNOWLEDGE_VERSION + 1, "newer"), (99, "newer")])
def test_another_version_is_named(knowledge: Path, version: int, told: str) -> None:
    """A newer schema is KnowledgeVersion, said before the hash is judged."""
    connection = database.connect(knowledge, readonly=False)
    connection.execute(f"PRAGMA user_version={version}").fetchall()
    connection.close()
    with pytest.raises(KnowledgeVersion, match=told):
        database.open_knowledge(knowledge)


def test_a_large_file_is_hashed_once_until_it_changes(
    knowledge: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above the limit the digest is remembered per size and mtime, and `full` asks for it again."""
    monkeypatch.setattr(database, "ALWAYS_HASH_BELOW", 0)
    monkeypatch.setattr(paths, "home", lambda: tmp_path / "home")
    hashed = []
    real = database.sha256_of
    monkeypatch.setattr(database, "sha256_of", lambda path: hashed.append(path) or real(path))
    database.verify(knowledge)
    database.verify(knowledge)
    assert len(hashed) == 1
    database.verify(knowledge, full=True)
    assert len(hashed) == 2
    os.utime(knowledge, ns=(1, 1))
    database.verify(knowledge)
    assert len(hashed) == 3
