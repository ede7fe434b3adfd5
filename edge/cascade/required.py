"""`--require`: an answer is given only where a calibration certifies how often such answers are right."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from edge.cascade import own_calibration
from edge.cascade.calibrate import Calibration
from edge.cascade.calibration_labels import LabelKey
from edge.records import Confidence, Reason

NOTHING: Mapping[str, float] = MappingProxyType({})


def unmet(
    require: float, key: LabelKey, raw: float, shipped: Calibration | None = None, *,
    signals: Mapping[str, float] = NOTHING,
) -> Reason | None:  # fmt: skip
    """Why an answer of this score, by a pass with these signals, may not be given; None: it may, or nothing
    is required.

    The user's own calibration of exactly this key counts; without one `shipped`, where it is certified.
    """
    if require <= 0:
        return None
    own = own_calibration.find(key)
    if own is not None:
        certified, alpha, threshold = own.threshold is not None, own.alpha, own.threshold or 0.0
        raw = own.value(raw, signals)
    elif shipped is not None and shipped.certified:
        certified, alpha, threshold = True, shipped.alpha, shipped.threshold
    else:
        return Reason("require.no_calibration", {"share": require, "engine": key.engine})
    if not certified or 1 - alpha < require - 1e-9:
        return Reason("require.not_certified", {"share": require, "engine": key.engine})
    if raw < threshold:
        return Reason("require.below", {"share": require, "raw": raw, "threshold": threshold})
    return None


def told(score: Confidence, key: LabelKey, signals: Mapping[str, float] = NOTHING) -> Confidence:
    """The confidence with the probability of the user's own calibration, where there is one of this key."""
    own = own_calibration.find(key)
    if own is None:
        return score
    source = f"{key.engine}, Platt on {own.fitted_on} labels of your own"
    return Confidence(raw=score.raw, calibrated=round(own.probability(score.raw, signals), 4), source=source)
