"""Figures of what was read: each message once, money from the budget, labels from people, alarms."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.cascade import calibration_labels, own_calibration
from edge.cascade.own_calibration import OwnCalibration
from edge.errors import UsageError
from edge.extract.corrections import CorrectionInput, correct
from edge.extract.stats import (
    alarms,
    labelled,
    moment,
    stats,
)
from edge.records import (
    Checkpoint,
    Confidence,
    Context,
    Escalation,
    Extracted,
    Message,
    PassRecord,
    Proposal,
    Stats,
)
from edge.settings import AlarmSettings, CloudSettings
from edge.state import calls
from edge.state.budget import Budget
from edge.state.calls import NewCall
from edge.state.database import open_state
from edge.state.messages import MessageStore

NOW = datetime(2026, 3, 20, 10, tzinfo=UTC)
OFF = AlarmSettings(
    day_usd=0.0, opus_share=0.0, clarification_share=0.0, mean_confidence=0.0, p95_seconds=0.0
)

Save = Callable[..., None]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state.db"


@pytest.fixture
def save(state: Path) -> Save:
    """Keep one reading of a message: its confidence after each pass, and whatever else is given."""

    def save(
        name: str,
        confidences: list[float],
        *,
        at: datetime = NOW,
        ms: float = 10.0,
        used: str | None = None,
        **more: Any,
    ) -> None:
        kinds: Any = ("blind", "contextual", "deep", "expert", "expert")
        passes = [
            PassRecord(n=n + 1, kind=kinds[n], engine="e", model="m", confidence=value)
            for n, value in enumerate(confidences)
        ]
        score = Confidence(raw=confidences[-1])
        made = Extracted(
            id=name, **{"action": "archive", "decision": "apply", **more}, confidence=score, passes=passes,
            escalated=used is not None, escalation=Escalation(used=used), timings_ms={"total": ms},
        )  # fmt: skip
        trail = Checkpoint(
            message=Message(id=name), proposal=Proposal(), seen=Context(), confidence=score, passes=passes,
            tier="rules",
        )  # fmt: skip
        with closing(open_state(state)) as db:
            MessageStore(db).save(made, trail, now=at)

    return save


def test_nothing_there_is_no_error_and_creates_nothing(state: Path) -> None:
    """Without a database every figure is empty, no alarm rings, and none is made by looking."""
    assert stats(state, AlarmSettings(), NOW) == Stats()
    assert not state.exists()


def test_an_empty_database_has_empty_figures(state: Path) -> None:
    """Shares of nothing are unknown, not 0, and ring nothing."""
    open_state(state).close()
    made = stats(state, AlarmSettings(mean_confidence=0.9, p95_seconds=0.1), NOW)
    assert (made.messages, made.mean_confidence, made.opus_share, made.p95_seconds) == (0, None, None, None)
    assert made.alarms == []


def test_each_message_counts_once_by_its_latest_reading(state: Path, save: Save) -> None:
    """Read again, resumed or corrected: still one message; the person's run is no reading."""
    save("a", [0.5], decision="wait", needs_clarification=True)
    save("a", [0.5, 0.9], used="opus")
    save("b", [0.7], decision="queue", needs_clarification=True)
    correct(state, "b", CorrectionInput(action="flag"), NOW)
    made = stats(state, OFF, NOW)
    assert (made.messages, made.readings) == (2, 3)
    assert made.passes == {1: 1, 2: 1} and made.decisions == {"apply": 1, "queue": 1}
    assert made.pass_confidence == {"blind": pytest.approx(0.6), "contextual": pytest.approx(0.9)}
    assert made.mean_confidence == pytest.approx(0.8)
    assert (made.escalated_share, made.opus_share, made.clarification_share) == (0.5, 0.5, 0.5)
    assert made.labels.count == 1 and made.labels.corrected == 1.0


def test_since_counts_moments_not_letters(state: Path, save: Save) -> None:
    """Times are compared as moments, whatever their offsets."""
    east = timezone(timedelta(hours=9))
    save("early", [0.5], at=datetime(2026, 3, 20, 8, tzinfo=east))  # 19 March, 23:00 in UTC
    save("late", [0.5], at=datetime(2026, 3, 20, 0, 30, tzinfo=UTC))
    assert stats(state, OFF, NOW, datetime(2026, 3, 20, tzinfo=UTC)).messages == 1
    assert stats(state, OFF, NOW, datetime(2026, 3, 19, 22, 59, tzinfo=UTC)).messages == 2


def test_money_is_what_the_calls_hold(state: Path, save: Save) -> None:
    """By purpose and model, with reservations never settled; today and the month by themselves."""
    save("a", [0.9])
    save("b", [0.9])
    limits = CloudSettings(day_usd=100.0, month_usd=100.0)
    with closing(open_state(state)) as db:
        budget = Budget(db, limits)
        for day, usd, settle in ((1, 0.25, True), (20, 0.5, True), (20, 1.0, False)):
            now = NOW.replace(day=day)
            call = budget.reserve(
                NewCall(tier="sonnet", model="big", tokens=10, usd=usd, request=f"{day} {usd}"), now
            )
            if settle:
                calls.settle(db, call, "answered", now, tokens=5, usd=usd / 2)
        asked = NewCall(tier="opus", model="huge", tokens=1, usd=0.125, purpose="ask", request="x")
        budget.reserve(asked, NOW)
    made = stats(state, OFF, NOW)
    assert [(it.purpose, it.model, it.calls, it.usd, it.unknown) for it in made.costs] == [
        ("extract", "big", 3, 1.375, 1), ("ask", "huge", 1, 0.125, 1),
    ]  # fmt: skip
    assert (made.usd, made.day_usd, made.month_usd) == (1.5, 1.375, 1.5)
    assert made.usd_per_message == 1.375 / 2
    recent = stats(state, OFF, NOW, NOW - timedelta(days=2))
    assert (recent.usd, recent.month_usd) == (1.375, 1.5), "the month is whole whatever --since says"


def test_labels_are_the_last_word_on_each_reading(state: Path, save: Save) -> None:
    """A person who changes their mind counts once; a message read anew starts anew."""
    save("a", [0.8])
    correct(state, "a", CorrectionInput(action="flag"), NOW)
    correct(state, "a", CorrectionInput(action="archive"), NOW)
    assert stats(state, OFF, NOW).labels.corrected == 0.0
    save("a", [0.6], action="delete")
    assert stats(state, OFF, NOW).labels.count == 1
    correct(state, "a", CorrectionInput(action="archive"), NOW)
    made = stats(state, OFF, NOW).labels
    assert (made.count, made.corrected, made.brier, made.ece) == (2, 0.5, None, None)


def test_calibration_figures_wait_for_enough_labels() -> None:
    """Below 30 labels there is neither Brier nor ECE: a figure of a handful says nothing."""
    assert labelled([(0.9, True)] * 29).brier is None
    made = labelled([(0.9, True)] * 27 + [(0.9, False)] * 3)
    assert made.ece == pytest.approx(0.0) and made.brier == pytest.approx(0.09)
    assert made.corrected == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("setting", "value", "rings"),
    [
        ("day_usd", 0.6, True), ("day_usd", 0.5, False), ("opus_share", 0.06, True),
        ("opus_share", None, False), ("clarification_share", 0.21, True), ("p95_seconds", 3.0, True),
        ("mean_confidence", 0.7, True), ("mean_confidence", 0.8, False), ("mean_confidence", None, False),
    ],
)  # fmt: skip
def test_alarms_ring_past_their_limit(setting: str, value: float | None, rings: bool) -> None:
    """Above the limit (confidence: below it), never at it, never of nothing, and 0 switches one off."""
    limits = AlarmSettings(
        day_usd=0.5, opus_share=0.05, clarification_share=0.2, mean_confidence=0.8, p95_seconds=2.0
    )
    # of the questions, only those about messages that a language model read
    measured = "model_clarification_share" if setting == "clarification_share" else setting
    made = msgspec.structs.replace(Stats(), **{measured: value})
    assert [it.setting for it in alarms(made, limits)] == ([f"alarms.{setting}"] if rings else [])
    assert alarms(made, OFF) == []


@settings(max_examples=100)
@given(st.text(max_size=12))
def test_since_is_a_time_or_refused(said: str) -> None:
    """Nothing typed after --since is a traceback, and what is understood is a moment with an offset."""
    try:
        assert moment(said, NOW).tzinfo is not None
    except UsageError as error:
        assert error.hint


def test_since_in_words_of_the_command_line() -> None:
    """Hours, days, weeks; or a date, from its first moment here."""
    assert moment("30d", NOW) == NOW - timedelta(days=30)
    assert moment("12h", NOW) == NOW - timedelta(hours=12) and moment("4w", NOW) == NOW - timedelta(weeks=4)
    assert moment("2026-03-01", NOW) == datetime(2026, 3, 1).astimezone()
    for wrong in ("", "d", "30", "30m", "99999w", "0001-01-01", "yesterday"):
        with pytest.raises(UsageError):
            moment(wrong, NOW)


def test_passes_a_message_tokens_and_what_further_passes_gained(state: Path, save: Save) -> None:
    """The gain is that of readings with several passes, first to last; of one pass alone it is unknown."""
    save("a", [0.9], ms=10.0)
    assert stats(state, OFF, NOW).confidence_gain is None
    save("b", [0.5, 0.6, 0.9], ms=30.0, decision="queue", needs_clarification=True)
    made = stats(state, OFF, NOW)
    assert (made.mean_passes, made.clarifications, made.tokens) == (2.0, 1, 0)
    assert made.confidence_gain == pytest.approx(0.4) and made.mean_seconds == pytest.approx(0.02)


def test_a_broken_promise_rings(
    state: Path, save: Save, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Labels that came after a calibration are held against it: the alarm rings when even the lower bound of
    their error is past what was promised, not for labels from before, nor for a few.
    """
    monkeypatch.setattr(own_calibration, "file", lambda: tmp_path / "calibrations.toml")
    for at in range(30):
        save(f"m{at}", [0.9])
        said = CorrectionInput(action="delete") if at % 2 else CorrectionInput(accept=True)
        correct(state, f"m{at}", said, NOW + timedelta(minutes=at))
    with closing(open_state(state)) as db:
        key = calibration_labels.of_corrections(db)[0].key
    for made, rings in ((NOW - timedelta(days=1), True), (NOW + timedelta(days=1), False)):
        own_calibration.save([
            OwnCalibration(
                key=key, slope=1.0, offset=0.0, threshold=0.1, alpha=0.1, delta=0.1, fitted_on=50,
                tested_on=50, at=made.isoformat(),
            )
        ])  # fmt: skip
        ringing = [it for it in stats(state, OFF, NOW).alarms if it.setting == "alarms.drift"]
        assert bool(ringing) is rings
        if rings:
            assert ringing[0].value > ringing[0].limit == 0.1
    assert not stats(state, msgspec.structs.replace(OFF, drift=False), NOW).alarms
