"""Turns go out as JSON lines and come back whole; the same again adds nothing; a bad line costs itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.compose.conversations import ConversationStore, Turn
from edge.compose.turn_lines import LONGEST, jsonl, read_jsonl
from edge.errors import UsageError
from edge.records.context import TurnImport
from edge.state.access import Principal
from edge.state.database import open_state

if TYPE_CHECKING:
    import apsw

ME = Principal()
AT = "2026-03-01T10:00:00.000000+00:00"


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    with closing(open_state(tmp_path / "state.db")) as opened:
        yield opened


def read(db: apsw.Connection, *lines: Any, who: Principal = ME) -> TurnImport:
    encoded = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    return read_jsonl(db, who, ConversationStore(db, who), encoded)


def out(db: apsw.Connection, conversation: str = "", who: Principal = ME) -> list[dict[str, Any]]:
    return [json.loads(line) for line in jsonl(db, who, conversation)]


def test_an_export_comes_back_whole(db: apsw.Connection, tmp_path: Path) -> None:
    """Every turn of every conversation, in order, with its time; imported twice, it is there once."""
    store = ConversationStore(db)
    store.add("été", [Turn("user", "Où ?", AT), Turn("edge", "Là.", AT)])
    store.add("other", [Turn("user", "ok", AT)] * 2)
    lines = list(jsonl(db, ME))
    with closing(open_state(tmp_path / "other.db")) as there:
        done = read_jsonl(there, ME, ConversationStore(there), lines)
        assert (done.added, done.known, done.conversations, done.refused) == (4, 0, 2, [])
        assert list(jsonl(there, ME)) == lines
        again = read_jsonl(there, ME, ConversationStore(there), lines)
        assert (again.added, again.known) == (0, 4)
        assert [turn["content"] for turn in out(there, "été")] == ["Où ?", "Là."]


def test_lines_of_other_programs_are_enough(db: apsw.Connection) -> None:
    """Role and content suffice; without a time the same words of the same speaker are known."""
    plain = {"role": "user", "content": "Where is the key?"}
    assert read(db, plain, {**plain, "at": "2026-03-01 10:00"}).added == 2
    kept = out(db)[1]
    assert kept.pop("at").startswith("2026-03-01T10:00:00")
    assert kept == {**plain, "conversation": "imported", "index": 1}
    assert read(db, plain).known == 1
    assert read(db, {**plain, "conversation": "another"}).added == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{", "is no turn"),
        (b"[]", "is no turn"),
        (b'{"role": "user"}', "content"),
        (b'{"role": 3, "content": "a"}', "role"),
        (b'{"role": "user", "content": "  "}', "no text"),
        (b'{"role": "", "content": "a"}', "role"),
        (b'{"role": "user", "content": "a", "at": "soon"}', "no date"),
        (b'{"role": "user", "content": "' + b"a" * 70_000 + b'"}', "70,000"),
        (b"a" * (LONGEST + 1), "longer"),
        (b'{"role": "user", "content": "\xff"}', "is no turn"),
        (b"[" * 100_000, "is no turn"),
    ],
)
def test_a_line_that_cannot_be_kept_costs_itself(db: apsw.Connection, line: bytes, told: str) -> None:
    """The others are kept, and the refusal names the line and what is wrong."""
    done = read(db, {"role": "user", "content": "before"}, line, {"role": "user", "content": "after"})
    assert done.added == 2 and len(done.refused) == 1
    assert done.refused[0].startswith("line 2: ") and told in done.refused[0]


def test_somebody_elses_turns_stay_theirs(db: apsw.Connection) -> None:
    """They are neither exported nor taken for known."""
    other = Principal(owner="other")
    line = {"role": "user", "content": "mine", "conversation": "talk"}
    read(db, line, who=other)
    assert out(db) == [] and read(db, line).added == 1
    with pytest.raises(UsageError, match="no conversation 'nobody'"):
        out(db, "nobody")


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["x", "y", "é\n z"])), max_size=12))
def test_any_talk_comes_back(tmp_path_factory: pytest.TempPathFactory, said: list[tuple[str, str]]) -> None:
    """Whatever is repeated in it."""
    folder = tmp_path_factory.mktemp("talks")
    with closing(open_state(folder / "a.db")) as one, closing(open_state(folder / "b.db")) as other:
        ConversationStore(one).add("talk", [Turn(*turn) for turn in said])
        lines = list(jsonl(one, ME))
        assert read_jsonl(other, ME, ConversationStore(other), lines).added == len(said)
        assert read_jsonl(other, ME, ConversationStore(other), lines).known == len(said)
        assert list(jsonl(other, ME)) == lines
