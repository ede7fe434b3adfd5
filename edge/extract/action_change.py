"""An action that another reading turned round: it needs words of the message, not another opinion.

The reading before may be the blind pass of the same engine, a second engine or a smaller one of this device,
and this one Claude's: the rule is one. What changes a value on the same words is a loss of the old one
(`omissions`), and told there.
"""

from __future__ import annotations

from edge.cascade import verification
from edge.cascade.decide import GateFailure
from edge.records import Proposal, Reason

#: A signal of the pass: it turned the action on no words of the message.
SIGNAL = "change_unfounded"


def is_unfounded(proposal: Proposal, before: Proposal, *, rules: bool = False) -> bool:
    """Whether a proposal has another action than the one before it, and shows no words for it: those it gives
    as evidence, a finding or a withdrawal, at a place that was not quoted before. Where `rules` read before,
    any words of the message will do: rules quote whole sentences, and mean nothing by it.
    """
    if proposal.action == before.action:
        return False
    shown = [it.quote for it in proposal.extractions if it.grounded]
    shown += [it.evidence for it in proposal.withdrawn if it.grounded]
    if proposal.evidenced:
        shown.append(proposal.evidence)
    known = [it.quote for it in before.extractions if it.grounded and not rules]
    return not verification.is_new(shown, known)


def failure(proposal: Proposal) -> GateFailure | None:
    """A gate: neither action stands, the next tier or the person decides."""
    if not proposal.signals.get(SIGNAL):
        return None
    return GateFailure(
        "turned", Reason("turned_without_evidence", {"action": Reason(f"action.{proposal.action}")})
    )
