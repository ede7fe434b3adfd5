"""Summaries of conversations: level 1 of windows of turns, level 2 of conversations, weeks, months, themes.

They are keys to the turns that they cover, which stay as they are. Without a writer a summary is the most
telling sentences themselves, in order; with one it is written within the same length and time, and the
sentences stand in where it fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import blake2b
from itertools import product
from math import log
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from edge.errors import ModelError, OutputCut, PromptTooLong
from edge.state.access import OWN, Principal
from edge.state.calls import utc
from edge.state.database import Value, first, transaction
from edge.state.full_text import indexed, stems
from edge.text.one_line import one_line
from edge.text.sentences import split

if TYPE_CHECKING:
    import apsw

#: Turns of a window, and characters of a summary of each level.
WINDOW, LENGTH = 20, {1: 400, 2: 700}
#: Summaries that make a theme, the share of all at which a word is no theme any more, and themes at most.
THEME_LEAST, THEME_MOST, THEMES = 3, 0.2, 12

_THERE = """
    SELECT count(*) FROM items WHERE live = 1 AND kind != 'memory'
        AND id IN (SELECT value FROM json_each(:covered))
"""
_MADE = """
    SELECT parent FROM covers JOIN items ON items.id = parent
    WHERE child IN (SELECT value FROM json_each(:covered)) AND live = 1
        AND level = :level AND role = :role AND title = :title
    GROUP BY parent HAVING count(*) = json_array_length(:covered)
        AND count(*) = (SELECT count(*) FROM covers AS every WHERE every.parent = covers.parent)
"""

#: Writes a summary of at most so many characters: (texts, characters) -> text. May raise ModelError.
SummaryWriter = Callable[[Sequence[str], int], str]


class SummaryCounts(NamedTuple):
    """Summaries that were made and that were there already, by level, and those that a writer wrote."""

    made: dict[int, int]
    kept: dict[int, int]
    written: int


@dataclass(frozen=True, slots=True)
class _Text:
    """A turn, or a summary of the level below: what is summed up."""

    item: int
    text: str
    day: str
    conversation: int


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A summary that ought to be there."""

    role: str
    title: str
    level: int
    conversation: int | None
    place: int
    covers: tuple[_Text, ...]


def summarise(
    db: apsw.Connection, principal: Principal, writer: SummaryWriter | None = None, *,
    stopping: Event | None = None, now: datetime | None = None,
) -> SummaryCounts:  # fmt: skip
    """Bring the summaries of the principal's own conversations up to date. Each is kept by itself: stopped at
    any moment, by `stopping` too, the rest is made the next time. Raises StorageError.

    What others may read and what they may not is summed up apart: no word of the one tells of the other.
    """
    moment = utc(now or datetime.now().astimezone())
    made, kept, written = Counter[int](), Counter[int](), 0
    for space, level in product(_spaces(db, principal), _WANTED):
        known = _known(db, space, level)
        turns = _turns(db, space)
        rarity = _rarity([turn.text for turn in turns])
        for one in _WANTED[level](turns if level == 1 else _summaries(db, space)):
            if stopping is not None and stopping.is_set():
                return SummaryCounts(dict(made), dict(kept), written)
            cover = tuple(sorted(part.item for part in one.covers))
            if (one.role, one.title, cover) in known:
                known.pop((one.role, one.title, cover))
                kept[level] += 1
                continue
            text, by_writer, writer = _text(one, rarity, writer)
            stale = [item for key, item in known.items() if _replaces(one, key, cover)]
            new = _insert(db, one, text, stale, now=moment, written=by_writer)
            for key in [key for key, item in known.items() if item in stale]:
                known.pop(key)
            made[level] += new
            written += new and by_writer
        _delete(db, list(known.values()))
    return SummaryCounts(dict(made), dict(kept), written)


def _spaces(db: apsw.Connection, principal: Principal) -> list[int]:
    """The principal's own spaces in which something was said, or summed up."""
    rows = db.execute(
        f"SELECT DISTINCT space FROM items WHERE kind IN ('turn', 'summary') AND live = 1 AND space IN {OWN}"
        " ORDER BY space",
        principal.bound(),
    )
    return [int(str(space)) for (space,) in rows]


def extract(texts: Sequence[str], characters: int, rarity: dict[str, float]) -> str:
    """The most telling sentences of texts, in order, as many as fit. A sentence tells as much as the rare
    stems that others of these texts share, for its length.
    """
    sentences: list[str] = []
    for text in texts:
        sentences += [one_line(text[unit.start : unit.end], 300) for unit in split(text)] or [
            one_line(text, 300)
        ]
    held = [frozenset(stems(sentence)) for sentence in sentences]
    common = Counter(stem for stems_ in held for stem in stems_)
    scores = [
        sum(rarity.get(stem, 1.0) * log(1 + common[stem]) for stem in stems_) / (4 + len(stems_)) ** 0.5
        for stems_ in held
    ]
    left, chosen = characters, list[int]()
    seen: set[str] = set()
    for at in sorted(range(len(sentences)), key=lambda at: (-scores[at], at)):
        if len(sentences[at]) + 1 <= left and sentences[at] not in seen:
            chosen.append(at)
            seen.add(sentences[at])
            left -= len(sentences[at]) + 1
    return " ".join(sentences[at] for at in sorted(chosen)) or one_line(" ".join(texts), characters)


def _windows(turns: Sequence[_Text]) -> list[_Wanted]:
    """Level 1: windows of turns of each conversation."""
    by_conversation: dict[int, list[_Text]] = {}
    for turn in turns:
        by_conversation.setdefault(turn.conversation, []).append(turn)
    return [
        _Wanted("window", "", 1, conversation, start, tuple(said[start : start + WINDOW]))
        for conversation, said in by_conversation.items()
        for start in range(0, len(said), WINDOW)
    ]


def _above(summaries: Sequence[_Text]) -> list[_Wanted]:
    """Level 2: conversations of several windows, weeks and months of several summaries, and themes."""
    wanted = []
    groups: dict[tuple[str, str], list[_Text]] = {}
    for one in summaries:
        groups.setdefault(("conversation", str(one.conversation)), []).append(one)
        if day := _day(one.day):
            year, week, _ = day.isocalendar()
            groups.setdefault(("week", f"{year}-W{week:02}"), []).append(one)
            groups.setdefault(("month", f"{day:%Y-%m}"), []).append(one)
    for (role, title), parts in groups.items():
        if len(parts) < 2:
            continue
        conversation = parts[0].conversation if role == "conversation" else None
        wanted.append(
            _Wanted(role, "" if role == "conversation" else title, 2, conversation, 0, tuple(parts))
        )
    return wanted + _themes(summaries)


def _themes(summaries: Sequence[_Text]) -> list[_Wanted]:
    """Words that several summaries share and most do not."""
    holders: dict[str, list[_Text]] = {}
    for one in summaries:
        for stem in dict.fromkeys(stems(one.text)):
            holders.setdefault(stem, []).append(one)
    most = max(THEME_LEAST, THEME_MOST * len(summaries))
    shared = {stem: held for stem, held in holders.items() if THEME_LEAST <= len(held) <= most}
    themes: list[_Wanted] = []
    taken: set[tuple[int, ...]] = set()
    for stem in sorted(shared, key=lambda stem: (-len(shared[stem]) * len(stem), stem)):
        cover = tuple(part.item for part in shared[stem])
        if cover not in taken and len(themes) < THEMES:
            taken.add(cover)
            themes.append(_Wanted("theme", stem, 2, None, 0, tuple(shared[stem])))
    return themes


#: What ought to be there of each level, made of what is below it.
_WANTED: dict[int, Callable[[Sequence[_Text]], list[_Wanted]]] = {1: _windows, 2: _above}


def _text(
    one: _Wanted, rarity: dict[str, float], writer: SummaryWriter | None
) -> tuple[str, bool, SummaryWriter | None]:
    """The text of a summary, whether the writer wrote it, and who writes the next: one that is missing or
    died is not waited for again.
    """
    texts = [part.text for part in one.covers]
    length = LENGTH[one.level]
    if writer is not None:
        try:
            written = one_line(writer(texts, length), length)
            if written:
                return written, True, writer
        except (OutputCut, PromptTooLong):
            pass  # the sentences themselves stand in
        except ModelError:
            writer = None
    return extract(texts, length, rarity), False, writer


def _replaces(one: _Wanted, key: tuple[str, str, tuple[int, ...]], cover: tuple[int, ...]) -> bool:
    """Whether a summary that is there is an older one of the same thing."""
    role, title, covered = key
    if (role, title) != (one.role, one.title) or not covered:
        return False
    return role not in ("window", "conversation") or covered[0] == cover[0]


def _turns(db: apsw.Connection, space: int) -> list[_Text]:
    rows = db.execute(
        "SELECT items.id, role || ': ' || text, created_at, conversation FROM items"
        " WHERE kind = 'turn' AND live = 1 AND space = ? ORDER BY conversation, ordinal",
        (space,),
    )
    return [_Text(int(str(i)), str(text), str(at), int(str(c))) for i, text, at, c in rows]


def _summaries(db: apsw.Connection, space: int) -> list[_Text]:
    rows = db.execute(
        "SELECT items.id, text, created_at, coalesce(conversation, 0) FROM items"
        " WHERE kind = 'summary' AND level = 1 AND live = 1 AND space = ?"
        " ORDER BY conversation, ordinal",
        (space,),
    )
    return [_Text(int(str(i)), str(text), str(at), int(str(c))) for i, text, at, c in rows]


def _known(db: apsw.Connection, space: int, level: int) -> dict[tuple[str, str, tuple[int, ...]], int]:
    """Summaries of a level that were made here, by what they are and what they cover."""
    rows = db.execute(
        "SELECT items.id, role, title, group_concat(child) FROM items JOIN covers ON parent = items.id"
        " WHERE kind = 'summary' AND live = 1 AND level = ? AND role != 'given' AND space = ?"
        " GROUP BY items.id",
        (level, space),
    )
    return {
        (str(role), str(title), tuple(sorted(map(int, str(covered).split(","))))): int(str(item))
        for item, role, title, covered in rows
    }


def _insert(
    db: apsw.Connection, one: _Wanted, text: str, stale: Sequence[int], *, now: str, written: bool
) -> bool:
    """Keep a summary, unless another process has changed what it covers, or made it, since that was read."""
    covered = [part.item for part in one.covers]
    with transaction(db):
        ids = {"covered": msgspec.json.encode(covered).decode()}
        same: dict[str, Value] = {**ids, "level": one.level, "role": one.role, "title": one.title}
        there = first(db, _THERE, ids)
        if there is None or int(there[0]) < len(covered) or first(db, _MADE, same):
            return False  # what is missing is made the next time
        _delete_here(db, stale)
        insert_summary(
            db, covered, text, role=one.role, title=one.title, level=one.level, conversation=one.conversation,
            place=one.place, at=one.covers[-1].day or now, words=[part.text for part in one.covers],
            written=written,
        )  # fmt: skip
    return True


def insert_summary(
    db: apsw.Connection, covered: Sequence[int], text: str, *, role: str, level: int, at: str,
    words: Sequence[str], title: str = "", conversation: int | None = None, place: int = 0,
    written: bool = True,
) -> int:  # fmt: skip
    """Keep a summary in the space of what it covers; its row. Inside a transaction. `words`: what it covers;
    `written`: by a person or a model, so that it votes.
    """
    db.execute(
        "INSERT INTO items (kind, space, level, conversation, ordinal, role, created_at, hash, title, text,"
        " written) SELECT 'summary', space, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM items WHERE id = ?",
        (
            level, conversation, place, role, at, blake2b(text.encode(), digest_size=16).digest(), title,
            text, written, covered[0],
        ),
    ).fetchall()  # fmt: skip
    item = db.last_insert_rowid()
    for child in covered:
        db.execute("INSERT INTO covers (parent, child) VALUES (?,?)", (item, child)).fetchall()
    db.execute(
        "INSERT INTO summary_fts (rowid, text, covered) VALUES (?,?,?)",
        (item, indexed(f"{title}\n{text}"), indexed("\n".join(words))),
    ).fetchall()
    return item


def _delete(db: apsw.Connection, items: Sequence[int]) -> None:
    if items:
        with transaction(db):
            _delete_here(db, items)


def _delete_here(db: apsw.Connection, items: Iterable[int]) -> None:
    for item in items:
        db.execute("DELETE FROM summary_fts WHERE rowid = ?", (item,)).fetchall()
        db.execute("DELETE FROM items WHERE id = ? AND kind = 'summary'", (item,)).fetchall()


def _rarity(texts: Sequence[str]) -> dict[str, float]:
    counts = Counter(stem for text in texts for stem in frozenset(stems(text)))
    return {stem: log(1 + len(texts) / count) for stem, count in counts.items()}


def _day(at: str) -> date | None:
    try:
        return date.fromisoformat(at[:10])
    except ValueError:
        return None
