"""`edge calibrate`, `edge eval calibration` and `--require`: from labels to an answer that is held back."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from cli_fakes import Run

from edge.cascade import own_calibration
from edge.cascade.calibrate import logistic


def lines(count: int, **key: str) -> bytes:
    """Labels whose scores are two bell curves."""
    rng = random.Random(5)
    rows = []
    for at in range(count):
        ok = rng.random() < 0.75
        raw = round(logistic(rng.gauss(1.5 if ok else -0.5, 1.0)), 4)
        rows.append(json.dumps({"id": f"q{at}", "raw": raw, "right": ok, **key}))
    return "\n".join(rows).encode()


def test_labels_become_a_certified_threshold(run: Run) -> None:
    """What was certified, on how many, and where it is kept; a second command finds it."""
    done = run("calibrate", "-", "--alpha", "0.2", stdin=lines(800, verb="ask", engine="e", model="m"))
    assert done.code == 0 and "certified: from a score of" in done.out and "kept in" in done.err
    (held,) = own_calibration.load()
    assert held.threshold is not None and held.alpha == 0.2
    again = run("calibrate", "-", "--check", stdin=lines(800, verb="ask", engine="e", model="m"))
    assert again.code == 0 and again.out.split(":")[0] in ("holds", "too few labels to tell")
    wrong = lines(800, verb="ask", engine="e", model="m").replace(b"true", b"false")
    assert run("calibrate", "-", "--check", stdin=wrong).code == 1


def test_too_few_labels_are_told(run: Run) -> None:
    """How many are missing, no calibration, no file."""
    done = run("calibrate", "-", stdin=lines(30))
    assert done.code == 0 and "not certified: 30 labels are too few" in done.out
    assert not own_calibration.file().exists()
    made = run("calibrate", "-", "--json", stdin=lines(30)).json
    assert made["reports"][0]["missing"] >= 14 and made["file"] is None


def test_reliability_in_figures_and_as_a_picture(run: Run, tmp_path: Path) -> None:
    """Every figure with its interval, bars in the terminal, an SVG beside them."""
    done = run("eval", "calibration", "-", "--svg", str(tmp_path / "r.svg"), stdin=lines(300))
    for name in ("ECE (10 equal bins)", "Brier", "AUROC", "risk at 35 % coverage"):
        assert name in done.out
    assert "█" in done.out and (tmp_path / "r.svg").read_text(encoding="utf-8").startswith("<svg")
    made = run("eval", "calibration", "-", "--json", stdin=lines(300)).json
    assert made["reports"][0]["items"] == 300


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "either a file of labels"),
        (("-", "--from-corrections"), "either a file of labels"),
        (("-", "--alpha", "0.9"), "--alpha 0.9"),
        (("--from-corrections",), "not corrected anything yet"),
        (("-",), "no labels"),
    ],
)
def test_what_cannot_be_fitted_is_an_error(run: Run, arguments: tuple[str, ...], says: str) -> None:
    """With the next step, and nothing written."""
    done = run("calibrate", *arguments)
    assert done.code == 2 and says in done.err and not own_calibration.file().exists()


def test_labels_that_cannot_be_kept_are_told_first(run: Run, tmp_path: Path) -> None:
    """Before a question is asked: what takes an hour to measure is not lost at its end."""
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "1", "question": "Where is it?", "expected": [["a.md", 1]]}', encoding="utf-8")
    for place in (tmp_path / "none" / "labels.jsonl", tmp_path):
        for command in (("answers", str(gold), "-K", "not asked.db"), ("grades", str(tmp_path), str(gold))):
            refused = run("eval", *command, "--labels", str(place))
            assert refused.code == 2 and f"{place} cannot be written" in refused.err
