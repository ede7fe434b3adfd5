"""The user's own calibrations: fitted on their labels, kept in one TOML file, used with nothing else.

Platt scaling on one half of the items, the threshold on the other: fixed-sequence testing with the exact
binomial bound (`certify`), so that P(error among accepted <= alpha) >= 1 - delta on items like these. Where
labels hold the signals of their passes, two thirds of the first half make a score of them (`signal_score`).
It counts where it orders the last third better than the engine's own score, and is scaled on that third.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from edge import durable, paths
from edge.cascade import certify, signal_score
from edge.cascade.calibrate import logistic, logit
from edge.cascade.calibration_labels import CalibrationLabel, LabelKey
from edge.cascade.platt import platt
from edge.cascade.reliability import auroc
from edge.cascade.signal_score import SignalScore
from edge.errors import ModelError, StorageError
from edge.records import SCHEMA, Record

#: AUROC that a score out of signals must be better by on items it was not fitted on.
BETTER = 0.01
#: Scores of exactly 0 and 1 are no surer than this.
_LEAST = 1e-3


class OwnCalibration(Record, frozen=True, kw_only=True):
    """`threshold` is a score; None: nothing could be certified. `errors` of `accepted` test items. `score`
    makes scores of signals, None: the engine's own score is used as it is.
    """

    key: LabelKey
    slope: float
    offset: float
    threshold: float | None = None
    alpha: float
    delta: float
    fitted_on: int
    tested_on: int
    accepted: int = 0
    errors: int = 0
    bound: float = 1.0
    at: str = ""
    score: SignalScore | None = None

    def value(self, raw: float, signals: Mapping[str, float]) -> float:
        """What the threshold is held against, of a pass with this score of its own and these signals."""
        return raw if self.score is None else self.score.of(signal_score.with_raw(raw, signals))

    def probability(self, raw: float, signals: Mapping[str, float]) -> float:
        """P(right) of such a pass."""
        return logistic(self.slope * _logit(self.value(raw, signals)) + self.offset)


class CalibrationReport(Record, frozen=True, kw_only=True):
    """What a fit came to. `missing`: labels that are needed besides before anything can be certified, None
    where more labels would not help. `why`: nothing was certified, in words.
    """

    key: LabelKey
    labels: int
    right: int
    calibration: OwnCalibration | None = None
    missing: int | None = 0
    why: str = ""


def fit(
    key: LabelKey, labels: Sequence[CalibrationLabel], *, alpha: float, delta: float, at: str = ""
) -> CalibrationReport:
    """Fit and test one calibration. The split follows the items' names, so that it is the same each time and
    no label decides its side.
    """
    labels = sorted(labels, key=lambda one: (one.id, one.raw))  # sums of floats depend on the order
    train = [one for one in labels if _side(one.id) == 0]
    test = [one for one in labels if _side(one.id) == 1]
    right = sum(one.right for one in labels)
    least = max(22, certify.fewest(alpha, delta))
    if min(len(train), len(test)) < least:
        missing = 2 * (least - min(len(train), len(test)))
        why = f"{len(labels)} labels are too few to certify anything: about {missing} more are needed"
        return CalibrationReport(key=key, labels=len(labels), right=right, missing=missing, why=why)
    if len({one.right for one in train}) < 2:
        what = "right" if train[0].right else "wrong"
        why = f"all labels of one half are {what}: label some that are not"
        return CalibrationReport(key=key, labels=len(labels), right=right, missing=None, why=why)
    score, train = _scored(train, least)

    def value(one: CalibrationLabel) -> float:
        return one.raw if score is None else score.of(signal_score.with_raw(one.raw, one.signals))

    slope, offset = platt([_clipped(value(one)) for one in train], [one.right for one in train])
    if slope <= 0:
        why = "the score does not order right answers above wrong ones: it cannot be calibrated"
        return CalibrationReport(key=key, labels=len(labels), right=right, missing=None, why=why)
    raw, truth = [value(one) for one in test], [one.right for one in test]
    threshold = certify.certify(raw, truth, alpha=alpha, delta=delta)
    accepted = [
        ok for score, ok in zip(raw, truth, strict=True) if threshold is not None and score >= threshold
    ]
    errors = len(accepted) - sum(accepted)
    made = OwnCalibration(
        key=key, slope=slope, offset=offset, threshold=threshold, alpha=alpha, delta=delta,
        fitted_on=len(train), tested_on=len(test), accepted=len(accepted), errors=errors, at=at, score=score,
        bound=certify.upper_bound(errors, len(accepted), delta),
    )  # fmt: skip
    more, why = (0, "") if threshold is not None else _more(raw, truth, alpha, delta)
    return CalibrationReport(
        key=key, labels=len(labels), right=right, calibration=made, missing=more, why=why
    )


def _scored(train: list[CalibrationLabel], least: int) -> tuple[SignalScore | None, list[CalibrationLabel]]:
    """A score out of signals where it is the better one, and the items that it may be scaled on."""
    apart = [one for one in train if _side(one.id, byte=1, ways=3) == 0]
    if len(apart) < least or len({one.right for one in apart}) < 2 or not any(it.signals for it in train):
        return None, train
    kept = {id(one) for one in apart}
    rows = [(signal_score.with_raw(it.raw, it.signals), it.right) for it in train if id(it) not in kept]
    score = signal_score.fit(rows)
    if score is None:
        return None, train
    made = [(score.of(signal_score.with_raw(it.raw, it.signals)), it.right) for it in apart]
    better = (auroc(made) or 0.0) > (auroc([(it.raw, it.right) for it in apart]) or 0.0) + BETTER
    return (score, apart) if better else (None, train)


def _more(raw: Sequence[float], right: Sequence[bool], alpha: float, delta: float) -> tuple[int | None, str]:
    """How many more labels the surest quarter would need at the rate of errors it has."""
    order = sorted(zip(raw, right, strict=True), key=lambda pair: -pair[0])
    size = max(5, -(-len(order) // 4))
    errors = sum(not ok for _, ok in order[:size])
    for times in range(2, 41):
        if certify.within(errors * times, size * times, alpha, delta):
            missing = 2 * len(order) * (times - 1)
            return missing, (
                f"{errors} of the {size} surest answers are wrong, which certifies no more than"
                f" {certify.upper_bound(errors, size, delta):.2f}: at this rate about {missing} more labels"
                " are needed"
            )
    return None, (
        f"{errors} of the {size} surest answers are wrong: no number of labels certifies {alpha:g}."
        " Allow more errors, or use a better engine"
    )


def file() -> Path:
    """Where the user's calibrations are."""
    return paths.home() / "calibrations.toml"


def save(made: Sequence[OwnCalibration], path: Path | None = None) -> Path:
    """Add calibrations to the file, each in the place of an older one of its key. Raises StorageError."""
    path = path or file()
    kept = {one.key: one for one in load(path)} | {one.key: one for one in made}
    text = "# Written by edge calibrate. A calibration counts for exactly what its key names.\n"
    text += f"schema = {SCHEMA}\n" + "".join(_toml(one) for _, one in sorted(kept.items()))
    try:
        durable.write_whole(path, text.encode())
    except OSError as error:
        raise StorageError(f"The calibrations {path} cannot be written: {error}.", "Make room.") from error
    return path


def load(path: Path | None = None) -> list[OwnCalibration]:
    """All calibrations of the user; none where there is no file. Raises ModelError for a damaged one."""
    path = path or file()
    try:
        stat = path.stat()
        return list(_load(path, stat.st_mtime_ns, stat.st_size))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ModelError(f"The calibrations {path} cannot be read: {error}.", "See: edge paths") from error


@lru_cache(maxsize=4)
def _load(path: Path, _time: int, _size: int) -> tuple[OwnCalibration, ...]:
    hint = "Fit them again: edge calibrate; or delete the file."
    try:
        tree: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        return tuple(msgspec.convert(tree.get("calibration", []), list[OwnCalibration]))
    except (ValueError, msgspec.MsgspecError, RecursionError) as error:
        raise ModelError(f"The calibrations {path} are damaged: {error}.", hint) from error


def find(key: LabelKey, path: Path | None = None) -> OwnCalibration | None:
    """The calibration of exactly this key, never a near one: another file, prompt or language is another."""
    return next((one for one in load(path) if one.key == key), None)


def _toml(one: OwnCalibration) -> str:
    values = msgspec.to_builtins(one)
    key = values.pop("key")
    lines = [f"{name} = {_value(value)}" for name, value in values.items() if value is not None]
    inner = ", ".join(f"{name} = {_value(value)}" for name, value in key.items())
    return "\n[[calibration]]\n" + f"key = {{ {inner} }}\n" + "\n".join(lines) + "\n"


def _value(value: object) -> str:
    """A TOML value. JSON strings are TOML basic strings, but for U+007F."""
    if isinstance(value, str):
        return msgspec.json.encode(value).decode("utf-8").replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_value(one)}" for name, one in value.items()) + " }"
    return repr(value)


def _side(name: str, *, byte: int = 0, ways: int = 2) -> int:
    return hashlib.sha256(name.encode("utf-8", "replace")).digest()[byte] % ways


def _clipped(raw: float) -> float:
    return min(max(raw, _LEAST), 1 - _LEAST)


def _logit(raw: float) -> float:
    return logit(_clipped(raw))
