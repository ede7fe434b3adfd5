"""The sheet of decisions there and back: what is written is what is read, whatever stands in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edge.errors import UsageError
from edge.grade.decisions import filled, sheet
from edge.grade.decisions.record import AnswerFacts, DecisionRecord, GradeDecision
from edge.grade.decisions.roster import CopyIdentity, Roster
from edge.grade.decisions.sheet import COLUMNS, RowKey, SheetRow, base_of, key_of
from edge.grade.decisions.take import SheetTaker

#: What people write, with the signs that tables are made of.
TEXT = st.text(st.sampled_from("abc é;,\t|\"'=+-@\n1,5/?’“\u2028\N{NO-BREAK SPACE}😀"), max_size=12)
ROWS = st.lists(
    st.builds(SheetRow, **{name: TEXT for name in COLUMNS if name != "key"}, key=st.just("k1-2-3")),
    max_size=6,
)
#: Spaces that a table or its reader does not tell from others.
KEPT = HealthCheck.function_scoped_fixture


def as_read(row: SheetRow) -> dict[str, str]:
    return {one: " ".join(getattr(row, one).split()) for one in COLUMNS}


@given(rows=ROWS, language=st.sampled_from(["en", "fr"]))
@settings(max_examples=40, suppress_health_check=[KEPT], deadline=None)
def test_what_is_written_is_read(tmp_path: Path, rows: list[SheetRow], language: str) -> None:
    """Every cell comes back, white space aside, also one that a spreadsheet would take for a formula."""
    path = tmp_path / sheet.NAME
    path.write_bytes(sheet.written(rows, language))
    read = filled.read(path)
    assert [as_read(one.row) for one in read] == [as_read(one) for one in rows]


@given(data=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
@settings(max_examples=40, suppress_health_check=[KEPT], deadline=None)
def test_any_bytes_are_a_sheet_or_an_error(tmp_path: Path, data: bytes) -> None:
    """Nothing that lies there under a sheet's name ends in a traceback."""
    path = tmp_path / sheet.NAME
    path.write_bytes(data)
    try:
        filled.read(path)
    except UsageError as error:
        assert error.hint


WORDS = st.tuples(st.sampled_from([None, 0.0, 0.5, 1.5, 2.0]), st.sampled_from(["", "good", "= odd"]))


@given(words=st.lists(st.tuples(st.integers(0, 2), WORDS), max_size=8))
@settings(max_examples=30, suppress_health_check=[KEPT], deadline=None)
def test_what_was_decided_last_is_in_force(
    tmp_path_factory: pytest.TempPathFactory, words: list[tuple[int, tuple[float | None, str]]]
) -> None:
    """Words on a current sheet, one after another: the last of each answer stands, read twice or once, and is
    there again when the record is opened anew.
    """
    folder = tmp_path_factory.mktemp("class")
    roster = Roster([CopyIdentity(f"c-{at}", f"Student {at}") for at in range(3)])
    answers = [{"Q1": AnswerFacts(None, 2, 0.5, f"d{at}")} for at in range(3)]
    record = DecisionRecord(folder)
    last: dict[int, tuple[float, str]] = {}
    for at, (grade, comment) in words:
        now = last.get(at)
        base = base_of(now[0], now[1]) if now else base_of(None, "")
        key = RowKey(roster.key(at), sheet.answer_key("Q1", f"d{at}"), base)
        cell = "?" if grade is None else f"{grade:g}"
        row = filled.FilledRow(2, SheetRow(question="Q1", grade=cell, comment=comment, key=key.text))
        taken, _ = record.of_copies(roster)
        taker = SheetTaker(roster, answers, taken, lambda: "2026-11-28T12:00:00+00:00")
        taker.take([row, row], "x")
        assert not taker.taken.refused or grade is None
        record.keep(taker.taken.made)
        last.pop(at, None)
        if grade is not None:
            last[at] = (grade, comment)
    found, unclear = DecisionRecord(folder).of_copies(roster)
    assert not unclear
    assert {at: (one["Q1"].grade, one["Q1"].comment) for at, one in enumerate(found) if one} == last


def test_a_key_survives_a_spreadsheet() -> None:
    """No part of it is a number, a date or a formula; what is none is none."""
    key = RowKey("0123456789ab", "1e10", "20260101")
    assert key.text[0].isalpha() and key_of(key.text) == key
    assert key_of("") is None and key_of("2026-11-28") is None and key_of("k1-2") is None


def test_two_students_of_one_name_are_told_apart_or_asked_about() -> None:
    """By id where there is one; a name alone that two have decides nothing."""
    roster = Roster([CopyIdentity("1", "Léa Roy"), CopyIdentity("2", "Roy Léa"), CopyIdentity("3", "")])
    assert roster.find(CopyIdentity("2", "Léa Roy")) == [1]
    assert roster.find(CopyIdentity("", "léa roy")) == [0, 1]
    assert roster.find(CopyIdentity("9", "Léa Roy")) == [0, 1]
    assert roster.find(CopyIdentity("3", "")) == [2] and roster.find(CopyIdentity("1", "Max")) == []
    assert len({roster.key(at) for at in range(3)}) == 3


def test_damaged_lines_cost_themselves(tmp_path: Path) -> None:
    """A line that was cut off, or is none of ours, is passed over; the next decision begins a new line."""
    record = DecisionRecord(tmp_path)
    made = [
        GradeDecision(id="a", question=f"Q{at}", grade=1, max=2, answer="d", at="2026-11-28T12:00:00+00:00")
        for at in range(3)
    ]
    record.keep(made[:2])
    data = record.path.read_bytes()
    record.path.write_bytes(b"{nonsense}\n" + data[:-10])
    again = DecisionRecord(tmp_path)
    again.keep(made[2:])
    found, _ = DecisionRecord(tmp_path).of_copies(Roster([CopyIdentity("a", "")]))
    assert sorted(found[0]) == ["Q0", "Q2"]
