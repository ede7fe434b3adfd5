"""One run of one tier, what it is worth, and what followed."""

from __future__ import annotations

from typing import Any

import msgspec

from edge.records.base import PassKind, Record
from edge.records.reason import Codes


class Confidence(Record, frozen=True, kw_only=True):
    """`raw` is the model's score; `calibrated` is a probability, None until fitted; `source` says by what."""

    raw: float
    calibrated: float | None = None
    source: str = ""

    @property
    def value(self) -> float:
        """What decides, and is shown: the probability, else the score."""
        return self.raw if self.calibrated is None else self.calibrated


class PassRecord(Record, frozen=True, kw_only=True):
    """One run of one tier, as printed."""

    n: int
    kind: PassKind
    engine: str
    model: str
    confidence: float
    changes: list[str] = []
    entities: list[str] = []
    tokens: dict[str, int] = {}
    ms: float = 0.0
    signals: dict[str, float] = {}
    error: str = ""
    draft: str | None = None  # what the blind pass would say from memory: never an answer
    cost_usd: float = 0.0
    raw: float | None = None  # the score before calibration
    action: str | None = None  # what the pass would do with a message: what a person's word is held against
    version: str = ""  # of the prompts and of the judging: a calibration is good for one
    why: str = ""  # why it would do that with a message: its own words, or the rules'
    then: str = ""  # what followed: accept, again, escalate, stop; "" for a pass that failed
    because: list[str] = []  # ... and why it was not accepted
    answered_by: str = ""  # the model that answered, where the service named another than `model`
    codes: Codes = {}  # of `changes`, `why` and `because`


class PassStep(Record, frozen=True, kw_only=True):
    """A pass that was just run, and what follows it: told while an answer is on its way. `action`: accept,
    again, escalate, stop, or "" where nothing is decided yet (the blind pass, a failed one).
    """

    record: PassRecord = msgspec.field(name="pass")
    action: str = ""
    why: str = ""
    codes: Codes = {}  # of `why`


class Escalation(Record, frozen=True, kw_only=True):
    """Which tier the case wants next, whether one was used, and what it cost."""

    wanted: str | None = None
    used: str | None = None
    why: str = ""
    cost_usd: float = 0.0
    codes: Codes = {}  # of `why`


class Completed(Record, frozen=True, kw_only=True):
    """A value of a JSON schema, from whatever filled it in: Gemma or Claude.

    `logprobs`: of each token, natural logarithm, where the engine gives them; `text` is the JSON as written
    and `ends` its length after each token, so that a token's place is known. `rejected`: tokens that the
    grammar forbade, a sign of doubt. `cost_usd`: what it cost, US dollars. `answered_by`: the model that
    wrote it, where another was asked for.
    """

    value: Any
    logprobs: list[float] = []
    rejected: int = 0
    tokens: dict[str, int] = {}
    cost_usd: float = 0.0
    answered_by: str = ""
    text: str = ""
    ends: list[int] = []
