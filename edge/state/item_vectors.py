"""Vectors of memories, turns and summaries, and the nearest of them: an exact scan over what may be read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from edge.state.access import READABLE, Principal
from edge.state.database import first, transaction

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]


class Unembedded(NamedTuple):
    """An item without a vector, and the words that one is made of."""

    item: int
    title: str
    text: str


#: A memory is embedded with the situation that it helps in.
_MISSING = f"""
    SELECT items.id, title, coalesce(situation || char(10) || solution || char(10), '') || text
    FROM items LEFT JOIN memories ON memories.item = items.id
    WHERE items.kind = :kind AND live = 1 AND space IN {READABLE}
        AND NOT EXISTS (SELECT 1 FROM item_vectors WHERE item_vectors.item = items.id AND model = :model)
    ORDER BY items.id DESC LIMIT :limit
"""


def missing(db: apsw.Connection, principal: Principal, kind: str, model: str, limit: int) -> list[Unembedded]:
    """Live items of a kind that have no vector of a model, the newest first."""
    found = db.execute(_MISSING, principal.bound(kind=kind, model=model, limit=limit))
    return [Unembedded(int(str(item)), str(title), str(text)) for item, title, text in found]


def count_missing(db: apsw.Connection, principal: Principal, kind: str, model: str) -> int:
    """How many there are."""
    sql = f"SELECT count(*) FROM ({_MISSING})"
    found = first(db, sql, principal.bound(kind=kind, model=model, limit=-1))
    return int(found[0]) if found else 0


def write(db: apsw.Connection, model: str, vectors: Iterable[tuple[int, Vector]]) -> None:
    """Keep vectors of unit length, in one transaction."""
    packed = [(item, model, vector.astype("<f4").tobytes()) for item, vector in vectors]
    with transaction(db):
        for row in packed:
            # An item may have been deleted for good meanwhile.
            db.execute(
                "INSERT OR REPLACE INTO item_vectors (item, model, vector)"
                " SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM items WHERE id = ?1)",
                row,
            ).fetchall()


def nearest(
    db: apsw.Connection, principal: Principal, *, kind: str, model: str, query: Vector, limit: int
) -> list[tuple[int, float]]:
    """(item, cosine) of the nearest live items of a kind, best first, ties by id."""
    import numpy as np

    items, table = matrix(db, principal, kind, model, len(query))
    if not items:
        return []
    cosines = table @ query
    order = np.lexsort((np.array(items), -cosines))[: max(0, limit)]
    return [(items[place], float(cosines[place])) for place in order.tolist()]


def matrix(
    db: apsw.Connection, principal: Principal, kind: str, model: str, dims: int
) -> tuple[list[int], NDArray[np.float32]]:
    """The ids of all live items that have a vector, and their vectors: shape (items, dims)."""
    import numpy as np

    sql = (
        "SELECT item, vector FROM item_vectors CROSS JOIN items ON items.id = item_vectors.item"
        f" WHERE model = :model AND kind = :kind AND live = 1 AND space IN {READABLE} ORDER BY item"
    )
    items: list[int] = []
    parts: list[bytes] = []
    for item, vector in db.execute(sql, principal.bound(kind=kind, model=model)):
        if isinstance(vector, bytes) and len(vector) == 4 * dims:
            items.append(int(str(item)))
            parts.append(vector)
    return items, np.frombuffer(b"".join(parts), dtype="<f4").reshape(len(items), dims)


def of_items(db: apsw.Connection, model: str, items: list[int]) -> dict[int, Vector]:
    """The vectors of some items, as far as there are any. Whose items they are is the caller's affair."""
    import numpy as np

    rows = db.execute(
        "SELECT item, vector FROM item_vectors WHERE model = :model"
        " AND item IN (SELECT value FROM json_each(:items))",
        {"model": model, "items": f"[{','.join(map(str, items))}]"},
    )
    return {
        int(str(item)): np.frombuffer(vector, dtype="<f4")
        for item, vector in rows
        if isinstance(vector, bytes) and len(vector) % 4 == 0
    }
