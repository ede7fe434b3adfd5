"""A calibration is found for exactly what it was fitted for, and a damaged file is named."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.cascade import calibrate, confidence
from edge.errors import ModelError
from edge.records import Choice, Draft


def _book() -> calibrate.CalibrationTable:
    key = calibrate.CalibrationKey(engine="lexical", model="chooser-abc", language="en")
    return calibrate.CalibrationTable(
        schema=1,
        calibrations=[
            calibrate.Calibration(
                key=key,
                slope=1.0,
                offset=0.0,
                threshold=0.4,
                certified=True,
                alpha=0.2,
                delta=0.1,
                fitted_on=9,
                tested_on=9,
            )
        ],
    )


@pytest.mark.parametrize("changed", [{"engine": "gemma"}, {"model": "chooser-abd"}, {"language": "fr"}])
def test_a_calibration_of_something_else_is_refused(changed: dict[str, str]) -> None:
    """Another engine, other weights or another language have no calibration here."""
    key = {"engine": "lexical", "model": "chooser-abc", "language": "en"}
    assert calibrate.find(_book(), calibrate.CalibrationKey(**key)) is not None
    assert calibrate.find(_book(), calibrate.CalibrationKey(**(key | changed))) is None


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_absent_is_said_only_from_its_threshold_on(none: float, more: float, bar: float) -> None:
    """With sentences to show, "not there" needs a fitted bound; a higher P(none) never takes it back."""
    (fitted,) = _book().calibrations
    some = Draft(choices=[Choice(passage=0, start=0, end=1, text="x", probability=0.1)], none=none)
    surer = msgspec.structs.replace(some, none=max(none, more))
    bound = msgspec.structs.replace(fitted, absent=bar)
    assert not confidence.absent(some, None) and not confidence.absent(some, fitted)
    assert confidence.absent(some, bound) == (none >= bar)
    assert confidence.absent(surer, bound) >= confidence.absent(some, bound)
    assert confidence.absent(Draft(none=none), None)  # nothing to show: nothing to be unsure of


def test_a_kind_of_document_has_its_own() -> None:
    """A fit for the kind goes before one for all kinds; another kind's is refused."""
    every = _book().calibrations[0]
    parts = msgspec.structs.replace(
        every, key=msgspec.structs.replace(every.key, kind="parts"), threshold=0.6
    )
    key = msgspec.structs.replace(every.key, kind="parts")
    pages = msgspec.structs.replace(every.key, kind="pages")
    both = calibrate.CalibrationTable(schema=1, calibrations=[every, parts])
    alone = calibrate.CalibrationTable(schema=1, calibrations=[parts])
    assert (calibrate.find(both, key), calibrate.find(both, pages)) == (parts, every)
    assert calibrate.find(alone, pages) is None


@pytest.mark.parametrize("content", [None, "{", json.dumps({"schema": 1})])
def test_a_damaged_file_is_named(tmp_path: Path, content: str | None) -> None:
    """A missing or broken calibration file is a ModelError that says how to make it again."""
    path = tmp_path / "calibration.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match="calibration") as caught:
        calibrate.load(path)
    assert "train_chooser" in caught.value.hint


def test_what_ships_belongs_together() -> None:
    """The calibrations in assets were fitted for the weights in assets, of both engines, for both languages
    and the undecided.
    """
    from edge.engines import lexical, semantic

    models = {
        ("lexical", f"chooser-{lexical.load_weights().sha[:12]}"),
        ("semantic", f"semantic-{semantic.load_weights().sha[:12]}"),
    }
    keys = {(c.key.engine, c.key.model, c.key.language) for c in calibrate.load().calibrations}
    assert keys == {(*model, language) for model in models for language in ("en", "fr", "und")}


def test_no_more_is_said_than_is_certified_of_the_surest() -> None:
    """`most` bounds the probability from above and changes none below it."""
    (bounded,) = calibrate.load().calibrations[:1]
    free = msgspec.structs.replace(bounded, slope=1.0, offset=0.0, most=1.0)
    bounded = msgspec.structs.replace(free, most=0.8)
    assert [round(free.probability(raw), 6) for raw in (0.3, 0.79, 0.95)] == [0.3, 0.79, 0.95]
    assert [round(bounded.probability(raw), 6) for raw in (0.3, 0.79, 0.95)] == [0.3, 0.79, 0.8]
