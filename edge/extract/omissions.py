"""What a reading may not lose: an empty form is no agreement.

A pass that has fewer findings than the one before accounts for each that is gone: it takes it back with a
reason and with words of the message that show why. What the rules read for sure (an amount, a date) is held
against every reading of a model the same way. What is gone without account stays, and nothing is applied.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edge.cascade.decide import GateFailure
from edge.extract.same_extraction import same_extraction
from edge.records import Extraction, Proposal, Reason
from edge.text import similarity
from edge.text.tokens import fold

#: Share of its words that a withdrawal's quote has in common with what it takes back.
NAMED = 0.6


def unexplained(proposal: Proposal, before: Proposal | None, rules: Proposal | None) -> list[Extraction]:
    """What an earlier reading found in the message, and this one neither has nor takes back with evidence.
    Of the rules (`rules`, or an earlier reading that was theirs) only what has a value is sure.
    """
    earlier: list[Extraction] = [*(before.extractions if before else [])]
    earlier += [it for it in (rules.extractions if rules else []) if it.date or it.amount is not None]
    lost: list[Extraction] = []
    for it in earlier:
        if not it.grounded or any(_kept(it, [other]) for other in lost):
            continue
        if not _kept(it, proposal.extractions) and not any(
            taken.grounded and _names(taken.quote, it) for taken in proposal.withdrawn
        ):
            lost.append(it)
    return lost


def restored(extractions: list[Extraction], lost: list[Extraction]) -> list[Extraction]:
    """Nothing goes by being left out: what was lost stands again, in place of a copy without its quote."""
    return [
        it for it in extractions if it.grounded or not any(same_extraction(gone, it) for gone in lost)
    ] + lost


def failure(lost: Sequence[Extraction]) -> GateFailure | None:
    """A gate: nothing is applied while something is gone without account."""
    if not lost:
        return None
    return GateFailure("lost", Reason("lost_findings", {"found": [it.info[:80] for it in lost[:3]]}))


def _kept(it: Extraction, now: Iterable[Extraction]) -> bool:
    """Whether a finding is among others: the same, or one at its place; and its values are among theirs.
    One that has lost its quote on the way has lost its proof.
    """
    at_place = [
        other for other in now if other.grounded and (same_extraction(it, other) or _overlaps(it, other))
    ]
    return (
        bool(at_place)
        and (it.date is None or any(other.date == it.date for other in at_place))
        and (it.amount is None or any(other.amount == it.amount for other in at_place))
    )


def _overlaps(it: Extraction, other: Extraction) -> bool:
    if it.start is None or it.end is None or other.start is None or other.end is None:
        return bool(it.quote) and it.where == other.where and it.quote == other.quote
    return it.start < other.end and other.start < it.end


def _names(quote: str, it: Extraction) -> bool:
    """Whether a withdrawal means this finding."""
    said, meant = fold(quote), {fold(it.quote), fold(it.info)} - {""}
    return bool(said) and any(
        said in text or text in said or similarity.similarity(said, text) >= NAMED for text in meant
    )
