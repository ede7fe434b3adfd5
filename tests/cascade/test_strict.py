"""How sure an answer must be: three levels, each above the one before."""

from __future__ import annotations

import msgspec

from edge.cascade import calibrate, confidence


def test_each_level_asks_for_more() -> None:
    """For every kind of document of the default engine, and where nothing was fitted."""
    fitted = [one for one in calibrate.load().calibrations if one.key.engine == "semantic"]
    assert len(fitted) == 6
    for calibration in (None, *fitted):
        low, normal, high = (confidence.threshold(calibration, level) for level in ("low", "normal", "high"))
        assert low < normal < high


def test_without_levels_the_one_threshold_holds() -> None:
    """A calibration that was fitted for one level is not guessed at for the others."""
    one = msgspec.structs.replace(calibrate.load().calibrations[0], levels={})
    assert {confidence.threshold(one, level) for level in ("low", "normal", "high")} == {one.threshold}
