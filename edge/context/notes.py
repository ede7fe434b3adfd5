"""A folder of Markdown notes around a message, indexed like any source: titles by name first, then words.

The index lies in the user's folder, one for each folder of notes, and is brought up to date at the first
look: only what changed is read again. It is a copy; a damaged one is made anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from edge import evident, paths
from edge.context.finding import ContextFindings, contradiction, limited, settled, shown_names
from edge.context.lookup import LookupTerms
from edge.context.note_head import NoteType, note_head
from edge.context.relevance import relevant
from edge.context.stated import Statements
from edge.context.titles import INSIDE, Titles
from edge.errors import KnowledgeError, ReadError, StorageError, UsageError
from edge.folders import visible
from edge.indexing.structure.document import stem
from edge.records import Conflict, ContextItem, Hit, Proposal, Reason
from edge.settings import IndexSettings, SearchSettings
from edge.text import tokens
from edge.text.names import folded
from edge.text.one_line import one_line
from edge.text.truncate import NAME, TEXT, truncate, unique

if TYPE_CHECKING:
    import apsw

    from edge.search.searcher import Searcher

#: Pages asked of the search for each note that is shown: several may be of one note, or say too little.
_WIDER = 4

#: What a match by words is worth at most: less than any title.
_WORDS = 0.6

#: Notes whose sentences are compared with what was found, searches for sums, and notes whose sentences are
#: kept; characters of a note that say what it is.
_LIKELY, _SEARCHES, _KEPT, _HEAD = 10, 3, 200, 4_000

#: Names in a message that are told as ambiguous.
_RIVALS = 4


class NoteCard(NamedTuple):
    """A note: `name` is its own in the folder."""

    name: str
    source: str
    title: str
    id: int


class _Opened(NamedTuple):
    """The index of the folder, opened. `by_source`: positions in `cards`."""

    db: apsw.Connection
    searcher: Searcher
    cards: list[NoteCard]
    titles: Titles
    by_source: dict[str, int]


class Notes:
    """The notes of one folder, indexed at the first look. Raises UsageError when there is no such folder."""

    def __init__(self, folder: Path) -> None:
        if paths.kind(folder) != "folder":
            raise UsageError(
                f"There is no folder of notes at {folder}.",
                "Name a folder of Markdown files in extract.notes (--notes), or leave it out.",
            )
        self._folder = folder
        self._warnings: list[Reason] = []
        self._texts: dict[int, Statements] = {}
        self._types: dict[str, NoteType | None] = {}

    @property
    def warnings(self) -> list[Reason]:
        """Notes that could not be read; indexes the folder if that is not done yet."""
        _ = self._opened
        return self._warnings

    def look(self, sought: LookupTerms, most: int, proposal: Proposal | None = None) -> ContextFindings:
        """Notes whose title is a name of the message, then those that hold its names or words; at most
        `most`. A name that two notes could have is told, and so is what of the proposal a note says already.

        Raises StorageError when the index cannot be written and there is none yet.
        """
        if self._opened is None:
            return ContextFindings()
        _, searcher, cards, titles, by_source = self._opened
        by_name = {card.name: at for at, card in enumerate(cards)}
        scores: dict[int, float] = {}
        for name in sought.names:
            for note, worth in titles.fits(name).items():
                scores[note] = max(worth, scores.get(note, 0.0))
        for name in sought.opening:
            scores = dict.fromkeys(self._begun_by(name, cards, titles), INSIDE) | scores
        texts: dict[int, str] = {}
        for note, hit, share in self._hits(searcher, sought, by_source, most):
            if hit.text.strip() != cards[note].title:  # a title is no text
                texts.setdefault(note, hit.text)
            scores.setdefault(note, _WORDS * share)
        conflicts: list[Conflict] = []
        for name in sought.names:
            rivals = titles.rivals(name, sought.mentioned) if name in sought.named else []
            if rivals and len(conflicts) < _RIVALS:
                conflicts.append(_ambiguous(sought.named[name], [cards[note].name for note in rivals]))
                scores.update(dict.fromkeys(rivals, 1.0))

        for conflict in self._said(proposal, searcher, by_source, scores):
            conflicts.append(conflict)
            scores.update({by_name[name]: 1.0 for name in conflict.items})

        def item(note: int, score: float) -> ContextItem:
            card = cards[note]
            shown = texts.get(note) or self._beginning(card)  # the beginning says what a note is about
            return ContextItem(
                kind="note", name=card.name, source=card.source, score=score, text=truncate(shown),
                type=self._type(card.source) or "",
            )  # fmt: skip

        return limited(sorted(scores.items()), most, item, conflicts)

    def close(self) -> None:
        """Close the index. Looking again opens it again."""
        self._texts.clear()
        self._types.clear()
        opened = self.__dict__.pop("_opened", None)
        if opened is not None:
            opened.db.close()

    def _begun_by(self, name: str, cards: list[NoteCard], titles: Titles) -> list[int]:
        """Notes on a person whose title begins with a folded word: it may be a name."""
        begun = [
            note for note, worth in titles.fits(name).items()
            if worth == INSIDE and folded(cards[note].title).startswith(f"{name} ")
        ]  # fmt: skip
        return [note for note in begun if self._type(cards[note].source) == "person"]

    def _hits(
        self, searcher: Searcher, sought: LookupTerms, by_source: dict[str, int], most: int
    ) -> Iterator[tuple[int, Hit, float]]:
        """Notes found by words that share enough with the message, and their share of the best score."""
        if not tokens.terms(sought.query):
            return
        results = searcher.search(sought.query, max(1, most) * _WIDER).results
        best = results[0].score if results else 1.0
        for hit in results:
            if relevant(f"{hit.heading} {hit.text}", sought):
                yield by_source[hit.source], hit, hit.score / best if best > 0 else 0.0

    def _said(
        self, proposal: Proposal | None, searcher: Searcher, by_source: dict[str, int],
        scores: Mapping[int, float],
    ) -> Iterator[Conflict]:  # fmt: skip
        """What of a proposal stands in notes already: in those that were found, and for sums in those that a
        search for its words finds.
        """
        assert self._opened is not None
        found = proposal.extractions if proposal is not None else []
        likely = sorted(scores, key=lambda note: -scores[note])[:_LIKELY]
        searches = 0
        for it in found:
            if not it.grounded or it.where == "invitation":
                continue
            notes = list(likely)
            if it.amount is not None and searches < _SEARCHES:
                searches += 1
                hits = searcher.search(it.info, _LIKELY).results
                notes += [by_source[hit.source] for hit in hits if by_source[hit.source] not in notes]
            names = [
                self._opened.cards[note].name for note in notes if self._statements(note).of(it) is not None
            ]
            if names:
                why = Reason("in_notes", {"info": one_line(it.info, 60), "others": shown_names(names)})
                yield settled(why, names, it)

    def _statements(self, note: int) -> Statements:
        """The sentences of a note, kept for the next message."""
        assert self._opened is not None
        if note not in self._texts:
            if len(self._texts) >= _KEPT:
                self._texts.clear()
            rows = self._opened.db.execute(
                "SELECT text FROM pages WHERE source_id = ? ORDER BY number", (self._opened.cards[note].id,)
            )
            self._texts[note] = Statements("\n".join(str(text) for (text,) in rows))
        return self._texts[note]

    def _type(self, source: str) -> NoteType | None:
        """From the note itself: what an index keeps of it is its text."""
        if source not in self._types:
            beginning = ""
            with suppress(OSError):
                beginning = evident.beginning(self._folder / source, _HEAD)
            self._types[source] = note_head(beginning, source).type
        return self._types[source]

    def _beginning(self, card: NoteCard) -> str:
        assert self._opened is not None
        parts = self._opened.db.execute(
            "SELECT substr(text, 1, ?) FROM pages WHERE source_id = ? ORDER BY number LIMIT 3",
            (TEXT + 1, card.id),
        ).fetchall()
        return "".join(str(text) for (text,) in parts) or card.title

    @cached_property
    def _opened(self) -> _Opened | None:
        """None for a folder without notes."""
        from edge.search.database import open_knowledge
        from edge.search.searcher import Searcher

        database = self._indexed()
        if database is None:
            return None
        db = open_knowledge(database)
        rows = [
            (int(number), str(source), str(title) or stem(str(source)))
            for number, source, title in db.execute("SELECT id, name, title FROM sources ORDER BY name")
        ]
        names = unique(f"note: {one_line(title, NAME)}" for _, _, title in rows)
        cards = [
            NoteCard(name, source, title, number)
            for name, (number, source, title) in zip(names, rows, strict=True)
        ]
        titles = Titles([[card.title, stem(card.source)] for card in cards])
        searcher = Searcher(db, SearchSettings(vectors="none"))
        return _Opened(db, searcher, cards, titles, {card.source: at for at, card in enumerate(cards)})

    def _indexed(self) -> Path | None:
        """The index of the folder, brought up to date; None when the folder holds nothing to read."""
        from edge.indexing.readers.formats import KINDS

        database = self._database
        if not any(path.suffix.lower() in KINDS and path.is_file() for path in visible(self._folder)):
            return None
        try:
            database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise StorageError(
                f"{database.parent} cannot be made: {error.strerror}.",
                "Choose another folder with EDGE_HOME.",
            ) from error
        try:
            try:
                self._index(database)
            except KnowledgeError:  # the copy is damaged, or of another edge: the notes themselves are there
                _forget(database)
                self._index(database)
        except ReadError as error:  # not one of them can be read
            self._warnings.append(_unread(self._folder, error.message))
            return None
        except StorageError as error:
            if not database.exists():
                raise
            self._warnings.append(
                Reason("notes_outdated", {"folder": str(self._folder), "error": error.message.rstrip(".")})
            )
        return database

    def _index(self, database: Path) -> None:
        from edge.indexing.run import index_paths
        from edge.search.build import build_search

        report = index_paths([self._folder], database, IndexSettings(), build_search=build_search, prune=True)
        self._warnings += [
            _unread(self._folder / source.source, source.reason)
            for source in report.sources
            if source.status == "failed" or source.unread
        ]

    @property
    def _database(self) -> Path:
        digest = hashlib.sha256(str(self._folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
        return paths.home() / f"notes-{digest[:16]}.db"


def _unread(file: Path, error: str) -> Reason:
    return Reason("unread_file", {"file": str(file), "error": error.rstrip(".")})


def _forget(database: Path) -> None:
    from edge.indexing.storing.workspace import remove

    remove(database)
    paths.manifest_of(database).unlink(missing_ok=True)


def _ambiguous(name: str, names: list[str]) -> Conflict:
    listed = " / ".join(each.removeprefix("note: ") for each in names)
    why = Reason("ambiguous", {"name": one_line(name, 40), "others": listed})
    return contradiction("ambiguous", why, names)
