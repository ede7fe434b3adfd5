"""Opening knowledge bases: what is damaged, missing or of another version is refused by name."""

from __future__ import annotations

import random
from pathlib import Path

import apsw
import fault_tally
import pytest

from edge import paths
from edge.errors import KnowledgeDamaged, KnowledgeError, KnowledgeMissing, KnowledgeVersion
from edge.records import Manifest
from edge.search import database
from edge.search.seal import write_seal


def sealed(path: Path) -> Path:
    """Put a true seal under a finished database."""
    manifest = Manifest(
        file=path.name, bytes=path.stat().st_size, sha256=database.sha256_of(path), content="",
        knowledge_version=database.KNOWLEDGE_VERSION, edge="0", sources=0, pages=0, chunks=0,
    )  # fmt: skip
    write_seal(path, manifest)
    return path


def unsealed(folder: Path, version: int = database.KNOWLEDGE_VERSION) -> Path:
    """The real schema, without rows."""
    path = folder / "small.db"
    connection = database.connect(path, readonly=False)
    for name in ("knowledge.sql", "search.sql"):
        connection.execute(paths.asset("sql", name).read_text(encoding="utf-8")).fetchall()
    connection.execute(f"PRAGMA user_version={version}").fetchall()
    connection.close()
    return path


@pytest.fixture
def knowledge(tmp_path: Path) -> Path:
    """The smallest file that counts as a knowledge base: the real schema, no rows, a true seal."""
    return sealed(unsealed(tmp_path))


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
    """One changed byte anywhere, or a cut, is never read: the hash decides, not the parser."""
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
            database.verify(knowledge, full=True)
            database.open_knowledge(knowledge)
    fault_tally.count("damaged knowledge bases", 60)


def test_no_seal_no_trust(tmp_path: Path) -> None:
    """A database that nobody sealed, or whose seal was cut off, is refused."""
    path = unsealed(tmp_path)
    with pytest.raises(KnowledgeDamaged, match="seal"):
        database.verify(path)
    whole = sealed(path).read_bytes()
    path.write_bytes(whole[:-1])
    with pytest.raises(KnowledgeDamaged, match="seal"):
        database.verify(path)


def test_the_file_beside_it_is_for_other_programs(knowledge: Path) -> None:
    """Without its manifest, or with half of one, or with a leftover of a crash, a knowledge base opens."""
    beside = paths.manifest_of(knowledge)
    for content in (None, b"", b'{"schema":1', b"\xff\xfe"):
        for place in (beside, beside.with_name(beside.name + ".new")):
            if content is not None:
                place.write_bytes(content)
        connection = database.open_knowledge(knowledge)
        assert connection.execute("SELECT count(*) FROM pages").fetchall() == [(0,)]
        connection.close()


def test_a_copy_under_another_name_opens(knowledge: Path, tmp_path: Path) -> None:
    """One file is all there is to carry."""
    other = tmp_path / "elsewhere ünd #1?.db"
    other.write_bytes(knowledge.read_bytes())
    assert database.verify(other, full=True).file == other.name
    connection = database.open_knowledge(other)
    assert connection.execute("SELECT count(*) FROM pages").fetchall() == [(0,)]
    connection.close()


def test_a_changed_block_is_noticed_when_it_is_read(tmp_path: Path) -> None:
    """However large the file: what is read is what was sealed, or KnowledgeDamaged; `full` reads all."""
    path = unsealed(tmp_path)
    connection = database.connect(path, readonly=False)
    with connection:
        connection.execute("INSERT INTO meta VALUES ('first', 'x')")
        for n in range(400):
            connection.execute("INSERT INTO meta VALUES (?, ?)", (f"{n:05d}", f"value {n} " * 200))
    connection.close()
    whole = sealed(path).read_bytes()
    place = whole.index(b"value 399 ")
    path.write_bytes(whole[:place] + b"v" + whole[place + 1 :])  # the same byte: nothing has changed
    database.verify(path, full=True)
    path.write_bytes(whole[:place] + b"V" + whole[place + 1 :])
    with pytest.raises(KnowledgeDamaged, match="block"):
        database.verify(path, full=True)
    connection = database.open_knowledge(path)  # costs the same whatever the size, and proves the seal alone
    with pytest.raises(KnowledgeDamaged, match="block"):
        connection.execute("SELECT sum(length(value)) FROM meta").fetchall()


def test_a_strangers_tables_are_not_queried(tmp_path: Path) -> None:
    """A sealed file with a view that never ends is refused before anything asks for it."""
    path = unsealed(tmp_path)
    connection = database.connect(path, readonly=False)
    connection.execute("DROP TABLE meta").fetchall()
    connection.execute(
        "CREATE VIEW meta AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    ).fetchall()
    connection.close()
    with pytest.raises(KnowledgeDamaged, match="tables"):
        database.open_knowledge(sealed(path))


@pytest.mark.parametrize(
    ("version", "told"), [(database.KNOWLEDGE_VERSION + 1, "newer"), (99, "newer"), (1, "older")]
)
def test_another_version_is_named(tmp_path: Path, version: int, told: str) -> None:
    """Another schema is KnowledgeVersion, said before the seal is judged."""
    with pytest.raises(KnowledgeVersion, match=told):
        database.open_knowledge(unsealed(tmp_path, version))
