"""Measure a knowledge base against questions with known pages: retrieval, and answers.

A gold line is {"id", "question", "answerable", "expected": [[source, page], ...]}; other fields can be used
to choose (`where`) and to group (`by`). Recall@k: at least one expected (source, page) among the first k
results.
"""

from __future__ import annotations

import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, Protocol, TypeVar, get_args

import msgspec

from edge.cascade.calibration_labels import CalibrationLabel
from edge.errors import EdgeError, UsageError
from edge.rates import auroc, latency, percent, rank_of, risk, shares
from edge.records import SCHEMA, Answer, AnswerOutcome, Hit, SearchResponse
from edge.text.language import language as guess

CUTS = (1, 3, 5, 10)

_SHAPE = 'A line is {"id", "question", "answerable", "expected": [[source, page], …]}.'

#: A page of a document; None: the document has no pages.
Page = tuple[str, int | None]
T = TypeVar("T")


class SearchesAndAnswers(Protocol):
    """What is measured: anything that searches and answers (`edge.open(...)`)."""

    def ask(self, question: str) -> Answer: ...

    def search(self, query: str, k: int | None = None) -> SearchResponse: ...

    def page_text(self, source: str, page: int | None) -> str: ...


class ChoosesEngine(SearchesAndAnswers, Protocol):
    """... and lets the engine be named."""

    def ask(self, question: str, *, engine: str | None = None) -> Answer: ...


class Gold(msgspec.Struct, frozen=True, kw_only=True):
    """One question with its expected pages. `fields` is the whole line."""

    id: str
    question: str
    answerable: bool
    expected: list[Page] = []
    fields: dict[str, Any] = {}


class Miss(msgspec.Struct, frozen=True, kw_only=True):
    """A question that went wrong, with what came instead of what was expected."""

    id: str
    question: str
    why: str
    expected: list[Page]
    got: list[Page]


class Latency(msgspec.Struct, frozen=True, kw_only=True):
    """Wall-clock milliseconds a question, by nearest rank."""

    p50: float
    p95: float


class RetrievalFigures(msgspec.Struct, frozen=True, kw_only=True):
    """`recall` by k in percent of `questions`; `mrr` over ranks 1 to 10."""

    questions: int
    recall: dict[str, float]
    mrr: float


class RetrievalReport(msgspec.Struct, frozen=True, kw_only=True):
    schema: int = SCHEMA
    kind: str = "retrieval"
    figures: RetrievalFigures
    tolerance: int = 0  # pages that an expected one may be away
    groups: dict[str, RetrievalFigures] = {}
    skipped: int  # no expected page, so recall says nothing about them
    latency_ms: Latency
    misses: list[Miss] = []  # no expected page among the first 5
    notes: list[str] = []


class AnswerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Shares are percentages, None where there is nothing to divide by.

    `balanced` is the mean of `answered` (of answerable questions) and `abstained` (of unanswerable ones).
    `cited` counts answered answerable questions of which any quote stands on an expected page, `first_cited`
    those whose first quote does, `cited_of_answerable` sets the former against all answerable questions.
    `auroc`: how well the confidence ranks right answers above all the rest. `outcomes`: how many answerable
    questions (`there`) and others (`gone`) were answered, called unsure, and called absent; `near`: of the
    answerable ones called unsure, those with an expected page among what is shown. `risk`: share of wrong
    among the surest tenth, fifth, … of all questions, had each been answered.
    """

    answerable: int
    unanswerable: int
    answered: float | None
    abstained: float | None
    balanced: float | None
    cited: float | None
    first_cited: float | None
    cited_of_answerable: float | None
    auroc: float | None
    outcomes: dict[str, dict[str, float | None]] = {}
    near: float | None = None
    risk: dict[str, float] = {}


class AnswersReport(msgspec.Struct, frozen=True, kw_only=True):
    schema: int = SCHEMA
    kind: str = "answers"
    figures: AnswerFigures
    groups: dict[str, AnswerFigures] = {}
    spoke: dict[str, int] = {}  # questions by the engine that decided them
    beside: dict[str, AnswerFigures] = {}  # the same questions by one engine alone, for comparison
    quotes: int
    quotes_valid: float | None  # percent of quotes that are on their page, character for character
    errors: int
    latency_ms: Latency
    misses: list[Miss] = []
    notes: list[str] = []


class FixedEngine:
    """A session whose questions go to one engine, whatever its settings say."""

    def __init__(self, edge: ChoosesEngine, engine: str) -> None:
        self._edge, self._engine = edge, engine
        self.search, self.page_text = edge.search, edge.page_text

    def ask(self, question: str) -> Answer:
        """Ask that engine."""
        return self._edge.ask(question, engine=self._engine)


# --- gold ------------------------------------------------------------------------------------------


def read_gold(lines: Iterable[bytes], where: Mapping[str, Sequence[str]] | None = None) -> list[Gold]:
    """Gold questions from JSONL. `where` keeps lines whose field has one of the values. Raises UsageError."""
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        gold = _gold(line, number)
        if all(_said(gold.fields.get(name)) in values for name, values in (where or {}).items()):
            found.append(gold)
    if not found:
        chosen = f" with {dict(where)}" if where else ""
        raise UsageError(
            f"There are no gold questions{chosen}.", "A line is {id, question, answerable, expected}."
        )
    return found


def _gold(line: bytes, number: int) -> Gold:
    try:
        item = msgspec.json.decode(line, type=dict[str, Any])
        expected = msgspec.convert(item.get("expected") or [], list[tuple[str, int | None]])
        question = msgspec.convert(item.get("question"), str)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(
            f"Gold line {number} cannot be used: {error}.",
            _SHAPE,
        ) from error
    answerable = item.get("answerable")
    return Gold(
        id=str(item.get("id", number)),
        question=question,
        answerable=bool(expected) if answerable is None else bool(answerable),
        expected=[(_nfc(source), page) for source, page in expected],
        fields=item,
    )


def _said(value: Any) -> str:
    """A field's value as it is typed: true, none, gs9, 3."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _nfc(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def retrieval(
    edge: SearchesAndAnswers, gold: Iterable[Gold], by: str = "", tolerance: int = 0
) -> RetrievalReport:
    """Search every question that has expected pages; `by` names a field to group by. A page of an expected
    document at most `tolerance` pages away counts as well.
    """
    ranks: list[tuple[Gold, int]] = []
    times: list[float] = []
    misses: list[Miss] = []
    skipped = 0
    seen: set[str] = set()
    for item in gold:
        if not item.expected or not item.answerable:
            skipped += 1
            continue
        begun = time.perf_counter()
        response = edge.search(item.question, max(CUTS))
        times.append(1000 * (time.perf_counter() - begun))
        pages = [_pages_of(hit) for hit in response.results]
        seen.update(source for result in pages for source, _ in result)
        rank = rank_of(item.expected, pages, tolerance)
        ranks.append((item, rank))
        if not 1 <= rank <= 5:
            got = [result[0] for result in pages[:5]]
            why = f"expected page at rank {rank}" if rank else "no expected page among the first 10"
            misses.append(_miss(item, why, got))
    return RetrievalReport(
        figures=_recall(ranks),
        tolerance=tolerance,
        groups={name: _recall(part) for name, part in _grouped(ranks, by).items()},
        skipped=skipped,
        latency_ms=Latency(**latency(times)),
        misses=misses,
        notes=_strangers([item for item, _ in ranks], seen),
    )


def _pages_of(hit: Hit) -> list[Page]:
    """The pages of a result; the document alone where it has none."""
    return [(_nfc(hit.source), page) for page in hit.pages] or [(_nfc(hit.source), hit.page)]


def _recall(ranks: Sequence[tuple[Gold, int]]) -> RetrievalFigures:
    count = len(ranks)
    return RetrievalFigures(
        questions=count,
        recall={str(k): percent(sum(1 <= rank <= k for _, rank in ranks), count) or 0.0 for k in CUTS},
        mrr=round(sum(1 / rank for _, rank in ranks if 1 <= rank <= 10) / count, 4) if count else 0.0,
    )


class _Outcome(msgspec.Struct, frozen=True, kw_only=True):
    answered: bool
    outcome: AnswerOutcome = "unsure"  # also of a question that gave an error: nothing was said of it
    near: bool = False  # any quote, or candidate of an answer, on an expected page
    cited: bool = False  # any quote on an expected page
    first: bool = False  # the first quote on an expected page
    confidence: float = 0.0


def answers(
    edge: SearchesAndAnswers, gold: Iterable[Gold], by: str = "",
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
    seen: set[str] = set()
    for item in gold:
        begun = time.perf_counter()
        try:
            answer = edge.ask(item.question)
        except EdgeError as error:
            errors += 1
            outcomes.append((item, _Outcome(answered=False)))
            misses.append(_miss(item, f"error: {error.message}", []))
            continue
        finally:
            times.append(1000 * (time.perf_counter() - begun))
        if answer.passes:
            spoke[answer.passes[-1].engine] += 1
        for citation in answer.citations + answer.candidates:
            quotes += 1
            text = edge.page_text(citation.source, citation.page)
            if text[citation.start : citation.end] == citation.quote and citation.quote:
                valid += 1
            else:
                misses.append(_miss(item, "quote not on its page", [(citation.source, citation.page)]))
        pages: list[Page] = [(_nfc(citation.source), citation.page) for citation in answer.citations]
        seen.update(source for source, _ in pages)
        outcome = _judge(item, answer, pages)
        outcomes.append((item, outcome))
        if label is not None and (made := _label(item, answer)) is not None:
            label(made)
        if why := _wrong(item, outcome):
            misses.append(_miss(item, why, pages))
    return AnswersReport(
        figures=_shares(outcomes),
        groups={name: _shares(part) for name, part in _grouped(outcomes, by).items()},
        spoke=dict(spoke),
        quotes=quotes,
        quotes_valid=percent(valid, quotes),
        errors=errors,
        latency_ms=Latency(**latency(times)),
        misses=misses,
        notes=_strangers([item for item, _ in outcomes if item.answerable], seen) if seen else [],
    )


def _judge(item: Gold, answer: Answer, pages: Sequence[Page]) -> _Outcome:
    expected = set(item.expected)
    calibrated = answer.confidence.calibrated
    shown = [(_nfc(citation.source), citation.page) for citation in answer.citations + answer.candidates]
    return _Outcome(
        answered=not answer.abstained,
        outcome=answer.outcome,
        near=bool(expected.intersection(shown)),
        cited=not answer.abstained and bool(expected.intersection(pages)),
        first=not answer.abstained and bool(pages) and pages[0] in expected,
        confidence=answer.confidence.raw if calibrated is None else calibrated,
    )


def _label(item: Gold, answer: Answer) -> CalibrationLabel | None:
    """Whether the best quotes, shown or held back, stand on an expected page; None without a pass."""
    if not answer.passes:
        return None
    last = answer.passes[-1]
    pages = {(_nfc(one.source), one.page) for one in answer.citations or answer.candidates[:1]}
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
    return AnswerFigures(
        answerable=len(inside),
        unanswerable=len(outside),
        answered=answered,
        abstained=abstained,
        balanced=round(((answered or 0) + (abstained or 0)) / 2, 1) if both else None,
        cited=percent(sum(outcome.cited for outcome in given), len(given)),
        first_cited=percent(sum(outcome.first for outcome in given), len(given)),
        cited_of_answerable=percent(sum(outcome.cited for outcome in placed), len(placed)),
        auroc=auroc(right, rest),
        outcomes={
            "there": shares([o.outcome for o in inside], get_args(AnswerOutcome)),
            "gone": shares([o.outcome for o in outside], get_args(AnswerOutcome)),
        },
        near=percent(sum(o.near for o in unsure), len(unsure)),
        risk=risk(
            [(o.confidence, i.answerable and o.near) for i, o in outcomes if i.expected or not i.answerable]
        ),
    )


def _miss(item: Gold, why: str, got: Sequence[Page]) -> Miss:
    return Miss(id=item.id, question=item.question, why=why, expected=item.expected, got=list(got))


def _grouped(rows: Sequence[tuple[Gold, T]], by: str) -> dict[str, list[tuple[Gold, T]]]:
    groups: dict[str, list[tuple[Gold, T]]] = {}
    for row in rows if by else ():
        groups.setdefault(_said(row[0].fields.get(by)), []).append(row)
    return dict(sorted(groups.items()))


def _strangers(gold: Sequence[Gold], seen: set[str]) -> list[str]:
    """A warning when no expected document ever came up: most likely the wrong knowledge base."""
    expected = {source for item in gold for source, _ in item.expected}
    if not expected or expected & seen:
        return []
    return [f"No expected document was ever found ({min(expected)}, …): is this the right knowledge base?"]
