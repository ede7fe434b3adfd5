"""How reading messages went: what `edge stats` prints."""

from __future__ import annotations

from edge.records.base import SCHEMA, Record


class ModelCost(Record, frozen=True, kw_only=True):
    """What one model of the cloud did cost for one purpose (`ask`, `extract`), reservations that were never
    settled included. US dollars. `unknown`: requests whose outcome is unknown.
    """

    purpose: str
    model: str
    calls: int
    tokens: int
    usd: float
    unknown: int = 0


class Labels(Record, frozen=True, kw_only=True):
    """What the person said of actions. `corrected`: the share whose action was wrong. `brier` and `ece` of
    the raw confidence, None below `needed` labels: a figure of a handful says nothing. People look at hard
    cases sooner, so these are figures of what was looked at, not of all.
    """

    count: int = 0
    needed: int = 30
    corrected: float | None = None
    brier: float | None = None
    ece: float | None = None  # expected calibration error, ten equal bins


class Alarm(Record, frozen=True, kw_only=True):
    """A limit that is passed. `setting` is its dotted name."""

    setting: str
    value: float
    limit: float


class Stats(Record, frozen=True, kw_only=True):
    """Messages read since `since` (ISO 8601; empty: ever), each by its latest reading. Shares are of
    `messages` and None without any; money is what the calls cost.
    """

    schema: int = SCHEMA
    since: str = ""
    messages: int = 0
    readings: int = 0  # a message read again counts again
    actions: dict[str, int] = {}
    decisions: dict[str, int] = {}
    passes: dict[int, int] = {}  # how many messages ended after so many passes
    mean_passes: float | None = None
    tokens: int = 0  # of all passes
    pass_confidence: dict[str, float] = {}  # mean, by kind of pass
    mean_confidence: float | None = None  # of the result: calibrated where it is
    confidence_gain: float | None = None  # the last pass over the first, where there were several
    escalated_share: float | None = None
    opus_share: float | None = None
    clarifications: int = 0  # messages about which the person is asked
    clarification_share: float | None = None
    model_clarification_share: float | None = None  # of those that a language model read: the alarm's
    mean_seconds: float | None = None
    p50_seconds: float | None = None
    p95_seconds: float | None = None
    costs: list[ModelCost] = []
    usd: float = 0.0
    usd_per_message: float | None = None  # what was spent on messages, over the messages
    day_usd: float = 0.0  # today
    month_usd: float = 0.0  # this calendar month
    labels: Labels = Labels()
    alarms: list[Alarm] = []
