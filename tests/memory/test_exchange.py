"""Memories out and in again: nothing is lost on the way, nothing doubled, and what is broken costs itself."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from learnt import memory, store

from edge.errors import StorageError
from edge.memory import export_lines, import_lines, rekall
from edge.memory.store import MemoryStore
from edge.records.memory import Memory


def exported(memories: MemoryStore) -> list[Memory]:
    return [memories.get(id) for id in memories.ids()]


def test_an_export_comes_back_whole(tmp_path: Path) -> None:
    """Contexts, dates and links survive; importing the same again adds nothing."""
    with store(tmp_path / "a.db") as one, store(tmp_path / "b.db") as other:
        a = one.add(memory(1, content="é\n" * 3, context={"conversation_excerpt": "x" * 500})).id
        b = one.add(memory(2)).id
        one.link(a, b, "derived_from", reason="the same valve")
        other.add(memory(9))  # ids differ there
        lines = list(export_lines.jsonl(exported(one)))
        done = import_lines.read_jsonl(other, lines)
        assert (done.added, done.known, done.links, done.refused) == (2, 0, 1, [])  # told at both ends
        again = import_lines.read_jsonl(other, lines)
        assert (again.added, again.known) == (0, 2)
        there = exported(other)[1:]
        for mine, theirs in zip(exported(one), there, strict=True):
            assert (mine.title, mine.content, mine.context, mine.created_at) == (
                theirs.title, theirs.content, theirs.context, theirs.created_at,
            )  # fmt: skip
        assert {link.kind for link in there[0].links} == {"derived_from"}


def test_an_older_export_undoes_no_update(tmp_path: Path) -> None:
    """Of one subject the one that was learnt later stays in force, whatever is imported after it; into an
    empty store, or beside an older one, the export comes in.
    """
    with store(tmp_path / "a.db") as one, store(tmp_path / "b.db") as other:
        code = memory(title="The code of the gate", context={"solution": "Type 4471, then ring."})
        old = one.add(code, created_at="2026-01-05T09:00:00.000000Z").id
        lines = list(export_lines.jsonl(exported(one)))
        anew = msgspec.structs.replace(code.context, solution="Type 8820, then ring.")
        new = one.add(
            msgspec.structs.replace(code, context=anew), created_at="2026-03-12T09:00:00.000000Z"
        ).id
        done = import_lines.read_jsonl(one, lines)
        assert (done.added, done.known) == (0, 1)
        assert one.ids() == [new] and one.get(old).superseded_by == new
        assert import_lines.read_jsonl(other, lines).added == 1
        later = list(export_lines.jsonl(exported(one)))
        assert import_lines.read_jsonl(other, later).added == 1
        assert [held.context.solution for held in exported(other)] == ["Type 8820, then ring."]


def test_what_was_deleted_does_not_come_back(tmp_path: Path) -> None:
    """An export of everything tells of deleted and superseded memories: they are not in force elsewhere."""
    with store(tmp_path / "a.db") as one, store(tmp_path / "b.db") as other:
        gone, old, kept = (one.add(memory(n)).id for n in range(3))
        one.delete(gone)
        new = one.supersede(old, memory("1b")).id
        one.link(kept, gone, reason="the same valve")
        lines = list(export_lines.jsonl(one.get(id) for id in one.ids(live=False)))
        assert len(lines) == 4
        done = import_lines.read_jsonl(other, lines)
        assert (done.added, done.links, done.refused) == (2, 0, [])
        titles = {held.title for held in exported(other)}
        assert titles == {one.get(kept).title, one.get(new).title}
        again = import_lines.read_jsonl(one, lines)  # nor where it was deleted
        assert (again.added, again.known) == (0, 2) and one.get(gone).deleted_at


def test_a_broken_line_costs_itself(tmp_path: Path) -> None:
    """Each refusal names its line; the others are kept."""
    good = msgspec.json.encode(memory(1))
    lines = [
        b"{",
        b"",
        b'{"type": "bug", "title": "t", "context": {"situation": "short"}}',
        b"[" * 100_000,
        good,
    ]
    with store(tmp_path / "a.db") as memories:
        done = import_lines.read_jsonl(memories, lines)
        assert done.added == 1 and [why.partition(":")[0] for why in done.refused] == [
            "line 1",
            "line 3",
            "line 4",
        ]


def test_markdown_shows_the_why(tmp_path: Path) -> None:
    """People read situation, solution and links."""
    with store(tmp_path / "a.db") as memories:
        memories.add(memory(1, context={"what_failed": "Restarting it."}))
        text = "\n".join(export_lines.markdown(exported(memories)))
    for part in (
        "## Pump number1 stops",
        "**Situation.**",
        "**Solution.**",
        "**What failed.** Restarting it.",
    ):
        assert part in text


REKALL = """
CREATE TABLE entries (id TEXT PRIMARY KEY, title TEXT NOT NULL, content TEXT, type TEXT,
    project TEXT, confidence INTEGER, status TEXT DEFAULT 'active', superseded_by TEXT, created_at TEXT,
    updated_at TEXT, context_compressed BLOB, context_structured TEXT, context_blob BLOB);
CREATE TABLE links (id TEXT PRIMARY KEY, source_id TEXT, target_id TEXT, relation_type TEXT,
    created_at TEXT, reason TEXT);
"""


def rekall_database(path: Path) -> Path:
    """A small database of Rekall's schema 12: five entries and two links."""
    structured = {
        "situation": "The build fails on ARM after an update.",
        "solution": "Pin the compiler to version 12.",
        "trigger_keywords": ["ARM", "gcc"],
        "created_at": "2025-12-10T10:00:00",
        "extraction_method": "manual",
        "what_failed": None,
    }
    encoded = msgspec.json.encode(structured)
    rows = [
        ("r1", "Build on ARM", "gcc", "bug", None, "active", None, None, encoded.decode(), None),
        (
            "r2",
            "Old habits",
            "text",
            "pattern",
            "p",
            "active",
            None,
            zlib.compress(b"It was a rainy day."),
            None,
            None,
        ),
        ("r3", "Blob", "text", "config", None, "active", None, None, None, zlib.compress(encoded)),
        ("r4", "Replaced", "text", "decision", None, "obsolete", "r1", None, encoded.decode(), None),
        ("r5", "Gone", "text", "decision", None, "obsolete", None, None, None, None),
        (
            "r6",
            "Thin",
            "text",
            "bug",
            None,
            "active",
            None,
            None,
            '{"situation": "crash", "solution": "fixed"}',
            None,
        ),
    ]
    with closing(sqlite3.connect(path)) as db:
        db.executescript(REKALL)
        for id, title, content, kind, project, status, by, legacy, json, blob in rows:
            db.execute(
                "INSERT INTO entries VALUES (?,?,?,?,?,2,?,?,'2025-12-10T10:00:00','x',?,?,?)",
                (id, title, content, kind, project, status, by, legacy, json, blob),
            )
        db.execute("INSERT INTO links VALUES ('l1', 'r1', 'r2', 'derived_from', 'x', 'one led to the other')")
        db.execute("INSERT INTO links VALUES ('l2', 'r1', 'nobody', 'related', 'x', NULL)")
        db.commit()
    return path


def test_rekall_comes_with_contexts_links_and_what_it_lacks(tmp_path: Path) -> None:
    """Structured and compressed contexts are read; old free text waits as legacy; twice adds nothing."""
    source = rekall_database(tmp_path / "knowledge.db")
    assert rekall.is_database(source)
    with store(tmp_path / "a.db", origin="rekall") as memories:
        done = rekall.read(memories, source)
        assert (done.added, done.incomplete, done.links, done.refused) == (5, 2, 1, [])
        by_origin = {kept.origin_id: kept for kept in (memories.get(id) for id in memories.ids(live=False))}
        assert by_origin["r1"].context.trigger_keywords == ["ARM", "gcc"]
        assert by_origin["r3"].context.solution == "Pin the compiler to version 12."
        assert by_origin["r2"].legacy == "It was a rainy day." and not by_origin["r2"].complete
        assert "situation: crash" in by_origin["r6"].legacy
        assert by_origin["r4"].superseded_by == by_origin["r1"].id
        assert "r5" not in by_origin
        again = rekall.read(memories, source)
        assert (again.added, again.known) == (0, 5)


def test_a_database_of_another_kind_is_refused(tmp_path: Path) -> None:
    """By name, with what it lacks; nothing is written to it."""
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE entries (id)")
        db.commit()
    before = path.read_bytes()
    with store(tmp_path / "a.db") as memories, pytest.raises(StorageError, match="no database of Rekall"):
        rekall.read(memories, path)
    assert path.read_bytes() == before


def test_a_pattern_comes_back_with_its_episodes(tmp_path: Path) -> None:
    """It is a pattern there too, covers what it covered, and names that by its ids of there; the same again
    adds nothing, whichever line comes first.
    """
    with store(tmp_path / "a.db") as one, store(tmp_path / "b.db") as other:
        episodes = [one.add(memory(n)).id for n in range(3)]
        with one.batch():
            said = "\n".join(f"- {id}: it stops" for id in episodes)
            one.add_pattern(memory("x", type="pattern", content=said), episodes, reason="alike")
        other.add(memory(9))  # ids differ there
        lines = list(export_lines.jsonl(exported(one)))[::-1]
        done = import_lines.read_jsonl(other, lines)
        assert (done.added, done.refused) == (4, [])
        (pattern,) = (held for held in exported(other) if held.semantic)
        covered = {other.get(id).title for id in pattern.covers}
        assert covered == {one.get(id).title for id in episodes}
        assert pattern.content.splitlines() == [f"- {id}: it stops" for id in reversed(pattern.covers)]
        assert {link.kind for link in pattern.links} == {"derived_from"} and len(pattern.links) == 3
        assert import_lines.read_jsonl(other, lines).added == 0


def test_a_link_without_an_end_links_nothing(tmp_path: Path) -> None:
    """Lines that have no id are nobody's other end."""
    with store(tmp_path / "a.db") as one:
        lines = [
            msgspec.json.encode({**msgspec.to_builtins(new), "id": id, "links": links})
            for id, new, links in (
                ("", memory(1), []), ("m9", memory(2), [{"target": "m9"}, {"source": "m9"}]),
            )
        ]  # fmt: skip
        done = import_lines.read_jsonl(one, lines)
        assert (done.added, done.links) == (2, 0)
