"""Memories for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from edge.memory.store import MemoryStore
from edge.records.memory import MemoryContext, NewMemory
from edge.state.access import Principal
from edge.state.database import open_state


def memory(n: int | str = 1, **changes: Any) -> NewMemory:
    """A memory that is complete, its own for each `n`."""
    context = {
        "situation": f"The pump number{n} stops after the valve closes.",
        "solution": f"Open the bypass number{n} before the valve.",
        **changes.pop("context", {}),
    }
    fields = {"type": "bug", "title": f"Pump number{n} stops", "content": "", **changes}
    return NewMemory(context=MemoryContext(**context), **fields)


@contextmanager
def store(path: Path, owner: str = "", org: str = "", **more: Any) -> Iterator[MemoryStore]:
    """The memories of a principal."""
    db = open_state(path)
    try:
        made = MemoryStore(db, Principal(owner=owner, org=org), **more)
        made.db = db  # type: ignore[attr-defined]
        yield made
    finally:
        db.close()
