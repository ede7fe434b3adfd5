"""Answers measured: what was answered, whether its quotes stand on the expected pages, how sure it was."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from typing import Protocol, get_args

import msgspec

from edge.cascade.calibration_labels import CalibrationLabel
from edge.errors import EdgeError
from edge.evaluate.gold import Gold, Page, grouped, nfc, warnings
from edge.evaluate.report import AnswerFigures, AnswersReport, Latency, Miss, missed
from edge.rates import auroc, latency, percent, risk, shares
from edge.records import Answer, AnswerOutcome, Citation
from edge.text.language import language as guess


class Answerer(Protocol):
    """What is measured: anything that answers (`edge.open(...)`)."""

    def ask(self, question: str) -> Answer: ...

    def page_text(self, source: str, page: int | None) -> str: ...


class ChoosesEngine(Answerer, Protocol):
    """... and lets the engine be named."""

    def ask(self, question: str, *, engine: str | None = None) -> Answer: ...


class FixedEngine:
    """A session whose questions go to one engine, whatever its settings say."""

    def __init__(self, edge: ChoosesEngine, engine: str) -> None:
        self._edge, self._engine = edge, engine
        self.page_text = edge.page_text

    def ask(self, question: str) -> Answer:
        """Ask that engine."""
        return self._edge.ask(question, engine=self._engine)


class _Outcome(msgspec.Struct, frozen=True, kw_only=True):
    answered: bool
    outcome: AnswerOutcome = "unsure"  # also of a question that gave an error: nothing was said of it
    near: bool = False  # any quote, or candidate of an answer, on an expected page
    cited: bool = False  # any quote on an expected page
    first: bool = False  # the first quote on an expected page
    confidence: float = 0.0


def measure(
    edge: Answerer, gold: Iterable[Gold], by: str = "",
    *, label: Callable[[CalibrationLabel], object] | None = None,
) -> AnswersReport:  # fmt: skip
    """Ask every question and check every quote against its page. A refused question counts as unanswered.

    `label` is given what a calibration learns from: the score of what was answered, or would have been.
    """
    outcomes: list[tuple[Gold, _Outcome]] = []
    times: list[float] = []
    misses: list[Miss] = []
    quotes = valid = errors = 0
    spoke: Counter[str] = Counter()
    seen: set[Page] = set()
    for item in gold:
        begun = time.perf_counter()
        try:
            answer = edge.ask(item.question)
        except EdgeError as error:
            errors += 1
            outcomes.append((item, _Outcome(answered=False)))
            misses.append(missed(item, f"error: {error.message}", []))
            continue
        finally:
            times.append(1000 * (time.perf_counter() - begun))
        if answer.passes:
            spoke[answer.passes[-1].engine] += 1
        shown = answer.citations + answer.candidates
        astray = [(one.source, one.page) for one in shown if not _stands(edge, one)]
        quotes += len(shown)
        valid += len(shown) - len(astray)
        misses += [missed(item, "quote not on its page", [place]) for place in astray]
        pages: list[Page] = [(nfc(citation.source), citation.page) for citation in answer.citations]
        seen.update((nfc(one.source), one.page) for one in shown)
        outcome = _judge(item, answer, pages)
        outcomes.append((item, outcome))
        if label is not None and (made := _label(item, answer)) is not None:
            label(made)
        if why := _wrong(item, outcome):
            misses.append(missed(item, why, pages))
    return AnswersReport(
        figures=_shares(outcomes),
        groups={name: _shares(part) for name, part in grouped(outcomes, by).items()},
        spoke=dict(spoke),
        quotes=quotes,
        quotes_valid=percent(valid, quotes),
        errors=errors,
        latency_ms=Latency(**latency(times)),
        misses=misses,
        notes=warnings([item for item, _ in outcomes if item.answerable], seen) if seen else [],
    )


def _stands(edge: Answerer, citation: Citation) -> bool:
    """Whether a quote is on its page, character for character."""
    text = edge.page_text(citation.source, citation.page)
    return bool(citation.quote) and text[citation.start : citation.end] == citation.quote


def _judge(item: Gold, answer: Answer, pages: Sequence[Page]) -> _Outcome:
    expected = set(item.expected)
    shown = [(nfc(citation.source), citation.page) for citation in answer.citations + answer.candidates]
    return _Outcome(
        answered=not answer.abstained,
        outcome=answer.outcome,
        near=bool(expected.intersection(shown)),
        cited=not answer.abstained and bool(expected.intersection(pages)),
        first=not answer.abstained and bool(pages) and pages[0] in expected,
        confidence=answer.confidence.value,
    )


def _label(item: Gold, answer: Answer) -> CalibrationLabel | None:
    """Whether the best quotes, shown or held back, stand on an expected page; None without a pass."""
    if not answer.passes:
        return None
    last = answer.passes[-1]
    pages = {(nfc(one.source), one.page) for one in answer.citations or answer.candidates[:1]}
    return CalibrationLabel(
        id=item.id, raw=min(max(answer.confidence.raw, 0.0), 1.0), verb="ask", engine=last.engine,
        model=last.model, version=last.version, language=guess(item.question), kind=last.kind,
        signals={name: value for name, value in last.signals.items() if isfinite(value)},
        right=item.answerable and not pages.isdisjoint(item.expected),
    )  # fmt: skip


def _wrong(item: Gold, outcome: _Outcome) -> str:
    if not item.answerable:
        return "answered, but it is not in the documents" if outcome.answered else ""
    if not outcome.answered:
        return "abstained, but it is in the documents"
    return "" if outcome.cited or not item.expected else "cited other pages"


def _shares(outcomes: Sequence[tuple[Gold, _Outcome]]) -> AnswerFigures:
    inside = [outcome for item, outcome in outcomes if item.answerable]
    outside = [outcome for item, outcome in outcomes if not item.answerable]
    placed = [outcome for item, outcome in outcomes if item.answerable and item.expected]
    given = [outcome for outcome in placed if outcome.answered]
    unsure = [outcome for outcome in placed if outcome.outcome == "unsure"]
    answered = percent(sum(outcome.answered for outcome in inside), len(inside))
    abstained = percent(sum(not outcome.answered for outcome in outside), len(outside))
    both = answered is not None and abstained is not None
    right = [o.confidence for item, o in outcomes if item.answerable and o.cited]
    rest = [o.confidence for item, o in outcomes if not (item.answerable and o.cited)]
    area = auroc(right, rest)
    return AnswerFigures(
        answerable=len(inside),
        unanswerable=len(outside),
        answered=answered,
        abstained=abstained,
        balanced=round(((answered or 0) + (abstained or 0)) / 2, 1) if both else None,
        cited=percent(sum(outcome.cited for outcome in given), len(given)),
        first_cited=percent(sum(outcome.first for outcome in given), len(given)),
        cited_of_answerable=percent(sum(outcome.cited for outcome in placed), len(placed)),
        auroc=None if area is None else round(area, 4),
        outcomes={
            "there": shares([o.outcome for o in inside], get_args(AnswerOutcome)),
            "gone": shares([o.outcome for o in outside], get_args(AnswerOutcome)),
        },
        near=percent(sum(o.near for o in unsure), len(unsure)),
        risk=risk(
            [(o.confidence, i.answerable and o.near) for i, o in outcomes if i.expected or not i.answerable]
        ),
    )
