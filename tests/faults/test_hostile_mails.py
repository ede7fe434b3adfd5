"""Mails made to take for ever: each is read and judged in a time that follows its length, or told why not."""

from __future__ import annotations

import os
from pathlib import Path
from time import process_time

import fault_tally
import pytest
from hostile_mails import MAILS

import edge
from edge.errors import EdgeError

SHORT = 50_000 if "EDGE_FAULT_RUNS" in os.environ else 15_000


@pytest.mark.parametrize("name", MAILS)
def test_a_hostile_mail_costs_its_length(tmp_path: Path, name: str) -> None:
    """Read and extracted from, four times the mail takes less than ten times as long; an error is one that a
    person is told.
    """
    with edge.open(state=tmp_path / "state.db") as session:
        times = [_seconds(session, MAILS[name](size)) for size in (SHORT, 4 * SHORT)]
        if times[1] >= 10 * max(times[0], 0.1):  # a slow moment of the machine is not slow twice
            times = [_seconds(session, MAILS[name](size)) for size in (SHORT, 4 * SHORT)]
    assert times[1] < 10 * max(times[0], 0.1), times
    fault_tally.count("hostile mails")


def _seconds(session: edge.Edge, data: bytes) -> float:
    began = process_time()
    try:
        session.extract(session.message(data))
    except EdgeError as error:
        assert error.message and "\n" not in error.message
    return process_time() - began


def test_what_stands_before_the_attack_is_found(tmp_path: Path) -> None:
    """The appointment at the head of a hostile mail is not lost with it."""
    with edge.open(state=tmp_path / "state.db") as session:
        for name in ("quotes", "blank lines", "figures", "dates", "replies"):
            made = session.extract(session.message(MAILS[name](SHORT)))
            assert any(one.date == "2026-03-03" for one in made.extractions), name
