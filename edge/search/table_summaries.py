"""Summaries of tables in a knowledge base; one without any has no place for them either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge import paths

if TYPE_CHECKING:
    import apsw


def there(db: apsw.Connection, schema: str = "main") -> bool:
    """Whether a database has a place for summaries; `schema`: that of one attached."""
    names = db.execute(f"PRAGMA {schema}.table_info(table_summaries)").fetchall()
    return bool(names)


def create(db: apsw.Connection) -> None:
    """Make the place for them, where there is none."""
    if not there(db):
        db.execute(paths.asset("sql", "summaries.sql").read_text(encoding="utf-8")).fetchall()


def count(db: apsw.Connection) -> int:
    """How many there are."""
    if not there(db):
        return 0
    rows = db.execute("SELECT count(*) FROM table_summaries").fetchall()
    return int(str(rows[0][0]))


def missing(db: apsw.Connection) -> list[int]:
    """Ids of the tables without one, in order."""
    lacks = " WHERE id NOT IN (SELECT table_id FROM table_summaries)" if there(db) else ""
    return [int(str(row[0])) for row in db.execute(f"SELECT id FROM tables{lacks} ORDER BY id")]


def by_table(db: apsw.Connection) -> dict[int, str]:
    """Summaries by the id of their table."""
    if not there(db):
        return {}
    return {
        int(str(table)): str(text) for table, text in db.execute("SELECT table_id, text FROM table_summaries")
    }


def of_chunks(db: apsw.Connection) -> dict[int, str]:
    """Summaries by the id of the chunk that holds their table, those of one chunk joined."""
    if not there(db):
        return {}
    found: dict[int, str] = {}
    for chunk, text in db.execute(
        "SELECT chunk_id, s.text FROM table_summaries s JOIN tables t ON t.id = table_id"
        " WHERE chunk_id IS NOT NULL ORDER BY t.id"
    ):
        number = int(str(chunk))
        found[number] = f"{found[number]}\n{text}" if number in found else str(text)
    return found
