"""Turns go out as JSON lines and come back whole; the same again adds nothing; a bad line costs itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.compose.conversations import ConversationStore, Turn
from edge.compose.turn_formats import turns
from edge.compose.turn_lines import BATCH, LONGEST, jsonl, read_turns
from edge.errors import UsageError
from edge.records.context import TurnImport
from edge.state.access import Principal
from edge.state.database import open_state
from edge.state.line_file import file_lines

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
    return read_turns(db, who, ConversationStore(db, who), encoded)


def out(db: apsw.Connection, conversation: str = "", who: Principal = ME) -> list[dict[str, Any]]:
    return [json.loads(line) for line in jsonl(db, who, conversation)]


def test_an_export_comes_back_whole(db: apsw.Connection, tmp_path: Path) -> None:
    """Every turn of every conversation, in order, with its time; imported twice, it is there once."""
    store = ConversationStore(db)
    store.add("été", [Turn("user", "Où ?", AT), Turn("edge", "Là.", AT)])
    store.add("other", [Turn("user", "ok", AT)] * 2)
    lines = list(jsonl(db, ME))
    with closing(open_state(tmp_path / "other.db")) as there:
        done = read_turns(there, ME, ConversationStore(there), lines)
        assert (done.added, done.known, done.conversations, done.refused) == (4, 0, 2, [])
        assert list(jsonl(there, ME)) == lines
        again = read_turns(there, ME, ConversationStore(there), lines)
        assert (again.added, again.known) == (0, 4)
        assert [turn["content"] for turn in out(there, "été")] == ["Où ?", "Là."]


def test_two_imports_at_once_keep_each_turn_once(db: apsw.Connection, tmp_path: Path) -> None:
    """Another process that reads the same file in meanwhile adds what is left of it, and nothing twice."""
    said = [{"role": "user", "content": f"turn {n}", "at": AT} for n in range(3 * BATCH)]
    lines = [json.dumps(one).encode() for one in said]
    with closing(open_state(tmp_path / "state.db")) as other:

        def meanwhile() -> Iterator[bytes]:
            for n, line in enumerate(lines):
                if n == BATCH + 1:
                    done = read_turns(other, ME, ConversationStore(other), lines[: 2 * BATCH])
                    assert (done.added, done.known) == (BATCH, BATCH)
                yield line

        done = read_turns(db, ME, ConversationStore(db), meanwhile())
    assert (done.added, done.known) == (2 * BATCH, BATCH)
    assert [turn["content"] for turn in out(db)] == [one["content"] for one in said]


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


PARTS = [{"type": "text", "text": "At nine."}, {"type": "image_url"}]
NODES = {
    "root": {"parent": None, "message": None},
    "asked": {
        "parent": "root",
        "message": {
            "author": {"role": "user"}, "create_time": 1764000001.5,
            "content": {"parts": ["When is the ferry?"]},
        },
    },
    "old": {
        "parent": "asked", "message": {"author": {"role": "assistant"}, "content": {"parts": ["At ten."]}},
    },
    "new": {
        "parent": "asked",
        "message": {
            "author": {"role": "assistant"}, "create_time": 1764000003,
            "content": {"parts": ["At nine.", {}]},
        },
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("given", "name", "at"),
    [
        ([{"title": "Ferry", "mapping": NODES, "current_node": "new"}], "Ferry", "2025-11-24"),
        (
            [{
                "name": "Ferry", "chat_messages": [
                    {"sender": "human", "text": "When is the ferry?", "created_at": "2026-03-01T10:00:00Z"},
                    {"sender": "assistant", "text": "", "content": PARTS, "created_at": "2026-03-01T10:00Z"},
                ],
            }],
            "Ferry", "2026-03-01",
        ),
        (
            {"messages": [
                {"role": "user", "content": "When is the ferry?", "timestamp": 1770000000},
                {"role": "assistant", "content": None, "tool_calls": []},
                {"role": "assistant", "content": PARTS, "timestamp": 1770000001000},
            ]},
            "imported", "2026-02-02",
        ),
        (
            [{"role": "user", "content": "When is the ferry?"}, {"role": "assistant", "content": "At nine."}],
            "imported", "",
        ),
        (
            {"id": "x7", "conversations": [
                {"from": "human", "value": "When is the ferry?"}, {"from": "gpt", "value": "At nine."},
            ]},
            "x7", "",
        ),
    ],
)  # fmt: skip
def test_exports_of_other_programs_come_in(db: apsw.Connection, given: Any, name: str, at: str) -> None:
    """ChatGPT's tree by the branch that was read, Claude's list, messages and shares: as one line or as a
    file of many, with their name and their times; the same again adds nothing.
    """
    written = json.dumps(given, indent=1).encode().splitlines(keepends=True)
    done = read(db, b"\xef\xbb\xbf" + written[0], *written[1:])
    assert (done.added, done.conversations, done.refused) == (2, 1, [])
    kept = out(db)
    assert [turn["content"] for turn in kept] == ["When is the ferry?", "At nine."]
    assert {turn["conversation"] for turn in kept} == {name}
    assert " ".join(turn["role"] for turn in kept) == "user assistant"
    assert all(turn["at"].startswith(at) for turn in kept)
    assert read(db, given).known == 2


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([3], "a number"), ([{"messages": ["hello"]}], "a text"), ([{"mapping": {"a": {}}}, {}], "role"),
        ([{"role": "user", "content": {"a": 1}, "at": 1e300}], "no turn"), ([], "empty list"),
        ([{"role": "user", "content": "a", "at": 1e300}], "no date"),
        ([{"role": "user", "content": "a", "at": "0001-01-01T00:00:00+14:00"}], "no date"),
        ([{"title": "x", "current_node": "a", "mapping": {"a": {"parent": "a", "message": 3}}}], "a number"),
    ],
)  # fmt: skip
def test_what_is_no_conversation_is_told(db: apsw.Connection, given: Any, told: str) -> None:
    """By its place in the list, and what it is; never a traceback."""
    done = read(db, given)
    if told == "no turn":  # it says nothing
        assert (done.added, done.refused) == (0, [])
    else:
        assert done.added == 0 and len(done.refused) == 1 and told in done.refused[0]


FIELDS = st.sampled_from(
    ["role", "content", "at", "messages", "mapping", "current_node", "parent", "author", "message", "parts",
     "text", "create_time", "title"]
)  # fmt: skip


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(-1e300, 1e300) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=5),
        max_leaves=12,
    )
)
def test_any_json_is_read_or_refused(given: Any) -> None:
    """Turns with a role, a text and a time that can be stored, or a refusal."""
    with suppress(UsageError):
        assert all(isinstance(turn.role + turn.content + turn.at, str) for turn in turns(given))


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
        assert read_turns(other, ME, ConversationStore(other), lines).added == len(said)
        assert read_turns(other, ME, ConversationStore(other), lines).known == len(said)
        assert list(jsonl(other, ME)) == lines


def test_a_file_of_windows_is_read(db: apsw.Connection, tmp_path: Path) -> None:
    """Lines in UTF-16, as a shell of Windows redirects them, are the turns that they are in UTF-8."""
    file = tmp_path / "turns.jsonl"
    lines = '{"role": "user", "content": "Où ?"}\r\n{"role": "user", "content": "Là ?"}\r\n'
    file.write_bytes(lines.encode("utf-16"))
    done = read_turns(db, ME, ConversationStore(db), file_lines(file, LONGEST))
    assert (done.added, done.refused) == (2, [])
