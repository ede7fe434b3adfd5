"""A query that names days gone by finds what was learnt then, not what speaks of other days."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from learnt import memory, store

from edge.memory.days import past_days
from edge.memory.search import search
from edge.memory.store import MemoryStore
from edge.state.access import Principal

ME = Principal()
NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)  # a Thursday


@pytest.fixture
def memories(tmp_path: Path) -> Iterator[MemoryStore]:
    with store(tmp_path / "state.db") as opened:
        yield opened


def learnt(memories: MemoryStore, day: str, title: str, situation: str) -> str:
    new = memory(title=title, context={"situation": situation, "solution": "It went as it always does."})
    return memories.add(new, created_at=f"{day}T09:00:00.000000Z").id


def found(memories: MemoryStore, query: str, k: int = 5, **more: str) -> list[str]:
    told = search(memories.db, ME, query, k, now=NOW, **more)  # type: ignore[attr-defined, arg-type]
    return [hit.id for hit in told.results]


def test_last_week_does_not_find_next_week(memories: MemoryStore) -> None:
    """The words that name the days are no words of the subject: the memory of then comes first."""
    other = learnt(memories, "2026-10-02", "Call the bank next week", "The bank wants papers next week.")
    then = learnt(memories, "2026-11-18", "Loan", "I saw the bank about the loan of the house.")
    unlike = learnt(memories, "2026-10-05", "Garden", "Next week the garden gets its last apple tree.")
    for query in ("What did I do last week at the bank?", "bank last week"):
        assert found(memories, query) == [then, other]
    assert unlike not in found(memories, "bank last week")


def test_of_many_alike_the_one_of_the_day_comes_first(memories: MemoryStore) -> None:
    """Also among more than a search looks at closely, and in French."""
    first = datetime(2026, 3, 1, tzinfo=UTC)
    ids = {}
    for n in range(150):
        day = f"{first + timedelta(days=n):%Y-%m-%d}"
        ids[day] = learnt(memories, day, f"Run {n}", f"I went for run number{n}, course le long du canal.")
    now = datetime(2026, 7, 8, 12, tzinfo=UTC)
    for query, days in (
        ("run last week", {f"2026-07-{n:02}" for n in range(1, 7)} | {"2026-06-29", "2026-06-30"}),
        ("ma course d'avant-hier", {"2026-07-06", "2026-07-07"}),
        ("la course d'il y a trois jours", {"2026-07-05", "2026-07-06"}),
    ):
        told = search(memories.db, ME, query, len(days), now=now).results  # type: ignore[attr-defined]
        assert {hit.id for hit in told} == {ids[day] for day in days}
        assert all(hit.score <= 1 and "days" in hit.why.channels for hit in told)


def test_days_alone_find_what_was_learnt_then(memories: MemoryStore) -> None:
    """The newest first, of the type and project that are asked for, and nothing of other days."""
    before = learnt(memories, "2026-11-14", "Before", "Something else before the week came.")
    monday = learnt(memories, "2026-11-16", "Monday", "The boiler of the school was cleaned.")
    friday = learnt(memories, "2026-11-20", "Friday", "The roof of the school was painted.")
    assert found(memories, "What did I do last week?") == [friday, monday]
    assert found(memories, "Qu'ai-je fait la semaine dernière ?", 1) == [friday]
    assert found(memories, "last week", type="decision") == [] == found(memories, "hier")
    many = [learnt(memories, f"2026-11-{n % 5 + 16}", f"Log {n}", f"Log number{n} kept.") for n in range(40)]
    assert set(found(memories, "last week", 9)) == {friday, *many[4::5]}
    memories.delete(friday)
    for one in many:
        memories.delete(one)
    assert found(memories, "last week") == [monday] and before not in found(memories, "last week")


def test_a_day_alone_finds_its_own_before_those_of_the_day_after(memories: MemoryStore) -> None:
    """However much was noted on the next day, what was learnt on the day comes first."""
    then = learnt(memories, "2026-11-24", "Boiler", "The boiler of the school was cleaned.")
    after = [learnt(memories, "2026-11-25", f"Log {n}", f"Log number{n} was kept.") for n in range(6)]
    assert found(memories, "What did I note on Tuesday?", 2) == [then, after[-1]]


def test_days_have_no_part_in_the_meaning(memories: MemoryStore) -> None:
    """Vectors are asked for what the query is about: many memories are like any week."""
    asked: list[str] = []

    def nearest(query: str, limit: int) -> list[tuple[int, float]]:
        asked.append(" ".join(query.split()))
        return []

    for query in ("the bank last week", "the bank next week", "last week"):
        search(memories.db, ME, query, 5, now=NOW, nearest=nearest)  # type: ignore[attr-defined]
    assert asked == ["the bank", "the bank next week"]


@pytest.mark.parametrize(
    "query",
    ["appointment next week", "rent per month", "5 days of leave", "the week's menu", "bank"],
)
def test_other_days_are_words(query: str) -> None:
    """Days to come and lengths of time stand in memories as they are asked for."""
    assert past_days(query, NOW) is None


def test_the_day_itself_comes_before_the_day_after(memories: MemoryStore) -> None:
    """What was noted on the next day may be meant, what was noted on the day more so; today is a day, too."""
    ids = [
        learnt(memories, f"2026-11-{n}", f"Market {n}", f"I bought number{n} at the market, au marché.")
        for n in (23, 24, 25, 26)
    ]
    for query, day in (
        ("au marché avant-hier", 1), ("the market yesterday", 2), ("market today", 3), ("marché ce matin", 3),
    ):  # fmt: skip
        told = search(memories.db, ME, query, 5, now=NOW).results  # type: ignore[attr-defined]
        assert told[0].id == ids[day], query
        if day < 3:
            shares = {hit.id: hit.why.channels.get("days", 0) for hit in told}
            assert shares[ids[day]] > shares[ids[day + 1]] > 0


@pytest.mark.parametrize(
    ("query", "day"),
    [
        ("run on 14 October", 14), ("my run on the 14th of October", 14), ("course du 14/10", 14),
        ("run 2026-10-14", 14), ("run on Wednesday", 25), ("course à pied mardi", 24),
        ("run in October", 14), ("course en octobre", 14),
    ],
)  # fmt: skip
def test_a_date_is_a_day_gone_by(memories: MemoryStore, query: str, day: int) -> None:
    """A date, a weekday, the number of a day: what was learnt then comes first, whatever holds figures."""
    ids = {
        n: learnt(memories, f"2026-{month}-{n}", f"Run along way{n}", f"Course à pied, I ran by way{n}.")
        for month, n in ((10, 14), (11, 24), (11, 25), (11, 26))
    }
    for n in (10, 14, 24, 26):
        learnt(memories, "2026-09-02", f"Row {n}", f"Row {n} of the garden, {n} leeks, and run water to it.")
    assert found(memories, query)[0] == ids[day]


def test_a_date_is_looked_for_too(memories: MemoryStore) -> None:
    """What speaks of the day comes before what was learnt on it; half of a date is none of it."""
    bill = learnt(
        memories, "2026-11-10", "Bill of the painter", "The bill of 17 November of the painter is wrong."
    )
    then = learnt(memories, "2026-11-17", "Colour of the painter", "The painter wants to know which colour.")
    other = learnt(memories, "2026-11-01", "Bill 17 of the painter", "The bill 17 of the painter is paid.")
    told = found(memories, "the painter's bill of 17 November")
    assert told[0] == bill and set(told) == {bill, then, other}
    days = past_days("the painter's bill of 17 November", NOW)
    assert days and days.words == ["painter", "bill", "17", "november"] and days.dated == {"17", "november"}


def test_what_was_noted_is_asked_of_days_alone(memories: MemoryStore) -> None:
    """Note, learn, quoi de neuf are no subject: what was learnt then is all that is asked for."""
    note = learnt(memories, "2026-09-02", "Note on notes", "What I noted of notes, noted.")
    then = learnt(memories, "2026-11-24", "Boiler", "The boiler of the school was cleaned.")
    for query in ("what did I note two days ago?", "qu'ai-je noté mardi ?", "quoi de neuf avant-hier ?"):
        told = found(memories, query)
        assert told[0] == then and (note not in told or "mardi" in query), query


def test_a_day_begins_where_the_person_is() -> None:
    """Yesterday in Tokyo began at three in the afternoon of the day before in London."""
    days = past_days("yesterday", NOW.astimezone(timezone(timedelta(hours=9))))
    assert days and days.since.startswith("2026-11-24T15:00") and days.words == []


def test_the_day_weighs_more_than_a_channel(memories: MemoryStore) -> None:
    """What was learnt then and holds the subject comes before what more channels find of other days."""
    then = learnt(memories, "2026-11-10", "Run along the river", "I ran nine kilometres.")
    others = [
        learnt(memories, f"2026-11-{n}", f"Run {n} in the park", "I ran six of them.") for n in (21, 23)
    ]

    def nearest(query: str, limit: int) -> list[tuple[int, float]]:
        return [(int(id[1:]), 0.5) for id in others]

    for query in ("run 2026-11-10", "my run two weeks ago", "run le 10/11"):
        told = search(memories.db, ME, query, 3, now=NOW, nearest=nearest)  # type: ignore[attr-defined]
        assert told.results[0].id == then, query
