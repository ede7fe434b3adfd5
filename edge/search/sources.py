"""Which documents a `--source` pattern names."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from edge.errors import UsageError
from edge.text.fold import FoldedText

if TYPE_CHECKING:
    import apsw


def matching_sources(db: apsw.Connection, patterns: Sequence[str]) -> list[int]:
    """Ids of the documents that any pattern names: an exact name, else that of an indexed folder, else a
    file's name without its suffix, else a glob, else part of a name or title.

    Case and accents do not count, nor which apostrophe or dash was typed. Raises UsageError for a pattern
    that names no document.
    """
    known = _known(db)
    chosen: set[int] = set()
    for pattern in patterns:
        matched = _match(known, pattern)
        if not matched:
            names = [name for _, name, _, _ in known]
            raise UsageError(f"No document is called {pattern!r}.", nearest(names, pattern))
        chosen.update(matched)
    return sorted(chosen)


def _known(db: apsw.Connection) -> list[tuple[int, str, str, str]]:
    rows = db.execute(
        "SELECT sources.id, name, title, label FROM sources JOIN roots ON roots.id = root_id ORDER BY name"
    )
    return [(int(number), str(name), str(title), str(label)) for number, name, title, label in rows]


def _match(known: list[tuple[int, str, str, str]], pattern: str) -> list[int]:
    exact = [number for number, name, _, _ in known if name == pattern]
    exact = exact or [number for number, _, _, label in known if label == pattern]
    folded = _folded(pattern)
    if exact or not folded:
        return exact
    # `tar` is tar.1.gz before it is part of getting-started.md.
    bare = [number for number, name, _, _ in known if _folded(_bare(name)) == folded]
    if bare:
        return bare
    globs = [number for number, name, _, _ in known if fnmatchcase(_folded(name), folded)]
    return globs or [
        number for number, name, title, _ in known if folded in _folded(name) or folded in _folded(title)
    ]


def _folded(name: str) -> str:
    """A name without case, accents and typography: word processors write ’ where a keyboard has '."""
    return FoldedText(name).text


def _bare(name: str) -> str:
    """A file's name without its folders and all of its suffixes."""
    file = name.rpartition("/")[2]
    return file[:1] + file[1:].partition(".")[0]


def nearest(names: Sequence[str], pattern: str) -> str:
    """Which of the names there are may have been meant, in words."""
    if not names:
        return "The knowledge base holds no document."
    from difflib import get_close_matches  # a slow import, for a slip of the finger only

    by_fold = {_folded(name): name for name in names}
    close = get_close_matches(_folded(pattern), by_fold, n=3, cutoff=0.3) or list(by_fold)[:3]
    return "Nearest names: " + ", ".join(by_fold[name] for name in close) + "."
