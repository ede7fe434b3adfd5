"""The cell that a question names by its row and its column: "In what state is the oven?" of a table with the
column "State" and the row "Oven".

A rule after the choice: of such a row the engine sees two words among ten, and doubts. How often what the
rule finds is right was counted on labelled questions (bench/log/ask.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

import msgspec

from edge.ask.siblings import HeadingOf
from edge.cascade.confidence import at_least
from edge.engines import question as asking
from edge.records import Choice, Confidence, Draft
from edge.text import tokens

#: The signal of a draft whose first choice has the cell, and the share of such choices that are right: within
#: their documents, all that are so named in unsealed parts of three sets (bench/log/ask.md), of which the
#: lower bound (90 %) is .95; kept below, for a base has more tables.
SIGNAL = "cell"
RIGHT = 0.88
#: A row counts beside the best choice when it has this share of its probability.
NEAR = 0.1


def preferred(draft: Draft, question: str, heading_of: HeadingOf) -> Draft:
    """The draft with the row first whose cell the question names, where one that is near the best has it and
    the best has not; and told of, where no other row has such a cell.
    """
    if draft.answer is not None or not draft.choices or asking.marks("negations", tokens.words(question)):
        return draft
    least = NEAR * draft.choices[0].probability
    near = [one for one in draft.choices if one.context and one.probability >= least]
    found = [one for one in near if _named(question, one, heading_of(one))]
    if not found:
        return draft
    best = draft.choices[0]
    first = found[0] if found[0] is best else msgspec.structs.replace(found[0], probability=best.probability)
    rest = [one for one in draft.choices if one is not found[0]]
    told = {SIGNAL: RIGHT} if len({one.text for one in found}) == 1 else {}
    return msgspec.structs.replace(draft, choices=[first, *rest], signals=draft.signals | told)


def confidence(draft: Draft, score: Confidence) -> Confidence:
    """The engine's confidence, or that of the rule where that is higher."""
    share = draft.signals.get(SIGNAL, 0.0)
    return at_least(score, share, "cell of a table, counted on labelled questions")


def _named(question: str, choice: Choice, heading: str) -> bool:
    """Whether a choice is a row, and all that the question says stands in cells, which it has whole, in the
    name of another column, and in what stands over the table.
    """
    caption, _, named = choice.context.rpartition("\n")
    heads = named.split(" | ")
    cells = choice.text.split(" | ")
    asked = {tokens.stem(word) for word in tokens.terms(question)}
    if len(heads) < 2 or len(heads) != len(cells) or len(asked) < 2:
        return False
    above = set(tokens.stems(f"{caption} {heading}"))
    return any(asked <= label | column | above for label, column in _pairs(cells, heads, asked))


def _pairs(
    cells: Sequence[str], heads: Sequence[str], asked: Set[str]
) -> Iterator[tuple[Set[str], Set[str]]]:
    """Words of the name of a column that are asked for, and those of the other cells that are asked for
    whole.
    """
    read = [frozenset(tokens.stems(cell)) if any(map(str.isalpha, cell)) else frozenset() for cell in cells]
    for at, head in enumerate(heads):
        label = frozenset[str]().union(*(cell for n, cell in enumerate(read) if n != at and cell <= asked))
        column = frozenset(tokens.stems(head)) & asked
        if label and column - label and cells[at].strip():
            yield label, column
