"""ask.answer and the session, end to end on a small knowledge base."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import edge
from edge.api import Edge
from edge.errors import KnowledgeMissing, QuestionError, UsageError
from edge.records import Reason


@pytest.fixture(scope="module")
def session(small_knowledge: Path) -> Iterator[Edge]:
    with edge.open(knowledge=small_knowledge) as opened:
        yield opened


ANSWERED = [
    ("Where does the brass key hang?", "boiler manual.md", "behind the blue door"),
    ("How long do I wait before opening the valve?", "boiler manual.md", "ninety seconds"),
    ("Où se range la brouette rouge ?", "règlement du jardin.md", "sous le tilleul"),
    ("What is the highest pressure in summer?", "boiler manual.md", "1.9 bar"),
]


@pytest.mark.parametrize(("question", "source", "holds"), ANSWERED)
def test_the_quote_holds_the_answer(session: Edge, question: str, source: str, holds: str) -> None:
    """The answer is the best quote, from the right document, sure enough to be shown or not."""
    answer = session.ask(question)
    best = (answer.citations or answer.candidates)[0]
    assert holds in best.quote and best.source == source
    assert answer.abstained == (answer.answer is None) == (answer.outcome != "answer")
    assert answer.answer is None or answer.answer in best.quote


def test_some_are_answered(session: Edge) -> None:
    """Not everything is abstained from: at least half of these plain questions get an answer."""
    assert sum(not session.ask(question).abstained for question, *_ in ANSWERED) >= 2


@pytest.mark.parametrize(
    "question", [*(q for q, *_ in ANSWERED), "Who won the regatta?", 'NEAR(a b) OR "key"*', "l'eau"]
)
def test_every_quote_is_on_its_page(session: Edge, question: str) -> None:
    """Citations and candidates are page_text[start:end], character for character."""
    answer = session.ask(question)
    for citation in [*answer.citations, *answer.candidates]:
        assert (
            session.page_text(citation.source, citation.page)[citation.start : citation.end]
            == citation.quote
            != ""
        )
    assert len(answer.citations) <= session.settings.ask.quotes


@pytest.mark.parametrize(
    "question", ["Qui a gagné la régate de 1911 ?", "What does article 27.4 say?", "zzzz qqqq xxxx"]
)
def test_what_is_not_there_is_not_answered(session: Edge, question: str) -> None:
    """No answer, no citation, a reason in words; nearest sentences only as candidates."""
    answer = session.ask(question)
    assert answer.abstained and answer.answer is None and not answer.citations
    assert answer.outcome in ("unsure", "absent") and (answer.candidates or answer.outcome == "absent")
    assert answer.reason and answer.stopped_because
    assert answer.codes["reason"] and answer.codes["stopped_because"]


def test_a_false_premise_is_named(session: Edge) -> None:
    """An article that does not exist is the reason, and no other engine is wanted for it."""
    answer = session.ask("What does article 27.4 say about the boiler?")
    assert answer.codes["reason"] == [Reason("no_such_article", {"kind": "article", "number": "27.4"})]
    assert answer.reason == "your documents have no article 27.4" and answer.outcome == "absent"
    assert answer.escalation.wanted is None


def test_a_code_that_stands_nowhere_is_not_there(session: Edge) -> None:
    """Nothing near it is shown, and its reason is told once."""
    answer = session.ask("What does error E99 mean?")
    assert answer.outcome == "absent" and not answer.candidates and not answer.notes
    assert answer.codes["reason"] == [Reason("nowhere", {"named": "E99"})]


def test_the_record_has_the_published_shape(session: Edge) -> None:
    """The fields other programs rely on, with a blind pass before the contextual one."""
    answer = session.ask("Where does the brass key hang?")
    printed = msgspec.to_builtins(answer)
    assert printed["schema"] == 1
    assert {"question", "answer", "abstained", "reason", "confidence", "citations", "passes",
    "stopped_because",
            "escalation", "dropped", "timings_ms"} <= printed.keys()  # fmt: skip
    assert set(printed["confidence"]) == {"raw", "calibrated", "source"}
    assert [record["kind"] for record in printed["passes"]][:2] == ["blind", "contextual"]
    assert all(
        {"n", "engine", "model", "confidence", "changes", "entities", "tokens", "ms"} <= r.keys()
        for r in printed["passes"]
    )
    assert answer.confidence.calibrated is not None and 0 <= answer.confidence.calibrated <= 1


def test_the_same_question_gets_the_same_answer(session: Edge) -> None:
    """Nothing but the clock differs between two runs."""

    def told(question: str) -> object:
        answer = session.ask(question)
        passes = [msgspec.structs.replace(record, ms=0.0) for record in answer.passes]
        return msgspec.structs.replace(answer, timings_ms={}, passes=passes)

    assert told("Where does the brass key hang?") == told("Where does the brass key hang?")


def test_sources_limit_the_answer(session: Edge) -> None:
    """Only the named document is quoted; an unknown one is a usage error."""
    answer = session.ask("Where is the key?", sources=["règlement du jardin.md"])
    assert {c.source for c in [*answer.citations, *answer.candidates]} <= {"règlement du jardin.md"}
    with pytest.raises(UsageError):
        session.ask("Where is the key?", sources=["nothing.pdf"])


def test_history_helps_a_question_that_leans(session: Edge) -> None:
    """`And in winter?` alone says little; after the pressure question it finds the winter row."""
    before = session.ask("What is the highest pressure in summer?")
    after = session.ask("And in winter?", history=[before])
    assert "3.8 bar" in (after.citations or after.candidates)[0].quote
    assert after.question == "And in winter?"


@pytest.mark.parametrize("question", ["", "   ", "?!", "\0", "x" * 9000])
def test_bad_questions_are_refused(session: Edge, question: str) -> None:
    """Typed errors, before anything is read."""
    with pytest.raises(QuestionError):
        session.ask(question)


def test_an_unknown_engine_is_named(session: Edge) -> None:
    """The error lists the engines there are."""
    with pytest.raises(UsageError, match="gpt"):
        session.ask("Where is the key?", engine="gpt")


def test_a_session_opens_late_and_closes_for_good(tmp_path: Path, small_knowledge: Path) -> None:
    """A missing file is found at the first question; after close nothing is answered."""
    missing = edge.open(knowledge=tmp_path / "none.db")
    with pytest.raises(KnowledgeMissing):
        missing.ask("Where is the key?")
    closed = edge.open(knowledge=small_knowledge)
    closed.search("key")
    closed.close()
    closed.close()
    with pytest.raises(UsageError, match="closed"):
        closed.search("key")


def test_indexing_in_a_session_is_seen_by_its_next_question(small_documents: Path, tmp_path: Path) -> None:
    """index() replaces the knowledge base and later questions read the new one."""
    with edge.open(knowledge=tmp_path / "k.db") as opened:
        opened.index([small_documents / "notes.txt"])
        assert {hit.source for hit in opened.search("key hosepipe").results} == {"notes.txt"}
        opened.index([small_documents / "boiler manual.md"])
        assert "boiler manual.md" in {hit.source for hit in opened.search("brass key").results}


def test_a_written_answer_is_compared_with_the_blind_draft() -> None:
    """The trace tells an answer that was known before from one that was read."""
    from edge.ask.pipeline import _changes
    from edge.records import Draft, Reason

    written = Draft(answer="Twelve.")
    assert _changes(None, written, "twelve") == [Reason("first_draft"), Reason("as_blind_draft")]
    first, not_blind, apart = _changes(None, written, "ten")
    assert (first, not_blind) == (Reason("first_draft"), Reason("not_blind_draft"))
    assert apart.code == "grade.numbers_apart"
    assert _changes(None, written, None) == [Reason("first_draft")]


def test_a_written_answer_with_a_number_of_its_own_is_withdrawn() -> None:
    """Whoever wrote it: the quotes stay and speak alone."""
    from edge.ask.grounding import withdrawn
    from edge.records import Choice, Draft

    choice = Choice(passage=0, start=0, end=9, text="It has 12 keys.", probability=0.9)
    kept = Draft(choices=[choice], none=0.1, answer="Twelve keys: 12.")
    assert withdrawn(kept, "How many keys?", 3) is kept
    gone = withdrawn(Draft(choices=[choice], none=0.1, answer="13 keys."), "How many keys?", 3)
    assert gone.answer is None and gone.choices == [choice] and gone.signals["answer_withdrawn"] == 1.0


@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("Where does the brass key hang?", "Boiler manual > Starting"),
        ("What must the pressure stay below?", "Boiler manual > Pressure"),
        ("Où se range la brouette rouge ?", "Règlement du jardin > Outils"),
    ],
)
def test_the_section_cited_is_that_of_the_quote(session: Edge, question: str, section: str) -> None:
    """A passage may hold several sections: each quote is cited by the one it stands in, the title once."""
    answer = session.ask(question)
    assert next(quote.heading for quote in answer.citations or answer.candidates) == section
