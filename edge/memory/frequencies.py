"""In how many memories of the store a word stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.state.access import READABLE, Principal, shares
from edge.state.database import first

if TYPE_CHECKING:
    import apsw

#: Adds after which the words are counted anew: so many, and such a multiple of what there was. To count a
#: word takes as long as there are memories with it; until then words and memories are of one moment, so that
#: the share of a word stays about right.
COUNTED_FOR, SHARE = 256, 3.0
#: Words that are looked up one by one before all are read at once: so many, and such a share of the memories.
#: By then the look-ups have cost as much as the reading, which tells of every word. Not where there are more
#: memories than LARGEST: an add would wait for it.
ASKED, PART, LARGEST = 256, 1 / 8, 50_000

_ALL = "SELECT term, doc FROM memory_terms WHERE doc > 1"
_COUNT = f"SELECT count(*) FROM items WHERE kind = 'memory' AND live = 1 AND space IN {READABLE}"
# Where others' memories are in the store too: each place of a word, with the memory it stands in.
_WORDS = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.memory_words USING fts5vocab(main, memory_fts, instance)"
_HOLDING = (
    "SELECT count(DISTINCT doc) FROM temp.memory_words JOIN items ON items.id = doc"
    f" WHERE term = :stem AND space IN {READABLE}"
)


class WordFrequencies:
    """Counts that are read when they are wanted, and kept for a while: an add must not wait for them."""

    def __init__(self, db: apsw.Connection, principal: Principal) -> None:
        self._db = db
        self._principal = principal
        self._known: dict[str, int] = {}
        self._adds = 0
        self._asked = 0
        self._complete = False
        self._counted = False
        self._shared = False
        self.count = 0

    def added(self) -> None:
        """A memory more."""
        self._adds += 1

    def refresh(self) -> None:
        """Count anew, when enough has been added since."""
        if self._counted and self._adds < max(COUNTED_FOR, SHARE * self.count):
            return
        self._counted = True
        self._adds = 0
        self._known.clear()
        self._asked, self._complete = 0, False
        self.count = 0
        # Whoever may not read a memory does not learn from its words either.
        self._shared = shares(self._db, self._principal, "memory")
        found = first(self._db, _COUNT, self._principal.bound())
        self.count = int(found[0]) if found else 0

    def __call__(self, stem: str) -> int:
        """Memories that hold a stem; 0 where nothing is counted, and perhaps where one memory holds it."""
        if not self.count:
            return 0
        if self._complete:
            return self._known.get(stem, 0)
        if stem not in self._known:
            if self._shared:
                self._db.execute(_WORDS).fetchall()  # a transaction that is taken back takes it along
                found = first(self._db, _HOLDING, self._principal.bound(stem=stem))
            else:
                self._asked += 1
                if self._asked > max(ASKED, PART * self.count) and self.count <= LARGEST:
                    self._known = dict(self._db.execute(_ALL).fetchall())  # type: ignore[arg-type]
                    self._complete = True
                    return self._known.get(stem, 0)
                found = first(self._db, "SELECT doc FROM memory_terms WHERE term = ?", (stem,))
            self._known[stem] = int(found[0]) if found else 0
        return self._known[stem]
