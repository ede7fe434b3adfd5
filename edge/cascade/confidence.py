"""How sure a draft is: the engine's own score, and what it was worth on questions with known answers."""

from __future__ import annotations

from edge.cascade.calibrate import Calibration
from edge.records import Confidence, Draft

#: Without a calibration nothing is certified; below these raw scores edge abstains all the same.
UNCALIBRATED_THRESHOLDS = {"low": 0.35, "normal": 0.5, "high": 0.75}
NORMAL = "normal"


def of(draft: Draft, engine: str, calibration: Calibration | None) -> Confidence:
    """`raw`: P(right) as the engine gives it; `calibrated`: after Platt scaling, None when there is no fit
    for it.
    """
    raw = draft.signals.get("right", 1.0 - draft.none)
    if calibration is None:
        return Confidence(raw=raw, source=f"{engine}, not calibrated")
    return Confidence(
        raw=raw,
        calibrated=calibration.probability(raw),
        source=f"{engine}, Platt on {calibration.fitted_on} questions ({calibration.key.language})",
    )


def at_least(score: Confidence, share: float, source: str) -> Confidence:
    """A confidence, or, where it is higher, the `share` of its choices for which a rule was counted right;
    `source` says where.
    """
    if share <= score.value:
        return score
    return Confidence(
        raw=max(score.raw, share),
        calibrated=None if score.calibrated is None else share,
        source=source,
    )


def absent(draft: Draft, calibration: Calibration | None) -> bool:
    """Whether "not in your documents" may be said. Without a sentence to show there is nothing to be unsure
    of; with some, only a fitted bound on P(none) may say so.
    """
    if not draft.choices:
        return True
    return calibration is not None and calibration.absent is not None and draft.none >= calibration.absent


def threshold(calibration: Calibration | None, strict: str = NORMAL) -> float:
    """Raw score from which an answer is given. A calibration without levels has its one threshold for all."""
    if calibration is None:
        return UNCALIBRATED_THRESHOLDS[strict]
    return calibration.levels.get(strict, calibration.threshold)
