"""How the words of a question, and what kind of answer it asks for, are met by the sentences of a page.

`weights` are the idf of the question's terms, 0..1, shape (terms,).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from edge.engines import question as asking
from edge.engines.line_signs import LineSigns
from edge.engines.reading import ParsedCandidate, stems_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


#: Words of a question that wants an hour, and of one that wants a day.
_HOURS = frozenset(("heure", "heures", "time", "horaire", "horaires"))
_DAYS = frozenset(("jour", "jours", "day", "days", "date", "dates", "year", "annee", "month", "mois"))


def matched(
    question: asking.ParsedQuestion, readings: Sequence[ParsedCandidate], grams: Sequence[Sequence[str]]
) -> tuple[Matrix, Matrix]:
    """(sentences, terms) in 0..1: 1 for the stem, else the share of the word's 5-grams if most are there;
    and the bare share of all the question's 5-grams. `grams`: those of each term's word.
    """
    terms = question.terms
    table = np.zeros((len(readings), len(terms)))
    shares = np.zeros(len(readings))
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


def in_section(readings: Sequence[ParsedCandidate], matches: Matrix) -> Matrix:
    """(sentences, terms): the best match of each term anywhere in the sentence's own section."""
    best: dict[str, Matrix] = {}
    for reading, row in zip(readings, matches, strict=True):
        above = reading.above
        best[above] = np.maximum(best[above], row) if above in best else row
    return np.array([best[reading.above] for reading in readings])


def under_headings(
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
            share = 0.0
            if not stems.isdisjoint(question.stems):
                share = float(weights[[term in stems for term in question.terms]].sum()) / total
            apart = len(stems - question.stems) / max(1, len(stems))
            said[above] = share, share * (1 - apart) if line.rstrip().endswith("?") else 0.0
        share, asks = said[above]
        rows.append((share if above != last else 0.0, asks, share))
        last = above
    under, asked, own = np.array(rows).T
    return {"under": under, "asked_above": asked, "own_heading": own}


def word_signs(question: asking.ParsedQuestion, reading: ParsedCandidate) -> tuple[float, int, float, bool]:
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


def kinds_said(
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
        "when": beyond("when", _dated_by(words)),
        "who": beyond("who", lambda signs: signs.names),
        "where": plain["place"] * ("where" in kinds),
        "why": plain["reason"] * ("why" in kinds),
        "how": plain["manner"] * ("how" in kinds),
        "define": define,
        "may": plain["modal"] * ("may" in kinds),
    }


def _dated_by(asked: frozenset[str]) -> Callable[[LineSigns], frozenset[str]]:
    """What answers "when": a day where one is asked for, an hour or a term where that is, else either."""
    if not _HOURS.isdisjoint(asked):
        return lambda signs: signs.times
    if not _DAYS.isdisjoint(asked):
        return lambda signs: signs.dates
    return lambda signs: signs.dates | signs.times


def _defined(question: asking.ParsedQuestion, reading: ParsedCandidate, weights: Matrix) -> float:
    if not reading.stems:
        return 0.0
    inside = [j for j, term in enumerate(question.terms) if term in reading.signs.defined]
    return float(weights[inside].sum() / weights.sum()) if inside else 0.0
