"""Recall, abstention and citations are counted as their definitions say, on cases small enough to check."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import QuestionError, UsageError
from edge.evaluate import answers, retrieval
from edge.evaluate.gold import Gold, read
from edge.rates import auroc, rank_of
from edge.records import (
    Answer,
    AnswerOutcome,
    Citation,
    Confidence,
    Hit,
    PassRecord,
    SearchResponse,
)

PAGE = "The king moves. The rook castles."


def gold(number: int, page: int | None, *, answerable: bool = True, **fields: Any) -> Gold:
    expected = [] if page is None else [("a.pdf", page)]
    return Gold(
        id=str(number), question=f"q{number}", answerable=answerable, expected=expected, fields=fields
    )


def citation(page: int, quote: str = "The king moves.", start: int = 0) -> Citation:
    return Citation(source="a.pdf", page=page, quote=quote, start=start, end=start + len(quote), chunk=1)


class Scripted:
    """Answers and results by question; one without pages is refused with the outcome `refusal`."""

    def __init__(self, answers: dict[str, Any], refusal: AnswerOutcome = "unsure") -> None:
        self.answers, self.refusal = answers, refusal

    def search(self, query: str, k: int | None = None) -> SearchResponse:
        pages: Sequence[int] = self.answers[query]
        hits = [
            Hit(
                rank=n,
                source="a.pdf",
                page=page,
                pages=[page],
                score=1.0,
                channels={},
                text="",
                heading="",
                chunk=n,
            )
            for n, page in enumerate(pages, start=1)
        ]
        assert k == 10
        return SearchResponse(query=query, results=hits)

    def page_text(self, source: str, page: int) -> str:
        return PAGE if source == "a.pdf" else ""

    def ask(self, question: str) -> Answer:
        given = self.answers[question]
        if isinstance(given, Exception):
            raise given
        pages, raw = given
        return Answer(
            question=question, answer="x" if pages else None, abstained=not pages,
            outcome="answer" if pages else self.refusal,
            confidence=Confidence(raw=raw), citations=[citation(page) for page in pages],
        )  # fmt: skip


def test_recall_and_mrr_are_counted_from_ranks() -> None:
    """Ranks 1, 4 and none give R@1 1/3, R@5 2/3 and MRR (1 + 1/4) / 3."""
    edge = Scripted({"q1": [7], "q2": [1, 2, 3, 7], "q3": [1, 2]})
    report = retrieval.measure(
        edge, [gold(1, 7), gold(2, 7), gold(3, 7), gold(4, None), gold(5, 7, answerable=False)]
    )
    assert report.figures.questions == 3 and report.skipped == 2
    assert report.figures.recall == {"1": 33.3, "3": 33.3, "5": 66.7, "10": 66.7}
    assert report.figures.mrr == pytest.approx(1.25 / 3, abs=1e-4)
    assert [miss.id for miss in report.misses] == ["3"]
    assert report.misses[0].got == [("a.pdf", 1), ("a.pdf", 2)]


def test_groups_have_their_own_figures() -> None:
    """--by splits the same questions, none lost and none counted twice."""
    edge = Scripted({"q1": [7], "q2": [1]})
    report = retrieval.measure(edge, [gold(1, 7, language="fr"), gold(2, 7)], by="language")
    assert {name: figures.recall["1"] for name, figures in report.groups.items()} == {
        "fr": 100.0,
        "none": 0.0,
    }


def test_the_wrong_knowledge_base_is_noticed() -> None:
    """Zero recall because no expected document is there is said, not left to be guessed."""
    report = retrieval.measure(
        Scripted({"q": [1]}), [Gold(id="1", question="q", answerable=True, expected=[("b", 1)])]
    )
    assert "right knowledge base" in report.notes[0]
    assert not retrieval.measure(Scripted({"q1": [1]}), [gold(1, 9)]).notes


def test_a_page_expected_of_a_document_without_pages_is_noticed() -> None:
    """Such a line can never be met: the figures say so, with what to write instead; null is met."""
    edge = Scripted({"q1": [None]})
    (note,) = retrieval.measure(edge, [gold(1, 3)]).notes
    assert "a.pdf has no pages" in note and "null" in note
    edge = Scripted({"q1": ([None], 0.9)})
    (note,) = answers.measure(edge, [gold(1, 3)]).notes
    assert "a.pdf has no pages" in note
    held_back = msgspec.structs.replace(edge.ask("q1"), citations=[], candidates=edge.ask("q1").citations)
    edge.ask = lambda question: held_back  # type: ignore[method-assign]
    assert answers.measure(edge, [gold(1, 3)]).notes == [note]
    edge = Scripted({"q1": ([None], 0.9)})
    right = Gold(id="1", question="q1", answerable=True, expected=[("a.pdf", None)])
    assert not answers.measure(edge, [right]).notes


def test_answers_are_counted_by_their_definitions() -> None:
    """Four answerable (right, right second, wrong page, abstained), two not (abstained, answered)."""
    edge = Scripted(
        {
            "q1": ([7], 0.9),
            "q2": ([1, 7], 0.8),
            "q3": ([1], 0.5),
            "q4": ([], 0.1),
            "q5": ([], 0.2),
            "q6": ([1], 0.6),
        }
    )
    items = [gold(n, 7) for n in (1, 2, 3, 4)] + [gold(n, None, answerable=False) for n in (5, 6)]
    report = answers.measure(edge, items)
    figures = report.figures
    assert (figures.answerable, figures.unanswerable) == (4, 2)
    assert (figures.answered, figures.abstained, figures.balanced) == (75.0, 50.0, 62.5)
    assert (figures.cited, figures.first_cited, figures.cited_of_answerable) == (66.7, 33.3, 50.0)
    assert figures.auroc == 1.0
    assert (report.quotes, report.quotes_valid, report.errors) == (5, 100.0, 0)
    assert [miss.id for miss in report.misses] == ["3", "4", "6"]
    assert figures.outcomes["there"] == {"answer": 75.0, "unsure": 25.0, "absent": 0.0}
    assert figures.outcomes["gone"] == {"answer": 50.0, "unsure": 50.0, "absent": 0.0}
    assert figures.near == 0.0  # of the one unsure answer that is there, no candidate was shown
    # In order of confidence: q1 right, q2 right, q6 wrong (it is not there), q3 wrong page, q5, q4.
    assert figures.risk == {"10": 0.0, "20": 0.0, "40": 0.0, "60": 50.0, "80": 60.0, "100": 66.7}


def test_the_truly_present_that_are_called_absent_are_counted() -> None:
    """Of two questions whose answer is there, one answered and one called absent: half; of errors nothing."""
    edge = Scripted({"q1": ([7], 0.9), "q2": ([], 0.1), "q3": QuestionError("too long")}, "absent")
    figures = answers.measure(edge, [gold(1, 7), gold(2, 7), gold(3, None, answerable=False)]).figures
    assert figures.outcomes["there"] == {"answer": 50.0, "unsure": 0.0, "absent": 50.0}
    assert figures.outcomes["gone"] == {"answer": 0.0, "unsure": 100.0, "absent": 0.0}


def test_a_quote_that_is_not_on_its_page_is_counted() -> None:
    """Validity is character for character at the span given, not somewhere on the page."""

    class Shifted(Scripted):
        def ask(self, question: str) -> Answer:
            answer = super().ask(question)
            shifted = citation(7, start=1)
            return Answer(
                **{**{f: getattr(answer, f) for f in answer.__struct_fields__}, "citations": [shifted]}
            )

    report = answers.measure(Shifted({"q1": ([7], 0.9)}), [gold(1, 7)])
    assert report.quotes_valid == 0.0
    assert report.misses[0].why == "quote not on its page"


def test_a_refused_question_counts_as_unanswered() -> None:
    """An error in one question is reported and the run goes on; refusing the unanswerable is right."""
    edge = Scripted({"q1": QuestionError("too long"), "q2": ([7], 0.9)})
    report = answers.measure(edge, [gold(1, None, answerable=False), gold(2, 7)])
    assert (report.errors, report.figures.abstained, report.figures.answered) == (1, 100.0, 100.0)


def test_gold_lines_are_read_leniently_and_refused_by_number() -> None:
    """ "answerable" defaults to having expected pages, names are compared in NFC, a bad line is named."""
    lines = [
        json.dumps({"id": 1, "question": "a", "expected": [["e\u0301.pdf", 2]], "set": "x"}).encode(),
        b"\n",
        json.dumps({"question": "b", "answerable": None, "expected": None}).encode(),
        json.dumps({"question": "c", "answerable": True, "audit": "ok"}).encode(),
    ]
    first, second, third = read(lines)
    assert (first.id, first.answerable, first.expected) == ("1", True, [("é.pdf", 2)])
    assert (second.id, second.answerable) == ("3", False)
    assert third.answerable and third.expected == []
    assert [item.id for item in read(lines, {"audit": ["ok", "okp"]})] == ["4"]
    with pytest.raises(UsageError, match="Gold line 2"):
        read([lines[0], b'{"question": 3}'])
    with pytest.raises(UsageError, match="no gold questions"):
        read(lines, {"set": ["nonsense"]})


@given(st.lists(st.floats(0, 1), max_size=20), st.lists(st.floats(0, 1), max_size=20))
def test_auroc_is_the_share_of_pairs_won(high: list[float], low: list[float]) -> None:
    """The fast count equals the definition over all pairs."""
    pairs = [(a > b) + 0.5 * (a == b) for a in high for b in low]
    found = auroc(high, low)
    assert found == (None if not pairs else pytest.approx(sum(pairs) / len(pairs), abs=1e-4))


def test_one_engine_can_be_measured_beside_another() -> None:
    """`FixedEngine` asks the engine it names, and the report counts who decided."""

    class Two(Scripted):
        def ask(self, question: str, *, engine: str | None = None) -> Answer:
            answer = super().ask(question)
            spoke = PassRecord(n=2, kind="contextual", engine=engine or "reader", model="m", confidence=1.0)
            return msgspec.structs.replace(answer, passes=[spoke])

    edge = Two({"q1": ([7], 0.9)})
    assert answers.measure(edge, [gold(1, 7)]).spoke == {"reader": 1}
    assert answers.measure(answers.FixedEngine(edge, "lexical"), [gold(1, 7)]).spoke == {"lexical": 1}


def test_neighbouring_pages_count_within_the_tolerance() -> None:
    """As the specification of the retrieval counts; never another document."""
    results = [[("b.pdf", 4)], [("a.pdf", 6)], [("a.pdf", 4)]]
    assert [rank_of([("a.pdf", 4)], results, n) for n in (0, 1, 2)] == [3, 3, 2]
    assert rank_of([("c.md", None)], [[("c.md", None)]], 2) == 1


@pytest.mark.parametrize(("tolerance", "found"), [(0, 0.0), (1, 0.0), (2, 100.0), (3, 100.0)])
def test_a_measurement_counts_with_its_tolerance(tolerance: int, found: float) -> None:
    """What `edge eval retrieval --tolerance` names is what is counted with, and what the report says."""
    report = retrieval.measure(Scripted({"q1": [6]}), [gold(1, 4)], tolerance=tolerance)
    assert report.tolerance == tolerance
    assert report.figures.recall["1"] == found
