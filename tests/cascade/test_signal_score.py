"""A score out of signals: few weights for few labels, fitted on other items than what it is judged by."""

from __future__ import annotations

import math
import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.cascade import drift, own_calibration, required, signal_score
from edge.cascade.calibrate import logistic
from edge.cascade.calibration_labels import CalibrationLabel, LabelKey
from edge.cascade.reliability import auroc
from edge.records import Confidence

KEY = LabelKey(verb="ask", engine="gemma", model="m-123", version="v1", language="en", kind="contextual")


def labels(count: int, seed: int = 1, told: float = 1.5) -> list[CalibrationLabel]:
    """Labels whose own score says little, one signal much (`told`), and another nothing."""
    rng = random.Random(seed)
    made = []
    for at in range(count):
        right = rng.random() < 0.7
        signals = {"margin": rng.gauss(told * right, 1.0), "noise": rng.gauss(0, 1)}
        raw = logistic(rng.gauss(0.4 * right, 1.0))
        fields = {name: getattr(KEY, name) for name in KEY.__struct_fields__}
        made.append(CalibrationLabel(id=f"q{at}", raw=raw, right=right, signals=signals, **fields))
    return made


def test_signals_that_say_more_than_the_score_are_weighed() -> None:
    """The fit takes them, orders fresh items better by them, and its promise holds there."""
    made = own_calibration.fit(KEY, labels(1_500), alpha=0.2, delta=0.1).calibration
    assert made is not None and made.score is not None and made.threshold is not None
    assert "margin" in made.score.names
    assert made.fitted_on + made.tested_on < 1_500, "the score has items of its own"
    fresh = labels(4_000, seed=2)
    ours = auroc([(made.value(it.raw, it.signals), it.right) for it in fresh])
    alone = auroc([(it.raw, it.right) for it in fresh])
    assert ours is not None and alone is not None and ours > alone + 0.1
    accepted = [it.right for it in fresh if made.value(it.raw, it.signals) >= made.threshold]
    assert sum(not ok for ok in accepted) / len(accepted) <= 0.2
    said = [made.probability(it.raw, it.signals) for it in fresh]
    assert abs(sum(said) / len(said) - sum(it.right for it in fresh) / len(fresh)) < 0.06


def test_signals_that_say_nothing_change_nothing() -> None:
    """Then the engine's own score stands, scaled on the whole half as before."""
    dull = [CalibrationLabel(id=it.id, raw=logistic(3 * it.right + it.raw), right=it.right,
                             signals={"noise": it.signals["noise"]}) for it in labels(600)]  # fmt: skip
    made = own_calibration.fit(LabelKey(), dull, alpha=0.2, delta=0.1).calibration
    assert made is not None and made.score is None and made.fitted_on + made.tested_on == 600
    bare = [CalibrationLabel(id=it.id, raw=it.raw, right=it.right) for it in dull]
    plain = own_calibration.fit(LabelKey(), bare, alpha=0.2, delta=0.1).calibration
    assert plain is not None and (plain.slope, plain.threshold) == (made.slope, made.threshold)


def test_few_labels_get_few_weights() -> None:
    """Ten right and ten wrong ones for each weight, twelve weights at most, and none for a constant."""
    rng = random.Random(3)
    rows = [
        ({f"s{n}": rng.gauss(at % 2, 1) for n in range(20)} | {"one": 1.0}, at % 2 == 0) for at in range(400)
    ]
    for count, most in ((10, 0), (30, 1), (100, 5), (400, 12)):
        score = signal_score.fit(rows[:count])
        assert (len(score.names) if score else 0) == most
        assert score is None or "one" not in score.names


@given(st.dictionaries(st.sampled_from(["a", "b", "c"]), st.floats(), max_size=3))
def test_a_score_of_anything_is_a_score(signals: dict[str, float]) -> None:
    """Signals that are missing, infinite or no number count as their mean; unknown ones are not looked at."""
    score = signal_score.SignalScore(
        names=["a", "b"], mean=[0.0, 1.0], scale=[1.0, 2.0], weights=[1.0, -1.0], intercept=0.2
    )
    value = score.of(signals)
    assert 0 <= value <= 1 and not math.isnan(value)
    if not {"a", "b"} & set(signals):
        assert value == logistic(0.2)


def test_kept_and_read_again_it_is_the_same(tmp_path: Path) -> None:
    """The TOML holds every digit; drift weighs later labels by the same score."""
    made = own_calibration.fit(KEY, labels(1_500), alpha=0.2, delta=0.1, at="now").calibration
    assert made is not None and made.score is not None
    own_calibration.save([made], tmp_path / "c.toml")
    assert own_calibration.load(tmp_path / "c.toml") == [made]
    later = drift.drift(made, labels(600, seed=5))
    assert later.accepted > 100 and later.holds and not later.alarm
    broken = drift.drift(made, labels(600, seed=6, told=-1.5))
    assert broken.alarm


def test_what_is_required_looks_at_the_signals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two passes of one score: the one whose signals speak for it is let through, and told as likely; a
    calibration of another file is none.
    """
    made = own_calibration.fit(KEY, labels(1_500), alpha=0.2, delta=0.1).calibration
    assert made is not None and made.score is not None
    monkeypatch.setattr(own_calibration, "file", lambda: tmp_path / "c.toml")
    own_calibration.save([made])
    good, bad = {"margin": 4.0, "noise": 0.0}, {"margin": -4.0, "noise": 0.0}
    assert required.unmet(0.8, KEY, 0.6, signals=good) is None
    why = required.unmet(0.8, KEY, 0.6, signals=bad)
    assert why is not None and why.code == "require.below"
    told = required.told(Confidence(raw=0.6), KEY, good)
    assert told.calibrated is not None and told.calibrated > 0.8 and "labels of your own" in told.source
    other = msgspec.structs.replace(KEY, model="m-124")
    assert required.told(Confidence(raw=0.6), other, good).calibrated is None
    assert required.unmet(0.8, other, 0.6, signals=good) is not None
