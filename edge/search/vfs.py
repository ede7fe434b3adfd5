"""File systems of our own for SQLite, between it and the disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import apsw

#: SQLite holds no reference of its own to what it calls.
_held: dict[str, apsw.VFS] = {}


def registered(name: str, make: Callable[[], apsw.VFS]) -> str:
    """The name, under which the VFS that `make` makes is registered; made once a process."""
    import apsw

    if name not in apsw.vfs_names():
        _held[name] = make()
    return name
