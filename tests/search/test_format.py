"""docs/FORMAT.md is true: its SQL and its code, run as they stand there, find what edge finds.

Nothing but the interpreter's own sqlite3 with FTS5 takes part in that search.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from places import ROOT

from edge import paths
from edge.search.database import KNOWLEDGE_VERSION, open_knowledge
from edge.search.query import parse
from edge.search.searcher import Searcher

TEXT = (ROOT / "docs" / "FORMAT.md").read_text(encoding="utf-8")
SETUP, PHRASE, SEARCH = re.findall(r"```sql\n(.*?)```", TEXT, re.DOTALL)
STOP = frozenset((ROOT / "assets" / "stopwords.txt").read_text(encoding="utf-8").split())
QUESTIONS = [
    str(msgspec.json.decode(line)["question"])
    for line in (ROOT / "assets/handbook/questions.jsonl").read_text(encoding="utf-8").splitlines()
]


def _keys() -> Callable[[str, frozenset[str]], set[str]]:
    space: dict[str, Any] = {}
    exec(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[0], space)
    found: Callable[[str, frozenset[str]], set[str]] = space["keys"]
    return found


KEYS = _keys()


class Page:
    """A knowledge base as any program opens it."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        self.db.executescript(SETUP)

    def search(self, query: str, k: int = 5) -> list[tuple[str, int]]:
        self.db.execute("DELETE FROM asked")
        self.db.execute("DELETE FROM only")
        asked = [(key, 1.0, None) for key in KEYS(query, STOP)]
        related = [(key, one.sure, one.instead) for key, one in parse(query).related.items()]
        self.db.executemany("INSERT INTO asked VALUES (?,?,?)", asked + related)
        for phrase in re.findall(r'"([^"]+)"', query):
            self.db.execute(PHRASE, {"phrase": f'"{phrase}"'})
        return [(row[0], row[1]) for row in self.db.execute(SEARCH, {"k": k})]


@pytest.fixture(scope="module")
def shipped() -> Iterator[tuple[Page, Searcher]]:
    try:
        sqlite3.connect(":memory:").execute("CREATE VIRTUAL TABLE one USING fts5(text)")
    except sqlite3.OperationalError:
        pytest.skip("this Python's sqlite3 has no FTS5")
    page, db = Page(paths.shipped_knowledge()), open_knowledge(paths.shipped_knowledge())
    yield page, Searcher(db)
    page.db.close()
    db.close()


def test_the_first_pages_are_those_of_edge(shipped: tuple[Page, Searcher]) -> None:
    """At k = 5, in the same order, for every question of the base that ships: as the page says."""
    page, searcher = shipped
    same = 0
    for question in QUESTIONS:
        same += page.search(question) == [
            (hit.source, hit.page) for hit in searcher.search(question, 5).results
        ]
    said = re.search(r"\*\*(\d+) of (\d+)\*\*", TEXT)
    assert said is not None and (same, len(QUESTIONS)) == (int(said[1]), int(said[2]))


@pytest.mark.parametrize(
    "query",
    [
        '"illegal move" clock',
        'pendule "coup illégal"',
        "the of",
        "",
        "K",
        "12.9 --flag a_b e-104",
        "Œuf ½ été",
    ],
)
def test_queries_of_every_kind(shipped: tuple[Page, Searcher], query: str) -> None:
    """Phrases, stop words alone, nothing, identifiers, letters that fold to two."""
    page, searcher = shipped
    assert page.search(query) == [(hit.source, hit.page) for hit in searcher.search(query, 5).results]


@pytest.mark.parametrize(
    "text",
    [
        *QUESTIONS[::7],
        "Joueuses aux chevaux, l'armée y entre; --max-age=3 /etc/fstab A-1077 key_reused",
        "𝟙 ﬁn ÇA",
    ],
)
def test_the_words_are_those_of_edge(text: str) -> None:
    """The code on the page gives the keys that edge looks up."""
    assert KEYS(text, STOP) == set(parse(text).keys())


def test_a_small_base_of_documents_without_pages(small_knowledge: Path) -> None:
    """Parts, tables and both languages: the same order of documents."""
    page, db = Page(small_knowledge), open_knowledge(small_knowledge)
    searcher = Searcher(db)
    for query in ("brass key", "highest pressure in summer", "clé de la remise", "price of a hosepipe"):
        assert [name for name, _ in page.search(query)] == [
            hit.source for hit in searcher.search(query, 5).results
        ]
    page.db.close()
    db.close()


def test_the_version_on_the_page_is_the_one_that_is_read() -> None:
    """A change of the format changes the page."""
    assert f"is the version of the format: **{KNOWLEDGE_VERSION}**" in TEXT
