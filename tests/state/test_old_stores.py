"""A store made by a release opens in the next: nothing in it is lost, and it can be written to.

A release adds its store (`tests/support/state_fixture.py`); those of earlier ones stay.
"""

from __future__ import annotations

import zlib
from contextlib import closing
from pathlib import Path

import pytest

from edge.compose.conversation_source import ConversationSource
from edge.memory.search import search
from edge.memory.store import MemoryStore
from edge.state.access import Principal
from edge.state.database import open_state

STORES = sorted((Path(__file__).parent / "stores").glob("version-*.db.zlib"))
ME = Principal()


def test_there_is_one() -> None:
    """The parametrised test below says nothing without stores."""
    assert STORES


@pytest.mark.parametrize("kept", STORES, ids=lambda path: path.name.partition(".")[0])
def test_it_opens_and_everything_is_there(kept: Path, tmp_path: Path) -> None:
    """In force, superseded, deleted, pattern with episodes, turns and summaries: as they were left."""
    state = tmp_path / "state.db"
    state.write_bytes(zlib.decompress(kept.read_bytes()))
    with closing(open_state(state)) as db:
        store = MemoryStore(db, ME)
        memories = store.many(store.ids(live=False))
        assert len(memories) == 7
        assert sum(one.superseded_by is not None for one in memories) == 1
        assert sum(one.deleted_at is not None for one in memories) == 1
        (pattern,) = [store.get(one.id) for one in memories if one.semantic]
        assert len(pattern.covers) == 3
        hits = search(db, ME, "spring of the valve", 3).results
        assert "spring" in hits[0].context.solution
        found = ConversationSource(db, ME).candidates("brass key", 3)
        assert found and db.execute("SELECT count(*) FROM items WHERE kind = 'summary'").fetchall()[0][0] >= 1
        assert store.update(hits[0].id, {"title": "Pump stops in frost"}).created
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
