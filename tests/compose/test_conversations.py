"""Turns are kept in order, found by what was said around them, and only by who may read them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from edge.compose.conversation_source import ConversationSource
from edge.compose.conversations import ConversationStore, Turn
from edge.compose.extractive import extractive_summary
from edge.compose.summarise import summarise
from edge.compose.trace import TraceStore
from edge.errors import ModelError, UsageError
from edge.memory.composer import Composer
from edge.records.context import ComposedResult, ContextBudget, ContextEntry
from edge.settings import Settings
from edge.state.access import Principal
from edge.state.database import open_state

if TYPE_CHECKING:
    import apsw

ME = Principal()


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    opened = open_state(tmp_path / "state.db")
    yield opened
    opened.close()


def said(*texts: str, day: str = "2026-03-01") -> list[Turn]:
    return [Turn("AB"[n % 2], text, f"{day}T10:{n:02}:00+00:00") for n, text in enumerate(texts)]


def test_a_turn_is_found_by_its_neighbours_words(db: apsw.Connection) -> None:
    """The answer does not repeat the question's words: the window finds it all the same, and after each
    further turn anew.
    """
    store = ConversationStore(db)
    first, second = store.add("a", said("Where is the brass key?", "Behind the blue door."))
    third, *_ = store.add("a", said("Thanks, I found it.", "Good.", "Bye."))
    found = [candidate.id for candidate in ConversationSource(db, ME).candidates("brass key", 9)]
    assert found[0] == first and set(found) == {first, second, third}
    store.add("b", said("Nothing to do with it."))
    assert len(ConversationSource(db, ME).candidates("brass key", 9)) == 3, (
        "windows end with the conversation"
    )


def test_neighbours_stay_in_their_conversation(db: apsw.Connection) -> None:
    """The next one first; none from another conversation."""
    store = ConversationStore(db)
    a = store.add("a", said(*"123"))
    b = store.add("b", said(*"45"))
    source = ConversationSource(db, ME)
    assert source.neighbours([a[1], a[2], b[0]], 1) == {a[1]: [a[2], a[0]], a[2]: [a[1]], b[0]: [b[1]]}
    assert source.neighbours([a[0]], 5) == {a[0]: [a[1], a[2]]}


def test_recent_turns_are_the_last_of_that_conversation(db: apsw.Connection) -> None:
    """In order; other names and other owners give none."""
    store = ConversationStore(db)
    ids = store.add("a", said(*"1234"))
    assert store.recent("a", 2) == ids[2:] and store.recent("z", 2) == []
    assert ConversationStore(db, Principal(owner="eve")).recent("a", 2) == []
    assert [(one.name, one.turns) for one in store.listing()] == [("a", 4)]


@pytest.mark.parametrize(
    "turn", [Turn("A", " "), Turn("", "x"), Turn("A", "x" * 70_000), Turn("A" * 90, "x")]
)
def test_a_turn_without_words_or_too_long_is_refused(db: apsw.Connection, turn: Turn) -> None:
    """Nothing of that add is kept."""
    store = ConversationStore(db)
    with pytest.raises(UsageError):
        store.add("a", [Turn("A", "fine"), turn])
    assert store.listing() == []


def test_deleting_a_conversation_takes_its_summaries_along(db: apsw.Connection) -> None:
    """Turns, windows and summaries; others stay."""
    store = ConversationStore(db)
    store.add("a", said(*[f"The pump number {n} stops." for n in range(30)]))
    store.add("b", said("The pump of the other house."))
    summarise(db, ME)
    assert store.delete("a") == 30
    assert [candidate.id for candidate in ConversationSource(db, ME).candidates("pump", 9)]
    assert {one.source for one in ConversationSource(db, ME).get([f"t{n}" for n in range(99)]).values()} == {
        "b"
    }
    with pytest.raises(UsageError):
        store.delete("a")


def test_a_deleted_conversation_leaves_no_word_in_the_file(tmp_path: Path) -> None:
    """Neither in free pages, nor in an index, nor in a context that was composed for it or quotes it; others
    stay.
    """
    path = tmp_path / "state.db"
    words = ("quagmire", "zeppelin", "flamingo")
    with closing(open_state(path)) as db:
        composer = Composer(db, ME, Settings())
        asked = "Which zeppelin crossed the quagmire?"
        composer.compose(asked, sources=("conversations",))  # before it was said
        composer.say("a", said(asked, *[f"The flamingo of the quagmire, {n} times." * 9 for n in range(60)]))
        composer.say("b", said("The pump of the other house.", "It stops.", day="2026-05-01"))
        summarise(db, ME)
        for query in ("quagmire", "What of the pump?", "Does the pump stop?"):
            composer.compose(query, sources=("conversations",), conversation="b")
        assert all(word in held(path) for word in words)
        composer.conversations.delete("a")
        assert not [word for word in words if word in held(path)]
        assert [trace.query for trace in composer.traces.listing()] == [
            "Does the pump stop?", "What of the pump?",
        ]  # fmt: skip
        found = ConversationSource(db, ME).candidates("pump", 9)
        assert found and db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert not [word for word in words if word in held(path)]


def test_contexts_of_an_earlier_deletion_go_along(db: apsw.Connection) -> None:
    """They were left behind once: a turn that they quote is there no more. Those of documents stay."""
    traces, store = TraceStore(db), ConversationStore(db)
    store.add("a", said("The flamingo stands."))
    for query, id in (("gone", "t999"), ("there", "t1"), ("a page", "c999")):
        entry = ContextEntry(id=id, kind="turn", score=1.0, kept=True, why="hit", tokens=1)
        traces.save(ComposedResult(query=query, items=[entry], budget=ContextBudget(input_tokens=9, used=1)))
    store.add("b", said("The pump stops."))
    store.delete("b")
    assert [trace.query for trace in traces.listing()] == ["a page", "there"]


def held(path: Path) -> str:
    """All that the database's files hold."""
    files = sorted(path.parent.glob(f"{path.name}*"))
    return b"".join(file.read_bytes() for file in files).decode("latin-1").lower()


def test_a_conversation_is_deleted_while_the_file_is_read(tmp_path: Path) -> None:
    """Who reads it meanwhile keeps what they see, and hinders nobody."""
    path = tmp_path / "state.db"
    with closing(open_state(path)) as db, closing(open_state(path)) as other:
        store = ConversationStore(db)
        store.add("a", said("The flamingo stands."))
        reading = other.execute("SELECT text FROM items UNION ALL SELECT 'end'")
        assert next(reading) == ("The flamingo stands.",)
        assert store.delete("a") == 1 and store.listing() == []
        assert reading.fetchall() == [("end",)]


def test_summaries_cover_every_turn_and_are_made_once(db: apsw.Connection) -> None:
    """Level 1 by windows, level 2 above it; a second run makes none, a further turn only what it changes."""
    store = ConversationStore(db)
    for week in (1, 8, 15):
        store.add(f"talk {week}", said(*[f"Valve {n} freezes in frost number {week}." for n in range(45)],
                                       day=f"2026-03-{week:02}"))  # fmt: skip
    first = summarise(db, ME)
    assert first.made[1] == 9 and first.made[2] >= 4 and not first.kept
    turns = {row[0] for row in db.execute("SELECT id FROM items WHERE kind = 'turn'")}
    covered = {
        row[0]
        for row in db.execute("SELECT child FROM covers JOIN items ON items.id = parent WHERE level = 1")
    }
    assert covered == turns
    roles = {row[0] for row in db.execute("SELECT DISTINCT role FROM items WHERE level = 2")}
    assert {"conversation", "month"} <= roles
    again = summarise(db, ME)
    assert again.made == {} and again.kept[1] == 9
    store.add("talk 15", said("One more word on frost."))
    more = summarise(db, ME)
    assert more.made[1] == 1 and more.kept[1] == 8
    assert db.execute("SELECT count(*) FROM items WHERE kind = 'summary' AND level = 1").fetchall() == [(9,)]
    source = ConversationSource(db, ME, vote=0.5)
    assert all("summaries" not in found.channels for found in source.candidates("frost number 8", 3))
    db.execute("UPDATE items SET written = 1 WHERE kind = 'summary'").fetchall()
    best = source.candidates("frost number 8", 3)
    assert "summaries" in best[0].channels, "what was written votes"


def test_summaries_tell_nothing_of_what_their_readers_may_not_read(tmp_path: Path) -> None:
    """Private talks beside public ones: the public summaries, and what others find, are as without them."""
    day, count = "2026-03-02", range(25)
    public = [said(*[f"The valve {n} of house {talk} drips." for n in count], day=day) for talk in range(4)]
    secret = [said(*[f"The valve {n} is opened for the auditor." for n in count], day=day) for _ in range(3)]
    eve, found = Principal(owner="eve"), []
    for hidden in (secret, []):
        with closing(open_state(tmp_path / f"{len(hidden)}.db")) as db:
            for n, turns in enumerate(hidden):
                ConversationStore(db, ME).add(f"talk {n}", turns)
            for n, turns in enumerate(public):
                ConversationStore(db, ME, "public").add(f"talk {n}", turns)
            summarise(db, ME, now=datetime(2026, 3, 9, tzinfo=UTC))
            mixed = "covers JOIN items AS a ON a.id = parent JOIN items AS b ON b.id = child"
            assert not db.execute(f"SELECT 1 FROM {mixed} WHERE a.space != b.space").fetchall()
            source = ConversationSource(db, eve, vote=0.5)
            told = [source.candidates("valve auditor", 50), source.summaries("valve house auditor", 50)]
            items = source.get([one.id for each in told for one in each])
            found.append([[(items[one.id].text, one.score, one.channels) for one in each] for each in told])
    assert found[0] == found[1] and all(found[0])


def test_a_writer_that_fails_leaves_the_sentences(db: apsw.Connection) -> None:
    """A model writes within the length; where it cannot, the most telling sentences stand in."""
    ConversationStore(db).add("a", said("The brass key hangs behind the door.", "Good to know."))

    def fails(texts: object, characters: int) -> str:
        raise ModelError("Out of memory.", "")

    assert summarise(db, ME, fails).written == 0
    ((text,),) = db.execute("SELECT text FROM items WHERE kind = 'summary'")
    assert "brass key" in text
    ConversationStore(db).add("b", said("The red barrow stands under the lime."))
    assert summarise(db, ME, lambda texts, characters: "A barrow. " * 500).written == 3
    assert db.execute("SELECT max(length(text)) FROM items WHERE level = 1").fetchall()[0][0] <= 400


def test_two_who_summarise_at_once_make_each_summary_once(db: apsw.Connection, tmp_path: Path) -> None:
    """What another process made, or took away, between reading and writing is left as it is: no error, none
    twice, and the next run finds everything done.
    """
    store = ConversationStore(db)
    for week in (1, 8):
        turns = said(*[f"Valve {n} freezes in frost." for n in range(45)], day=f"2026-03-{week:02}")
        store.add(f"talk {week}", turns)
    other = open_state(tmp_path / "state.db")
    asked: list[int] = []

    def meanwhile(texts: object, characters: int) -> str:
        asked.append(characters)
        if len(asked) == 1:
            summarise(other, ME)
        if len(asked) == 8:  # while level 2 is written, its first part goes and comes back as another
            other.execute("DELETE FROM items WHERE kind = 'summary' AND level = 1 AND ordinal = 0").fetchall()
        return "Frost and valves."

    summarise(db, ME, meanwhile)
    other.close()
    summarise(db, ME)
    made = db.execute(
        "SELECT role, title, level, (SELECT group_concat(child) FROM covers WHERE parent = items.id)"
        " FROM items WHERE kind = 'summary' AND live = 1"
    ).fetchall()
    assert len(made) == len(set(made)) and sum(row[2] == 1 for row in made) == 6
    assert all(row[3] for row in made)
    assert summarise(db, ME).made == {}


def test_an_extract_keeps_order_and_length() -> None:
    """Whole sentences in the order in which they were said, within the limit, whatever the texts."""
    texts = ["The pump stops in frost. It is old.", "The pump was opened. Frost stops the pump each year."]
    made = extractive_summary(texts, 60, {})
    assert (
        len(made) <= 60 and made in "The pump stops in frost. Frost stops the pump each year."
    ) or "pump" in made
    assert (
        extractive_summary(["word " * 500], 40, {}) and len(extractive_summary(["word " * 500], 40, {})) <= 40
    )
    assert extractive_summary([], 40, {}) == ""
