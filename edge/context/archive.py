"""The user's mail archive around a message: its conversation, and what it goes on from ("suite à ...")."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from edge import paths
from edge.context import archive_index
from edge.context.finding import ContextFindings, limited
from edge.context.lookup import LookupTerms
from edge.errors import UsageError
from edge.records import ContextItem, Message, Reason
from edge.settings import ExtractSettings
from edge.state.full_text import match, query_words
from edge.text import tokens
from edge.text.one_line import one_line
from edge.text.truncate import truncate, unique

if TYPE_CHECKING:
    import apsw

    Row = tuple[str, str, str, str, str]  # id, shown, subject, at, body

#: "suite à notre appel", "further to my mail of Monday": what follows says what to look for.
_REFERS_BACK = re.compile(
    r"(?<!\w)(?:faisant\s+suite|(?:pour\s+)?(?:donner\s+)?suite)\s+(?:à|a|au|aux|de)\s|(?<!\w)comme\s+(?:convenu|"
    r"discuté|évoqué)\s|(?<!\w)en\s+réponse\s+à\s|(?<!\w)(?:further\s+to|following(?:\s+up)?(?:\s+on)?|"
    r"as\s+discussed|in\s+reply\s+to|with\s+reference\s+to)\s",
    re.IGNORECASE,
)
_END = re.compile(r"[.;!?\n]|,\s")

#: Characters after such words that say what it was, and how many of such places are looked for.
_SAID, _PLACES = 160, 3
#: Of two words that were named, a message has to hold both; of more, half.
_SHARE = 0.5
#: What a match is worth: the conversation, the words it names, the same subject.
_THREAD, _NAMED, _TOPIC = 0.95, 0.8, 0.6


class Archive:
    """The messages of a folder or file, indexed at the first look. Raises UsageError without any."""

    def __init__(self, path: Path, settings: ExtractSettings) -> None:
        if paths.kind(path) not in ("file", "folder"):
            raise UsageError(
                f"There is no archive of mail at {path}.",
                "Name a Maildir, an mbox file or a folder of .eml files in extract.archive (--archive).",
            )
        self._path = path
        self._settings = settings

    @property
    def warnings(self) -> list[Reason]:
        """What could not be read; indexes the archive if that is not done yet."""
        return self._opened[1]

    def look(self, message: Message, sought: LookupTerms, most: int) -> ContextFindings:
        """Earlier messages of the conversation, newest first; those that hold what the message says it goes
        on from; those of the same subject and sender. At most `most`; never the message itself.
        Raises StorageError.
        """
        rows: dict[str, tuple[Row, float]] = {}
        for worth, found in (
            (_THREAD, self._thread(message)),
            (_NAMED, self._named(message)),
            (_TOPIC, self._topic(message, sought)),
        ):
            for n, row in enumerate(found):
                if row[0] != message.id:
                    rows.setdefault(row[0], (row, worth - n * 1e-3))
        names = unique(f"archive: {one_line(row[2], 60)}, {row[3][:10]}" for row, _ in rows.values())

        def item(named: tuple[str, Row], score: float) -> ContextItem:
            name, (id, shown, _, at, body) = named
            text = truncate(f"{one_line(shown, 100)}: {body}")
            return ContextItem(kind="message", name=name, text=text, source=id, date=at[:10], score=score)

        pairs = zip(names, rows.values(), strict=True)
        return limited([((name, row), worth) for name, (row, worth) in pairs], most, item)

    def close(self) -> None:
        """Close the index. Looking again opens it again."""
        opened = self.__dict__.pop("_opened", None)
        if opened is not None:
            opened[0].close()

    @cached_property
    def _opened(self) -> tuple[apsw.Connection, list[Reason]]:
        return archive_index.opened(self._path, self._settings)

    def _rows(self, where: str, *values: str, before: str = "") -> list[Row]:
        db = self._opened[0]
        with archive_index.told(self._path):
            found = db.execute(
                f"SELECT id, shown, subject, at, body FROM messages WHERE {where}"
                " AND (? = '' OR at <= ?) ORDER BY at DESC, message LIMIT 20",
                (*values, before, before),
            )
            return [(str(a), str(b), str(c), str(d), str(e)) for a, b, c, d, e in found]

    def _thread(self, message: Message) -> list[Row]:
        if not message.thread:
            return []
        now = archive_index.moment(message.received_at)
        return self._rows("(thread = ? OR id = ?)", message.thread, message.thread, before=now)

    def _topic(self, message: Message, sought: LookupTerms) -> list[Row]:
        topic = archive_index.topic(message.subject)
        if len(tokens.terms(topic)) < 2 or not sought.sender:
            return []
        now = archive_index.moment(message.received_at)
        return self._rows("topic = ? AND sender = ?", topic, sought.sender, before=now)

    def _named(self, message: Message) -> list[Row]:
        """Messages that hold most of the words with which this one refers back to an earlier one."""
        now = archive_index.moment(message.received_at)
        text = f"{message.subject}\n" + "".join(message.body[start:end] for start, end in message.fresh)
        found: dict[str, Row] = {}
        for place in list(_REFERS_BACK.finditer(text))[:_PLACES]:
            said = text[place.end() : place.end() + _SAID]
            end = _END.search(said, 3)
            words = query_words(said[: end.start()] if end else said)
            terms = set(tokens.stems(" ".join(words)))
            if len(terms) < 2:
                continue
            best = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 40"
            rows = self._rows(f"message IN ({best})", match(words), before=now)
            for row in rows:
                shared = len(terms & set(tokens.stems(f"{row[2]} {row[4]}")))
                if shared >= max(2, _SHARE * len(terms)):
                    found.setdefault(row[0], row)
        return list(found.values())
