"""Whether a certified calibration still holds: labels that came after it, held against its promise."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from edge.cascade import calibration_labels, certify, own_calibration
from edge.cascade.calibration_labels import CalibrationLabel
from edge.cascade.own_calibration import OwnCalibration
from edge.records import Record

if TYPE_CHECKING:
    import apsw


class Drift(Record, frozen=True, kw_only=True):
    """Of later labels above the threshold: how many, how many wrong, and both bounds of their error rate.
    `alarm`: even the lower bound passes what was promised, so it is broken and not merely unproven.
    `holds`: the upper bound keeps it. With few labels it is neither.
    """

    name: str
    accepted: int
    errors: int
    lower: float
    upper: float
    alpha: float
    alarm: bool
    holds: bool


def of_messages(db: apsw.Connection) -> list[Drift]:
    """Each calibration for messages, held against what people settled after it was made."""
    held = []
    for one in own_calibration.load():
        if one.key.verb == "extract" and one.at and one.threshold is not None:
            later = calibration_labels.of_corrections(db, datetime.fromisoformat(one.at))
            held.append(drift(one, later))
    return held


def drift(calibration: OwnCalibration, labels: Sequence[CalibrationLabel]) -> Drift:
    """The running bounds over labels of this calibration's key that were not used to fit it, each at the
    calibration's own delta.
    """
    threshold, alpha, delta = calibration.threshold, calibration.alpha, calibration.delta
    accepted = [
        one.right
        for one in labels
        if one.key == calibration.key
        and threshold is not None
        and calibration.value(one.raw, one.signals) >= threshold
    ]
    count, right = len(accepted), sum(accepted)
    upper = certify.upper_bound(count - right, count, delta)
    lower = 1 - certify.upper_bound(right, count, delta) if count else 0.0
    return Drift(
        name=str(calibration.key), accepted=count, errors=count - right, lower=lower, upper=upper,
        alpha=alpha, alarm=lower > alpha, holds=upper <= alpha,
    )  # fmt: skip
