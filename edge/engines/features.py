"""The measurable signs that a sentence answers a question: one row of numbers per candidate.

Language-neutral but for the tables of `question.py`. Source: research notes on choosing sentences without a
model (29 features measured on SQuAD and PIAF), with definitions, table rows, negation, headings and modals
added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from edge.engines import matches
from edge.engines import question as asking
from edge.engines.forms import FORMS, forms
from edge.engines.line_signs import PLAIN
from edge.engines.reading import Candidate, ParsedCandidate, read_passage, stems_of
from edge.records import Passage
from edge.text import tokens
from edge.text.typed import identifiers

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
    "section", "section_rarest", "under", "asked_above", "own_heading", *FORMS,
)  # fmt: skip

_PLACE = {name: at for at, name in enumerate(CANDIDATE)}

#: Columns of the question's own row: how well the whole search and the whole choice went.
OVERALL = (
    "top", "top_share", "margin", "entropy", "sum", "second_page",
    "terms", "idf", "known", "unknown_idf", "candidates", "pages",
    "top_coverage", "top_window", "top_full", "top_passage", "top_grams", "top_names", "top_bigrams",
    "top_rarest",
    "best_coverage", "best_passage", "best_grams", "rarest_anywhere", "second_anywhere", "names_missing",
    "kind_absent", "kinds", "top_kind", "top_rank", "score_gap", "top_length", "top_new", "top_row",
    "negation",
    "define", "count", "when", "who", "may",
    "part", "howto", "list_kind", "code_kind", "time_kind", "money_kind", "yesno",
    "top_section", "top_section_rarest", "top_own_heading", "top_asked_above", "top_list", "top_item",
    "top_code", "top_defines", "top_identifier", "typed_missing", "top_amount_missing", "top_row_label",
    "top_question", "top_in_range", "top_out_of_range",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CandidateFeatures:
    """Candidates with their features: `matrix` is (candidates, len(CANDIDATE))."""

    question: asking.ParsedQuestion
    candidates: list[Candidate]
    matrix: Matrix
    weights: Matrix  # idf of each term, 0..1
    known: float  # share of the terms that occur in the knowledge base
    anywhere: Matrix  # best match of each term over all passages
    typed: bool  # the question names something as it is written: a code, an option, a path
    looks: Matrix | None = None  # (candidates, 2): what a second look said, where there was one


def measure(
    question: asking.ParsedQuestion, passages: Sequence[Passage], frequencies: Mapping[str, int], pages: int
) -> CandidateFeatures:
    """Split passages into candidates and measure them.

    `frequencies` maps the question's words (`surface`) to the number of pages they stand on, of `pages`
    pages. Offsets of a passage that is a table or a chunk are those of its page.
    """
    on_pages = np.array([frequencies.get(word, 0) for word in question.surface])
    # The idf of BM25 as a share of its largest value, never 0: a term of every page still counts a little.
    idf = np.log(1 + (pages - on_pages + 0.5) / (on_pages + 0.5))
    weights: Matrix = np.clip(idf / np.log(2 * pages + 3), 0.0, 1.0) + 1e-3
    known = float(np.mean(on_pages > 0)) if question.terms else 0.0
    typed = identifiers(question.text)
    keep_stop = not tokens.stop_words().isdisjoint(question.surface)
    read: list[tuple[Passage, list[ParsedCandidate]]] = []
    for _, group in groupby(
        enumerate(passages if question.terms else ()), key=lambda pair: (pair[1].source, pair[1].page)
    ):
        page = list(group)
        readings: list[ParsedCandidate] = []
        for index, part in page:
            readings += read_passage(index, part, readings[-1].above if readings else "", keep_stop=keep_stop)
        if readings:
            read.append((page[0][1], readings))
    candidates = [reading.candidate for _, readings in read for reading in readings]
    matrix, anywhere = np.zeros((len(candidates), len(CANDIDATE))), np.zeros(len(weights))
    if read:
        anywhere = _fill(matrix, question, read, weights, typed)
        _compare(matrix)
    return CandidateFeatures(question, candidates, matrix, weights, known, anywhere, bool(typed))


def _compare(matrix: Matrix) -> None:
    """Fill the columns that compare each candidate with the best of all passages, which a linear scorer could
    not see: `best_rank` and `best_coverage`. `matrix`: (candidates, len(CANDIDATE)).
    """
    full, coverage = matrix[:, _PLACE["full"]], matrix[:, _PLACE["coverage"]]
    better: Matrix = len(full) - np.searchsorted(np.sort(full), full + 1e-9).astype(np.float64)
    _write(matrix, {"best_rank": 1.0 / (1.0 + better), "best_coverage": coverage >= coverage.max() - 1e-9})


def _write(matrix: Matrix, columns: Mapping[str, Matrix | list[bool] | float]) -> None:
    """Put columns in their places. `matrix`: (candidates, len(CANDIDATE))."""
    for name, values in columns.items():
        matrix[:, _PLACE[name]] = values


def _fill(
    matrix: Matrix, question: asking.ParsedQuestion, read: Sequence[tuple[Passage, list[ParsedCandidate]]],
    weights: Matrix, typed: Sequence[str],
) -> Matrix:  # fmt: skip
    """Measure the candidates of all pages into `matrix`: (candidates, len(CANDIDATE)); returns the best match
    of each term on any page.
    """
    grams = [tokens.grams(word) for word in question.surface]
    tables: list[Matrix] = []
    best: list[Matrix] = []
    begin = 0
    for passage, readings in read:
        rows = matrix[begin : begin + len(readings)]
        table, page = _fill_page(rows, question, passage, readings, weights=weights, grams=grams)
        tables.append(table)
        best.append(page)
        begin += len(readings)
    every = [reading for _, readings in read for reading in readings]
    _fill_lines(matrix, question, every, np.vstack(tables), weights=weights, typed=typed)
    anywhere: Matrix = np.vstack(best).max(axis=0)
    return anywhere


def _fill_page(
    matrix: Matrix, question: asking.ParsedQuestion, passage: Passage, readings: list[ParsedCandidate], *,
    weights: Matrix, grams: Sequence[Sequence[str]],
) -> tuple[Matrix, Matrix]:  # fmt: skip
    """Fill the columns for which the sentences of a page look at each other. Returns how each meets each
    term, (sentences, terms), and the best match of each term on the page.
    """
    table, shares = matches.matched(question, readings, grams)
    n, total = len(readings), float(weights.sum())
    heading = _in_headings(question, passage, readings)
    window = _windowed(table)
    best = np.maximum(table, heading)
    page = best.max(axis=0)
    sections = matches.in_section(readings, best)
    met = table @ weights
    coverage = met / total
    before, after = np.zeros(n), np.zeros(n)
    before[1:], after[:-1] = coverage[:-1], coverage[1:]
    columns: dict[str, Matrix | list[bool] | float] = {
        "coverage": coverage,
        "window": window @ weights / total,
        "passage_coverage": page @ weights / total,
        "full": np.maximum(window, heading) @ weights / total,
        "grams": shares,
        "idf_sum": met,
        "heading": heading @ weights / total,
        "first": np.arange(n) == 0,
        "position": 1.0 / (1 + np.arange(n)),
        "previous": before,
        "next": after,
        "score": passage.score,
        "rank": 1.0 / passage.rank,
        "section": sections @ weights / total,
        "section_rarest": sections[:, np.argsort(-weights, kind="stable")[0]],
        **matches.under_headings(question, readings, weights),
    }
    if question.names:
        names = np.array([float(term in question.names) for term in question.terms])
        count = float(names.sum()) or 1.0
        columns["names"] = table @ names / count
        columns["names_window"] = window @ names / count
        columns["names_passage"] = page @ names / count
    _write(matrix, columns)
    return table, page


def _fill_lines(
    matrix: Matrix, question: asking.ParsedQuestion, readings: list[ParsedCandidate], table: Matrix, *,
    weights: Matrix, typed: Sequence[str],
) -> None:  # fmt: skip
    """Fill the columns for which each sentence of any page is looked at by itself. `table`: how each meets
    each term, (sentences, terms); the columns of their pages are there.
    """
    order = np.argsort(-weights, kind="stable")
    coverage, before = matrix[:, _PLACE["coverage"]], matrix[:, _PLACE["previous"]]
    plain = dict(zip(PLAIN, np.array([reading.signs.plain for reading in readings]).T, strict=True))
    span, new, pairs, focused = np.array([matches.word_signs(question, reading) for reading in readings]).T
    kinds = matches.kinds_said(question, readings, plain, weights)
    shared = (table > 0.4).sum(axis=1)
    length = np.log1p(plain["words"])
    _write(matrix, {
        "shared": np.log1p(shared),
        "bigrams": pairs,
        "proximity": np.where(shared > 1, span, 0.0) * coverage,
        "rarest": table[:, order[0]],
        "second_rarest": table[:, order[min(1, len(order) - 1)]],
        **kinds,
        "focus": [at > 0 or question.focus in one.headers for at, one in zip(focused, readings, strict=True)],
        "focus_new": (focused > 0) & (new > 3),
        "negation": question.negated * plain["negated"] - 0.5 * (question.negated != plain["negated"]),
        "row": plain["row"],
        "row_count": plain["row"] * kinds["count"],
        "row_context": np.array([float(bool(reading.headers)) for reading in readings]) * coverage,
        "length": length,
        "length2": length**2 / 5,
        "new_words": np.log1p(new),
        "heading_like": plain["heading_like"],
        "is_question": plain["is_question"],
        "pronoun": plain["pronoun"] * before,
        **forms(question, readings, plain, typed),
    })  # fmt: skip


def _in_headings(
    question: asking.ParsedQuestion, passage: Passage, readings: Sequence[ParsedCandidate]
) -> Matrix:
    """(sentences, terms): 1 for a term of the headings that a sentence stands under, of the document's title
    or of its table's.
    """
    own = passage.structure.sections  # then each candidate has the path of its own section
    title = passage.heading.partition(" > ")[0] if own else passage.heading
    above_all = stems_of(title) | stems_of(passage.table)
    found: dict[str, list[float]] = {}
    for line in dict.fromkeys(reading.above for reading in readings):
        stems = above_all | stems_of(line)
        found[line] = [float(term in stems) for term in question.terms]
    return np.array([found[reading.above] for reading in readings])


def _windowed(table: Matrix) -> Matrix:
    """(sentences, terms): the best match of each term in a sentence and the two beside it."""
    window = table.copy()
    np.maximum(window[1:], table[:-1], out=window[1:])
    np.maximum(window[:-1], table[1:], out=window[:-1])
    return window


def overall(measured: CandidateFeatures, utility: Matrix, passages: Sequence[Passage]) -> Matrix:
    """The question's row, (len(OVERALL),): needs at least one candidate. `utility` is the scorer's value of
    each.
    """
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
    scores = sorted(
        {(w, passages[c.passage].score) for w, c in zip(where, measured.candidates, strict=True)},
        key=lambda x: -x[1],
    )
    names = [j for j, term in enumerate(question.terms) if term in question.names]
    kind_top = max((column[kind][top] for kind in kinds), default=0.0)
    values = (
        utility[top], np.log(share[top]),
        utility[top] - (utility[order[1]] if len(order) > 1 else utility[top] - 5.0),
        -float((share * np.log(share + 1e-12)).sum()) / np.log(len(order) + 1.0),
        utility[top] + np.log(total),
        utility[top] - (max(other) if other else utility[top] - 5.0),
        np.log1p(len(weights)), np.log1p(float(weights.sum())), measured.known,
        float(weights[measured.anywhere < 0.4].sum() / weights.sum()),
        np.log1p(len(order)), len(set(where)),
        *(column[name][top] for name in ("coverage", "window", "full", "passage_coverage", "grams",
        "names", "bigrams", "rarest")),
        column["coverage"].max(), column["passage_coverage"].max(), column["grams"].max(),
        measured.anywhere[ranked[0]], measured.anywhere[ranked[min(1, len(ranked) - 1)]],
        float(np.mean(measured.anywhere[names] < 0.4)) if names else 0.0,
        float(bool(kinds) and kind_top == 0), len(kinds), kind_top, column["rank"][top],
        scores[0][1] - scores[1][1] if len(scores) > 1 else 1.0,
        column["length"][top], column["new_words"][top], column["row"][top], column["negation"][top],
        *(float(kind in question.kinds) for kind in ("define", "count", "when", "who", "may")),
        float(not passages[measured.candidates[top].passage].paged),
        *(float(kind in question.kinds) for kind in ("howto", "list", "code", "time", "money", "yesno")),
        *(column[name][top] for name in ("section", "section_rarest", "own_heading", "asked_above", "list",
        "item", "code", "defines", "identifier")),
        float(measured.typed and column["identifier"].max() < 1.0),
        *(column[name][top] for name in ("amount_missing", "row_label", "is_question", "in_range",
        "out_of_range")),
    )  # fmt: skip
    return np.array(values, dtype=np.float64)
