"""The user's own calibrations: fitted on one half, certified on the other, used for their key alone."""

from __future__ import annotations

import math
import os
import random
from pathlib import Path
from statistics import NormalDist

import fault_tally
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.cascade import certify, drift, own_calibration, required
from edge.cascade.calibrate import Calibration, CalibrationKey, logistic
from edge.cascade.calibration_labels import CalibrationLabel, LabelKey, grouped, read
from edge.cascade.own_calibration import OwnCalibration
from edge.cascade.platt import platt
from edge.errors import ModelError, UsageError

KEY = LabelKey(verb="ask", engine="gemma", model="m-123", version="v1", language="en", kind="contextual")


def labels(count: int, seed: int = 1, right: float = 0.75, apart: float = 1.2) -> list[CalibrationLabel]:
    """Labels whose scores are two bell curves, `apart` wide: AUROC .80 at 1.2."""
    rng = random.Random(seed)
    made = []
    for at in range(count):
        ok = rng.random() < right
        raw = logistic(rng.gauss(apart if ok else 0.0, 1.0))
        made.append(CalibrationLabel(id=f"q{at}", raw=raw, right=ok, **_fields(KEY)))
    return made


def _fields(key: LabelKey) -> dict[str, str]:
    return {name: getattr(key, name) for name in key.__struct_fields__}


def test_enough_labels_give_a_certified_threshold() -> None:
    """Its bound holds on the half that it was not fitted on, and probabilities are near the truth."""
    made = own_calibration.fit(KEY, labels(1_200), alpha=0.2, delta=0.1)
    one = made.calibration
    assert one is not None and one.threshold is not None and made.why == ""
    assert one.bound <= 0.2 and one.accepted > 0.35 * one.tested_on
    assert one.fitted_on + one.tested_on == 1_200
    fresh = [it for it in labels(4_000, seed=2) if it.raw >= (one.threshold or 0)]
    assert sum(not it.right for it in fresh) / len(fresh) <= 0.2
    said = sum(one.probability(it.raw, {}) for it in fresh) / len(fresh)
    assert said == pytest.approx(sum(it.right for it in fresh) / len(fresh), abs=0.05)


@pytest.mark.parametrize("count", [1, 10, 40])
def test_too_few_labels_say_how_many_are_missing(count: int) -> None:
    """22 on each side at least, for one in ten wrong with nine in ten certainty."""
    made = own_calibration.fit(KEY, labels(count), alpha=0.1, delta=0.1)
    assert made.calibration is None and made.missing is not None
    assert made.missing >= 44 - count and str(made.missing) in made.why


def test_a_rate_that_is_near_says_what_it_would_take() -> None:
    """Not certified, but within reach: an estimate; out of reach: no number is invented."""
    near = own_calibration.fit(KEY, labels(160, apart=2.0), alpha=0.05, delta=0.1)
    far = own_calibration.fit(KEY, labels(400, right=0.3, apart=0.2), alpha=0.05, delta=0.1)
    assert near.calibration is None or near.calibration.threshold is None
    assert near.missing is None or near.missing > 0
    assert far.missing is None and "no number of labels" in far.why


def test_a_score_that_means_nothing_is_not_calibrated() -> None:
    """Right answers below wrong ones, or only right ones: said, and nothing is kept."""
    upside = [CalibrationLabel(id=it.id, raw=1 - it.raw, right=it.right) for it in labels(300)]
    made = own_calibration.fit(LabelKey(), upside, alpha=0.2, delta=0.1)
    assert made.calibration is None and "does not order" in made.why
    same = [CalibrationLabel(id=str(at), raw=0.9, right=True) for at in range(200)]
    made = own_calibration.fit(LabelKey(), same, alpha=0.1, delta=0.1)
    assert made.calibration is None and "label some that are not" in made.why


def test_the_split_follows_the_item_and_not_its_label() -> None:
    """All passes of an item stay on one side, and the order of the file changes nothing."""
    some = labels(600)
    one = own_calibration.fit(KEY, some, alpha=0.2, delta=0.1)
    assert own_calibration.fit(KEY, some[::-1], alpha=0.2, delta=0.1).calibration == one.calibration


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60), st.integers(1, 30))
def test_any_labels_give_a_finite_fit(pairs: list[tuple[float, bool]], times: int) -> None:
    """Scores with long tails, all alike, or perfectly parted: the steps never run away."""
    raw = [min(max(value, 0.001), 0.999) for value, _ in pairs] * times
    slope, offset = platt(raw, [ok for _, ok in pairs] * times)
    assert math.isfinite(slope) and math.isfinite(offset)


def test_a_long_tail_does_not_throw_the_fit_off() -> None:
    """Found on 1,600 labels of SQuAD: one score of 0 beside many near 0.7 made undamped steps run away."""
    rng = random.Random(3)
    raw = [0.001] + [min(0.999, max(0.01, rng.gauss(0.72, 0.15))) for _ in range(700)]
    right = [False] + [rng.random() < value - 0.25 for value in raw[1:]]
    slope, offset = platt(raw, right)
    said = sum(logistic(slope * math.log(it / (1 - it)) + offset) for it in raw) / len(raw)
    assert 0 < slope < 10 and said == pytest.approx(sum(right) / len(right), abs=0.02)


def calibration(**changes: object) -> OwnCalibration:
    given_: dict[str, object] = {
        "key": KEY, "slope": 1.0, "offset": 0.0, "threshold": 0.7, "alpha": 0.1, "delta": 0.1,
        "fitted_on": 100, "tested_on": 100,
    }  # fmt: skip
    return OwnCalibration(**{**given_, **changes})  # type: ignore[arg-type]


@given(st.lists(st.text(max_size=12), min_size=2, max_size=2), st.floats(0.001, 0.999))
def test_the_file_keeps_what_was_written(names: list[str], threshold: float) -> None:
    """Any name of a model comes back as it was; a second fit takes the first one's place."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "calibrations.toml"
        key = LabelKey(verb=names[0], model=names[1])
        try:
            names[0].encode(), names[1].encode()
        except UnicodeEncodeError:
            return
        own_calibration.save([calibration(), calibration(key=key, threshold=None)], path)
        own_calibration.save([calibration(key=key, threshold=threshold)], path)
        assert set(own_calibration.load(path)) == {calibration(), calibration(key=key, threshold=threshold)}


def test_a_damaged_file_is_an_error(tmp_path: Path) -> None:
    """Never taken for "no calibration": --require would abstain for a reason nobody sees."""
    path = tmp_path / "calibrations.toml"
    for content in ("[[calibration]]\nslope = 'x'\n", "nonsense = ", "[[calibration]]\n"):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(ModelError, match="damaged"):
            own_calibration.load(path)


@pytest.mark.parametrize("change", ["verb", "engine", "model", "version", "language", "kind"])
def test_another_key_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: str) -> None:
    """Another file, prompt, language or pass is another score."""
    import msgspec

    monkeypatch.setattr(own_calibration, "file", lambda: tmp_path / "calibrations.toml")
    own_calibration.save([calibration()])
    assert required.unmet(0.9, KEY, 0.8) is None
    other = msgspec.structs.replace(KEY, **{change: "other"})
    why = required.unmet(0.9, other, 0.8)
    assert why is not None and why.code == "require.no_calibration"


def test_what_is_required_is_obeyed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Below the threshold, beyond what is certified, or uncertified: not given. A shipped calibration counts
    where it is certified and there is no own one.
    """
    monkeypatch.setattr(own_calibration, "file", lambda: tmp_path / "calibrations.toml")
    own_calibration.save([calibration()])
    codes = {
        (0.9, 0.8): None, (0.9, 0.69): "require.below", (0.95, 0.99): "require.not_certified",
        (0.0, 0.0): None,
    }  # fmt: skip
    for (require, raw), code in codes.items():
        why = required.unmet(require, KEY, raw)
        assert (why.code if why else None) == code
    own_calibration.save([calibration(threshold=None)])
    assert required.unmet(0.5, KEY, 1.0) is not None
    shipped = Calibration(
        key=CalibrationKey(engine="e", model="m", language="en"), slope=1, offset=0, threshold=0.4,
        certified=True, alpha=0.2, delta=0.1, fitted_on=1, tested_on=1,
    )  # fmt: skip
    other = LabelKey(verb="ask", engine="lexical")
    assert required.unmet(0.8, other, 0.5, shipped) is None
    assert required.unmet(0.9, other, 0.5, shipped) is not None
    assert required.unmet(0.8, other, 0.3, shipped) is not None


def test_drift_rings_when_the_promise_is_broken() -> None:
    """When more are wrong than the promise explains; not when there are too few to tell."""
    held = calibration(threshold=0.5, alpha=0.2)
    good = [CalibrationLabel(id=str(at), raw=0.9, right=at % 20 != 0, **_fields(KEY)) for at in range(200)]
    bad = [CalibrationLabel(id=str(at), raw=0.9, right=at % 3 != 0, **_fields(KEY)) for at in range(200)]
    assert not drift.drift(held, good).alarm and drift.drift(held, good).holds
    assert drift.drift(held, bad).alarm and not drift.drift(held, bad).holds
    few = drift.drift(held, bad[:10])
    assert not few.alarm and not few.holds
    other = [CalibrationLabel(id="x", raw=0.9, right=False, verb="other")]
    assert drift.drift(held, other).accepted == 0


#: Full form: EDGE_SIMULATION_RUNS=1000 (make faults). Figures in bench/LOG.md.
RUNS = int(os.environ.get("EDGE_SIMULATION_RUNS", "60"))


@pytest.mark.parametrize(("right", "auroc", "alpha"), [(0.75, 0.8, 0.1), (0.75, 0.8, 0.2), (0.55, 0.8, 0.2)])
@pytest.mark.parametrize("count", [150, 300, 600])
def test_the_threshold_keeps_its_promise(right: float, auroc: float, alpha: float, count: int) -> None:
    """In simulated runs the true error above the certified threshold passes alpha in at most delta of them,
    and two standard errors.
    """
    normal = NormalDist()
    apart = math.sqrt(2) * normal.inv_cdf(auroc)
    rng = random.Random(f"{right} {auroc} {alpha} {count}")
    broken = certified = 0
    for _ in range(RUNS):
        truth = [rng.random() < right for _ in range(count)]
        scores = [rng.gauss(apart if ok else 0.0, 1.0) for ok in truth]
        threshold = certify.certify(scores, truth, alpha=alpha, delta=0.1)
        if threshold is None:
            continue
        certified += 1
        good = right * (1 - normal.cdf(threshold - apart))
        wrong = (1 - right) * (1 - normal.cdf(threshold))
        broken += wrong / (good + wrong) > alpha
    assert broken / RUNS <= 0.1 + 2 * math.sqrt(0.1 * 0.9 / RUNS)
    fault_tally.count("simulated calibrations", RUNS)
    print(
        f"right {right} auroc {auroc} alpha {alpha} n {count}: {broken}/{RUNS} broken, {certified} certified"
    )


def test_labels_are_read_line_by_line() -> None:
    """A bad line is named; keys part the labels; none is an error."""
    lines = [
        b'{"id": "a", "raw": 0.5, "right": true, "verb": "ask"}',
        b"",
        b'{"id": "b", "raw": 1, "right": false}',
    ]
    assert [str(key) for key in grouped(read(lines))] == ["any", "ask"]
    for wrong in (b'{"id": "a"}', b"[]", b'{"id": "a", "raw": 2, "right": true}', b"\xff"):
        with pytest.raises(UsageError, match="line 2"):
            read([lines[0], wrong])
    with pytest.raises(UsageError, match="no labels"):
        read([b"\n"])
