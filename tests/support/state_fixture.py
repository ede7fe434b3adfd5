"""Makes the store that later releases have to open: python tests/support/state_fixture.py FILE.db.zlib"""

from __future__ import annotations

import sys
import tempfile
import zlib
from datetime import UTC, datetime
from pathlib import Path

from learnt import memory

from edge.compose.conversations import ConversationStore, Turn
from edge.compose.summarise import summarise
from edge.memory.consolidate import Consolidation
from edge.memory.store import MemoryStore
from edge.state.access import Principal
from edge.state.database import open_state

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def fill(path: Path) -> None:
    """Memories in force, superseded and deleted, a pattern, a conversation with its summaries."""
    db = open_state(path)
    store = MemoryStore(db, Principal())
    shared = {"trigger_keywords": ["frost", "valve", "bypass", "P-7"]}
    for n in range(3):
        store.add(memory(n, context=shared), now=NOW)
    store.add(memory(9), now=NOW)
    store.add(memory(9, context={"solution": "Replace the spring of the valve."}), now=NOW)
    store.delete(store.add(memory(8), now=NOW).id, now=NOW)
    work = Consolidation(db, Principal(), store)
    work.accept(work.suggest()[0].id)
    at = NOW.isoformat()
    ConversationStore(db).add("talk", [Turn("A", "The brass key?", at), Turn("B", "Behind the door.", at)])
    summarise(db, Principal(), now=NOW)
    db.execute("PRAGMA journal_mode=DELETE").fetchall()
    db.execute("VACUUM").fetchall()
    db.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "state.db")
        fill(made)
        Path(sys.argv[1]).write_bytes(zlib.compress(made.read_bytes(), 9))
