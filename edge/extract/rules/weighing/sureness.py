"""How sure the rules are of an action: a logistic fit over the evidence for and against, not a hand-set sum.

Fitted by `build/fit_rules.py` on labelled mail, each mail weighed by weights of other authors. Nothing
is said where the weights hold no such fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from edge.cascade.calibrate import Calibration, CalibrationKey, logistic
from edge.extract.rules.parsed_message import ParsedMessage
from edge.extract.rules.weighing.evidence import Evidence, entry

#: More extractions than so many say no more.
_MOST = 8


def signs(parsed: ParsedMessage, evidence: Sequence[Evidence], bias: float, found: int) -> dict[str, float]:
    """What the fit looks at. `found`: extractions of the message."""
    weights = [one.weight for one in evidence]
    named = [one.weight for one in evidence if entry(one.name)]
    return {
        "log_odds": bias + sum(weights),
        "against": sum(weight for weight in weights if weight > 0),
        "for": sum(weight for weight in weights if weight < 0),
        "named_against": sum(weight for weight in named if weight > 0),
        "named_for": sum(weight for weight in named if weight < 0),
        "bulk": float(parsed.message.machine.bulk),
        "person": parsed.sender.person,
        "found": float(min(found, _MOST)),
    }


def worthless_probability(known: Mapping[str, float], measured: Mapping[str, float]) -> float | None:
    """P(the message is worth nothing), None without a fit."""
    if not known:
        return None
    return logistic(known["bias"] + sum(known.get(name, 0.0) * value for name, value in measured.items()))


def calibration(known: Mapping[str, float], model: str, action: str) -> Calibration | None:
    """The fit as a calibration of an action: from its threshold on, few of the labelled mails were wrong."""
    if f"from_{action}" not in known:
        return None
    count = int(known["fitted_on"])
    return Calibration(
        key=CalibrationKey(engine="rules", model=model, language="", kind=action),
        slope=1.0, offset=0.0, threshold=known[f"from_{action}"], certified=False,
        alpha=known["alpha"], delta=known["delta"], fitted_on=count, tested_on=count,
    )  # fmt: skip
