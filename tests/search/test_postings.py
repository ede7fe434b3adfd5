"""Postings hold exactly BM25, however many segments they were gathered in."""

from __future__ import annotations

import math
from collections import Counter

import apsw
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge import paths
from edge.search.postings import K1, B, PostingsWriter, add_up, fetch

documents = st.lists(st.lists(st.sampled_from("abcde"), max_size=12), min_size=1, max_size=12)


def write(texts: list[list[str]], segment: int) -> apsw.Connection:
    db = apsw.Connection(":memory:")
    db.execute(paths.asset("sql", "search.sql").read_text(encoding="utf-8")).fetchall()
    writer = PostingsWriter(db, segment)
    for ordinal, terms in enumerate(texts):
        writer.add("w", ordinal, terms)
    writer.finish()
    return db


def bm25(texts: list[list[str]], query: str) -> list[float]:
    """The formula, said again in the plainest way."""
    average = sum(map(len, texts)) / len(texts) or 1
    scores = []
    for terms in texts:
        counted = Counter(terms)
        score = 0.0
        for term in query:
            df = sum(term in other for other in texts)
            rarity = math.log(1 + (len(texts) - df + 0.5) / (df + 0.5))
            norm = K1 * (1 - B["w"] + B["w"] * len(terms) / average)
            score += rarity * counted[term] * (K1 + 1) / (counted[term] + norm) if counted[term] else 0.0
        scores.append(score)
    return scores


@settings(max_examples=50, deadline=None)
@given(documents, st.sets(st.sampled_from("abcdex"), min_size=1).map(lambda s: "".join(sorted(s))))
def test_scores_are_bm25(texts: list[list[str]], query: str) -> None:
    """Fetched impacts add up to BM25 within the precision of a half float."""
    db = write(texts, segment=1_000)
    found = add_up(fetch(db, [f"w{term}" for term in query]).get("w"), len(texts))
    assert found == pytest.approx(bm25(texts, query), rel=2e-3, abs=1e-3)


@settings(max_examples=30, deadline=None)
@given(documents, st.integers(1, 10))
def test_segments_leave_no_trace(texts: list[list[str]], segment: int) -> None:
    """Memory may be as small as one likes: the rows come out byte for byte the same."""
    rows = "SELECT key, docs, impacts FROM postings ORDER BY key"
    assert write(texts, segment).execute(rows).fetchall() == write(texts, 10_000).execute(rows).fetchall()


def test_a_channel_takes_its_documents_in_order() -> None:
    """Ordinals are positions: a gap would shift every document after it."""
    writer = PostingsWriter(apsw.Connection(":memory:"))
    writer.add("w", 0, ["a"])
    with pytest.raises(ValueError, match="document 2 after 0"):
        writer.add("w", 2, ["a"])


def test_nothing_found_is_all_zeros() -> None:
    """A term that no document holds scores nothing, and is no error."""
    db = write([["a"]], 10)
    assert fetch(db, ["wzzz"]) == {}
    assert np.array_equal(add_up(None, 3), np.zeros(3))
