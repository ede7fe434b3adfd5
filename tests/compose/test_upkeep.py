"""Summaries and vectors are made beside a talk, stand still while an answer is made, and cost no turn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from edge.compose.conversations import ConversationStore, Turn
from edge.compose.embedder import ItemEmbedder, of_items
from edge.compose.upkeep import TalkUpkeep, embed
from edge.compose.wanted_summaries import WINDOW
from edge.errors import ModelError, Stopped
from edge.state.access import Principal
from edge.state.database import open_state

ME = Principal()


def keep(state: Path, turns: int, name: str = "talk") -> None:
    with closing(open_state(state)) as db:
        said = [
            Turn("AB"[n % 2], f"Pump {n} stops in frost.", f"2026-03-{1 + n // 30:02}T10:00:00+00:00")
            for n in range(turns)
        ]
        ConversationStore(db).add(name, said)


def count(state: Path, sql: str) -> int:
    with closing(open_state(state)) as db:
        return int(str(db.execute(sql).fetchall()[0][0]))


SUMMARIES = "SELECT count(*) FROM items WHERE kind = 'summary'"
COVERED = "SELECT count(DISTINCT child) FROM covers JOIN items ON id = child WHERE kind = 'turn'"


def test_a_talk_leaves_every_turn_summed_up(tmp_path: Path) -> None:
    """What earlier talks left is summed up at the start, full windows on the way, the rest at the end."""
    state = tmp_path / "state.db"
    keep(state, 3, "yesterday")
    upkeep = TalkUpkeep(state, ME)
    upkeep.start()
    for _ in range(WINDOW):
        with upkeep.answering():
            with closing(open_state(state)) as db:
                ConversationStore(db).add("today", [Turn("user", "Why?"), Turn("edge", "Frost.")])
            upkeep.said(2)
    with upkeep.answering():
        with closing(open_state(state)) as db:
            ConversationStore(db).add("today", [Turn("user", "Thanks.")])
        upkeep.said(1)
    upkeep.close(60)
    assert upkeep.error is None
    assert count(state, COVERED) == 3 + 2 * WINDOW + 1
    assert count(state, f"{SUMMARIES} AND level = 1") == 1 + 3


def test_it_stands_still_while_an_answer_is_made(tmp_path: Path) -> None:
    """A writer at work ends at once when a question comes, and goes on after the answer; nothing is lost."""
    state = tmp_path / "state.db"
    keep(state, 2)
    stopping, began, calls = Event(), Event(), list[int]()

    def slow(texts: Sequence[str], characters: int) -> str:
        calls.append(len(texts))
        began.set()
        if len(calls) == 1:  # as the model does: ends when it is told to
            assert stopping.wait(60)
            raise Stopped
        return "Pumps stop in frost."

    upkeep = TalkUpkeep(state, ME, writer=slow, stopping=stopping)
    upkeep.start()
    assert began.wait(60)
    with upkeep.answering():
        assert not stopping.is_set(), "the model is free for the answer"
        assert count(state, SUMMARIES) == 0
        time.sleep(0.05)
        assert len(calls) == 1, "nobody writes meanwhile"
    upkeep.close(60)
    assert len(calls) == 2 and count(state, f"{SUMMARIES} AND written = 1") == 1


def test_the_end_of_a_talk_does_not_wait_for_a_slow_writer(tmp_path: Path) -> None:
    """What is not done in time is left for the next talk, which does it."""
    state = tmp_path / "state.db"
    keep(state, 2)
    stopping, began = Event(), Event()

    def endless(texts: Sequence[str], characters: int) -> str:
        began.set()
        assert stopping.wait(60)
        raise Stopped

    upkeep = TalkUpkeep(state, ME, writer=endless, stopping=stopping)
    upkeep.start()
    assert began.wait(60)
    upkeep.close(0.01)
    assert count(state, SUMMARIES) == 0 and not stopping.is_set()
    again = TalkUpkeep(state, ME)
    again.start()
    again.close(60)
    assert count(state, SUMMARIES) == 1


def test_a_writer_that_is_missing_is_asked_once(tmp_path: Path) -> None:
    """Its sentences stand in for all summaries, and the talk goes on."""
    state = tmp_path / "state.db"
    keep(state, 3 * WINDOW)
    calls = []

    def missing(texts: Sequence[str], characters: int) -> str:
        calls.append(1)
        raise ModelError("There is no Gemma here.", "See: edge models list")

    upkeep = TalkUpkeep(state, ME, writer=missing)
    upkeep.start()
    upkeep.close(60)
    assert calls == [1] and count(state, f"{SUMMARIES} AND level = 1 AND written = 0") == 3


def test_a_database_that_cannot_be_used_is_told_and_stops_nothing(tmp_path: Path) -> None:
    """The thread ends with the error; answers are still made."""
    state = tmp_path / "state.db"
    state.write_bytes(b"no database")
    upkeep = TalkUpkeep(state, ME)
    upkeep.start()
    with upkeep.answering():
        pass
    upkeep.close(60)
    assert upkeep.error is not None and "state.db" in upkeep.error.message


def test_turns_and_summaries_get_the_vectors_that_they_lack(tmp_path: Path) -> None:
    """By the encoder that ships: unit vectors, once each."""
    state = tmp_path / "state.db"
    keep(state, 5)
    embedder, notes = of_items("auto")
    assert embedder is not None, notes
    upkeep = TalkUpkeep(state, ME, embedder=embedder)
    upkeep.start()
    upkeep.close(60)
    with closing(open_state(state)) as db:
        rows: list[Any] = db.execute("SELECT vector FROM item_vectors").fetchall()
        assert len(rows) == count(state, "SELECT count(*) FROM items") == 6
        for (vector,) in rows:
            assert np.linalg.norm(np.frombuffer(vector, "<f4")) == pytest.approx(1, abs=1e-4)
        assert embed(db, ME, embedder) == 0


def test_a_model_that_fails_costs_the_vectors_alone(tmp_path: Path) -> None:
    """Summaries are there all the same, and what went wrong is told."""
    state = tmp_path / "state.db"
    keep(state, 2)
    upkeep = TalkUpkeep(state, ME, embedder=ItemEmbedder("no-such-model"))
    upkeep.start()
    upkeep.close(60)
    assert isinstance(upkeep.error, ModelError) and count(state, SUMMARIES) == 1


def test_what_was_read_serves_until_something_is_written(tmp_path: Path) -> None:
    """A new turn and its vector, of this connection or another, are found at the next question."""
    state = tmp_path / "state.db"
    keep(state, 2)
    embedder, _ = of_items("auto")
    assert embedder is not None
    with closing(open_state(state)) as db, closing(open_state(state)) as other:

        def nearest() -> set[int]:
            return {row for row, _ in embedder.nearest(db, ME, kind="turn", query="pump", limit=9)}

        assert nearest() == set()
        assert embedder.embed_missing(db, ME, "turn") == 2 and nearest() == {1, 2}
        assert embedder.embed_missing(db, ME, "turn") == 0
        ConversationStore(other).add("more", [Turn("A", "The pump is back.")])
        assert embedder.embed_missing(other, ME, "turn") == 1
        assert embedder.embed_missing(db, ME, "turn") == 0 and nearest() == {1, 2, 3}
        ConversationStore(db).delete("more")
        assert nearest() == {1, 2}
