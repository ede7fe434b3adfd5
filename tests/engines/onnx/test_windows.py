"""Where the reader looks and what it takes from there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import tiny_reader
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.engines.onnx import span_model, windows
from edge.engines.reading import Candidate
from edge.records import Passage


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> span_model.SpanModel:
    return span_model.load(tiny_reader.write(tmp_path_factory.mktemp("reader")))


def passage(text: str, start: int = 0) -> Passage:
    return Passage(chunk=1, source="a.txt", page=1, start=start, end=start + len(text), text=text)


def candidate(
    text: str, start: int, end: int, *, index: int = 0, row: bool = False, context: str = ""
) -> Candidate:
    return Candidate(index, start, end, text[start:end], row, context)


logits = st.lists(st.floats(-9, 9, width=32), min_size=1, max_size=40)


@given(logits, st.data())
def test_the_best_span_is_the_best_of_all(start: list[float], data: st.DataObject) -> None:
    """Against brute force: the highest start + end with the end at or soon after the start."""
    n = len(start)
    end = data.draw(st.lists(st.floats(-9, 9, width=32), min_size=n, max_size=n))
    first = data.draw(st.integers(0, n - 1))
    last = data.draw(st.integers(first + 1, n))
    offsets = np.array([(2 * k, 2 * k + 1) for k in range(n)], np.int64)
    found = windows.best_span(
        np.array(start, np.float32), np.array(end, np.float32), offsets, 2 * first, 2 * last
    )
    assert found is not None
    brute = max(
        start[a] + end[b] for a in range(first, last) for b in range(a, min(last, a + windows.LONGEST_SPAN))
    )
    assert found[0] == pytest.approx(brute, abs=1e-4)
    assert 0 < found[1] <= 1 and 2 * first <= found[2] < found[3] <= 2 * last


def test_no_token_no_span() -> None:
    """A sentence of which the tokenizer made nothing has no span."""
    empty = np.zeros(0, np.float32)
    assert windows.best_span(empty, empty, np.zeros((0, 2), np.int64), 0, 5) is None


@settings(max_examples=30)
@given(st.integers(0, 1_500), st.integers(40, 300))
def test_windows_leave_nothing_out(model: span_model.SpanModel, count: int, room: int) -> None:
    """Every token lies in a window, no window is longer than the room, and a sentence of up to half a
    window lies whole in one.
    """
    text = "a " * count
    tokens = model.tokens(text)
    sentences = [candidate(text, n, min(n + 30, 2 * count) - 1) for n in range(0, 2 * count, 30)]
    made = windows.cut(0, tokens, room, passage(text), sentences)
    covered = {n for window in made for n in range(window.first, window.last)}
    assert covered == set(range(count))
    assert all(0 < window.last - window.first <= room for window in made)
    held = {n for window in made for n in window.inside.tolist()}
    assert held == set(range(len(sentences)))


def test_what_is_worth_most_is_read_and_nothing_else(model: span_model.SpanModel) -> None:
    """At most MAX_WINDOWS windows, those of the candidates worth most; minus infinity is never looked at."""
    texts = [f"the lamp {n} is here." for n in range(12)]
    passages = [passage(text) for text in texts]
    candidates = [candidate(text, 0, len(text), index=n) for n, text in enumerate(texts)]
    worth = np.arange(12.0)
    worth[11] = -np.inf
    seen = windows.read(model, "where is the lamp?", passages, candidates, worth)
    looked = [n for n, one in enumerate(seen) if one is not None]
    assert looked == list(range(11 - windows.MAX_WINDOWS, 11))


@settings(max_examples=40)
@given(st.lists(st.text("abc d.,12", min_size=1, max_size=60), min_size=1, max_size=4), st.integers(0, 500))
def test_spans_lie_in_their_sentences(model: span_model.SpanModel, sentences: list[str], base: int) -> None:
    """Whatever the network says, a span is a non-empty run of its own candidate, in page offsets."""
    text = "\n".join(sentences)
    candidates, at = [], base
    for sentence in sentences:
        candidates.append(Candidate(0, at, at + len(sentence), sentence, False, ""))
        at += len(sentence) + 1
    seen = windows.read(model, "what is a?", [passage(text, base)], candidates, np.zeros(len(candidates)))
    for one, held in zip(seen, candidates, strict=True):
        if one is not None:
            assert held.start <= one.span[0] < one.span[1] <= held.end


@pytest.mark.parametrize("text", ["", "x", "word " * 10_000, "é" * 5_000, "\n\n\t "])
def test_strange_passages_are_read_without_harm(model: span_model.SpanModel, text: str) -> None:
    """Empty, one token, ten thousand without a full stop, unknown letters: no crash and finite numbers."""
    held = [candidate(text, 0, len(text))] if text else []
    seen = windows.read(model, "what?", [passage(text)], held, np.zeros(len(held)))
    assert all(one is None or np.isfinite([one.margin, one.answerable, one.share]).all() for one in seen)


def test_a_row_is_told_with_its_headings() -> None:
    """Caption, then heading and cell by turns; every cell can be found again in the row."""
    text = "Summer | 1.0 bar | 1.9 bar"
    row = candidate(text, 0, len(text), row=True, context="Table 1: pressures\nSeason | Lowest | Highest")
    told, cells = windows.tell(row)
    assert told == "Table 1: pressures. Season: Summer; Lowest: 1.0 bar; Highest: 1.9 bar."
    assert [text[start : start + length] for _, start, length in cells] == ["Summer", "1.0 bar", "1.9 bar"]
    assert [told[place : place + length] for place, _, length in cells] == ["Summer", "1.0 bar", "1.9 bar"]


@given(st.lists(st.text("ab1 ", max_size=6), min_size=1, max_size=5), st.text("ab |\n", max_size=20))
def test_cells_are_found_again(cells: list[str], context: str) -> None:
    """For any row and context, a told cell is the row's own text."""
    text = "|".join(cells)
    told, found = windows.tell(Candidate(0, 0, len(text), text, True, context))
    assert len(found) == sum(bool(cell.strip()) for cell in cells)
    for place, start, length in found:
        assert told[place : place + length] == text[start : start + length]


def test_a_row_is_seen_with_a_span_inside_it(model: span_model.SpanModel, tmp_path: Path) -> None:
    """A row is a window of its own; its span is a run of one cell, never across a bar."""
    text = "Summer | 1.0 bar | 1.9 bar"
    row = Candidate(0, 100, 100 + len(text), text, True, "Season | Lowest | Highest")
    (seen,) = windows.read(model, "how high in summer?", [passage(text, 100)], [row], np.zeros(1))
    assert seen is not None and "|" not in text[seen.span[0] - 100 : seen.span[1] - 100]
