"""Claude as an engine, always through the gate: it fills in a form, or chooses among labelled sentences.

Each answer is foreign text: it is held to its form here, a label that was not given counts for nothing, and
the sentences that are printed are our own copies, so a quote is verbatim whatever the model does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from edge import paths
from edge.cloud.request import CloudPassage, CloudRequest, Purpose
from edge.errors import CloudBroken, EdgeError
from edge.records import (
    Choice,
    Completed,
    Draft,
    Dropped,
    Passage,
    Reason,
    Record,
    coded,
)
from edge.text import sentences
from edge.text.one_line import one_line
from edge.text.tokens import CHARS_PER_TOKEN

if TYPE_CHECKING:
    from edge.cloud.gate import CloudAnswer, Gate

#: Characters of a text that are read at once. The window is far larger: this bounds the cost of one call.
CHARS = 60_000
#: Tokens of passages.
BUDGET = 8_000
#: Characters of a sentence, and of what makes a table row readable, as the model reads them.
_LINE = 600
_CONTEXT = 200
#: P(right) of a chosen sentence until a calibration says better. What the model itself says of it is logged
#: and not used (research notes on multi-pass extraction, 5: self-report saturates).
PRIOR = 0.8
_MOST = 5

#: The same for every question, so that the service compiles it once.
ASK_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "labels": {"type": "array", "items": {"type": "string", "maxLength": 8}, "maxItems": _MOST},
        "none": {"type": "boolean"},
        "answer": {"type": "string", "maxLength": 600},
        "sure": {"type": "string", "enum": ["high", "medium", "low"]},
    },
    "required": ["labels", "none", "answer", "sure"],
    "additionalProperties": False,
}
_SAID = {"high": 1.0, "medium": 0.5, "low": 0.0}


class _CloudEngine:
    """One tier of the gate (`sonnet`, `opus`)."""

    name = "claude"

    def __init__(self, gate: Gate, tier: str) -> None:
        self._gate = gate
        self._tier = tier

    @property
    def model(self) -> str:
        """The model's id."""
        return self._gate.model(self._tier)


class Claude(_CloudEngine):
    """Fills in forms: `edge.engines.base.Completer`."""

    chars = CHARS

    def __init__(self, gate: Gate, tier: str, purpose: Purpose = "extract") -> None:
        super().__init__(gate, tier)
        self._purpose: Purpose = purpose

    def complete(self, prompt: str, schema: Mapping[str, Any], *, instructions: str = "") -> Completed:
        """A JSON value for a schema. `instructions` come first, are the same for each message, and are our
        own words; `prompt` is redacted before it leaves. Raises NotPermitted and CloudError.
        """
        fixed = (instructions,) if instructions else ()
        sent = CloudRequest(purpose=self._purpose, instructions=fixed, schema=schema, message=prompt)
        answered = self._gate.send(sent, self._tier)
        return Completed(
            value=answered.value,
            tokens=answered.tokens,
            cost_usd=answered.cost_usd,
            answered_by=answered.answered_by,
        )


class ClaudeChooser(_CloudEngine):
    """Chooses sentences of passages by label: `edge.engines.base.Chooser`."""

    budget = BUDGET

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """Chosen sentences best first; none when the passages do not hold the answer. Only the question and
        the passages' text leave: no source, heading or score. Raises NotPermitted and CloudError.

        `signals`: `right` is a constant until calibrated, `said` is what the model says (0 to 1),
        `unknown_labels` counts labels that it made up.
        """
        candidates, dropped = _candidates(passages)
        if not candidates:
            return Draft(none=1.0, signals={"right": 0.0}, dropped=dropped)
        lines: dict[int, list[str]] = {}
        for label, candidate in candidates.items():
            lines.setdefault(candidate.passage, []).append(f"{label}. {_shown(candidate)}")
        sent = CloudRequest(
            purpose="ask",
            instructions=(_instructions(),),
            schema=ASK_SCHEMA,
            question=question,
            passages=tuple(CloudPassage(text="\n".join(shown)) for shown in lines.values()),
        )
        answered = self._gate.send(sent, self._tier)
        reply = _reply(answered)
        known = [label for label in dict.fromkeys(reply.labels) if label in candidates]
        signals = {
            "said": _SAID[reply.sure],
            "sentences": float(len(candidates)),
            "unknown_labels": float(len(set(reply.labels) - set(known))),
        }
        facts: dict[str, Any] = {
            "tokens": answered.tokens, "cost_usd": answered.cost_usd, "dropped": dropped,
            "answered_by": answered.answered_by,
        }  # fmt: skip
        if reply.none or not known:
            return Draft(none=1.0, signals=signals | {"right": 0.0}, **facts)
        shares = [0.5**at for at in range(len(known))]
        choices = [
            msgspec.structs.replace(candidates[label], probability=PRIOR * share / sum(shares))
            for label, share in zip(known, shares, strict=True)
        ]
        return Draft(
            choices=choices,
            none=1.0 - PRIOR,
            answer=" ".join(reply.answer.split()) or None,
            signals=signals | {"right": PRIOR},
            **facts,
        )


class _Reply(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    labels: list[str]
    none: bool
    answer: str
    sure: Literal["high", "medium", "low"]


def _reply(answered: CloudAnswer) -> _Reply:
    try:
        return msgspec.convert(answered.value, _Reply)
    except msgspec.ValidationError as error:
        broken = CloudBroken(
            f"The model's answer does not fit what was asked for: {error}.", "Try again later."
        )
        broken.cost_usd = answered.cost_usd
        raise broken from error


def _candidates(passages: Sequence[Passage]) -> tuple[dict[str, Choice], list[Dropped]]:
    """Sentences and rows by label (s1, s2, ...) in reading order, within the budget: a passage that does
    not fit is left out whole. A sentence that two passages share is read once.
    """
    candidates: dict[str, Choice] = {}
    dropped: list[Dropped] = []
    seen: set[tuple[str, int, int, int]] = set()
    room = BUDGET * CHARS_PER_TOKEN
    for index, passage in enumerate(passages):
        fresh = []
        for unit in sentences.split(passage.text, passage.table):
            start, end = passage.start + unit.start, passage.start + unit.end
            place = (passage.source, passage.page, start, end)
            if place not in seen:
                seen.add(place)
                text = passage.text[unit.start : unit.end]
                fresh.append(
                    Choice(
                        passage=index, start=start, end=end, text=text, probability=0.0, context=unit.context
                    )
                )
        size = sum(len(_shown(one)) + 8 for one in fresh)
        if size > room:
            why = coded(why=Reason("over_budget", {"tokens": BUDGET}))
            dropped.append(
                Dropped(
                    source=passage.source,
                    page=passage.page if passage.paged else None,
                    chunk=passage.chunk,
                    codes=why,
                )
            )
            continue
        room -= size
        candidates |= {f"s{len(candidates) + at}": one for at, one in enumerate(fresh, 1)}
    return candidates, dropped


def _shown(candidate: Choice) -> str:
    """A candidate as the model reads it: on one line, so that no sentence can pose as another label."""
    text = one_line(candidate.text, _LINE)
    return f"[{one_line(candidate.context, _CONTEXT)}] {text}" if candidate.context else text


@lru_cache(maxsize=1)
def _instructions() -> str:
    path = paths.asset("prompts", "cloud_ask.md")
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise EdgeError(f"The prompt {path} cannot be read: {error}.", "Install edge again.") from error
