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


class VectorTable(NamedTuple):
    """All live items of a kind that have a vector, and the vectors: shape (items, dims)."""

    items: NDArray[np.int64]
    vectors: NDArray[np.float32]

    def nearest(self, query: Vector, limit: int) -> list[tuple[int, float]]:
        """(item, cosine) of the nearest, best first, ties by id."""
        import numpy as np

        if not len(self.items):
            return []
        cosines = self.vectors @ query
        order = np.lexsort((self.items, -cosines))[: max(0, limit)]
        return [(int(self.items[place]), float(cosines[place])) for place in order.tolist()]


def read(
    db: apsw.Connection, principal: Principal, *, kind: str, model: str, dims: int, near: float = 0.0,
    where: str = "",
) -> VectorTable:  # fmt: skip
    """The table of a kind. `near`: the share that the turns just before and after have in a turn's vector;
    `where`: a further condition on `items`.
    """
    import numpy as np

    sql = (
        "SELECT item, vector, coalesce(conversation, 0), ordinal FROM item_vectors"
        " CROSS JOIN items ON items.id = item_vectors.item"
        f" WHERE model = :model AND kind = :kind AND live = 1 AND space IN {READABLE}"
        f"{f' AND ({where})' if where else ''} ORDER BY 3, 4, 1"
    )
    places: list[tuple[int, int, int]] = []
    parts: list[bytes] = []
    for item, vector, conversation, ordinal in db.execute(sql, principal.bound(kind=kind, model=model)):
        if isinstance(vector, bytes) and len(vector) == 4 * dims:
            places.append((int(str(item)), int(str(conversation)), int(str(ordinal))))
            parts.append(vector)
    at = np.array(places, np.int64).reshape(len(places), 3)
    table = np.frombuffer(b"".join(parts), dtype="<f4").reshape(len(places), dims)
    return VectorTable(at[:, 0], _with_neighbours(table, at, near) if near else table)


def _with_neighbours(
    table: NDArray[np.float32], places: NDArray[np.int64], near: float
) -> NDArray[np.float32]:
    """Each vector with a share of those next to it in its conversation, of unit length again."""
    import numpy as np

    beside = (places[1:, 1] == places[:-1, 1]) & (places[1:, 2] == places[:-1, 2] + 1)
    mixed = table.copy()
    mixed[1:][beside] += near * table[:-1][beside]
    mixed[:-1][beside] += near * table[1:][beside]
    found: NDArray[np.float32] = mixed / np.maximum(np.linalg.norm(mixed, axis=1, keepdims=True), 1e-9)
    return found


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
