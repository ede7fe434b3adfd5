"""The measurable signs that a sentence answers a question: one row of numbers per candidate.

Language-neutral but for the tables of `question.py`. Source: research notes on choosing sentences without a
model (29 features measured on SQuAD and PIAF), with definitions, table rows, negation, headings and modals
added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import numpy as np

from edge.engines import question as asking
from edge.engines.forms import FORMS, forms
from edge.engines.line_signs import PLAIN, LineSigns
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


def measure(
    question: asking.ParsedQuestion, passages: Sequence[Passage], frequencies: Mapping[str, int], pages: int
) -> CandidateFeatures:
    """Split passages into candidates and measure them.

    `frequencies` maps the question's words (`surface`) to the number of pages they stand on, of `pages`
    pages. Offsets of a passage that is a table or a chunk are those of its page.
    """
    idf = np.array(
        [
            np.log(1 + (pages - df + 0.5) / (df + 0.5))
            for df in (frequencies.get(word, 0) for word in question.surface)
        ]
    )
    weights: Matrix = np.clip(idf / np.log(2 * pages + 3), 0.0, 1.0) + 1e-3
    known = (
        float(np.mean([frequencies.get(word, 0) > 0 for word in question.surface])) if question.terms else 0.0
    )
    typed = identifiers(question.text)
    keep_stop = not tokens.stop_words().isdisjoint(question.surface)
    candidates: list[Candidate] = []
    rows: list[Matrix] = []
    blocks: list[Matrix] = []
    for _, group in groupby(
        enumerate(passages if question.terms else ()), key=lambda pair: (pair[1].source, pair[1].page)
    ):
        page = list(group)
        passage = page[0][1]
        readings: list[ParsedCandidate] = []
        for index, part in page:
            readings += read_passage(index, part, readings[-1].above if readings else "", keep_stop=keep_stop)
        if not readings:
            continue
        candidates += [reading.candidate for reading in readings]
        block, more = _measure_passage(question, passage, readings, weights, typed)
        blocks.append(block)
        rows.append(more)
    matrix = np.vstack(rows) if rows else np.zeros((0, len(CANDIDATE)))
    if rows:
        # The best candidate of all, so that being the best is visible to a linear scorer.
        column = {name: at for at, name in enumerate(CANDIDATE)}
        full = np.sort(matrix[:, column["full"]])
        order = len(full) - np.searchsorted(full, matrix[:, column["full"]] + 1e-9)  # how many are better
        matrix[:, column["best_rank"]] = 1.0 / (1.0 + order)
        matrix[:, column["best_coverage"]] = (
            matrix[:, column["coverage"]] >= matrix[:, column["coverage"]].max() - 1e-9
        )
    anywhere = np.max([block.max(axis=0) for block in blocks], axis=0) if blocks else np.zeros(len(weights))
    return CandidateFeatures(question, candidates, matrix, weights, known, anywhere, bool(typed))


def _matches(question: asking.ParsedQuestion, readings: Sequence[ParsedCandidate]) -> tuple[Matrix, Matrix]:
    """(sentences, terms) in 0..1: 1 for the stem, else the share of the word's 5-grams if most are there;
    and the bare share of all the question's 5-grams.
    """
    terms = question.terms
    table = np.zeros((len(readings), len(terms)))
    shares = np.zeros(len(readings))
    grams = [tokens.grams(word) for word in question.surface]
    total = sum(map(len, grams)) or 1
    # Most of the question's grams are nowhere on the page: one search for each spares one for each sentence.
    page = "_".join([reading.signs.joined for reading in readings])
    here = {
        j: found for j, of_word in enumerate(grams) if (found := [gram for gram in of_word if gram in page])
    }
    place = {term: j for j, term in enumerate(terms)}
    for i, reading in enumerate(readings):
        met = {place[term] for term in question.stems.intersection(reading.stems)}
        hits = 0
        for j in met:
            table[i, j] = 1.0
            hits += len(grams[j])
        if reading.headers:  # a row is read with its caption and column headings
            headed = {place[term] for term in question.stems & reading.headers} - met
            for j in headed:
                table[i, j] = 0.9
            met |= headed
        joined = reading.signs.joined
        for j, of_word in here.items():
            if j not in met and (count := len([gram for gram in of_word if gram in joined])):
                hits += count
                size = len(grams[j])
                if count >= 2 and count >= 0.5 * size:
                    table[i, j] = 0.8 * count / size
        shares[i] = hits / total
    return table, shares


def _measure_passage(
    question: asking.ParsedQuestion, passage: Passage, readings: list[ParsedCandidate], weights: Matrix,
    typed: Sequence[str],
) -> tuple[Matrix, Matrix]:  # fmt: skip
    """(best match of each term for each sentence, features of each sentence) of one page."""
    table, grams = _matches(question, readings)
    n, total = len(readings), float(weights.sum())
    own = passage.structure.sections  # then each candidate has the path of its own section
    title = passage.heading.partition(" > ")[0] if own else passage.heading
    top_stems = stems_of(title) | stems_of(passage.table)
    in_heading: dict[str, list[float]] = {}
    for reading in readings:
        if (line := reading.above) not in in_heading:
            stems = top_stems | stems_of(line)
            in_heading[line] = [float(term in stems) for term in question.terms]
    heading = np.array([in_heading[reading.above] for reading in readings])
    names = np.array([float(term in question.names) for term in question.terms])
    names_total = float(names.sum()) or 1.0
    window = table.copy()
    np.maximum(window[1:], table[:-1], out=window[1:])
    np.maximum(window[:-1], table[1:], out=window[:-1])
    matches = np.maximum(table, heading)
    page = np.maximum(table.max(axis=0), heading.max(axis=0))
    order = np.argsort(-weights, kind="stable")
    coverage = table @ weights / total
    plain = dict(zip(PLAIN, np.array([reading.signs.plain for reading in readings]).T, strict=True))
    span, new, pairs, focused = np.array([_words(question, reading) for reading in readings]).T
    kinds = _kinds(question, readings, plain, weights)
    shared = (table > 0.4).sum(axis=1)
    context = np.array([float(bool(reading.headers)) for reading in readings])
    before = np.zeros(n)
    before[1:] = coverage[:-1]
    following = np.zeros(n)
    following[:-1] = coverage[1:]
    sections = _sections(readings, matches)
    length = np.log1p(plain["words"])
    columns: dict[str, Matrix | list[bool] | float] = {
        "coverage": coverage,
        "window": window @ weights / total,
        "passage_coverage": page @ weights / total,
        "full": np.maximum(window, heading) @ weights / total,
        "grams": grams,
        "idf_sum": table @ weights,
        "shared": np.log1p(shared),
        "bigrams": pairs,
        "proximity": np.where(shared > 1, span, 0.0) * coverage,
        "rarest": table[:, order[0]],
        "second_rarest": table[:, order[min(1, len(order) - 1)]],
        "names": table @ names / names_total,
        "names_window": window @ names / names_total,
        "names_passage": page @ names / names_total,
        "heading": heading @ weights / total,
        **kinds,
        "focus": [at > 0 or question.focus in one.headers for at, one in zip(focused, readings, strict=True)],
        "focus_new": (focused > 0) & (new > 3),
        "negation": question.negated * plain["negated"] - 0.5 * (question.negated != plain["negated"]),
        "row": plain["row"],
        "row_count": plain["row"] * kinds["count"],
        "row_context": context * coverage,
        "length": length,
        "length2": length**2 / 5,
        "new_words": np.log1p(new),
        "heading_like": plain["heading_like"],
        "is_question": plain["is_question"],
        "first": np.arange(n) == 0,
        "position": 1.0 / (1 + np.arange(n)),
        "pronoun": plain["pronoun"] * before,
        "previous": before,
        "next": following,
        "score": passage.score,
        "rank": 1.0 / passage.rank,
        "section": sections @ weights / total,
        "section_rarest": sections[:, order[0]],
        **_headed(question, readings, weights),
        **forms(question, readings, plain, typed),
    }
    matrix = np.zeros((n, len(CANDIDATE)))
    for at, name in enumerate(CANDIDATE):
        if name in columns:
            matrix[:, at] = columns[name]
    return matches, matrix


def _sections(readings: Sequence[ParsedCandidate], matches: Matrix) -> Matrix:
    """(sentences, terms): the best match of each term anywhere in the sentence's own section."""
    best: dict[str, Matrix] = {}
    for reading, row in zip(readings, matches, strict=True):
        above = reading.above
        best[above] = np.maximum(best[above], row) if above in best else row
    return np.array([best[reading.above] for reading in readings])


def _headed(
    question: asking.ParsedQuestion, readings: Sequence[ParsedCandidate], weights: Matrix
) -> dict[str, Matrix]:
    """`own_heading`: idf coverage of the question by the nearest heading alone; `asked_above`: the same where
    that heading asks, less what it asks besides; `under`: `own_heading` for what stands first below it.
    """
    total = float(weights.sum())
    said: dict[str, tuple[float, float]] = {}
    rows = []
    last = None
    for reading in readings:
        if (above := reading.above) not in said:
            line = above.rpartition("\n")[2].rpartition(" > ")[2]
            stems = stems_of(line)
            share = float(weights[[term in stems for term in question.terms]].sum()) / total
            apart = len(stems - question.stems) / max(1, len(stems))
            said[above] = share, share * (1 - apart) if line.rstrip().endswith("?") else 0.0
        share, asks = said[above]
        rows.append((share if above != last else 0.0, asks, share))
        last = above
    under, asked, own = np.array(rows).T
    return {"under": under, "asked_above": asked, "own_heading": own}


def _words(question: asking.ParsedQuestion, reading: ParsedCandidate) -> tuple[float, int, float, bool]:
    """How near each other the question's terms stand, how many words are not the question's, the share of
    its pairs of terms, and whether its focus is there.
    """
    stems, words, terms = reading.stems, reading.words, question.stems
    new = len(words) - sum(map(question.word_set.__contains__, words))
    met = sum(map(terms.__contains__, stems))
    if not met:
        return 0.0, new, 0.0, False
    if met == 1:
        return 1.0, new, 0.0, question.focus in stems
    places = [at for at, stem in enumerate(stems) if stem in terms]
    pairs = len(question.pairs.intersection(pairwise(stems))) / max(1, len(question.pairs))
    return met / (places[-1] - places[0] + 1), new, pairs, question.focus in stems


def _kinds(
    question: asking.ParsedQuestion, readings: Sequence[ParsedCandidate], plain: Mapping[str, Matrix],
    weights: Matrix,
) -> dict[str, Matrix]:  # fmt: skip
    """For each kind of answer, 1 when it is asked for and something like it stands in the sentence; for a
    definition the share of the question that it defines.
    """
    kinds, words = question.kinds, question.word_set
    none = np.zeros(len(readings))

    def beyond(kind: str, said: Callable[[LineSigns], frozenset[str]]) -> Matrix:
        """Whether some of these is not a word of the question."""
        if kind not in kinds:
            return none
        return np.array([float(not said(reading.signs) <= words) for reading in readings])

    define = none
    if "define" in kinds:
        define = np.array([_defined(question, reading, weights) for reading in readings])
    return {
        "count": beyond("count", lambda signs: signs.numbers),
        "when": beyond("when", lambda signs: signs.dates),
        "who": beyond("who", lambda signs: signs.names),
        "where": plain["place"] * ("where" in kinds),
        "why": plain["reason"] * ("why" in kinds),
        "how": plain["manner"] * ("how" in kinds),
        "define": define,
        "may": plain["modal"] * ("may" in kinds),
    }


def _defined(question: asking.ParsedQuestion, reading: ParsedCandidate, weights: Matrix) -> float:
    if not reading.stems:
        return 0.0
    inside = [j for j, term in enumerate(question.terms) if term in reading.signs.defined]
    return float(weights[inside].sum() / weights.sum()) if inside else 0.0


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
