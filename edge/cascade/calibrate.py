"""Scores to probabilities, and two thresholds: from where edge answers, and from where it says "absent".

Fitted with `platt.py` and `certify.py`, score and threshold on different items; those that ship are made by
recipes in build/, the user's own by `own_calibration.py`.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import msgspec

from edge import paths
from edge.errors import ModelError


class CalibrationKey(msgspec.Struct, frozen=True, kw_only=True):
    """What a calibration belongs to. Used with anything else it is refused.

    `kind` of document: pages, parts (of a document without pages), or "" where one fit serves for both.
    """

    engine: str
    model: str
    language: str
    kind: str = ""


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """`probability(raw) = min(most, 1 / (1 + exp(-(slope * logit(raw) + offset))))`; answers from `threshold`
    on. `most`: no more is said than is certified of the surest items.

    `absent`: P(none) from which "not in your documents" is said; None: that is never certain enough. Of the
    questions whose answer is there, at most `absent_alpha` are called absent, with certainty 1 - `delta`.
    """

    key: CalibrationKey
    slope: float
    offset: float
    most: float = 1.0
    threshold: float
    levels: dict[str, float] = {}  # thresholds of other strictness: low, high
    certified: bool  # the bound holds for this language at `threshold`, by itself
    alpha: float
    delta: float
    fitted_on: int
    tested_on: int
    coverage: float = 0.0  # share of the test items accepted
    error: float = 0.0  # share of wrong among them
    absent: float | None = None
    absent_alpha: float = 0.0
    absent_present: float = 0.0  # share of the present test items that are called absent
    absent_gone: float = 0.0  # share of the gone ones

    def probability(self, raw: float) -> float:
        return min(self.most, logistic(self.slope * logit(raw) + self.offset))


class CalibrationTable(msgspec.Struct, frozen=True, kw_only=True):
    """`assets/calibration.json`."""

    schema: int
    calibrations: list[Calibration]
    provenance: dict[str, object] = {}


@cache
def load(path: Path | None = None) -> CalibrationTable:
    """All calibrations of a file, or of all that ship: `assets/calibration*.json`, one for each engine that
    is fitted.

    Raises ModelError when one is missing or damaged.
    """
    if path is not None:
        return _read(path)
    main = paths.asset("calibration.json")
    others = sorted(set(main.parent.glob("calibration.*.json")) - {main})
    tables = [_read(main), *map(_read, others)]
    return msgspec.structs.replace(
        tables[0], calibrations=[one for table in tables for one in table.calibrations]
    )


def _read(path: Path) -> CalibrationTable:
    hint = "Fit them again: python build/train_chooser.py (for semantic: build/calibrate_shown.py)"
    try:
        return msgspec.json.decode(path.read_bytes(), type=CalibrationTable)
    except OSError as error:
        raise ModelError(f"The calibration {path} cannot be read: {error}.", hint) from error
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ModelError(f"The calibration {path} is damaged: {error}.", hint) from error


def find(table: CalibrationTable, key: CalibrationKey) -> Calibration | None:
    """The calibration fitted for exactly this engine, model, language and kind of document, or for any kind;
    None rather than a near one.
    """
    every = msgspec.structs.replace(key, kind="")
    found = {calibration.key: calibration for calibration in reversed(table.calibrations)}
    return found.get(key) or found.get(every)


def logit(p: float) -> float:
    """The inverse of `logistic`, bounded at both ends."""
    p = min(max(p, 1e-9), 1 - 1e-9)
    return math.log(p / (1 - p))


def logistic(x: float) -> float:
    """1 / (1 + exp(-x)), without overflow."""
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))
