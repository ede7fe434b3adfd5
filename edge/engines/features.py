"""The measurable signs that a sentence answers a question: one row of numbers per candidate.

Language-neutral but for the tables of `question.py`. Source: research notes on choosing sentences without a model
(29 features measured on SQuAD and PIAF), with definitions, table rows, negation, headings and modals added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from edge import sentences, text
from edge.engines import question as asking
from edge.records import Passage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

#: Columns of the candidate matrix, in order. The weights file names them too and is refused when they differ.
CANDIDATE = (
    "coverage", "window", "passage_coverage", "full", "grams", "idf_sum", "shared", "bigrams", "proximity",
    "rarest", "second_rarest", "names", "names_window", "names_passage", "heading", "focus", "focus_new",
    "count", "when", "who", "where", "why", "how", "define", "may", "negation",
    "row", "row_count", "row_context", "length", "length2", "new_words", "heading_like", "is_question",
    "first", "position", "pronoun", "previous", "next", "score", "rank", "best_rank", "best_coverage",
)  # fmt: skip

#: Columns of the question's own row: how well the whole search and the whole choice went.
OVERALL = (
    "top", "top_share", "margin", "entropy", "sum", "second_page",
    "terms", "idf", "known", "unknown_idf", "candidates", "pages",
    "top_coverage", "top_window", "top_full", "top_passage", "top_grams", "top_names", "top_bigrams", "top_rarest",
    "best_coverage", "best_passage", "best_grams", "rarest_anywhere", "second_anywhere", "names_missing",
    "kind_absent", "kinds", "top_kind", "top_rank", "score_gap", "top_length", "top_new", "top_row", "negation",
    "define", "count", "when", "who", "may",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence or row of one passage; `start` and `end` are offsets into the page."""

    passage: int
    start: int
    end: int
    text: str
    row: bool
    context: str


@dataclass(frozen=True, slots=True)
class Measured:
    """Candidates with their features: `matrix` is (candidates, len(CANDIDATE))."""

    question: asking.Question
    candidates: list[Candidate]
    matrix: Matrix
    weights: Matrix  # idf of each term, 0..1
    known: float  # share of the terms that occur in the knowledge base
    anywhere: Matrix  # best match of each term over all passages


def measure(
    question: asking.Question, passages: Sequence[Passage], frequencies: Mapping[str, int], pages: int
) -> Measured:
    """Split passages into candidates and measure them.

    `frequencies` maps the question's words (`surface`) to the number of pages they stand on, of `pages` pages.
    Offsets of a passage that is a table or a chunk are those of its page.
    """
    idf = np.array(
        [np.log(1 + (pages - df + 0.5) / (df + 0.5)) for df in (frequencies.get(word, 0) for word in question.surface)]
    )
    weights: Matrix = np.clip(idf / np.log(2 * pages + 3), 0.0, 1.0) + 1e-3
    known = float(np.mean([frequencies.get(word, 0) > 0 for word in question.surface])) if question.terms else 0.0
    candidates: list[Candidate] = []
    rows: list[list[float]] = []
    blocks: list[Matrix] = []
    for _, group in groupby(enumerate(passages), key=lambda pair: (pair[1].source, pair[1].page)):
        page = list(group)
        passage = page[0][1]
        found = [reading for index, part in page for reading in _read_passage(question, index, part)]
        if not found:
            continue
        candidates += [reading.candidate for reading in found]
        block, more = _measure_passage(question, passage, found, weights)
        blocks.append(block)
        rows += more
    matrix = np.array(rows, dtype=np.float64) if rows else np.zeros((0, len(CANDIDATE)))
    if rows:
        # The best candidate of all, so that being the best is visible to a linear scorer.
        column = {name: at for at, name in enumerate(CANDIDATE)}
        order = np.argsort(np.argsort(-matrix[:, column["full"]], kind="stable"), kind="stable")
        matrix[:, column["best_rank"]] = 1.0 / (1.0 + order)
        matrix[:, column["best_coverage"]] = matrix[:, column["coverage"]] >= matrix[:, column["coverage"]].max() - 1e-9
    anywhere = np.max([block.max(axis=0) for block in blocks], axis=0) if blocks else np.zeros(len(weights))
    return Measured(question, candidates, matrix, weights, known, anywhere)


@dataclass(slots=True)
class _Reading:
    candidate: Candidate
    words: list[str]
    stems: list[str]


def _read_passage(question: asking.Question, index: int, passage: Passage) -> list[_Reading]:
    stop = text.stop_words()
    keep_stop = not stop.isdisjoint(question.surface)
    found = []
    for unit in sentences.split(passage.text, passage.table):
        quote = passage.text[unit.start : unit.end]
        words = text.words(quote)
        found.append(
            _Reading(
                Candidate(index, passage.start + unit.start, passage.start + unit.end, quote, unit.row, unit.context),
                words,
                [text.stem(word) for word in words if keep_stop or word not in stop],
            )
        )
    return found


def _matches(question: asking.Question, readings: Sequence[_Reading]) -> tuple[Matrix, Matrix]:
    """(sentences, terms) in 0..1: 1 for the stem, else the share of the word's 5-grams if most are there; and the
    bare share of all the question's 5-grams."""
    terms = question.terms
    table = np.zeros((len(readings), len(terms)))
    shares = np.zeros(len(readings))
    grams = [text.grams(word) for word in question.surface]
    total = sum(map(len, grams)) or 1
    for i, reading in enumerate(readings):
        stems = set(reading.stems)
        joined = "_" + "_".join(reading.words) + "_"
        hits = 0
        for j, term in enumerate(terms):
            if term in stems:
                table[i, j] = 1.0
                hits += len(grams[j])
                continue
            count = sum([gram in joined for gram in grams[j]])
            hits += count
            if count >= 2 and count >= 0.5 * len(grams[j]):
                table[i, j] = 0.8 * count / len(grams[j])
        shares[i] = hits / total
    return table, shares


def _measure_passage(
    question: asking.Question, passage: Passage, readings: list[_Reading], weights: Matrix
) -> tuple[Matrix, list[list[float]]]:
    table, grams = _matches(question, readings)
    total = float(weights.sum()) or 1.0
    heading_stems = set(text.stems(passage.heading)) | set(text.stems(passage.table))
    heading = np.array([float(term in heading_stems) for term in question.terms])
    names = np.array([float(term in question.names) for term in question.terms])
    names_total = float(names.sum())
    padded = np.vstack([np.zeros(len(weights)), table, np.zeros(len(weights))])
    window = np.maximum(np.maximum(padded[:-2], padded[2:]), table)
    whole = table.max(axis=0)
    order = np.argsort(-weights, kind="stable")
    rarest, second = order[0], order[min(1, len(order) - 1)]
    pairs = set(zip(question.terms, question.terms[1:], strict=False))
    asked = frozenset(question.words)
    coverage = table @ weights / total
    around = window @ weights / total
    full = np.maximum(window, heading) @ weights / total
    passage_coverage = float(np.maximum(whole, heading) @ weights / total)
    rows = []
    for i, reading in enumerate(readings):
        stems, words, candidate = reading.stems, reading.words, reading.candidate
        present = table[i] > 0.4
        shared = float(present.sum())
        new = [word for word in words if word not in asked]
        stem_set = set(stems)
        places = [at for at, stem in enumerate(stems) if stem in question.terms] if shared > 1 else []
        context_stems = set(text.stems(candidate.context)) if candidate.context else set()
        context = np.array([float(term in context_stems) for term in question.terms]) if context_stems else None
        fits = _fits(question, reading, new, table[i], weights)
        ended = candidate.text[-1] in ".!?…;»”\")"
        named = float(table[i] @ names)
        rows.append([
            coverage[i], around[i], passage_coverage, full[i], grams[i], float(table[i] @ weights), np.log1p(shared),
            len(pairs & set(zip(stems, stems[1:], strict=False))) / max(1, len(pairs)),
            len(places) / (places[-1] - places[0] + 1) * coverage[i] if places else 0.0,
            table[i, rarest], table[i, second],
            named / names_total if names_total else 0.0,
            float(window[i] @ names) / names_total if names_total else 0.0,
            float(np.maximum(whole, heading) @ names) / names_total if names_total else 0.0,
            float(heading @ weights / total),
            float(question.focus != "" and (question.focus in stem_set or question.focus in context_stems)),
            float(question.focus != "" and question.focus in stem_set and len(new) > 3),
            *fits,
            float(question.negated and _negated(words)) - 0.5 * float(question.negated != _negated(words)),
            float(candidate.row), float(candidate.row) * fits[0],
            float(np.maximum(table[i], context) @ weights / total) if context is not None else 0.0,
            np.log1p(len(words)), np.log1p(len(words)) ** 2 / 5, np.log1p(len(new)),
            float(not ended and len(words) < 9 and not candidate.row), float(candidate.text.endswith("?")),
            float(i == 0), 1.0 / (1 + i),
            float(words[0] in asking.PRONOUNS) * float(coverage[i - 1]) if i and words else 0.0,
            float(coverage[i - 1]) if i else 0.0, float(coverage[i + 1]) if i + 1 < len(readings) else 0.0,
            passage.score, 1.0 / passage.rank, 0.0, 0.0,
        ])  # fmt: skip
    return np.maximum(table, heading), rows


def _negated(words: Sequence[str]) -> bool:
    return not asking.NEGATIONS.isdisjoint(words)


def _fits(
    question: asking.Question, reading: _Reading, new: list[str], match: Matrix, weights: Matrix
) -> tuple[float, ...]:
    """For each kind of answer, 1 when it is asked for and something like it stands in the sentence."""
    kinds, words = question.kinds, reading.words
    number = "count" in kinds and any(asking.is_number(word) for word in new)
    date = "when" in kinds and any(asking.is_date(word) for word in new)
    name = "who" in kinds and any(
        text.fold(found) not in question.words for found in asking.NAME.findall(reading.candidate.text)
    )
    place = "where" in kinds and asking.has_place(reading.candidate.text)
    reason = "why" in kinds and not asking.REASONS.isdisjoint(words)
    manner = "how" in kinds and ("by" in words or "par" in words or "en" in words or "using" in words)
    define = 0.0
    if "define" in kinds and reading.stems:
        at = next((i for i, word in enumerate(words[:14]) if word in asking.COPULAS), -1)
        mark = reading.candidate.text.find(":")
        head = words[:at] if at > 0 else (text.words(reading.candidate.text[:mark]) if 0 < mark < 60 else [])
        head_stems = {text.stem(word) for word in head}
        inside = [j for j, term in enumerate(question.terms) if term in head_stems]
        define = float(weights[inside].sum() / weights.sum()) if inside else 0.0
    modal = "may" in kinds and not asking.MODALS.isdisjoint(words)
    return (float(number), float(date), float(name), float(place), float(reason), float(manner), define, float(modal))


def overall(measured: Measured, utility: Matrix, passages: Sequence[Passage]) -> Matrix:
    """The question's row, (len(OVERALL),): needs at least one candidate. `utility` is the scorer's value of each."""
    question, matrix, weights = measured.question, measured.matrix, measured.weights
    column = {name: matrix[:, at] for at, name in enumerate(CANDIDATE)}
    order = np.argsort(-utility, kind="stable")
    top = int(order[0])
    share = np.exp(utility - utility[top])
    total = float(share.sum())
    share = share / total
    where = [(passages[c.passage].source, passages[c.passage].page) for c in measured.candidates]
    other = [utility[i] for i in order if where[i] != where[top]]
    ranked = np.argsort(-weights, kind="stable")
    kinds = [kind for kind in ("count", "when", "who", "where", "why") if kind in question.kinds]
    scores = sorted({(w, passages[c.passage].score) for w, c in zip(where, measured.candidates, strict=True)}, key=lambda x: -x[1])
    names = [j for j, term in enumerate(question.terms) if term in question.names]
    kind_top = max((column[kind][top] for kind in kinds), default=0.0)
    values = (
        utility[top], np.log(share[top]), utility[top] - (utility[order[1]] if len(order) > 1 else utility[top] - 5.0),
        -float((share * np.log(share + 1e-12)).sum()), utility[top] + np.log(total),
        utility[top] - (max(other) if other else utility[top] - 5.0),
        np.log1p(len(weights)), np.log1p(float(weights.sum())), measured.known,
        float(weights[measured.anywhere < 0.4].sum() / weights.sum()),
        np.log1p(len(order)), len(set(where)),
        *(column[name][top] for name in ("coverage", "window", "full", "passage_coverage", "grams", "names", "bigrams", "rarest")),
        column["coverage"].max(), column["passage_coverage"].max(), column["grams"].max(),
        measured.anywhere[ranked[0]], measured.anywhere[ranked[min(1, len(ranked) - 1)]],
        float(np.mean(measured.anywhere[names] < 0.4)) if names else 0.0,
        float(bool(kinds) and kind_top == 0), len(kinds), kind_top, column["rank"][top],
        scores[0][1] - scores[1][1] if len(scores) > 1 else 1.0,
        column["length"][top], column["new_words"][top], column["row"][top], column["negation"][top],
        *(float(kind in question.kinds) for kind in ("define", "count", "when", "who", "may")),
    )  # fmt: skip
    return np.array(values, dtype=np.float64)
