"""Waits for documents to change, by looking at them again and again.

By looking, not by the system's events: those miss network drives and some containers, are told differently by
each system, and would be a dependency. A look costs a stat a file, and looks are so far apart that they take
a twentieth of the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from edge.errors import UsageError
from edge.indexing.sources.discover import discover
from edge.indexing.sources.walk import Selection

#: Seconds between two looks at least, and how many times longer than the look itself.
SHORTEST = 1.0
SHARE = 20

#: Modification time, size and inode of each file, by path.
Look = dict[Path, tuple[int, int, int]]


def changes(
    paths: Sequence[Path], selection: Selection, *, sleep: Callable[[float], None] = time.sleep
) -> Iterator[None]:
    """One for each time that something below the paths has changed since this call and come to rest: two
    looks in a row are alike. A path that is not there for a while is waited for. It never ends, except by
    an exception.
    """
    return _changes(_look(paths, selection), paths, selection, sleep)


def _changes(
    told: Look | None, paths: Sequence[Path], selection: Selection, sleep: Callable[[float], None]
) -> Iterator[None]:
    seen = told
    while True:
        began = time.monotonic()
        now = _look(paths, selection)
        if now is not None and now == seen and now != told:
            told = now
            yield
        seen = now
        sleep(max(SHORTEST, SHARE * (time.monotonic() - began)))


def _look(paths: Sequence[Path], selection: Selection) -> Look | None:
    """None when one of the paths is not there."""
    try:
        found = discover(paths, selection).files
    except UsageError:
        return None
    look: Look = {}
    for file in found:
        try:
            state = file.path.stat()
        except OSError:
            continue
        look[file.path] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return look
