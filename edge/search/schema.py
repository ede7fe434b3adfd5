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
        "fc3f5583c2c483352180f30250048e2b0939bf2863415f667771b759b025aa2f",
        "5c32a11ddf80003142b803661cad3c303158c39d9d1703bf63266468b98f6ed0",
        "b5029b4c272ea642f97834f80dcfaad706fd8a0ce34d074352b480e85fd98aa4",
        "f3b72f629edce9782f285bfe4dcb07144f67b9ef0bf5984b9857f835d87a7a3b",
        "8d6cdc3d81a6d0e840d6ee8cf35ca66c1d2138e8d9eb2e55afc3e93a59974ec8",
        "7cc1e287b573f19ac7854ce3446a1c6d10bd29be2949d91ac1a5e0e4fae48d12",
        "bd02e68a554590adf03850c278a3b7a8397f3d6f7ad201d60d64b7396c94c69e",
        "f3f6419fca369ae9773c37d6c442d35c2c033aa7a156a86eb9b14c685b0743d8",
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
