"""Runs tiers of a ladder until a decision ends it. Knows nothing of what is asked: it calls, times and
records.

A tier is an engine in its place; to add an engine is to append a tier. What a pass reads, and what its draft
is worth, is the verb's affair (`run_pass`); what follows is decided by `decide`, here and nowhere else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from msgspec import structs

from edge.cascade.decide import (
    MAX_PASSES,
    Case,
    Decision,
    GateFailure,
    Thresholds,
    decide,
    doubts,
)
from edge.errors import Declined, EdgeError, ModelDied, OutputCut, PromptTooLong
from edge.records import Confidence, PassKind, PassRecord, Reason, coded
from edge.text import names

#: Is told of a pass, and of what was decided after it (None: nothing, another tier speaks in its place).
Observe = Callable[[PassRecord, Decision | None], None]

#: What fails a pass and not the question: another tier may speak. Anything else (a file that does not load, a
#: damaged knowledge base) would fail every question, and must be mended.
PASS_FAILURES = (ModelDied, PromptTooLong, OutputCut)


class NamedEngine(Protocol):
    """`name` is the engine (`lexical`, `gemma`, `claude`), `model` what it runs."""

    @property
    def name(self) -> str: ...
    @property
    def model(self) -> str: ...


E = TypeVar("E", bound=NamedEngine)
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Tier(Generic[E]):
    """`looks`: how many times it may run, each time on wider context. `refusal`: asked when a case would be
    handed to it; None permits it, anything else is why not. `fallback`: runs only in the place of a tier that
    failed, never because one was not sure. `title`: what a hard case calls it, when not the engine's name.
    """

    engine: E
    local: bool = True
    looks: int = 1
    fallback: bool = False
    refusal: Callable[[], Reason | None] | None = None
    title: str = ""

    @property
    def name(self) -> str:
        return self.title or self.engine.name


@dataclass(frozen=True, slots=True)
class Verdict:
    """What gates and confidence say of a draft. `value` is compared with the bars."""

    confidence: Confidence
    value: float
    bars: Thresholds
    failure: GateFailure | None = None


@dataclass(frozen=True, slots=True)
class Attempt(Generic[D]):
    """What one run of one tier gave, and what makes it a hard case."""

    draft: D
    verdict: Verdict
    changes: list[Reason] = field(default_factory=list)
    entities: list[str] = field(default_factory=list)
    tokens: dict[str, int] = field(default_factory=dict)
    signals: dict[str, float] = field(default_factory=dict)
    cost_usd: float = 0.0
    answered_by: str = ""
    action: str | None = None
    version: str = ""
    why: list[Reason] = field(default_factory=list)  # of the action
    stakes: bool = False
    conflict: bool = False
    irreversible: bool = False
    may_destroy: bool = False
    exhausted: bool = False  # another look would see nothing that this one has not seen


@dataclass(frozen=True, slots=True)
class PassRequest(Generic[D]):
    """What a tier is asked to run: its `look` (from 0), the kind of pass, and the draft before it."""

    look: int
    kind: PassKind
    before: D | None


@dataclass(frozen=True, slots=True)
class CascadeResult(Generic[E, D]):
    """Where the ladder ended: the last attempt, and the record of every pass. `refusal`: why the tier that
    was wanted did not run.
    """

    tier: Tier[E]
    attempt: Attempt[D]
    decision: Decision
    passes: list[PassRecord]
    used: str | None = None  # the last tier that is not on this device, if one ran
    refusal: Reason | None = None

    @property
    def draft(self) -> D:
        return self.attempt.draft

    @property
    def verdict(self) -> Verdict:
        return self.attempt.verdict


def run_tiers(
    tiers: Sequence[Tier[E]],
    run_pass: Callable[[Tier[E], PassRequest[D]], Attempt[D]],
    before: Sequence[PassRecord] = (),
    *,
    first: PassKind = "contextual",
    beyond: str | None = None,
    limit: int = MAX_PASSES,
    resume: Attempt[D] | None = None,
    paid: Callable[[CascadeResult[E, D]], None] | None = None,
    observe: Observe | None = None,
) -> CascadeResult[E, D]:
    """Run passes until one is accepted or the ladder ends. `before` are passes already run, `first` the kind
    of the first one here, `beyond` names the tier a hard case would want after the last one here. `resume`:
    the first tier's last attempt, made in an earlier run: it is decided anew, not run again. `paid` is told
    where the run stands before it goes on from a tier that is not on this device. `observe` is told of each
    pass when it is done; what it raises ends the run.

    A first tier whose pass fails is recorded, and the next one speaks in its place; with none, or for an
    error that is no pass's own, it is raised. A later tier's error is recorded and the result before it
    stands; when it was another look of the same tier that failed, the next tier may still be asked.
    """
    run: _CascadeRun[E, D] = _CascadeRun(tiers, list(before), first=first, beyond=beyond, limit=limit)
    last = run.decided(resume, new=False) if resume is not None else None
    while True:
        if last is not None and last.decision.action not in ("again", "escalate"):
            return last
        if paid is not None and last is not None and last.passes[-1].kind == "expert":
            paid(last)
        run.move(last)
        tier, began = run.tier, time.perf_counter()
        request = PassRequest(run.look, run.kind(), last.draft if last else None)
        try:
            attempt = run_pass(tier, request)
        except Declined:
            if last is None:
                raise
            last = run.declined(last)
        except EdgeError as error:
            replaced = last is None and isinstance(error, PASS_FAILURES) and run.at + 1 < len(tiers)
            if last is None and not replaced:
                raise
            run.record(request.kind, began, error)
            if last is None:
                run.at += 1
            else:
                last = run.failed(last, Reason("verbatim", {"text": error.message}))
        else:
            new = bool(names.new(attempt.entities, run.seen))
            run.record(request.kind, began, attempt)
            last = run.decided(attempt, new=new, last=last)
        if observe is not None:
            observe(run.passes[-1], last.decision if last else None)


class _CascadeRun(Generic[E, D]):
    """Where a run stands."""

    def __init__(
        self,
        tiers: Sequence[Tier[E]],
        passes: list[PassRecord],
        *,
        first: PassKind,
        beyond: str | None,
        limit: int,
    ) -> None:
        self.tiers, self.passes = tiers, passes
        self.first, self.beyond, self.limit = first, beyond, limit
        self.seen = {entity for record in passes for entity in record.entities}
        self.at = self.look = 0
        self.case = Case(n=0, confidence=0.0)

    @property
    def tier(self) -> Tier[E]:
        return self.tiers[self.at]

    @property
    def following(self) -> Tier[E] | None:
        """The next tier that is not a mere stand-in."""
        return next((tier for tier in self.tiers[self.at + 1 :] if not tier.fallback), None)

    def number(self) -> int:
        """The number of the next pass: 1 is the blind one's, whether it was run or not."""
        return self.passes[-1].n + 1 if self.passes else 1 if self.first == "blind" else 2

    def spent(self) -> int:
        """How many passes the limits count, the blind one included, whether it was run or not. One that
        failed did nothing for the case, and must not use up the passes of one that waits.
        """
        return self.number() - 1 - sum(bool(record.error) for record in self.passes)

    def kind(self) -> PassKind:
        """The first pass here is what the verb says, whoever runs it after a failure."""
        done = [record.kind for record in self.passes if not record.error]
        if not self.tier.local:
            return "expert"
        if not done or done == ["blind"]:
            return self.first if not done else "contextual"
        return "deep"

    def move(self, last: CascadeResult[E, D] | None) -> None:
        """To the next look of this tier, or to the next tier."""
        if last is None:
            return
        if last.decision.action == "again":
            self.look += 1
        else:
            assert self.following is not None
            self.at, self.look = self.tiers.index(self.following), 0

    def record(self, kind: PassKind, began: float, result: Attempt[D] | EdgeError) -> None:
        """One more pass in the trace. One that failed may have been paid for."""
        common: dict[str, Any] = {
            "n": self.number(), "kind": kind, "engine": self.tier.engine.name,
            "model": self.tier.engine.model, "cost_usd": result.cost_usd,
            "ms": (time.perf_counter() - began) * 1e3,
        }  # fmt: skip
        if isinstance(result, EdgeError):
            self.passes.append(PassRecord(confidence=0.0, error=result.message, **common))
            return
        self.passes.append(
            PassRecord(
                confidence=result.verdict.value, raw=result.verdict.confidence.raw,
                codes=coded(changes=result.changes, why=result.why),
                entities=result.entities, tokens=result.tokens, signals=result.signals,
                action=result.action, version=result.version, answered_by=result.answered_by, **common,
            )
        )  # fmt: skip
        self.seen.update(result.entities)

    def decided(
        self, attempt: Attempt[D], *, new: bool, last: CascadeResult[E, D] | None = None, looks: bool = True
    ) -> CascadeResult[E, D]:
        """What follows an attempt. Whether the next tier is permitted is asked only when it matters: a person
        may be asked. `looks`: this tier may look again.
        """
        following, failure = self.following, attempt.verdict.failure
        self.case = Case(
            n=self.spent(),
            confidence=attempt.verdict.value, bars=attempt.verdict.bars, local=self.tier.local,
            fresh=looks and self.look + 1 < self.tier.looks and not attempt.exhausted,
            changed=bool(attempt.changes), new=new,
            stakes=attempt.stakes, conflict=attempt.conflict, irreversible=attempt.irreversible,
            may_destroy=attempt.may_destroy,
            gate=failure.why if failure else None, fatal=bool(failure and failure.fatal),
            next_tier=following.name if following else self.beyond,
            permitted=following is not None, max_passes=self.limit,
        )  # fmt: skip
        decision, refusal = decide(self.case), None
        if decision.action == "escalate" and following and following.refusal:
            refusal = following.refusal()
            if refusal:
                self.case = replace(self.case, permitted=False)
                decision = decide(self.case)
        self._told(decision)
        used = self.tier.name if not self.tier.local else (last.used if last else None)
        return CascadeResult(self.tier, attempt, decision, self.passes, used, refusal)

    def _told(self, decision: Decision) -> None:
        """The record of the pass says what followed it, and why; one of an earlier run said so already."""
        record = self.passes[-1] if self.passes else None
        if record is None or record.error or record.then:
            return
        because = doubts(self.case) if decision.action != "accept" else []
        codes = record.codes | coded(because=because)
        self.passes[-1] = structs.replace(record, then=decision.action, codes=codes)

    def declined(self, last: CascadeResult[E, D]) -> CascadeResult[E, D]:
        """What follows a person's no: the result before it stands, and waits for nobody. It is no failed
        pass, and no permission that comes later takes the case up again.
        """
        decision = decide(replace(self.case, declined=True))
        return replace(last, decision=decision, refusal=Reason("declined"))

    def failed(self, last: CascadeResult[E, D], why: Reason) -> CascadeResult[E, D]:
        """What follows a pass that failed: the result before it stands. A tier that the case was handed to
        ends the run, and the case may wait for it. After a failed look of its own tier the case may go on to
        the next; it is not taken as settled, since what that look would have seen is not known.
        """
        if last.decision.action == "again":
            following = self.decided(last.attempt, new=False, last=last, looks=False)
            if following.decision.action != "accept":
                return following
        return replace(last, decision=decide(replace(self.case, failed=True)), refusal=why)
