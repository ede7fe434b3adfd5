"""Whether a database has the tables of a knowledge base and nothing else: no views, no triggers.

A stranger's file may be sealed as well as ours. Compared before any other query: what SQLite would do for a
view or a trigger is then never asked.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import apsw

#: sha256 of the statements that made the tables and indexes, with and without the coarse stage of large
#: vector tables, summaries of tables, and who may read what (`assets/sql`; a test makes them anew).
KNOWN = frozenset(
    {
        "2f4df55a5e31c6f9fe87fd2f18bc6cffb05ab774cf0d15b7b08f35234095fb8b",
        "d7c8093d0a58322a2b737fcbacd2f9ecadf57aca475e2f8f26561cccfe77ea02",
        "746f489ab6734d8affba82392fe502be0dee966f3a8161a7f264f69330c4381c",
        "19dd05bb4f07e91b9f19da47174da5aef2eaf06a14dd83e33e9f7adedeeb2ff4",
        "ca6b6ca4dd2b91d42071c4bdcd6cc8fd4b6a45b79346b5d39d42750ab2dee013",
        "46800ea02ce054baed416f646ffb041e0288d1cf3a048235ea5a3ad105241abd",
        "873b310081ce118b64b9165a12b9f6795179e10b7cdc1fa1d4fd92e7f2b2818f",
        "d579cd3412f70021e946aa4ade1ff850693ce2927c6e850d50a13c303f624b30",
    }
)


def digest(db: apsw.Connection) -> str:
    """sha256 over kind, name and statement of all that is in the schema.

    The inner tables of FTS5 count by name: their statements are SQLite's own.
    """
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").fetchall()
    digest = hashlib.sha256()
    for kind, name, table, sql in rows:
        inner = str(name).startswith(("pages_fts_", "sqlite_autoindex_"))
        digest.update(repr((kind, name, table, "" if inner else " ".join(str(sql).split()))).encode())
    return digest.hexdigest()
