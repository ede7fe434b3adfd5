"""One question's way: clean it, look blind, search, compose, choose, check, decide, answer or abstain.

The straight list of calls is `answer`; everything it calls is in a room below.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from edge.ask import blind, grounding, passes
from edge.ask import question as questions
from edge.ask.quotes import citations
from edge.cascade import calibrate, confidence
from edge.cascade.decide import GateFailure, Thresholds
from edge.cascade.run import (
    Attempt,
    CascadeResult,
    PassRequest,
    Tier,
    Verdict,
    run_tiers,
)
from edge.config import AskSettings
from edge.context.compose import ComposedContext, compose
from edge.engines.base import Chooser
from edge.records import Answer, Draft, Escalation, Passage
from edge.text.language import language
from edge.text.tokens import fold

#: The rung that a hard case would want when no further engine is set up.
BEYOND = "gemma"

#: Finds passages: (query, pages) -> the passages of the best pages, best page first.
Find = Callable[[str, int], list[Passage]]


@dataclass(frozen=True, slots=True)
class PassDraft:
    """A draft with what it read."""

    draft: Draft
    composed: ComposedContext


@dataclass(frozen=True, slots=True)
class KnowledgeAccess:
    """What answering reads: search, exact page texts, and the pages that contain a text."""

    find: Find
    page_text: grounding.PageText
    pages_with: Callable[[str], Iterable[str]]


def answer(
    question: str,
    ladder: Sequence[Tier[Chooser]],
    sources: KnowledgeAccess,
    settings: AskSettings,
    history: Sequence[str] = (),
    *,
    notes: Sequence[str] = (),
) -> Answer:
    """Answer one question. Raises QuestionError, UsageError for passes that do not exist, and what the store
    or the first rung raises (a failed pass of it is no error while another rung is there).

    `history`: earlier questions of a conversation, oldest first; they only help a question that leans on
    them. `notes`: what is to be told of the choice of engines.
    """
    began = time.perf_counter()
    asked = questions.question_input(question, settings.max_question_bytes)
    full = questions.follow_up(asked, [questions.question_input(turn, 1 << 30) for turn in history[-1:]])
    before = [blind.look(asked, ladder[0].engine)] if passes.read(settings.passes).blind else []
    false_premise = grounding.premise(asked, sources.pages_with)
    found: dict[int, list[Passage]] = {}
    spent = {"blind": _ms(began), "search": 0.0}

    def look(rung: Tier[Chooser], number: int) -> ComposedContext:
        pages = settings.pages * (number + 1)
        started = time.perf_counter()
        if pages not in found:
            found[pages] = sources.find(full, pages)
        spent["search"] += _ms(started)
        return compose(full, found[pages], rung.engine.budget)

    def attempt(rung: Tier[Chooser], turn: PassRequest[PassDraft]) -> Attempt[PassDraft]:
        composed = look(rung, turn.look)
        proposed = rung.engine.choose(full, composed.passages)
        complete = grounding.completed(proposed, composed.passages, sources.page_text, settings.quotes)
        draft = grounding.withdrawn(complete, full, settings.quotes)
        failure = false_premise or grounding.check(
            draft, full, composed.passages, sources.page_text, settings.quotes
        )
        if failure and not draft.choices and not rung.local:
            # The engine before was not sure either: a second "not in the passages" is an answer, not a doubt.
            failure = replace(failure, fatal=True)
        changes = _changes(turn.before, draft, before[0].draft if before else None)
        return Attempt(
            PassDraft(draft, composed), _verdict(rung, draft, full, failure), changes=changes,
            entities=draft.entities, tokens=draft.tokens, signals=draft.signals, cost_usd=draft.cost_usd,
        )  # fmt: skip

    started = time.perf_counter()
    beyond = None if any(rung.engine.name == BEYOND for rung in ladder) else BEYOND
    result = run_tiers(ladder, attempt, before, beyond=beyond)
    spent["passes"] = _ms(started) - spent["search"]
    spent["total"] = _ms(began)
    return _told(asked, result, sources, settings, spent=spent, notes=notes)


def _changes(before: PassDraft | None, after: Draft, blind: str | None) -> list[str]:
    """What a pass changed, in words. `blind`: what was said before anything was read."""
    if before is None:
        if blind is None or after.answer is None:
            return ["first draft"]
        said = fold(blind).strip(" .") == fold(after.answer).strip(" .")
        return ["first draft", "as the blind draft said" if said else "not what the blind draft said"]
    changes = []
    if [c.text for c in before.draft.choices[:1]] != [c.text for c in after.choices[:1]]:
        changes.append("another sentence")
    if before.draft.answer != after.answer:
        changes.append("another answer")
    return changes


def _verdict(rung: Tier[Chooser], draft: Draft, question: str, failure: GateFailure | None) -> Verdict:
    """Gates and confidence of a draft, and the bar it has to reach."""
    key = calibrate.CalibrationKey(
        engine=rung.engine.name, model=rung.engine.model, language=language(question.partition("\n")[0])
    )
    calibration = calibrate.find(calibrate.load(), key)
    score = confidence.of(draft, rung.engine.name, calibration)
    # One bar: the abstention threshold. Nothing is irreversible about showing a quote, and no person is
    # asked.
    level = confidence.threshold(calibration)
    return Verdict(score, score.raw, Thresholds(stop=level, bar=level, floor=level, person=1.0), failure)


def _told(
    question: str,
    result: CascadeResult[Chooser, PassDraft],
    sources: KnowledgeAccess,
    settings: AskSettings,
    *,
    spent: dict[str, float],
    notes: Sequence[str],
) -> Answer:
    """The record that is printed."""
    draft, composed = result.draft.draft, result.draft.composed
    passages = composed.passages
    accepted = result.decision.action == "accept"
    shown = citations(draft.choices, passages, sources.page_text, settings.quotes, merge=accepted)
    wanted = result.decision.wanted
    return Answer(
        question=question,
        answer=(draft.answer or shown[0].quote) if accepted else None,
        abstained=not accepted,
        reason=_reason(result),
        confidence=result.verdict.confidence,
        citations=shown if accepted else [],
        candidates=[] if accepted else shown,
        passes=result.passes,
        stopped_because=_stopped(result),
        escalation=Escalation(
            wanted=wanted,
            used=result.used,
            why=result.refusal or (f"{wanted} could read these pages; it is not set up" if wanted else ""),
            cost_usd=sum(record.cost_usd for record in result.passes),
        ),
        dropped=composed.dropped,
        notes=[*notes, *_refused(result)],
        timings_ms={name: round(value, 3) for name, value in spent.items()},
    )


def _refused(result: CascadeResult[Chooser, PassDraft]) -> list[str]:
    """Why the rung that might have settled it did not: there is something that the person can do about it."""
    if result.decision.action == "accept" or not result.refusal:
        return []
    return [f"{result.decision.wanted}: {result.refusal.rstrip('.')}"]


def _stopped(result: CascadeResult[Chooser, PassDraft]) -> str:
    """Why no further pass was run, and which engine spoke when the one before it failed."""
    why, spoke = result.decision.why, result.rung.engine.name
    failed = [record for record in result.passes if record.error and record.kind != "blind"]
    if not failed or failed[0].n > 2:
        return why
    return f"{spoke} spoke in place of {failed[0].engine} ({failed[0].error.rstrip('.')}): {why}"


def _reason(result: CascadeResult[Chooser, PassDraft]) -> str:
    """Why there is an answer, or why there is none, in words for people."""
    verdict = result.verdict
    sure = (
        verdict.confidence.calibrated if verdict.confidence.calibrated is not None else verdict.confidence.raw
    )
    if result.decision.action == "accept":
        return f"the best sentence found; about {sure:.0%} sure that it answers"
    if verdict.failure is not None:
        return verdict.failure.why
    return f"no sentence of the pages found is likely enough to be the answer ({sure:.0%})"


def _ms(began: float) -> float:
    return (time.perf_counter() - began) * 1e3
