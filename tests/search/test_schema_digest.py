"""Only a file with the tables of a knowledge base is queried."""

from __future__ import annotations

from itertools import combinations

import apsw
import pytest

from edge import paths
from edge.search import schema

#: What only some knowledge bases have.
MORE = ("vectors.sql", "summaries.sql", "spaces.sql")


def made(*names: str) -> apsw.Connection:
    db = apsw.Connection(":memory:")
    for name in names:
        db.execute(paths.asset("sql", name).read_text(encoding="utf-8")).fetchall()
    return db


@pytest.mark.parametrize("more", [more for n in range(4) for more in combinations(MORE, n)])
def test_the_known_digests_are_those_of_the_statements_that_ship(more: tuple[str, ...]) -> None:
    """A change of assets/sql changes what may be opened: put the new digest into `schema.KNOWN`."""
    assert schema.digest(made("knowledge.sql", "search.sql", *more)) in schema.KNOWN
    assert len(schema.KNOWN) == 8


@pytest.mark.parametrize(
    "addition",
    [
        "CREATE VIEW more AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM pages; END",
        "CREATE TABLE more (x)",
        "CREATE INDEX more ON pages (text)",
        "ALTER TABLE pages ADD COLUMN more",
        "DROP TABLE meta",
    ],
)
def test_anything_else_is_not_ours(addition: str) -> None:
    """A view, a trigger, a table or a column more or less: not a knowledge base of edge."""
    db = made("knowledge.sql", "search.sql")
    db.execute(addition).fetchall()
    assert schema.digest(db) not in schema.KNOWN
