"""The search tables depend on the rows alone, and can be made again at any time."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from memory_base import RULES, MakeKnowledge

from edge.errors import KnowledgeDamaged
from edge.search.build import build_search, header_of
from edge.search.searcher import Searcher

DUMP = (
    "SELECT hex(key || part || docs || impacts) FROM postings ORDER BY key, part",
    "SELECT name, hex(data) FROM search_arrays ORDER BY name",
    "SELECT id, hex(block) FROM pages_fts_data ORDER BY id",
)


def dump(db: apsw.Connection) -> list[object]:
    return [db.execute(query).fetchall() for query in DUMP]


def test_same_rows_same_bytes(make_knowledge: MakeKnowledge) -> None:
    """Two builds of the same pages are equal, and so is a second build over the first."""
    first, second = make_knowledge(RULES), make_knowledge(RULES)
    assert dump(first) == dump(second)
    build_search(first)
    assert dump(first) == dump(second)


def test_pages_are_ordered_by_source_and_number(make_knowledge: MakeKnowledge) -> None:
    """Ids tell the order of indexing, not of pages: neighbours are found by number all the same."""
    shuffled = make_knowledge([RULES[1], RULES[4], RULES[0], RULES[2], RULES[5], RULES[3]])
    arrays = Searcher(shuffled).ranker.arrays
    names = dict(shuffled.execute("SELECT id, name FROM sources"))
    order = [
        (names[source], number)
        for source, number in zip(arrays.page_source.tolist(), arrays.page_number.tolist(), strict=True)
    ]
    assert order == sorted(order)


def test_a_failed_build_leaves_the_old_tables(make_knowledge: MakeKnowledge) -> None:
    """One transaction: an interruption in the middle changes nothing."""
    db = make_knowledge(RULES)
    before = dump(db)
    db.execute(
        "INSERT INTO sources (name, root_id, kind, sha256, recipe, bytes) VALUES ('z',1,'text','','',0)"
    ).fetchall()
    db.execute("INSERT INTO pages (source_id, number, text) VALUES (4, 1, 'nouvelle page')").fetchall()

    def interrupt(done: int, total: int) -> None:
        if done == total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_search(db, interrupt)
    assert dump(db) == before


def test_full_text_index_is_sound(rules: apsw.Connection) -> None:
    """FTS5's own check passes on what was built, every page is in it, and the check does see damage."""
    check = "INSERT INTO pages_fts(pages_fts) VALUES ('integrity-check')"
    rules.execute(check).fetchall()
    pages = rules.execute("SELECT id FROM pages ORDER BY id").fetchall()
    assert rules.execute("SELECT rowid FROM pages_fts ORDER BY rowid").fetchall() == pages
    rules.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)  # shadow tables may be written only without it
    rules.execute("UPDATE pages_fts_data SET block = zeroblob(8) WHERE id > 10").fetchall()
    with pytest.raises(apsw.CorruptError):
        rules.execute(check).fetchall()


def test_progress_counts_pages(make_knowledge: MakeKnowledge) -> None:
    """Every page is told once, in order, with the total."""
    told: list[tuple[int, int]] = []
    db = make_knowledge(RULES)
    build_search(db, lambda done, total: told.append((done, total)))
    assert told == [(n, len(RULES)) for n in range(1, len(RULES) + 1)]


def test_an_empty_knowledge_base_builds_and_finds_nothing(make_knowledge: MakeKnowledge) -> None:
    """No pages is a state, not an error."""
    searcher = Searcher(make_knowledge([]))
    assert searcher.page_count == 0
    assert searcher.search("cadence").results == []
    assert searcher.passages("cadence", 5) == []


def test_without_search_tables_it_says_so(tmp_path: Path) -> None:
    """An index run that never finished is damage with a next step, not a crash."""
    with pytest.raises(KnowledgeDamaged, match="no search tables"):
        Searcher(apsw.Connection(str(tmp_path / "empty.db")))


def test_header_joins_what_there_is() -> None:
    """Title > section, without a dangling arrow."""
    assert header_of("14. Main options", "The mailer > Chapter 14 - Main options > Limits").startswith(
        "The mailer"
    )
    assert header_of("Blitz", "Cadence") == "Blitz > Cadence"
    assert header_of("", "Cadence") == "Cadence"
    assert header_of("", "") == ""
