"""The nearest items by their vectors: exact, with a share of the turns beside, and only what may be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edge.compose.conversations import ConversationStore, Turn
from edge.state import item_vectors
from edge.state.access import Principal
from edge.state.database import open_state

if TYPE_CHECKING:
    import apsw

ME, OTHER = Principal(), Principal(owner="other")


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    with closing(open_state(tmp_path / "state.db")) as opened:
        yield opened


def unit(*values: float) -> np.ndarray:
    vector = np.array(values, np.float32)
    return vector / np.linalg.norm(vector)


def keep(db: apsw.Connection, name: str, vectors: list[np.ndarray], who: Principal = ME) -> list[int]:
    made = ConversationStore(db, who).add(name, [Turn("A", f"turn {n}") for n in range(len(vectors))])
    rows = [int(id[1:]) for id in made]
    item_vectors.write(db, "model", zip(rows, vectors, strict=True))
    return rows


def nearest(db: apsw.Connection, near: float = 0.0, who: Principal = ME) -> list[tuple[int, float]]:
    table = item_vectors.read(db, who, kind="turn", model="model", dims=3, near=near)
    return table.nearest(unit(1, 0, 0), 9)


def test_the_turn_beside_the_nearest_comes_next(db: apsw.Connection) -> None:
    """A share of its neighbours stands in a turn's vector, of its own conversation alone."""
    first = keep(db, "a", [unit(0, 1, 0.1), unit(1, 0, 0.2), unit(0, 1, 0.2), unit(0, 1, 0)])
    second = keep(db, "b", [unit(0.1, 1, 0)])
    assert [item for item, _ in nearest(db)][:2] == [first[1], second[0]]
    assert [item for item, _ in nearest(db, 0.5)][:3] == [first[1], first[0], first[2]]
    assert dict(nearest(db, 0.5))[second[0]] == pytest.approx(dict(nearest(db))[second[0]])


def test_what_may_not_be_read_sways_nothing(db: apsw.Connection) -> None:
    """Somebody else's turns, of a conversation of the same name, change neither places nor cosines."""
    keep(db, "a", [unit(0.2, 1, 0), unit(0.5, 1, 1)])
    alone = nearest(db, 0.5)
    keep(db, "a", [unit(1, 0, 0)] * 3, OTHER)
    assert nearest(db, 0.5) == alone and len(nearest(db, 0.5, OTHER)) == 3


Vectors = st.lists(st.tuples(*[st.integers(-9, 9)] * 3).filter(any), min_size=1, max_size=8)


@given(Vectors, st.floats(0, 2))
def test_it_is_the_cosine_of_the_mixture(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[int, int, int]], near: float
) -> None:
    """Whatever the vectors: as computed one by one, best first."""
    vectors = [unit(*row) for row in rows]
    expected = []
    for at, own in enumerate(vectors):
        beside = [vectors[i] for i in (at - 1, at + 1) if 0 <= i < len(vectors)]
        mixed = own.astype(np.float64) + near * sum(beside, np.zeros(3))
        assume(np.linalg.norm(mixed) > 0.05)  # what cancels out has no direction
        expected.append(float(mixed[0] / np.linalg.norm(mixed)))
    with closing(open_state(tmp_path_factory.mktemp("vectors") / "state.db")) as db:
        ids = keep(db, "a", vectors)
        found = nearest(db, near)
    assert dict(found) == pytest.approx(dict(zip(ids, expected, strict=True)), abs=1e-4)
    assert [cosine for _, cosine in found] == sorted((cosine for _, cosine in found), reverse=True)
