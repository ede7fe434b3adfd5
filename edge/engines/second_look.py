"""The best candidates, read again: each with only its neighbours, and all of them beside each other.

What a reader says of a line depends on what else its window holds. A window cut around the line, and one of
the lines that compete, from whatever pages, are two more opinions for a sixth of the tokens: they put the
right line first more often, and where they differ the first is less to be trusted (bench/log/networks.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from edge.engines.lines import LineReader, Shown, place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

#: Candidates that are read again: a fourth with its neighbours, or six beside each other, told no more. With
#: its neighbours only what is so little behind the best, three candidates in two questions: it told as much.
MOST, BEHIND = 3, 1.0

#: Columns that rank the candidates anew: how far behind the best, the first evidence, whether it was read
#: with its neighbours, and what was said then.
CANDIDATE = ("behind", "evidence", "again", "near", "beside")
#: Columns of the question: for the chosen candidate what was said, its lead over all others and the best,
#: of either way; and over the first evidence and both, the mean and the least.
OVERALL = (
    "near", "near_lead", "best_near", "beside", "beside_lead", "best_beside", "mean_look", "least_look",
)  # fmt: skip

#: Log-odds beyond these say nothing more.
_RANGE = 16.0
#: Where nothing was read again, and the lead of a candidate that is the only one.
_NOTHING, _ALONE = -10.0, 3.0


def look(
    question: str, pages: Sequence[Shown], numbers: Sequence[int], utility: Matrix, reader: LineReader
) -> Matrix:
    """(candidates, 2): log-odds near and beside, NaN for what was not read so. `numbers`: of the candidates
    among all that the pages show; `utility`, (candidates,): which are the best.
    """
    looks = np.full((len(numbers), 2), np.nan)
    best = np.argsort(-utility, kind="stable")[:MOST].tolist()
    places = {at: found for at in best if (found := place(pages, numbers[at])) is not None}
    for at, (page, line) in places.items():
        if utility[at] >= utility.max() - BEHIND:
            looks[at, 0] = reader.near(question, page, line)
    if places:
        looks[list(places), 1] = reader.beside(question, list(places.values()))
    bounded: Matrix = np.clip(looks, -_RANGE, _RANGE)
    return bounded


def columns(utility: Matrix, evidence: Matrix, looks: Matrix) -> Matrix:
    """(candidates, len(CANDIDATE)), of the first utility and evidence of each, (candidates,)."""
    again = ~np.isnan(looks[:, 0])
    return np.column_stack([utility - utility.max(), evidence, again, _filled(looks)])


def overall(evidence: Matrix, looks: Matrix, chosen: int) -> list[float]:
    """The question's row, len(OVERALL), for the candidate that is chosen after the second look."""
    row, said = list[float](), [float(evidence[chosen])]
    for column in _filled(looks).T:
        own, others = float(column[chosen]), np.delete(column, chosen)
        row += [own, own - float(others.max()) if len(others) else _ALONE, float(column.max())]
        said.append(own)
    return [*row, float(np.mean(said)), min(said)]


def _filled(looks: Matrix) -> Matrix:
    """What was not read again is below all that was."""
    lowest = np.where(np.isnan(looks), np.inf, looks).min(axis=0)
    return np.where(np.isnan(looks), np.where(np.isinf(lowest), _NOTHING, lowest - 1.0), looks)
