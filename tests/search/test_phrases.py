"""Exact phrases of a query, and the retrieval log."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import apsw
import msgspec
import pytest
from memory_base import RULES, MakeKnowledge

from edge.errors import StorageError
from edge.search.phrases import MAX_PHRASES, phrases
from edge.search.searcher import Searcher
from edge.settings import SearchSettings


def pages(db: apsw.Connection, query: str, settings: SearchSettings) -> list[tuple[str, int]]:
    return [(hit.source, hit.page) for hit in Searcher(db, settings).search(query, 10).results]


def test_phrases_are_bounded() -> None:
    """A text full of quotation marks costs a handful of look-ups, not thousands."""
    assert phrases('"a b" ' * 2_000) == ["a b"]
    assert len(phrases(" ".join(f'"mot {n}"' for n in range(500)))) == MAX_PHRASES
    assert phrases('"' + "mot " * 1_000 + '"') == []
    assert phrases('"" «  » "?"') == []


def test_the_log_holds_time_query_ranks_channels_and_choice(rules: apsw.Connection, tmp_path: Path) -> None:
    """One JSON line a query, appended, readable by its owner only."""
    path = tmp_path / "log.jsonl"
    searcher = Searcher(rules, SearchSettings(log=str(path)))
    responses = [searcher.search("cadence"), searcher.search("été \ud800\n")]
    entries = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    assert [entry["query"] for entry in entries] == [response.query for response in responses]
    first = responses[0].results[0]
    assert entries[0]["ranks"][0] == [first.source, first.page, first.chunk]
    assert entries[0]["channels"][0] == first.channels
    assert entries[0]["choice"][0][1:] == [1.0, True]
    assert datetime.fromisoformat(entries[0]["time"]).tzinfo is not None
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


def test_no_log_unless_asked(
    make_knowledge: MakeKnowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default a search writes nothing at all."""
    monkeypatch.chdir(tmp_path)
    Searcher(make_knowledge(RULES)).search("cadence")
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_cannot_be_written_is_a_storage_error(rules: apsw.Connection, tmp_path: Path) -> None:
    """A wrong path is told, with the setting to change."""
    settings = SearchSettings(log=str(tmp_path / "missing" / "log.jsonl"))
    with pytest.raises(StorageError, match=r"search\.log"):
        Searcher(rules, settings).search("cadence")
