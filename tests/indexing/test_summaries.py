"""Summaries of tables: written once each, kept, resumed, searched and embedded beside their table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from edge.errors import ModelError
from edge.indexing.run import index_paths
from edge.records import IndexReport
from edge.search import table_summaries, vectors
from edge.search.build import build_search
from edge.search.content_check import fault
from edge.search.database import open_knowledge
from edge.search.searcher import Searcher
from edge.settings import IndexSettings, SearchSettings

_TABLE = "# {0}\n\nValues.\n\n| Size | {0} |\n| --- | --- |\n| 10 | 4.5 |\n| 20 | 9.0 |\n"


class Played:
    """A model that says one word of its own of each table, or fails at the one it is told to."""

    model = "played-1"

    def __init__(self, fails_at: int = -1, error: type[BaseException] = ModelError) -> None:
        self.read: list[str] = []
        self._fails_at, self._error = fails_at, error

    def summarise(self, table: str) -> str:
        if len(self.read) == self._fails_at:
            raise self._error("It ended.", "Try again.") if self._error is ModelError else self._error()
        self.read.append(table)
        return f"Gurgling of {table.split(maxsplit=1)[0].lower()}s."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docs"
    made.mkdir()
    for name in ("Valve", "Pump", "Hose"):
        (made / f"{name}.md").write_text(_TABLE.format(name), encoding="utf-8")
    return made


@pytest.fixture
def run(folder: Path, tmp_path: Path) -> Callable[..., IndexReport]:
    def index(model: Played | None, **more: object) -> IndexReport:
        return index_paths(
            [folder], tmp_path / "k.db", IndexSettings(), build_search=build_search,
            summarizer=(lambda: model) if model else None, **more,  # type: ignore[arg-type]
        )  # fmt: skip

    return index


def _held(knowledge: Path) -> list[str]:
    db = open_knowledge(knowledge)
    try:
        return sorted(table_summaries.by_table(db).values())
    finally:
        db.close()


ALL = ["Gurgling of hoses.", "Gurgling of pumps.", "Gurgling of valves."]


def test_each_table_is_written_of_once(run: Callable[..., IndexReport], tmp_path: Path) -> None:
    """The model reads heading, columns and rows; a second run has nothing to do, one without the flag keeps
    what is there.
    """
    model = Played()
    report = run(model).summaries
    assert report is not None and (report.written, report.summaries, report.missing) == (3, 3, 0)
    assert report.model == "played-1" and "Size | Hose\n10 | 4.5\n20 | 9.0" in model.read[0]
    again = run(Played(fails_at=0)).summaries
    assert again is not None and (again.written, again.summaries, again.reason) == (0, 3, "")
    assert run(None, rebuild=True).summaries is None
    assert _held(tmp_path / "k.db") == ALL and not fault(tmp_path / "k.db")


def test_only_what_changed_is_written_again(
    run: Callable[..., IndexReport], folder: Path, tmp_path: Path
) -> None:
    """A summary goes with its table."""
    run(Played())
    (folder / "Pump.md").write_text(_TABLE.format("Filter"), encoding="utf-8")
    model = Played()
    run(model)
    assert len(model.read) == 1 and "Gurgling of filters." in _held(tmp_path / "k.db")
    (folder / "Pump.md").unlink()
    run(None, prune=True)
    assert _held(tmp_path / "k.db") == [ALL[0], ALL[2]]


def test_a_run_that_was_stopped_loses_none(run: Callable[..., IndexReport], tmp_path: Path) -> None:
    """Each is committed as it is written: the next run goes on after the last, to the same bytes."""
    with pytest.raises(KeyboardInterrupt):
        run(Played(fails_at=2, error=KeyboardInterrupt))
    model = Played()
    report = run(model)
    assert report.resumed and report.summaries is not None and report.summaries.written == 1
    stopped = (tmp_path / "k.db").read_bytes()
    (tmp_path / "k.db").unlink()
    run(Played())
    assert (tmp_path / "k.db").read_bytes() == stopped


def test_a_model_that_fails_costs_the_summaries_only(run: Callable[..., IndexReport], tmp_path: Path) -> None:
    """What was written stays, and it is said why the others are missing."""
    report = run(Played(fails_at=1))
    assert report.pages == 3 and report.summaries is not None
    assert (report.summaries.written, report.summaries.missing) == (1, 2)
    assert report.summaries.reason == "It ended." and report.summaries.hint == "Try again."
    assert len(_held(tmp_path / "k.db")) == 1


def test_a_table_is_found_by_its_summary(run: Callable[..., IndexReport], tmp_path: Path) -> None:
    """In the channel of tables; what is shown is the table, never the summary."""
    run(Played())
    db = open_knowledge(tmp_path / "k.db")
    hit = Searcher(db, SearchSettings(vectors="none")).search("gurgling of pumps").results[0]
    assert hit.source == "Pump.md" and hit.channels["tables"] > 0 and "urgling" not in hit.text
    db.close()


def test_a_table_is_embedded_with_its_summary(run: Callable[..., IndexReport], tmp_path: Path) -> None:
    """Its passage's text is followed by it."""
    run(Played())
    db = open_knowledge(tmp_path / "k.db")
    texts = [text for _, _, text in vectors.missing(db, 1)]
    assert sum("Gurgling of" in text and "10 | 4.5" in text for text in texts) == 3
    db.close()
