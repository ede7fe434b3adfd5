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
from edge.errors import KnowledgeDamaged
from edge.search.postings.reader import K1, B, Related, add_up, fetch, frequencies, ordinals, quantised
from edge.search.postings.runs import PostingRuns
from edge.search.postings.vocabulary import Vocabulary
from edge.search.postings.writer import ROW, Kind, PostingsWriter
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
    """Fetched impacts add up to BM25 within what half a step of a byte makes of them: two in a hundred."""
    db = write(texts)
    found = add_up(fetch(db, [f"w{term}" for term in query]).get("w"), len(texts))
    assert found == pytest.approx(bm25(texts, query), rel=0.02)


@settings(max_examples=50)
@given(st.integers(1, 1_000_000), st.floats(0.01, 1_000))
def test_a_byte_keeps_the_order_of_impacts(count: int, norm: float) -> None:
    """More of a term is never less, in a shorter document neither; and no impact is nothing."""
    counts, norms = np.array([count, count + 1, count], np.uint32), np.array([norm, norm, norm / 2])
    one, more, shorter = quantised(counts, norms).tolist()
    assert 0 < one <= more <= 255 and one <= shorter


@pytest.mark.parametrize("size", [1, 661, 65_536, 65_537, 70_000])
def test_long_postings_are_parted_and_found_whole(size: int) -> None:
    """A term of every document comes back from all its rows, in two bytes a document or in four."""
    db = write([["clock", "board"] if at == size - 1 else ["clock"] for at in range(size)], run=1 << 18)
    scores = add_up(fetch(db, ["wclock", "wboard"]).get("w"), size)
    assert scores.argmax() == size - 1 and (scores > 0).all()
    assert frequencies(db, ["wclock", "wboard", "wnone"]) == {"wclock": size, "wboard": 1}
    widest = db.execute("SELECT max(length(docs) + length(impacts)) FROM postings").fetchone()[0]
    assert widest <= ROW and (size < 661 or widest > ROW - 5)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE postings SET docs = x'ffff' WHERE key = 'wclock'",  # beyond the last document
        "UPDATE postings SET docs = CAST(docs || x'00' AS BLOB)",
        "UPDATE postings SET impacts = CAST(impacts || x'01' AS BLOB)",
        "UPDATE postings SET docs = CAST(docs || docs AS BLOB), impacts = CAST(impacts || impacts AS BLOB)",
    ],
)
def test_what_points_outside_is_damage(damage: str) -> None:
    """A stranger's postings cost no memory and give no numbers: the base is called damaged."""
    db = write([["clock"], ["clock", "board"]])
    db.execute(damage).fetchall()
    with pytest.raises(KnowledgeDamaged, match="outside"):
        add_up(fetch(db, ["wclock"])["w"], 2)


@settings(max_examples=30, deadline=None)
@given(documents, st.integers(1, 10), st.integers(1, 10))
def test_runs_leave_no_trace(texts: list[list[str]], run: int, batch: int) -> None:
    """Memory may be as small as one likes: the rows come out byte for byte the same."""
    rows = "SELECT * FROM postings ORDER BY key, part"
    assert write(texts, run, batch).execute(rows).fetchall() == write(texts).execute(rows).fetchall()


@given(st.lists(st.sampled_from(("the", "ox", "clock", "anticonstitutionnellement"))), st.integers(1, 30))
def test_terms_come_a_bounded_number_at_a_time(words: list[str], most: int) -> None:
    """The grams of long words make no batch long: the same terms in the same order, in parts of at most so
    many, but for a single word that has more.
    """
    vocabulary = Vocabulary()
    numbers = vocabulary.numbers(words)
    table, texts = vocabulary.grams(), np.arange(len(words), dtype=np.uint32)
    parts = list(table.expand(texts, numbers, most))
    found = [(int(text), table.terms[place]) for part in parts for text, place in zip(*part, strict=True)]
    stop = tokens.stop_words()
    assert found == [
        (at, gram) for at, word in enumerate(words) if word not in stop for gram in tokens.grams(word)
    ]
    assert all(len(places) <= most or len(set(texts.tolist())) == 1 for texts, places in parts)


@settings(max_examples=30, deadline=None)
@given(documents)
def test_each_channel_holds_its_own_terms(texts: list[list[str]]) -> None:
    """Words, stems, grams, and pairs of neighbouring stems that two documents have, said again one by one;
    of stop words none.
    """
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
    wanted = {key: held for key, held in wanted.items() if key[0] != "b" or len(held) > 1}
    found = write(texts).execute("SELECT key, docs FROM postings")
    assert {key: set(np.frombuffer(docs, ordinals(len(texts))).tolist()) for key, docs in found} == wanted


@pytest.mark.parametrize(("size", "most"), [(32, 32), (40, 32), (200, 50)])
def test_grams_that_most_pages_have_are_left_out(size: int, most: int) -> None:
    """Of a quarter of the pages, or 32, a gram is kept; of one page more it tells too little to be stored."""
    for holding in (most, most + 1):
        db = write([["zebra"] if at < holding else ["ox"] for at in range(size + (holding > size))])
        kept = db.execute("SELECT count(*) FROM postings WHERE key = 'gzebra'").fetchone()[0]
        assert kept == (holding == most)


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


@pytest.mark.parametrize("run", [1, 1_000])
def test_a_word_that_stands_for_another_counts_where_that_is_not(run: int) -> None:
    """A document with both scores as if it had the typed word alone, however many parts the rows lie in."""
    db = write([["clock"], ["board"], ["clock", "board"], ["move"]], run=run)
    related = {"wboard": Related("wclock", 0.5)}
    scores = add_up(fetch(db, ["wclock"], related)["w"], 4, related=related)
    clock, board = (add_up(fetch(db, [key])["w"], 4) for key in ("wclock", "wboard"))
    assert np.allclose(scores, [clock[0], board[1] / 2, clock[2], 0])
