"""`edge bench` at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

from cli_fakes import Run


def test_the_command_prints_each_figure_beside_its_floor(
    run: Run, small_knowledge: Path, tmp_path: Path
) -> None:
    """One JSON document; ratio is ours over the floor; questions may be a person's own."""
    own = tmp_path / "questions.jsonl"
    own.write_text(json.dumps({"question": "Where does the brass key hang?"}), encoding="utf-8")
    told = run("bench", "-K", str(small_knowledge), "--questions", str(own), "--json", "--engine", "lexical")
    assert told.code == 0 and told.json["questions"] == 1 and told.json["engine"] == "lexical"
    figures = {one["name"]: one for one in told.json["figures"]}
    assert set(figures) == {"search", "ask", "start"}
    assert all(one["p50_ms"] > 0 and one["floor"] for one in figures.values())
    for wrong, says in (("{}", "Line 1"), ('\n{"question": " "}', "line 2 is empty"), ("", "no questions")):
        own.write_text(wrong, encoding="utf-8")
        refused = run("bench", "-K", str(small_knowledge), "--questions", str(own))
        assert refused.code == 2 and says in refused.err


def test_it_prints_a_table(run: Run, small_knowledge: Path) -> None:
    """For people: a row a figure, and what it was measured on."""
    told = run("bench", "-K", str(small_knowledge), "--count", "2", "--engine", "lexical")
    assert told.code == 0 and "a bare FTS5 word query" in told.out and "engine lexical" in told.out
