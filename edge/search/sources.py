"""Which documents a `--source` pattern names."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from edge.errors import UsageError
from edge.text.fold import FoldedText

if TYPE_CHECKING:
    import apsw

#: A document that could not be read: the label of its folder, and its name.
Unread: TypeAlias = tuple[str, str]
Key = TypeVar("Key", int, Unread, int | Unread)
#: What a document is known by: its key, name, title, and the label of its folder.
_Named: TypeAlias = tuple[Key, str, str, str]


def matching_sources(db: apsw.Connection, patterns: Sequence[str]) -> list[int]:
    """Ids of the documents that any pattern names: an exact name, else that of an indexed folder, else a
    file's name without its suffix, else a glob, else part of a name or title.

    Case and accents do not count, nor which apostrophe or dash was typed. Raises UsageError for a pattern
    that names no document, or only one that could not be read.
    """
    known = _known(db)
    chosen: set[int] = set()
    for pattern in patterns:
        matched = _match(known, pattern)
        if not matched:
            raise _none(db, known, pattern)
        chosen.update(matched)
    return sorted(chosen)


def read_and_unread(db: apsw.Connection, patterns: Sequence[str]) -> tuple[set[int], set[Unread]]:
    """As `matching_sources`, and beside the ids the documents named that could not be read."""
    known: list[_Named[int | Unread]] = [*_known(db), *_unread(db)]
    chosen: set[int | Unread] = set()
    for pattern in patterns:
        matched = _match(known, pattern)
        if not matched:
            raise _none(db, _known(db), pattern)
        chosen.update(matched)
    read = {key for key in chosen if isinstance(key, int)}
    return read, {key for key in chosen if not isinstance(key, int)}


def _known(db: apsw.Connection) -> list[_Named[int]]:
    rows = db.execute(
        "SELECT sources.id, name, title, label FROM sources JOIN roots ON roots.id = root_id ORDER BY name"
    )
    return [(int(number), str(name), str(title), str(label)) for number, name, title, label in rows]


def _unread(db: apsw.Connection) -> list[_Named[Unread]]:
    rows = db.execute("SELECT label, name FROM failures JOIN roots ON roots.id = root_id ORDER BY name")
    return [((str(label), str(name)), str(name), "", str(label)) for label, name in rows]


def _none(db: apsw.Connection, known: list[_Named[int]], pattern: str) -> UsageError:
    """What to say of a pattern that names no document that was read."""
    for unread in _match(_unread(db), pattern):
        reason = db.execute(
            "SELECT reason FROM failures JOIN roots ON roots.id = root_id WHERE label = ? AND name = ?",
            unread,
        ).fetchall()[0][0]
        return UsageError(f"{unread[1]} could not be read: {reason}.", "The next edge index tries it again.")
    return UsageError(
        f"No document is called {pattern!r}.", nearest([name for _, name, _, _ in known], pattern)
    )


def _match(known: Sequence[_Named[Key]], pattern: str) -> list[Key]:
    exact = [key for key, name, _, _ in known if name == pattern]
    exact = exact or [key for key, _, _, label in known if label == pattern]
    folded = _folded(pattern)
    if exact or not folded:
        return exact
    # `tar` is tar.1.gz before it is part of getting-started.md.
    bare = [key for key, name, _, _ in known if _folded(_bare(name)) == folded]
    if bare:
        return bare
    globs = [key for key, name, _, _ in known if _fits(_folded(name), folded)]
    return globs or [
        key for key, name, title, _ in known if folded in _folded(name) or folded in _folded(title)
    ]


def _fits(name: str, glob: str) -> bool:
    """Whether a glob fits a name, or, without a slash, that of the file in whatever folder."""
    return fnmatchcase(name, glob) or ("/" not in glob and fnmatchcase(name.rpartition("/")[2], glob))


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
