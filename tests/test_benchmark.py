"""`edge bench`: what it counts and compares. How long anything takes is no test."""

from __future__ import annotations

import apsw
import pytest

from edge import benchmark
from edge.errors import UsageError


def pages(*texts: str) -> apsw.Connection:
    db = apsw.Connection(":memory:")
    db.execute("CREATE TABLE pages (text)")
    db.executemany("INSERT INTO pages VALUES (?)", [(text,) for text in texts])
    return db


def test_the_floor_finds_what_an_or_of_the_words_finds() -> None:
    """It does the work it is named for: pages with any of the words, best first, operators as words."""
    query = benchmark.bare_query(pages("the red valve", "a blue valve", "nothing of it"))
    assert query("red OR valve") == [(1,), (2,)]
    assert query("") == [] and query('"') == []


def test_questions_are_drawn_from_all_over_and_are_the_same_each_time() -> None:
    """Without questions of a person's own, pages spread over the whole base give them."""
    db = pages(*(f"alpha beta page{number} gamma delta" for number in range(100)))
    asked = benchmark.drawn(db, 10)
    assert asked == benchmark.drawn(db, 10) and len(asked) == 10
    assert "page0" in asked[0] and "page90" in asked[9]


def test_a_base_without_words_is_told() -> None:
    """Pages of pictures have nothing to draw from: an error that says what to give."""
    with pytest.raises(UsageError, match="no words"):
        benchmark.drawn(pages("", "…"), 5)


def test_each_call_has_its_floor() -> None:
    """Ours and the floor run in turn on the same inputs, the warm-up uncounted."""
    calls: list[str] = []
    spent = benchmark.interleaved(
        lambda text: calls.append(f"ours {text}"), lambda text: calls.append(f"floor {text}"), ["a", "b"], 2
    )
    assert [len(one) for one in spent] == [4, 4]
    assert calls[-4:] == ["ours a", "floor a", "ours b", "floor b"]
