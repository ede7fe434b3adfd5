"""The measurable signs that a sentence answers a question: one row of numbers per candidate.

Language-neutral but for the tables of `question.py`. Source: research notes on choosing sentences without a
model (29 features measured on SQuAD and PIAF), with definitions, table rows, negation, headings and modals
added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import numpy as np

from edge.engines import question as asking
from edge.engines.forms import FORMS, forms
from edge.engines.reading import Candidate, ParsedCandidate, read_passage
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
        block, more = _measure_passage(question, passage, readings, weights)
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
    typed = bool(identifiers(question.text))
    return CandidateFeatures(question, candidates, matrix, weights, known, anywhere, typed)


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
    page = "_" + "__".join("_".join(reading.words) for reading in readings) + "_"
    here = [[gram for gram in of_word if gram in page] for of_word in grams]
    for i, reading in enumerate(readings):
        stems = set(reading.stems)
        joined = "_" + "_".join(reading.words) + "_"
        hits = 0
        for j, term in enumerate(terms):
            size = len(grams[j])
            if term in stems:
                table[i, j] = 1.0
                hits += size
            elif term in reading.headers:  # a row is read with its caption and column headings
                table[i, j] = 0.9
            elif here[j]:
                count = len([gram for gram in here[j] if gram in joined])
                hits += count
                if count >= 2 and count >= 0.5 * size:
                    table[i, j] = 0.8 * count / size
        shares[i] = hits / total
    return table, shares


def _measure_passage(
    question: asking.ParsedQuestion, passage: Passage, readings: list[ParsedCandidate], weights: Matrix
) -> tuple[Matrix, Matrix]:
    """(best match of each term for each sentence, features of each sentence) of one page."""
    table, grams = _matches(question, readings)
    n, total = len(readings), float(weights.sum())
    own = passage.structure.sections  # then each candidate has the path of its own section
    title = passage.heading.partition(" > ")[0] if own else passage.heading
    top_stems = set(tokens.stems(title)) | set(tokens.stems(passage.table))
    above = {line: top_stems | set(tokens.stems(line)) for line in {reading.above for reading in readings}}
    in_heading = {line: [float(term in stems) for term in question.terms] for line, stems in above.items()}
    heading = np.array([in_heading[reading.above] for reading in readings])
    names = np.array([float(term in question.names) for term in question.terms])
    names_total = float(names.sum()) or 1.0
    window = table.copy()
    np.maximum(window[1:], table[:-1], out=window[1:])
    np.maximum(window[:-1], table[1:], out=window[:-1])
    page = np.maximum(table.max(axis=0), heading.max(axis=0))
    order = np.argsort(-weights, kind="stable")
    coverage = table @ weights / total
    signs = np.array([_signs(question, reading, weights) for reading in readings])
    first, shared = np.arange(n) == 0, (table > 0.4).sum(axis=1)
    span, pronoun, row, number = signs[:, 0], signs[:, 1], signs[:, 2], signs[:, 3]
    new, words, context = signs[:, -3], signs[:, -2], np.array([float(bool(r.headers)) for r in readings])
    before = np.concatenate([[0.0], coverage[:-1]])
    sections = _sections(readings, np.maximum(table, heading))
    typed = identifiers(question.text)
    shapes = np.array([forms(question, reading, typed) for reading in readings])
    columns = {
        "coverage": coverage,
        "window": window @ weights / total,
        "passage_coverage": np.full(n, page @ weights / total),
        "full": np.maximum(window, heading) @ weights / total,
        "grams": grams,
        "idf_sum": table @ weights,
        "shared": np.log1p(shared),
        "bigrams": signs[:, -1],
        "proximity": np.where(shared > 1, span, 0.0) * coverage,
        "rarest": table[:, order[0]],
        "second_rarest": table[:, order[min(1, len(order) - 1)]],
        "names": table @ names / names_total,
        "names_window": window @ names / names_total,
        "names_passage": np.full(n, page @ names / names_total),
        "heading": heading @ weights / total,
        "row_count": row * number,
        "row_context": context * coverage,
        "length": np.log1p(words),
        "length2": np.log1p(words) ** 2 / 5,
        "new_words": np.log1p(new),
        "first": first,
        "position": 1.0 / (1 + np.arange(n)),
        "pronoun": pronoun * before,
        "previous": before,
        "next": np.concatenate([coverage[1:], [0.0]]),
        "score": np.full(n, passage.score),
        "rank": np.full(n, 1.0 / passage.rank),
        "section": sections @ weights / total,
        "section_rarest": sections[:, order[0]],
        **_headed(question, readings, weights),
        **{name: signs[:, at] for at, name in enumerate(_SIGNS) if name in CANDIDATE},
        **{name: shapes[:, at] for at, name in enumerate(FORMS)},
    }
    zero = np.zeros(n)
    return np.maximum(table, heading), np.column_stack([columns.get(name, zero) for name in CANDIDATE])


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
    rows = []
    last = None
    for reading in readings:
        line = reading.above.rpartition("\n")[2].rpartition(" > ")[2]
        stems = set(tokens.stems(line))
        share = float(weights[[term in stems for term in question.terms]].sum()) / total
        apart = len(stems - question.stems) / max(1, len(stems))
        asks = line.rstrip().endswith("?")
        rows.append((share if reading.above != last else 0.0, share * (1 - apart) if asks else 0.0, share))
        last = reading.above
    table = np.array(rows)
    return {"under": table[:, 0], "asked_above": table[:, 1], "own_heading": table[:, 2]}


#: What `_signs` returns, in order.
_SIGNS = (
    "span", "starts_with_pronoun", "row", "count", "when", "who", "where", "why", "how", "define", "may",
    "focus",
    "focus_new", "negation", "heading_like", "is_question", "new", "words", "pairs",
)  # fmt: skip


def _signs(question: asking.ParsedQuestion, reading: ParsedCandidate, weights: Matrix) -> tuple[float, ...]:
    """What is read from the words of one sentence alone."""
    stems, words, candidate = reading.stems, reading.words, reading.candidate
    terms = question.stems
    places = [at for at, stem in enumerate(stems) if stem in terms]
    new = [word for word in words if word not in question.word_set]
    focus = question.focus
    in_sentence = focus != "" and focus in stems
    negated = asking.marks("negations", words)
    pairs = len(question.pairs.intersection(pairwise(stems))) if len(places) > 1 else 0
    return (
        len(places) / (places[-1] - places[0] + 1) if places else 0.0,
        float(asking.marks("pronouns", words[:1])),
        float(candidate.row),
        *_fits(question, reading, new, weights),
        float(in_sentence or (focus != "" and focus in reading.headers)),
        float(in_sentence and len(new) > 3),
        float(question.negated and negated) - 0.5 * float(question.negated != negated),
        float(candidate.text[-1] not in '.!?…;»”")' and len(words) < 9 and not candidate.row),
        float(candidate.text.endswith("?")),
        len(new), len(words), pairs / max(1, len(question.pairs)),
    )  # fmt: skip


def _fits(
    question: asking.ParsedQuestion, reading: ParsedCandidate, new: list[str], weights: Matrix
) -> tuple[float, ...]:
    """For each kind of answer, 1 when it is asked for and something like it stands in the sentence."""
    kinds, words = question.kinds, reading.words
    number = "count" in kinds and any(asking.is_number(word) for word in new)
    date = "when" in kinds and any(asking.is_date(word) for word in new)
    name = "who" in kinds and any(
        tokens.fold(word) not in question.words for word in asking.NAME.findall(reading.candidate.text)
    )
    place = "where" in kinds and asking.has_place(reading.candidate.text)
    reason = "why" in kinds and asking.marks("reasons", words)
    manner = "how" in kinds and ("by" in words or "par" in words or "en" in words or "using" in words)
    define = 0.0
    if "define" in kinds and reading.stems:
        at = next((i for i, word in enumerate(words[:14]) if asking.marks("copulas", [word])), -1)
        mark = reading.candidate.text.find(":")
        head = (
            words[:at] if at > 0 else (tokens.words(reading.candidate.text[:mark]) if 0 < mark < 60 else [])
        )
        head_stems = {tokens.stem(word) for word in head}
        inside = [j for j, term in enumerate(question.terms) if term in head_stems]
        define = float(weights[inside].sum() / weights.sum()) if inside else 0.0
    modal = "may" in kinds and asking.marks("modals", words)
    return tuple(map(float, (number, date, name, place, reason, manner, define, modal)))


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
