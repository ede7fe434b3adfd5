"""How sure a proposal is: what agrees with what, never what a model says of itself.

Sources: research notes on multi-pass extraction, section 5 (self-reported confidence saturates; build `raw`
from agreement of passes, quotes found, values the rules read too, the action token's probability) and section
4 (the confidence of a proposal is the least of its action and of what the action rests on). The weights below
were set by hand: all signs good give 0.97, a pass that nothing confirms stays below 0.95, one that turns the
action around below 0.85. `calibrated` stays None until enough corrections are there to fit it.
"""

from __future__ import annotations

import math

from edge.cascade.calibrate import Calibration
from edge.cascade.decide import GateFailure
from edge.extract.same_extraction import same_extraction
from edge.records import Confidence, Extraction, Proposal, Reason

#: Log-odds. `before` and `rules` count +1 when they agree, -1 when they contradict, 0 when there is nothing
#: to compare.
WEIGHTS = {"before": 1.0, "rules": 0.6, "quotes": 1.6, "values": 0.8, "action": 1.2, "retry": -0.8}
BIAS = -1.6

#: Another number with every change of the weights or the signs: a calibration of the old scores is then void.
VERSION = "agreement-2"

#: An engine that only applies rules may suggest, and never claims what would be applied by itself.
RULES_CAP = 0.84


def confidence(
    proposal: Proposal,
    engine: str,
    *,
    before: Proposal | None = None,
    rules: Proposal | None = None,
    fitted: Calibration | None = None,
) -> Confidence:
    """`raw`: the least of the action's score and of the extractions it rests on. `before` is the last pass's
    proposal, `rules` what rules say of the same message, `fitted` what the rules' score is worth.
    """
    rests = [it.confidence for it in proposal.extractions if it.required]
    if engine == "rules":
        raw = min([proposal.action_confidence, *rests, RULES_CAP])
        if fitted is None or "sure" not in proposal.signals:
            return Confidence(raw=raw, source="rules, not calibrated")
        return Confidence(
            raw=raw,
            calibrated=fitted.probability(proposal.signals["sure"]),
            source=f"rules, fitted on {fitted.fitted_on} labelled mails",
        )
    own, quotes = proposal.signals, _evidence(proposal, before, rules)
    signs = {
        "before": _same(proposal, before),
        "rules": _same(proposal, rules),
        "quotes": quotes,
        "values": own.get("values_agree", 1.0) if proposal.extractions else quotes,
        "action": math.exp(own["action_logprob"]) if "action_logprob" in own else 0.8,
        "retry": own.get("json_retry", 0.0),
    }
    odds = BIAS + sum(WEIGHTS[name] * value for name, value in signs.items())
    score = 1.0 / (1.0 + math.exp(-odds))
    return Confidence(raw=min([score, *rests]), source=f"agreement of signals ({engine}), not calibrated")


def signals(proposal: Proposal, before: Proposal | None, rules: Proposal | None) -> dict[str, float]:
    """What a calibration may weigh of a model's proposal besides its own signals: how far it agrees with the
    reading before and with the rules, and how much it found.
    """
    return {
        "agrees_before": _same(proposal, before),
        "agrees_rules": _same(proposal, rules),
        "extractions": float(len(proposal.extractions)),
        "withdrawn": float(len(proposal.withdrawn)),
    }


def asks_person(proposal: Proposal) -> GateFailure | None:
    """A gate: what a model asks the person is asked, whatever its score; so is what it leaves to them."""
    if proposal.question or proposal.action == "queue":
        return GateFailure("asks", Reason("model_asks"))
    return None


def ungrounded(proposal: Proposal) -> GateFailure | None:
    """A gate: what the action rests on must stand in the message."""
    lacking = [it for it in proposal.extractions if it.required and not it.grounded]
    if not lacking:
        return None
    return GateFailure("not grounded", Reason("not_grounded", {"info": lacking[0].info[:80]}))


def _same(proposal: Proposal, other: Proposal | None) -> float:
    """From -1 (another action, or the same with nothing in common) to 1 (the same action and findings)."""
    if other is None:
        return 0.0
    if proposal.action != other.action:
        return -1.0
    mine, theirs = _findings(proposal), _findings(other)
    if not mine and not theirs:
        return 1.0
    shared = sum(any(same_extraction(it, its) for its in theirs) for it in mine)
    return 2.0 * shared / (len(mine) + len(theirs) - shared) - 1.0


def _findings(proposal: Proposal) -> list[Extraction]:
    """What readings are compared by: what has a value, or what the action rests on."""
    return [it for it in proposal.extractions if it.required or it.date or it.amount is not None]


def _evidence(proposal: Proposal, before: Proposal | None, rules: Proposal | None) -> float:
    """Share of quotes that stand in the message. No quotes is no evidence, unless nobody found anything."""
    if proposal.extractions:
        return proposal.signals.get("quotes_found", 1.0)
    others = [other for other in (before, rules) if other is not None]
    return 1.0 if others and not any(_findings(other) for other in others) else 0.0
