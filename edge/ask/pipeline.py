"""One question's way: clean it, look blind, search, compose, choose, check, decide, answer or abstain.

The straight list of calls is `answer`; everything it calls is in a room below.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from edge.ask import (
    announced,
    antecedents,
    blind,
    cells,
    columns,
    courtesy,
    definitions,
    differences,
    grounding,
    options,
    passes,
    procedures,
    repeats,
    same_table,
    siblings,
    two_parts,
)
from edge.ask import question as questions
from edge.ask.quotes import citations, cited
from edge.cascade import calibrate, confidence, required, verification
from edge.cascade.calibrate import Calibration
from edge.cascade.calibration_labels import LabelKey
from edge.cascade.decide import Decision, GateFailure, Thresholds
from edge.cascade.run import (
    Attempt,
    CascadeResult,
    PassRequest,
    Tier,
    Verdict,
    run_tiers,
)
from edge.compose.passages import ComposedContext, compose_passages
from edge.engines.base import Chooser
from edge.i18n import language, of_answer, rendered
from edge.records import (
    Answer,
    Choice,
    Draft,
    EarlierTurn,
    Escalation,
    Passage,
    PassRecord,
    PassStep,
    Reason,
    coded,
)
from edge.search.pages import TextPlace
from edge.settings import AskSettings
from edge.text.language import is_foreign
from edge.text.language import language as guess
from edge.text.tokens import fold

#: Earlier turns that are looked at.
TURNS = 4

#: The tier that a hard case would want when no further engine is set up.
BEYOND = "gemma"

#: Where an answer is not there, sentences less sure than this are not shown as the closest: none is close.
CLOSE = 0.1

#: The engines that choose and write nothing: they are asked each of two questions by itself.
EXTRACTIVE = ("lexical", "semantic")

#: Signals of what is there for certain, however sure it is.
_KNOWN = frozenset((definitions.SIGNAL, options.SIGNAL, cells.SIGNAL))

#: Finds passages: (query, pages, documents that the conversation is about) -> the passages of the best pages,
#: best page first.
Find = Callable[[str, int, Sequence[str]], list[Passage]]


@dataclass(frozen=True, slots=True)
class PassDraft:
    """A draft with what it read."""

    draft: Draft
    composed: ComposedContext
    absent: bool = False  # certain enough that the answer is not there
    missing: str = ""  # the one of two questions that nothing is sure to answer


@dataclass(frozen=True, slots=True)
class KnowledgeAccess:
    """What answering reads: search, exact texts of pages and parts, pages that contain a text, how a run of
    one is cited, and the words there are.
    """

    find: Find
    page_text: grounding.PageText
    pages_with: Callable[[str], Iterable[str]]
    place_of: Callable[[str, int, int, int], TextPlace]
    #: A question without its spelling mistakes, and what is to be told of it.
    read_as: Callable[[str], tuple[str, list[Reason]]] = lambda question: (question, [])


def answer(
    question: str,
    ladder: Sequence[Tier[Chooser]],
    sources: KnowledgeAccess,
    settings: AskSettings,
    history: Sequence[EarlierTurn] = (),
    *,
    notes: Sequence[Reason] = (),
    observe: Callable[[PassStep], None] | None = None,
) -> Answer:
    """Answer one question. Raises QuestionError, UsageError for passes that do not exist, and what the store
    or the first tier raises (a failed pass of it is no error while another tier is there).

    `history`: earlier turns of a conversation, oldest first. Their words only help a question that leans on
    them, and what the last one showed is not told again where another thing is asked; the documents that it
    spoke of come somewhat before others. `notes`: what is to be told of the choice of engines. `observe`: is
    told of each pass when it is done.
    """
    began = time.perf_counter()
    typed = questions.question_input(question)
    asked, told_of = sources.read_as(courtesy.without(typed))
    turns = [
        msgspec.structs.replace(turn, question=questions.question_input(turn.question, 1 << 30))
        for turn in history[-TURNS:]
    ]
    full = questions.follow_up(asked, [turn.question for turn in turns])
    about = next((turn.sources for turn in reversed(turns) if turn.sources), [])
    before = [blind.look(asked, ladder[0].engine)] if passes.read(settings.passes).blind else []
    pair = two_parts.parts(full)
    false_premise = grounding.premise(asked, sources.pages_with) or grounding.unknown(full, told_of)
    found: dict[int, list[Passage]] = {}
    spent = {"blind": _ms(began), "search": 0.0}

    def look(tier: Tier[Chooser], number: int) -> ComposedContext:
        pages = settings.pages * (number + 1)
        started = time.perf_counter()
        if pages not in found:
            found[pages] = repeats.set_aside(sources.find(full, pages, about), asked, turns)
        spent["search"] += _ms(started)
        return compose_passages(full, found[pages], tier.engine.budget)

    def attempt(tier: Tier[Chooser], turn: PassRequest[PassDraft]) -> Attempt[PassDraft]:
        composed = look(tier, turn.look)
        heading_of = _headings(composed.passages, sources)
        proposed, missing = tier.engine.choose(full, composed.passages), ""
        if tier.local and pair is not None and tier.engine.name in EXTRACTIVE:

            def sure(other: Draft) -> bool:
                return _sure(tier, full, other, composed.passages, settings)

            proposed, missing = two_parts.both(
                proposed, pair, lambda part: tier.engine.choose(part, composed.passages), sure
            )
        if tier.local:
            proposed = _by_rules(
                proposed, asked, full, composed.passages, settings.quotes, heading_of=heading_of, turns=turns
            )
        complete = _completed(proposed, composed.passages, sources.page_text, settings.quotes)
        draft = grounding.withdrawn(complete, full, settings.quotes)
        draft = differences.settled(turn.before.draft if turn.before else None, draft, settings.quotes)
        failure = (
            false_premise
            or grounding.another_year(draft, told_of)
            or columns.missing(draft, asked)
            or siblings.another(draft, asked, heading_of)
            or siblings.unlike(draft)
            or grounding.without_number(draft, asked)
            or grounding.without_address(draft, asked)
            or grounding.elsewhere(draft, asked)
            or grounding.check(draft, full, composed.passages, sources.page_text, settings.quotes)
        )
        if failure and not draft.choices and not tier.local:
            # The engine before was not sure either: a second "not in the passages" is an answer, not a doubt.
            failure = replace(failure, fatal=True)
        changes = _changes(turn.before, draft, before[0].draft if before else None)
        key = _key(tier, full, draft, composed.passages)
        calibration = calibrate.find(calibrate.load(), key)
        version = getattr(tier.engine, "version", "")
        own = LabelKey(
            verb="ask", engine=key.engine, model=key.model, version=version, language=key.language,
            kind=turn.kind,
        )  # fmt: skip
        verdict = _verdict(draft, own, calibration, failure, settings)
        return Attempt(
            PassDraft(draft, composed, bool(false_premise) or _absent(draft, calibration, asked), missing),
            verdict, changes=changes,
            entities=draft.entities, tokens=draft.tokens, signals=draft.signals, cost_usd=draft.cost_usd,
            version=version, answered_by=draft.answered_by,
        )  # fmt: skip

    def told(record: PassRecord, decision: Decision | None = None) -> None:
        if observe is not None:
            action, why = (decision.action, decision.why) if decision else ("", None)
            step = PassStep(record=record, action=action, codes=coded(why=why))
            observe(rendered(step, language(asked)))

    for record in before:
        told(record)
    started = time.perf_counter()
    beyond = None if any(tier.engine.name == BEYOND for tier in ladder) else BEYOND
    result = run_tiers(ladder, attempt, before, beyond=beyond, observe=told if observe else None)
    spent["passes"] = _ms(started) - spent["search"]
    spent["total"] = _ms(began)
    return _answer(typed, result, sources, settings, spent=spent, notes=[*notes, *told_of])


def _by_rules(
    draft: Draft, asked: str, full: str, passages: Sequence[Passage], quotes: int, *,
    heading_of: siblings.HeadingOf, turns: Sequence[EarlierTurn],
) -> Draft:  # fmt: skip
    """What rules put in the place of an engine's choice, and what they quote with it."""
    draft = same_table.preferred(draft, asked, passages, turns)
    draft = siblings.preferred(draft, asked, heading_of)
    defined = definitions.preferred(draft, asked, passages)
    if not siblings.another(defined, asked, heading_of):  # an entry of another version defines that one's
        draft = defined
    draft = options.preferred(draft, full, passages)
    draft = cells.preferred(draft, asked, heading_of)
    draft = procedures.joined(draft, asked, passages)
    draft = procedures.listed(draft, asked, passages, quotes)
    return antecedents.joined(draft, passages, quotes)


def _headings(passages: Sequence[Passage], sources: KnowledgeAccess) -> siblings.HeadingOf:
    """The headings under which a choice is cited."""

    def heading_of(choice: Choice) -> str:
        passage = passages[choice.passage]
        place = sources.place_of(passage.source, passage.page, choice.start, choice.end)
        return place.heading or passage.heading

    return heading_of


def _completed(
    draft: Draft, passages: Sequence[Passage], page_text: grounding.PageText, quotes: int
) -> Draft:
    """What is quoted, with what it announces and to the ends of its sentences."""
    whole = announced.completed(draft, passages, page_text, quotes)
    return grounding.completed(whole, passages, page_text, quotes)


def _sure(
    tier: Tier[Chooser], question: str, draft: Draft, passages: Sequence[Passage], settings: AskSettings
) -> bool:
    """Whether a draft would be answered with by itself."""
    calibration = calibrate.find(calibrate.load(), _key(tier, question, draft, passages))
    score = confidence.of(draft, tier.engine.name, calibration)
    return score.raw >= confidence.threshold(calibration, settings.strict)


def _absent(draft: Draft, calibration: Calibration | None, question: str) -> bool:
    """Whether "not in your documents" may be said: not beside a definition of what was asked, the entry of
    its option or the cell it names, and not to a question in a language that nothing here was fitted on.
    """
    known = _KNOWN.isdisjoint(draft.signals) and not is_foreign(question)
    return known and confidence.absent(draft, calibration)


def _changes(before: PassDraft | None, after: Draft, blind: str | None) -> list[Reason]:
    """What a pass changed. `blind`: the draft written before anything was read."""
    if before is None:
        if blind is None or after.answer is None:
            return [Reason("first_draft")]
        same = fold(blind).strip(" .") == fold(after.answer).strip(" .")
        apart = [] if same else verification.contradictions(blind, after.answer)
        return [Reason("first_draft"), Reason("as_blind_draft" if same else "not_blind_draft"), *apart]
    changes = []
    if [c.text for c in before.draft.choices[:1]] != [c.text for c in after.choices[:1]]:
        changes.append(Reason("another_sentence"))
    if before.draft.answer != after.answer:
        changes += [Reason("another_answer"), *verification.contradictions(before.draft.answer, after.answer)]
    return changes


def _key(
    tier: Tier[Chooser], question: str, draft: Draft, passages: Sequence[Passage]
) -> calibrate.CalibrationKey:
    """What a calibration must have been fitted for: the engine, its model, the question's language,
    and the kind of document that the draft quotes.
    """
    paged = not draft.choices or passages[draft.choices[0].passage].paged
    return calibrate.CalibrationKey(
        engine=tier.engine.name,
        model=tier.engine.model,
        language=guess(question.partition("\n")[0]),
        kind="pages" if paged else "parts",
    )


def _verdict(
    draft: Draft,
    own: LabelKey,
    calibration: Calibration | None,
    failure: GateFailure | None,
    settings: AskSettings,
) -> Verdict:
    """Gates and confidence of a draft, and the bar it has to reach."""
    score = confidence.of(draft, own.engine, calibration)
    score = cells.confidence(draft, options.confidence(draft, definitions.confidence(draft, score)))
    # One bar: the abstention threshold. Nothing is irreversible about showing a quote, and no person is
    # asked.
    level = confidence.threshold(calibration, settings.strict)
    why = required.unmet(settings.require, own, score.raw, calibration, signals=draft.signals)
    if failure is None and why:
        failure = GateFailure("require", why)
    told = required.told(score, own, draft.signals)
    return Verdict(told, score.raw, Thresholds(stop=level, bar=level, floor=level, person=1.0), failure)


def _answer(
    question: str,
    result: CascadeResult[Chooser, PassDraft],
    sources: KnowledgeAccess,
    settings: AskSettings,
    *,
    spent: dict[str, float],
    notes: Sequence[Reason],
) -> Answer:
    """The record that is printed."""
    draft, composed = result.draft.draft, result.draft.composed
    passages = composed.passages
    accepted = result.decision.action == "accept"
    quotes = citations(draft.choices, passages, sources.page_text, settings.quotes, merge=accepted)
    shown = [cited(quote, sources.place_of) for quote in quotes]
    failure = result.verdict.failure
    gone = failure is not None and failure.gate == grounding.UNKNOWN
    far = gone or (result.draft.absent and result.verdict.confidence.value < CLOSE)
    if gone and failure is not None:  # its reason says it
        notes = [note for note in notes if note.code != failure.why.code]
    wanted = result.decision.wanted
    if accepted and result.draft.missing:
        notes = [*notes, Reason("part_missing", {"part": result.draft.missing})]
    why = result.refusal or (Reason("not_set_up", {"engine": wanted}) if wanted else None)
    given = Answer(
        question=question,
        answer=(draft.answer or shown[0].quote) if accepted else None,
        outcome="answer" if accepted else "absent" if result.draft.absent else "unsure",
        abstained=not accepted,
        confidence=result.verdict.confidence,
        citations=shown if accepted else [],
        candidates=[] if accepted or far else shown,
        passes=result.passes,
        escalation=Escalation(
            wanted=wanted,
            used=result.used,
            cost_usd=sum(record.cost_usd for record in result.passes),
            codes=coded(why=why),
        ),
        dropped=composed.dropped,
        codes=coded(
            reason=_reason(result), stopped_because=_stopped(result), notes=[*notes, *_refused(result)]
        ),
        timings_ms={name: round(value, 3) for name, value in spent.items()},
    )
    return rendered(given, of_answer(given))


def _refused(result: CascadeResult[Chooser, PassDraft]) -> list[Reason]:
    """Why the tier that might have settled it did not: there is something that the person can do about it."""
    if result.decision.action == "accept" or not result.refusal:
        return []
    return [Reason("on_behalf", {"engine": result.decision.wanted or "", "why": result.refusal})]


def _stopped(result: CascadeResult[Chooser, PassDraft]) -> Reason:
    """Why no further pass was run, and which engine spoke when the one before it failed."""
    why, spoke = result.decision.why, result.tier.engine.name
    failed = [record for record in result.passes if record.error and record.kind != "blind"]
    if not failed or failed[0].n > 2:
        return why
    error = failed[0].error.rstrip(".")
    return Reason("spoke_instead", {"engine": spoke, "failed": failed[0].engine, "error": error, "why": why})


def _reason(result: CascadeResult[Chooser, PassDraft]) -> Reason:
    """Why there is an answer, or why there is none."""
    verdict = result.verdict
    sure = verdict.confidence.value
    if result.decision.action == "accept":
        return Reason("best_sentence", {"confidence": sure})
    if verdict.failure is not None:
        return verdict.failure.why
    return Reason("no_sure_sentence", {"confidence": sure})


def _ms(began: float) -> float:
    return (time.perf_counter() - began) * 1e3
