"""Conversations in the user's own database: turns as they are said, found by their neighbours' words too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from edge.compose import forget
from edge.errors import UsageError
from edge.state.access import OWN, READABLE, Principal, Visibility, space
from edge.state.calls import utc
from edge.state.database import first, transaction
from edge.state.full_text import indexed
from edge.text.one_line import one_line
from edge.text.sanitise import tidy

if TYPE_CHECKING:
    import apsw

#: Characters of a turn that are kept, and of the names of conversations and speakers.
TEXT, NAME, ROLE = 65_536, 200, 60

_INSIDE = """
    WITH RECURSIVE inside (item) AS (
        SELECT id FROM items WHERE conversation = ?
        UNION SELECT parent FROM covers JOIN inside ON child = item
    ) SELECT id, kind, text FROM items JOIN inside ON id = item WHERE kind IN ('turn', 'summary')
"""


class Turn(NamedTuple):
    """Something said. `at`: ISO 8601; "" is now."""

    role: str
    text: str
    at: str = ""


class Conversation(NamedTuple):
    """A conversation of the principal's own. `last_at`: when its last turn was said."""

    id: int
    name: str
    turns: int
    last_at: str


class ConversationStore:
    """The conversations of one principal in one state database. One thread."""

    def __init__(
        self, db: apsw.Connection, principal: Principal | None = None, visibility: Visibility = "private"
    ) -> None:
        self._db = db
        self._principal = principal or Principal()
        self._visibility = visibility

    def add(self, conversation: str, turns: Iterable[Turn], *, now: datetime | None = None) -> list[str]:
        """Keep turns at the end of a conversation, made where there is none; their ids. One transaction.

        Raises UsageError for a name, a speaker or a text that is empty or too long.
        """
        name = conversation_name(conversation)
        checked = [self.checked(name, turn)[1] for turn in turns]
        with transaction(self._db):
            return self.add_checked(name, checked, now=now)

    def add_checked(self, name: str, turns: Sequence[Turn], *, now: datetime | None = None) -> list[str]:
        """`add` of what is `checked` already. Inside a transaction."""
        moment = utc(now or datetime.now().astimezone())
        said = [turn if turn.at else turn._replace(at=moment) for turn in turns]
        if not said:
            return []
        home = space(self._db, self._principal, self._visibility)
        number = self._number(name, home, said[0].at)
        last = first(
            self._db,
            "SELECT coalesce(max(ordinal) + 1, 0) FROM items WHERE conversation = ? AND kind = 'turn'",
            (number,),
        )
        place = int(last[0]) if last else 0
        ids = [self._insert(home, number, place + n, turn) for n, turn in enumerate(said)]
        self._index(number, place - 2, place + len(said))
        return [f"t{item}" for item in ids]

    @staticmethod
    def checked(conversation: str, turn: Turn) -> tuple[str, Turn]:
        """The name of a conversation and a turn as they are kept. Raises UsageError."""
        name = conversation_name(conversation)
        return name, Turn(_line("role", turn.role, ROLE), _text(turn.text), turn.at)

    def listing(self) -> list[Conversation]:
        """The principal's own conversations, the latest first."""
        rows = self._db.execute(
            "SELECT conversations.id, name, count(*), max(items.created_at) FROM conversations"
            " JOIN items ON items.conversation = conversations.id AND items.kind = 'turn'"
            f" WHERE conversations.space IN {OWN} GROUP BY conversations.id ORDER BY 4 DESC, 1 DESC",
            self._principal.bound(),
        )
        return [Conversation(int(str(i)), str(n), int(str(c)), str(a)) for i, n, c, a in rows]

    def recent(self, conversation: str, count: int) -> list[str]:
        """The ids of the last turns of a conversation, in order; none where there is no such one."""
        rows = self._db.execute(
            "SELECT items.id FROM items JOIN conversations ON conversations.id = items.conversation"
            " WHERE conversations.name = :name AND items.kind = 'turn' AND live = 1"
            f" AND conversations.space IN {OWN} AND items.space IN {READABLE}"
            " ORDER BY ordinal DESC LIMIT :count",
            self._principal.bound(name=conversation, count=max(0, count)),
        ).fetchall()
        return [f"t{row[0]}" for row in reversed(rows)]

    def delete(self, conversation: str) -> int:
        """Delete a conversation for good, with its turns and summaries, and the contexts that quote it; how
        many turns. Raises UsageError.
        """
        forget.erase_pages(self._db)
        with transaction(self._db):
            found = first(
                self._db,
                f"SELECT id FROM conversations WHERE name = :name AND space IN {OWN}",
                self._principal.bound(name=conversation),
            )
            if not found:
                raise UsageError(f"There is no conversation {conversation[:60]!r}.", "See: edge chat --list")
            # Summaries above it quote its words: they go along, and are made anew without them.
            items = self._db.execute(_INSIDE, (found[0],)).fetchall()
            said = {str(text) for _, kind, text in items if kind == "turn"}
            ids = [f"{str(kind)[0]}{item}" for item, kind, _ in items]
            forget.contexts(self._db, self._principal, ids, said)
            for item, kind, _ in items:
                self._db.execute(f"DELETE FROM {kind}_fts WHERE rowid = ?", (item,)).fetchall()
                if kind == "summary":
                    self._db.execute("DELETE FROM items WHERE id = ?", (item,)).fetchall()
            self._db.execute("DELETE FROM conversations WHERE id = ?", (found[0],)).fetchall()
            forget.from_indexes(self._db, "turn_fts", "summary_fts")
        forget.rewrite(self._db)
        return sum(kind == "turn" for _, kind, _ in items)

    def _number(self, name: str, home: int, at: str) -> int:
        self._db.execute(
            "INSERT OR IGNORE INTO conversations (name, space, started_at) VALUES (?,?,?)", (name, home, at)
        ).fetchall()
        found = first(self._db, "SELECT id FROM conversations WHERE name = ? AND space = ?", (name, home))
        return int(found[0]) if found else 0

    def _insert(self, home: int, conversation: int, place: int, turn: Turn) -> int:
        digest = blake2b(f"{turn.role}\0{turn.text}".encode(), digest_size=16).digest()
        self._db.execute(
            "INSERT INTO items (kind, space, conversation, ordinal, role, created_at, hash, text)"
            " VALUES ('turn',?,?,?,?,?,?,?)",
            (home, conversation, place, turn.role, turn.at, digest, turn.text),
        ).fetchall()
        return self._db.last_insert_rowid()

    def _index(self, conversation: int, start: int, end: int) -> None:
        """Turns `start` to `end` anew, with the words of their neighbours."""
        rows = self._db.execute(
            "SELECT ordinal, id, role || ': ' || text FROM items WHERE conversation = ? AND kind = 'turn'"
            " AND ordinal BETWEEN ? AND ?",
            (conversation, start - 2, end + 1),
        ).fetchall()
        texts = {int(str(place)): indexed(str(text)) for place, _, text in rows}
        for place, item, _ in rows:
            here = int(str(place))
            if not start <= here < end:
                continue
            self._db.execute("DELETE FROM turn_fts WHERE rowid = ?", (item,)).fetchall()
            near, far = (
                "\n".join(texts.get(here + step, "") for step in (-distance, distance)) for distance in (1, 2)
            )
            self._db.execute(
                "INSERT INTO turn_fts (rowid, own, near, far) VALUES (?,?,?,?)",
                (item, texts[here], near, far),
            ).fetchall()


def conversation_name(given: str) -> str:
    """A name as it is kept: on one line. Raises UsageError for one that is empty or too long."""
    return _line("conversation", given, NAME)


def _line(what: str, text: str, most: int) -> str:
    cleaned = one_line(text[: 4 * most])
    if not cleaned or len(cleaned) > most:
        raise UsageError(f"The {what} {cleaned[:60]!r} is empty or too long.", f"At most {most} characters.")
    return cleaned


def _text(text: str) -> str:
    if len(text) > TEXT:
        raise UsageError(f"A turn has {len(text):,} characters; at most {TEXT:,} are kept.", "Shorten it.")
    cleaned = tidy(text).strip()
    if not cleaned:
        raise UsageError("A turn has no text.", "Leave it out.")
    return cleaned
