"""The row beside the one that was shown: "how many windows has the Rowan?", then "and the Hawthorn?".

A rule after the choice: the follow-up has the name of the row and nothing else, and that name stands in
other tables too, beside words of the turn before. The table that answered says which is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from edge.ask import question as questions
from edge.engines import question as asking
from edge.engines.reading import Candidate, read_passage
from edge.records import Choice, Draft, EarlierTurn, Passage
from edge.text import tokens

_BAR = " | "


def preferred(
    draft: Draft, question: str, passages: Sequence[Passage], history: Sequence[EarlierTurn]
) -> Draft:
    """The draft with the row first that a follow-up names, of the table whose row the last turn showed best:
    the one that has all that the follow-up says as one cell. Where it asks for something of its own, or no
    row or several are so called, the draft as it is.
    """
    if draft.answer is not None or not draft.choices or not history or not history[-1].quotes:
        return draft
    shown, own = history[-1].quotes[0], set(tokens.stems(" ".join(tokens.terms(question))))
    if _BAR not in shown or not own or not questions.leans(question) or asking.asks(question):
        return draft
    rows = [row for row in _beside(passages, shown) if _called(row, own)]
    if len({row.text for row in rows}) != 1:
        return draft
    row = rows[0]
    first = Choice(
        passage=row.passage, start=row.start, end=row.end, text=row.text, context=row.context,
        probability=draft.choices[0].probability,
    )  # fmt: skip
    rest = [one for one in draft.choices if (one.passage, one.start) != (row.passage, row.start)]
    return msgspec.structs.replace(draft, choices=[first, *rest])


def _called(row: Candidate, own: set[str]) -> bool:
    cells = (set(tokens.stems(cell)) for cell in row.text.split(_BAR))
    return any(cell == own and any(map(str.isalpha, cell)) for cell in cells)


def _beside(passages: Sequence[Passage], shown: str) -> Iterator[Candidate]:
    """The other rows of each table that has this one, which may be nobody's to quote by now (`repeats`)."""
    for at, passage in enumerate(passages):
        begin = passage.text.find(shown)
        place = passage.start + begin
        runs = [run for run in passage.structure.tables if begin >= 0 and run.start <= place < run.end]
        for one in read_passage(at, passage, "", keep_stop=False) if runs else ():
            if one.candidate.row and any(run.start <= one.candidate.start < run.end for run in runs):
                yield one.candidate
