"""Who may read which roots of a knowledge base; one that everybody may read whole has no place for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge import paths

if TYPE_CHECKING:
    import apsw

    from edge.state.access import Principal
    from edge.state.readership import Readership


def there(db: apsw.Connection, schema: str = "main") -> bool:
    """Whether a database says who may read it; `schema`: that of one attached."""
    return bool(db.execute(f"PRAGMA {schema}.table_info(spaces)").fetchall())


def create(db: apsw.Connection) -> None:
    """Make the place for it, where there is none."""
    if not there(db):
        db.execute(paths.asset("sql", "spaces.sql").read_text(encoding="utf-8")).fetchall()


def write(db: apsw.Connection, root: int, readers: Readership) -> None:
    """Who may read this root, from now on."""
    create(db)
    db.execute(
        "INSERT OR REPLACE INTO spaces (id, owner, org, visibility) VALUES (?, ?, ?, ?)",
        (root, readers.owner, readers.org, readers.visibility),
    )


def by_root(db: apsw.Connection) -> dict[int, Readership]:
    """Who may read each root of which that was said. Raises KnowledgeDamaged for what edge never writes."""
    if not there(db):
        return {}
    import msgspec

    from edge.errors import KnowledgeDamaged
    from edge.search.database import shown_path
    from edge.state.readership import Readership

    found = {}
    for root, owner, org, visibility in db.execute(
        "SELECT id, owner, org, visibility FROM spaces ORDER BY id"
    ):
        given = {"owner": owner, "org": org, "visibility": visibility}
        try:
            found[int(str(root))] = msgspec.convert(given, Readership)
        except msgspec.ValidationError as error:
            raise KnowledgeDamaged(
                f"{shown_path(db)} does not say in a known way who may read it.", "Build it again: edge index"
            ) from error
    return found


def readable(db: apsw.Connection, principal: Principal) -> list[int] | None:
    """The roots that somebody may read; None: all of them."""
    if not there(db):
        return None
    from edge.state.access import READABLE

    hidden = f"SELECT id FROM spaces WHERE id NOT IN {READABLE}"
    if not db.execute(f"{hidden} LIMIT 1", principal.bound()).fetchall():
        return None
    rows = db.execute(f"SELECT id FROM roots WHERE id NOT IN ({hidden}) ORDER BY id", principal.bound())
    return [int(str(root)) for (root,) in rows]
