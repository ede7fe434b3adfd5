"""The entry or sentence that defines what a question wants defined, before any that only names it.

A rule after the choice: engines weigh words, and a row that names the term has as many of them as its
definition. How often what the rule finds is right was counted on labelled questions (bench/LOG.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from edge.cascade.confidence import at_least
from edge.engines.reading import ParsedCandidate, read_passage
from edge.records import Choice, Confidence, Draft, Passage
from edge.text.definition import DefinedTerm, DefinitionForm, defines, entry_end, term_of

#: The signal of a draft whose first choice is an entry, and the share of such choices that are right.
SIGNAL = "definition"
RIGHT = 0.9


def preferred(draft: Draft, question: str, passages: Sequence[Passage]) -> Draft:
    """The draft with the entries that define the term in the place of what only names it, best first by the
    engine's order, then the passages'. Where there is none, a sentence of its choices that defines the term
    goes first: "A bye is a round …".
    """
    term = term_of(question)
    if term is None or draft.answer is not None or not draft.choices:
        return draft
    found = list(_definitions(term, passages))
    ranks = {(one.passage, one.start): rank for rank, one in enumerate(draft.choices)}
    last = len(ranks)

    def rank(reading: ParsedCandidate) -> int:
        return ranks.get((reading.candidate.passage, reading.candidate.start), last)

    if entries := sorted((reading for form, reading in found if form == "entry"), key=rank):
        right = max(RIGHT, draft.choices[0].probability)
        choices = [_choice(reading, passages, right) for reading in entries]
        return msgspec.structs.replace(draft, choices=choices, signals=draft.signals | {SIGNAL: RIGHT})
    first = min((rank(reading) for _, reading in found), default=last)
    if first in (0, last):
        return draft
    chosen = msgspec.structs.replace(draft.choices[first], probability=draft.choices[0].probability)
    rest = [choice for choice in draft.choices if choice is not draft.choices[first]]
    return msgspec.structs.replace(draft, choices=[chosen, *rest])


def _choice(reading: ParsedCandidate, passages: Sequence[Passage], probability: float) -> Choice:
    """The whole of an entry: a row, or all its sentences."""
    one = reading.candidate
    passage = passages[one.passage]
    end = one.end
    if not one.row:
        end = passage.start + entry_end(passage.text, one.start - passage.start, one.end - passage.start)
    return Choice(
        passage=one.passage, start=one.start, end=end, context=one.context, probability=probability,
        text=passage.text[one.start - passage.start : end - passage.start],
    )  # fmt: skip


def confidence(draft: Draft, score: Confidence) -> Confidence:
    """The engine's confidence, or that of the rule where that is higher."""
    share = draft.signals.get(SIGNAL, 0.0)
    return at_least(score, share, "definition, counted on labelled questions")


def _definitions(
    term: DefinedTerm, passages: Sequence[Passage]
) -> Iterator[tuple[DefinitionForm, ParsedCandidate]]:
    """Every definition of the term, in order."""
    for _, group in groupby(enumerate(passages), key=lambda pair: (pair[1].source, pair[1].page)):
        above = ""
        for index, passage in group:
            if not term.met_in(f"{passage.heading}\n{passage.text}"):
                continue
            for reading in read_passage(index, passage, above.rpartition("\n")[2], keep_stop=False):
                one = reading.candidate
                form = None
                if one.kind not in ("list", "code"):
                    form = defines(one.text, one.context, term, row=one.row)
                if form is None and reading.above != above and _under(reading, term):
                    form = "entry"
                if form is not None and term.told_in(f"{one.context}\n{reading.above}\n{one.text}"):
                    yield form, reading
                above = reading.above


def _under(reading: ParsedCandidate, term: DefinedTerm) -> bool:
    """Whether it stands below the term as what a list of definitions says of it; not below a heading of a
    section, which says what is spoken of.
    """
    path, _, line = reading.above.rpartition("\n")
    heading = path.rpartition(" > ")[2] == line
    return not reading.candidate.row and not heading and term.named_by(line)
