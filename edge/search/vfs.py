"""File systems of our own for SQLite, between it and the disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import apsw

    OpenFile = Callable[[apsw.URIFilename | str, list[int]], apsw.VFSFile]

#: SQLite holds no reference of its own to what it calls.
_held: dict[str, apsw.VFS] = {}


def registered(name: str, make: Callable[[], OpenFile]) -> str:
    """The name, under which a VFS is registered whose databases are opened by what `make` gives; made once a
    process.
    """
    import apsw

    if name not in apsw.vfs_names():
        _held[name] = _vfs(name, make())
    return name


def _vfs(name: str, opened: OpenFile) -> apsw.VFS:
    import apsw

    class DatabaseVfs(apsw.VFS):
        def __init__(self) -> None:
            super().__init__(name, "")

        def xOpen(self, name: apsw.URIFilename | str | None, flags: list[int]) -> apsw.VFSFile:
            # Temporary files of a query (sorting), and journals, are SQLite's own.
            if name is None or not flags[0] & apsw.SQLITE_OPEN_MAIN_DB:
                return apsw.VFSFile("", name, flags)
            return opened(name, flags)

    return DatabaseVfs()
