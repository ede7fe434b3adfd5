"""Postings hold exactly BM25, however little memory they were gathered in."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import apsw
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge import paths
from edge.search.posting_runs import PostingRuns
from edge.search.postings import DOC, K1, B, add_up, fetch
from edge.search.postings_writer import Kind, PostingsWriter
from edge.text import tokens

KINDS: tuple[Kind, ...] = ("page", "header", "chunk", "row")

WORDS = ("clock", "board", "move", "claim", "draws")
documents = st.lists(st.lists(st.sampled_from(WORDS), max_size=12), min_size=1, max_size=12)


def write(texts: list[list[str]], run: int = 1_000, batch: int = 1_000) -> apsw.Connection:
    db = apsw.Connection(":memory:")
    db.execute(paths.asset("sql", "search.sql").read_text(encoding="utf-8")).fetchall()
    with PostingsWriter(db, run=run, batch=batch) as writer:
        for words in texts:
            for kind in KINDS:
                writer.add(kind, words[:3])
                writer.add(kind, words[3:])
                writer.end(kind)
        writer.finish()
    return db


def bm25(texts: list[list[str]], query: set[str]) -> list[float]:
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
@given(documents, st.sets(st.sampled_from((*WORDS, "nowhere")), min_size=1))
def test_scores_are_bm25(texts: list[list[str]], query: set[str]) -> None:
    """Fetched impacts add up to BM25 within the precision of a half float."""
    db = write(texts)
    found = add_up(fetch(db, [f"w{term}" for term in query]).get("w"), len(texts))
    assert found == pytest.approx(bm25(texts, query), rel=2e-3, abs=1e-3)


@settings(max_examples=30, deadline=None)
@given(documents, st.integers(1, 10), st.integers(1, 10))
def test_runs_leave_no_trace(texts: list[list[str]], run: int, batch: int) -> None:
    """Memory may be as small as one likes: the rows come out byte for byte the same."""
    rows = "SELECT key, docs, impacts FROM postings ORDER BY key"
    assert write(texts, run, batch).execute(rows).fetchall() == write(texts).execute(rows).fetchall()


@settings(max_examples=30, deadline=None)
@given(documents)
def test_each_channel_holds_its_own_terms(texts: list[list[str]]) -> None:
    """Words, stems, pairs of neighbouring stems and grams, of stop words none, said again one by one."""
    texts = [["the", *words] for words in texts]
    terms = {
        "w": lambda word: [word], "h": lambda word: [word], "c": lambda word: [tokens.stem(word)],
        "t": lambda word: [tokens.stem(word)], "g": tokens.grams,
    }  # fmt: skip
    wanted = {}
    for number, words in enumerate(texts):
        for letter, of in terms.items():
            for word in words[1:]:
                for term in of(word):
                    wanted.setdefault(letter + term, set()).add(number)
        for pair in tokens.bigrams([tokens.stem(word) for word in words[1:]]):
            wanted.setdefault("b" + pair, set()).add(number)
    found = write(texts).execute("SELECT key, docs FROM postings")
    assert {key: set(np.frombuffer(docs, DOC).tolist()) for key, docs in found} == wanted


@given(
    st.lists(st.lists(st.tuples(st.integers(0, 2**40), st.integers(0, 3)), max_size=30), max_size=5),
    st.integers(1, 5),
    st.integers(1, 4),
)
def test_runs_are_merged_whole(added: list[list[tuple[int, int]]], run: int, block: int) -> None:
    """Every posting comes out once, in order, however small runs and blocks are; a term is never torn."""
    runs = PostingRuns(None, run, block)
    wanted: Counter[tuple[int, int]] = Counter()
    for number, batch in enumerate(added):
        pairs = sorted((number * 4 + document, term) for term, document in batch)
        wanted.update((term, document) for document, term in pairs)
        runs.add(
            np.array([term for _, term in pairs], np.uint64),
            np.array([document for document, _ in pairs], np.uint32),
        )
    merged = list(runs.merged())
    runs.close()
    found = [
        ((int(term), int(document)), int(count))
        for part in merged
        for term, document, count in zip(*part, strict=True)
    ]
    assert found == sorted(wanted.items())
    assert all(one.terms[-1] < other.terms[0] for one, other in pairwise(merged))


def test_nothing_found_is_all_zeros() -> None:
    """A term that no document holds scores nothing, and is no error."""
    db = write([["clock"]])
    assert fetch(db, ["wzzz"]) == {}
    assert np.array_equal(add_up(None, 3), np.zeros(3))
