"""Runs rungs of a ladder until a decision ends it. Knows nothing of what is asked: it calls, times and
records.

A rung is an engine in its place; to add an engine is to append a rung. What a pass may read is decided by
`look`, what its draft is worth by `judge`, what follows by `decide`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from edge.context.composer import Composed
from edge.engines.base import Chooser
from edge.errors import EdgeError, ModelDied, OutputCut, PromptTooLong
from edge.passes.decide import MAX_PASSES, Bars, Case, Decision, decide
from edge.passes.grounding import Failure
from edge.records import Confidence, Draft, PassKind, PassRecord
from edge.text import fold

#: What fails a pass and not the question: another rung may speak. Anything else (a file that does not load, a
#: damaged knowledge base) would fail every question, and must be mended.
PASS_FAILURES = (ModelDied, PromptTooLong, OutputCut)


@dataclass(frozen=True, slots=True)
class Rung:
    """`looks`: how many times it may run, each time on wider context. `permitted`: may be used at all.
    `fallback`: runs only in the place of a rung that failed, never because one was not sure.
    """

    engine: Chooser
    local: bool = True
    permitted: bool = True
    looks: int = 1
    fallback: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What gates and confidence say of a draft. `value` is compared with the bars."""

    confidence: Confidence
    value: float
    bars: Bars
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Climb:
    """Where the ladder ended: the last draft with what it read, and the record of every pass."""

    rung: Rung
    draft: Draft
    composed: Composed
    verdict: Verdict
    decision: Decision
    passes: list[PassRecord]
    used: str | None  # the last rung that is not on this device, if one ran


Look = Callable[[Rung, int], Composed]
Judge = Callable[[Rung, Draft, Composed], Verdict]


def climb(
    question: str,
    rungs: Sequence[Rung],
    look: Look,
    judge: Judge,
    before: Sequence[PassRecord] = (),
    *,
    beyond: str | None = None,
    limit: int = MAX_PASSES,
) -> Climb:
    """Run passes until one is accepted or the ladder ends. `before` are passes already run (the blind one),
    `beyond` names the rung a hard case would want after the last one here.

    A first rung whose pass fails is recorded, and the next one speaks in its place; with none, or for an
    error that is no pass's own, it is raised. A later rung's error is recorded and the result before it
    stands.
    """
    passes = list(before)
    seen = {entity for record in passes for entity in record.entities}
    at = look_number = 0
    last: Climb | None = None
    while True:
        rung = rungs[at]
        began = time.perf_counter()
        try:
            composed = look(rung, look_number)
            draft = rung.engine.choose(question, composed.passages)
        except EdgeError as error:
            replaced = last is None and isinstance(error, PASS_FAILURES) and at + 1 < len(rungs)
            if last is None and not replaced:
                raise
            passes.append(
                _record(
                    _next(passes), _kind(rung, last), rung, Draft(), confidence=0.0, changes=[], began=began,
                    error=error.message,
                )
            )  # fmt: skip
            if last is not None:
                return last
            at, look_number = at + 1, 0
            continue
        verdict = judge(rung, draft, composed)
        changes = _changes(last.draft if last else None, draft, passes[0].draft if passes else None)
        new = bool(set(draft.entities) - seen)
        seen.update(draft.entities)
        number = _next(passes)
        passes.append(
            _record(
                number, _kind(rung, last), rung, draft, confidence=verdict.value, changes=changes, began=began
            )
        )
        after = next((i for i in range(at + 1, len(rungs)) if not rungs[i].fallback), at)
        following = rungs[after] if after > at else None
        failure = verdict.failure
        decision = decide(
            Case(
                n=number, confidence=verdict.value, bars=verdict.bars, local=rung.local,
                fresh=look_number + 1 < rung.looks, changed=bool(changes), new=new,
                gate=failure.why if failure else "", fatal=bool(failure and failure.fatal),
                next_rung=following.engine.name if following else beyond,
                permitted=bool(following and following.permitted), max_passes=limit,
            )
        )  # fmt: skip
        used = rung.engine.name if not rung.local else (last.used if last else None)
        last = Climb(rung, draft, composed, verdict, decision, passes, used)
        if decision.action == "again":
            look_number += 1
        elif decision.action == "escalate":
            at, look_number = after, 0
        else:
            return last


def _record(
    n: int, kind: PassKind, rung: Rung, draft: Draft, *, confidence: float, changes: list[str], began: float,
    error: str = "",
) -> PassRecord:  # fmt: skip
    return PassRecord(
        n=n, kind=kind, engine=rung.engine.name, model=rung.engine.model, confidence=confidence,
        changes=changes,
        entities=draft.entities, tokens=draft.tokens, ms=(time.perf_counter() - began) * 1e3,
        signals=draft.signals,
        error=error,
    )  # fmt: skip


def _next(passes: Sequence[PassRecord]) -> int:
    """The number of the next pass: 1 is the blind one's, whether it was run or not."""
    return passes[-1].n + 1 if passes else 2


def _kind(rung: Rung, last: Climb | None) -> PassKind:
    """The first pass that reads is contextual, whoever runs it after a failure."""
    return "contextual" if last is None else "deep" if rung.local else "expert"


def _changes(before: Draft | None, after: Draft, blind: str | None) -> list[str]:
    """What a pass changed, in words. `blind`: what was said before anything was read."""
    if before is None:
        if blind is None or after.answer is None:
            return ["first draft"]
        said = fold(blind).strip(" .") == fold(after.answer).strip(" .")
        return ["first draft", "as the blind draft said" if said else "not what the blind draft said"]
    changes = []
    if [c.text for c in before.choices[:1]] != [c.text for c in after.choices[:1]]:
        changes.append("another sentence")
    if before.answer != after.answer:
        changes.append("another answer")
    return changes
