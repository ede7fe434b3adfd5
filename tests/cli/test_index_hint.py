"""After the first run somebody new is told how to go on."""

from __future__ import annotations

import sys

import msgspec
import pytest
from cli_fakes import FakeEdge, Run, index_report


@pytest.mark.parametrize("case", [(2, True, True), (5, True, False), (2, False, False)])
def test_a_new_base_is_told_how_to_be_asked(
    run: Run, fake: FakeEdge, monkeypatch: pytest.MonkeyPatch, case: tuple[int, bool, bool]
) -> None:
    """On a terminal, and only when all documents of the base were added by this run."""
    documents, terminal, told = case
    report = index_report("added", "added")
    fake.report = msgspec.structs.replace(report, documents=documents, knowledge="my base.db")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    result = run("index", "docs", "--knowledge", "my base.db")
    assert ("edge ask --knowledge 'my base.db'" in result.err) == told
