"""The user's own calibration in every verb: its probability is told, and what it does not certify is held
back, by the signals that the pass logged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_judge import COPY, SCALE

import edge
from edge import config, paths
from edge.cascade import own_calibration
from edge.cascade.calibration_labels import LabelKey
from edge.cascade.own_calibration import OwnCalibration
from edge.cascade.signal_score import SignalScore
from edge.grade import student_copy
from edge.grade.pipeline import calibration_key
from edge.records import Confidence

MAIL = {
    "id": "c1", "subject": "Contrat", "from": "Anne Roux <anne@acme.example>", "to": ["johan@example.com"],
    "received_at": "2026-03-02T09:12:00+01:00",
    "body": "Bonjour Johan,\n\nMerci de renvoyer le contrat signé avant le vendredi 20 mars.\n\nAnne",
}  # fmt: skip

#: What a verb gives: its confidence, its signals, the key of its calibration, and whether it was held back.
Given = tuple[Confidence, dict[str, float], LabelKey, bool]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    paths.home.cache_clear()
    yield tmp_path
    paths.home.cache_clear()


def asked(**settings: Any) -> Given:
    given = config.load({"ask.engine": "lexical", **{f"ask.{k}": v for k, v in settings.items()}})
    with edge.open(paths.shipped_knowledge(), settings=given) as session:
        made = session.ask("Who may stop the clocks?")
    last = made.passes[-1]
    key = LabelKey(
        verb="ask", engine=last.engine, model=last.model, version=last.version, language="en", kind=last.kind
    )
    return made.confidence, last.signals, key, made.abstained


def extracted(**settings: Any) -> Given:
    given = config.load({f"extract.{k}": v for k, v in settings.items()})
    with edge.open(settings=given, state=paths.home() / "state.db") as session:
        made = session.extract(MAIL)
    last = made.passes[-1]
    key = LabelKey(verb="extract", engine=last.engine, model=last.model, version=last.version, kind=last.kind)
    return made.confidence, last.signals, key, made.decision != "apply"


def graded(**settings: Any) -> Given:
    with edge.open(settings=config.load({f"grade.{k}": v for k, v in settings.items()})) as session:
        made = session.grade(student_copy.of_text(COPY, name="copy"), SCALE)
    one = made.questions["Q1"]
    return one.confidence, one.signals, calibration_key(one.audit.judges, made.language), one.grade is None


@pytest.mark.parametrize("verb", [asked, extracted, graded])
def test_every_verb_logs_tells_and_obeys(verb: Callable[..., Given]) -> None:
    """Signals are in the trace; a calibration of this key is told as a probability and let through what it
    certifies; the same with a score out of these very signals that puts the pass below its threshold holds
    it back; without one, everything is held back.
    """
    confidence, signals, key, _ = verb()
    assert signals and "labels of your own" not in confidence.source
    assert verb(require=0.8)[3] or verb is asked, "what ships may certify an answer, nothing else"

    def keep(threshold: float, weight: float) -> None:
        name, value = next(iter(signals.items()))
        score = SignalScore(names=[name], mean=[value], scale=[1.0], weights=[weight], intercept=weight)
        made = OwnCalibration(
            key=key, slope=1.0, offset=3.0, threshold=threshold, alpha=0.1, delta=0.1, fitted_on=50,
            tested_on=50, accepted=40, errors=0, bound=0.06, score=score,
        )  # fmt: skip
        own_calibration.save([made])

    keep(0.5, 2.0)
    told, _, _, held = verb(require=0.9)
    assert told.calibrated is not None and told.calibrated > 0.9 and "labels of your own" in told.source
    assert not held or verb is extracted  # a mail has gates of its own
    assert verb(require=0.95)[3], "more than was certified"
    keep(0.5, -2.0)
    assert verb(require=0.9)[3], "below the threshold by its signals"
