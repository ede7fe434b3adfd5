"""Turns of a speaker, or of a day, that the query names come before others that hold its words as well."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from edge.compose.conversation_source import ConversationSource
from edge.compose.conversations import ConversationStore, Turn
from edge.compose.named_days import Days, named_days
from edge.compose.turn_clues import TurnClues, told_on
from edge.state.access import Principal
from edge.state.database import open_state

if TYPE_CHECKING:
    import apsw

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)  # a Monday


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    with closing(open_state(tmp_path / "state.db")) as opened:
        yield opened


def source(db: apsw.Connection) -> ConversationSource:
    return ConversationSource(db, Principal(), now=lambda: NOW)


def test_who_is_named_speaks_first(db: apsw.Connection) -> None:
    """A question about Anna is answered by what Anna said; each part of the score has its name."""
    store = ConversationStore(db)
    for n, (role, other) in enumerate([("Paul", "Anna"), ("Anna", "Paul")]):
        store.add(f"talk {n}", [Turn(role, f"{other}, the boat needs paint.", "2026-11-02T10:00:00+00:00")])
    for name, place in (("Paul", 1), ("Anna", 2)):
        best = source(db).candidates(f"What did {name} say of the boat?", 9)[0]
        assert best.id == f"t{place}" and best.channels["speaker"] > 0
    assert all("speaker" not in one.channels for one in source(db).candidates("Whose boat needs paint?", 9))


def test_parts_are_no_names(db: apsw.Connection) -> None:
    """A question about users, or about an edge, says nothing of who spoke."""
    clues = TurnClues("May a user stand at the edge?", ["user", "stand", "edge"], NOW)
    assert not clues.of("user", "2026-11-02") and not clues.of("edge", "2026-11-02")
    assert TurnClues("Et Anna ?", ["anna"], NOW).of("Anna Müller", "2026-11-02") == {"speaker": 0.3}


@pytest.mark.parametrize(
    ("query", "day"),
    [
        ("What did we say of the boat on 16 November?", "2026-11-16"),
        ("What did we say of the boat last week?", "2026-11-19"),
        ("What was it with the boat on Thursday?", "2026-11-19"),
        ("Qu'avons-nous dit du bateau en mars 2024 ?", "2024-03-12"),
        ("What of the boat in March?", "2024-03-12"),
        ("What of the boat on 19 August, 2023?", "2023-08-19"),
        ("What did she do with the boat on 17 August 2023?", "2023-08-19"),
        ("Qu'a-t-on dit du bateau hier ?", "2026-11-22"),
    ],
)
def test_a_day_that_is_named_comes_first(db: apsw.Connection, query: str, day: str) -> None:
    """Said on it, or told within a week; a weekday is the last one, a month without a year that of any."""
    store = ConversationStore(db)
    days = ("2023-08-19", "2024-03-12", "2026-11-16", "2026-11-19", "2026-11-22", "2025-01-20")
    for other in days:
        store.add(f"on {other}", [Turn("user", "The boat, le bateau.", f"{other}T10:00:00+00:00")])
    found = source(db).candidates(query, 9)
    held = {source(db).get([one.id])[one.id].day for one in found if "day" in one.channels}
    assert day in held and "2025-01-20" not in held
    assert found[0].channels["day"] > 0 and len(found) == len(days)


def test_days_to_come_and_leap_days() -> None:
    """What lies ahead is nowhere in a talk; 29 February is looked for in years that have one."""
    (ahead,) = named_days("What of the boat tomorrow, or in two weeks: le 3 décembre 2026 ?", NOW)[-1:]
    assert not told_on(ahead, NOW.date())
    leap = Days(date(2024, 2, 29), date(2024, 2, 29), any_year=True)
    assert told_on(leap, date(2024, 3, 1)) and not told_on(leap, date(2023, 3, 1))
    assert told_on(Days(date(2026, 12, 30), date(2026, 12, 30), any_year=True), date(2024, 1, 2))
