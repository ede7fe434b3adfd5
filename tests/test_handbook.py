"""The knowledge base that ships: made by its recipe, verbatim to the letter, in both languages."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import edge
from edge import paths
from edge.search import database

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def handbook() -> Iterator[edge.Edge]:
    with edge.open(paths.shipped_knowledge(), settings=edge.Settings()) as session:
        yield session


@pytest.fixture(scope="module")
def gold() -> list[dict[str, Any]]:
    lines = paths.asset("handbook", "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_the_shipped_file_is_what_its_manifest_says() -> None:
    """The shipped knowledge base passes the full check that every opening relies on."""
    manifest = database.verify(paths.shipped_knowledge(), full=True)
    assert manifest.sources == 2
    assert manifest.pages >= 140


@pytest.mark.parametrize("recipe", ["handbook.py", "knowledge.py"])
def test_what_ships_is_what_its_recipe_makes(recipe: str) -> None:
    """Rendering the Markdown, and indexing the PDFs, give the shipped files byte for byte."""
    command = [sys.executable, str(ROOT / "build" / recipe), "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


def test_questions_cover_both_languages_and_a_fifth_has_no_answer(gold: list[dict[str, Any]]) -> None:
    """80+ questions with unique ids, both languages, tables among them, a fifth not answerable."""
    assert len(gold) >= 80
    assert len({question["id"] for question in gold}) == len(gold)
    languages = Counter(question["language"] for question in gold)
    assert min(languages["en"], languages["fr"]) >= 40
    assert sum(question["kind"] == "table" for question in gold) >= 10
    absent = [question for question in gold if not question["answerable"]]
    assert 0.18 <= len(absent) / len(gold) <= 0.25
    assert all(bool(question["expected"]) == question["answerable"] for question in gold)


def test_every_printed_quote_is_on_its_page(handbook: edge.Edge, gold: list[dict[str, Any]]) -> None:
    """Over all questions, each quote (answer or near miss) is a run of its page, character for character."""
    seen = 0
    for question in gold:
        answer = handbook.ask(question["question"])
        for citation in [*answer.citations, *answer.candidates]:
            page = handbook.page_text(citation.source, citation.page)
            assert page[citation.start : citation.end] == citation.quote
            seen += 1
        assert answer.abstained == (answer.answer is None) == (not answer.citations)
    assert seen > len(gold)


def test_every_span_in_the_file_points_at_its_own_text() -> None:
    """Chunks, tables and glossary entries lie inside their pages, and a row reads as its cells."""
    connection = database.open_knowledge(paths.shipped_knowledge())
    pages = dict(connection.execute("SELECT id, text FROM pages"))
    spans = connection.execute(
        'SELECT page_id, start, "end" FROM chunks UNION ALL SELECT page_id, start, "end" FROM tables'
        ' UNION ALL SELECT page_id, start, "end" FROM glossary'
    ).fetchall()
    for page, start, end in spans:
        assert 0 <= start < end <= len(pages[page])
        assert pages[page][start:end] == pages[page][start:end].strip()
    rows = 0
    for page, start, end, encoded in connection.execute('SELECT page_id, start, "end", rows FROM tables'):
        for row in json.loads(encoded):
            assert start <= row["start"] < row["end"] <= end
            assert pages[page][row["start"] : row["end"]] == " | ".join(row["cells"])
            rows += 1
    assert rows > 300


def test_sources_and_languages_find_each_other(handbook: edge.Edge) -> None:
    """A French question finds the French book first, an English one the English book."""
    assert handbook.search("le roque est-il permis ?").results[0].source == "guide-de-l-arbitre-fr.pdf"
    assert handbook.search("is castling allowed?").results[0].source == "arbiters-handbook-en.pdf"
