"""What `edge extract` finds in a message, proposes, and decides."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from edge.records.base import SCHEMA, Record
from edge.records.message import Message
from edge.records.passes import Confidence, Escalation, PassRecord
from edge.records.reason import Codes

#: The fourteen types. French names are accepted where people write them (see `edge.extract.llm.types`).
ExtractionType = Literal[
    "fact", "decision", "commitment", "deadline", "event", "relation", "contact", "amount", "reference",
    "request", "quotation", "objective", "skill", "preference",
]  # fmt: skip

#: What to do with the message. `nothing` leaves it where it is.
MessageAction = Literal["archive", "delete", "flag", "queue", "nothing"]

Importance = Literal["low", "medium", "high"]

#: How a quote was found in the text; empty: it was not.
Found = Literal["exact", "folded", "fuzzy", ""]

#: Where a quote stands. `start` and `end` are offsets into the body, and None anywhere else.
Where = Literal["body", "subject", "invitation", "structured"]


class Extraction(Record, frozen=True, kw_only=True):
    """One thing worth keeping. `message.body[start:end] == quote` where `where` is the body and it is
    grounded; one that is not grounded takes no part in anything automatic.
    """

    type: str  # an ExtractionType, or a type of the user's own schema
    info: str  # one line for people
    importance: Importance = "medium"
    quote: str = ""
    start: int | None = None
    end: int | None = None
    where: Where = "body"
    grounded: bool = False
    found: Found = ""
    date: str | None = None  # YYYY-MM-DD
    time: str | None = None  # HH:MM
    timezone: str | None = None  # an offset or an IANA name, as far as the text says
    duration_minutes: int | None = None
    amount: float | None = None
    currency: str | None = None  # ISO 4217
    project: str | None = None  # as the message names it
    task: bool = False
    calendar: bool = False
    note: str | None = None  # the note it belongs to
    note_action: Literal["create", "append", "none"] = "none"
    required: bool = False  # the action must not be applied without it
    confidence: float = 0.0
    entities: list[str] = []
    data: dict[str, Any] = {}  # fields of the user's own type


#: Why a pass takes back what an earlier one found.
WithdrawalReason = Literal["duplicate", "wrong", "quoted", "advertising", "over"]


class Withdrawal(Record, frozen=True, kw_only=True):
    """What a pass takes back of the reading before it: `quote` names it, `evidence` are words of the message
    that show why; `grounded`: those words stand there.
    """

    quote: str
    reason: WithdrawalReason
    evidence: str
    grounded: bool = False


class Proposal(Record, frozen=True, kw_only=True):
    """What one pass proposes for a message."""

    action: MessageAction = "nothing"
    action_confidence: float = 0.0
    why: str = ""  # the reason for the action, one line
    codes: Codes = {}  # of `why`, where it is not a model's own words
    extractions: list[Extraction] = []
    withdrawn: list[Withdrawal] = []  # of the reading before
    evidence: str = ""  # words of the message that decide the action, where it is another than before
    evidenced: bool = False  # ... and they stand there
    entities: list[str] = []
    question: str | None = None  # what it would ask the person
    strategic: bool = False  # it holds a strategic decision
    used: list[str] = []  # names of context items it leaned on
    ignored: list[str] = []  # ... and of those it was shown and left aside
    unread: list[tuple[int, int]] = []  # spans of the body that no pass read
    signals: dict[str, float] = {}
    tokens: dict[str, int] = {}
    cost_usd: float = 0.0
    answered_by: str = ""  # the model that proposed it, where another was asked for


class ContextItem(Record, frozen=True, kw_only=True):
    """One thing that is known around a message: a note, an appointment, a task, an earlier message, a
    passage. `name` is what passes call it (unique in one context).
    """

    kind: Literal["note", "event", "task", "message", "passage"]
    name: str
    text: str
    source: str = ""  # stays on this device
    date: str = ""
    score: float = 0.0
    type: str = ""  # of a note: person, project or company, where it says so
    extractions: list[Extraction] = []  # of an earlier message: what was found in it, to tell repeats by


ConflictKind = Literal["overlap", "duplicate", "ambiguous"]


class Conflict(Record, frozen=True, kw_only=True):
    """Something the context says against a draft: never decided silently. `settled`: it is certain, and takes
    nothing from anybody (a note says it already): told, and not asked.
    """

    kind: ConflictKind
    text: str = ""  # one line for people
    items: list[str] = []  # names of the context items concerned
    options: list[str] = []  # what can be done about it
    quote: str = ""  # of the extraction that it is about, where it is about one
    settled: bool = False
    codes: Codes = {}  # of `text` and `options`


class Context(Record, frozen=True, kw_only=True):
    """What a pass is shown besides the message. `dropped`: found, and left out for the limits."""

    items: list[ContextItem] = []
    conflicts: list[Conflict] = []
    dropped: int = 0


class ContextUse(Record, frozen=True, kw_only=True):
    """Which context the passes leaned on, by the items' names. `left_out`: how many more were found than the
    last pass was shown.
    """

    used: list[str] = []
    ignored: list[str] = []
    left_out: int = 0
    conflicts: list[Conflict] = []


class Extracted(Record, frozen=True, kw_only=True):
    """The result for one message. `decision`: `apply` it, `queue` it with a question for the person, or
    `wait` for the tier that `escalation.wanted` names.
    """

    schema: int = SCHEMA
    id: str
    subject: str = ""
    sender: str = ""
    received_at: str = ""
    action: MessageAction
    #: `leave`: the action is a suggestion that nobody is asked about, and the message stays where it is.
    decision: Literal["apply", "queue", "wait", "leave"]
    early_stop: bool = False
    extractions: list[Extraction] = []
    confidence: Confidence
    entities: list[str] = []
    passes: list[PassRecord] = []
    total_tokens: int = 0  # of all passes
    why: str = ""  # why this action
    stopped_because: str = ""
    needs_clarification: bool = False
    clarification_question: str | None = None
    high_stakes: bool = False
    stakes: list[str] = []  # why, in words
    escalated: bool = False
    escalation: Escalation = Escalation()
    context: ContextUse = ContextUse()
    unread: list[tuple[int, int]] = []
    notes: list[str] = []
    language: str = ""  # of the message, in which its sentences are written
    codes: Codes = {}  # of `why`, `stopped_because`, `clarification_question`, `stakes` and `notes`
    timings_ms: dict[str, float] = {}


class Correction(Record, frozen=True, kw_only=True):
    """What a person changed in a result: a label for calibration. `field` is dotted: `action`,
    `extractions.2.date`.
    """

    schema: int = SCHEMA
    id: str
    field: str
    before: Any
    after: Any
    at: str


class Checkpoint(Record, frozen=True, kw_only=True):
    """What is kept of a run so that a later one can take it up: nothing is read twice."""

    message: Message
    proposal: Proposal
    seen: Context
    confidence: Confidence
    passes: list[PassRecord]
    tier: str = msgspec.field(name="rung")  # the tier that made the proposal; stored under its older name
    lost: list[Extraction] = []  # findings that the proposal left out without account
