"""What was said before in a conversation, as a question's way needs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from edge import i18n
from edge.ask import courtesy as courtesies
from edge.ask import pipeline
from edge.ask import question as questions
from edge.records import Answer, EarlierTurn, PassStep, Reason

if TYPE_CHECKING:
    from edge.ask.pipeline import KnowledgeAccess
    from edge.cascade.run import Tier
    from edge.engines.base import Chooser
    from edge.settings import AskSettings


def turns(history: Sequence[Answer | EarlierTurn | str]) -> list[EarlierTurn]:
    """Earlier answers, turns or bare questions as turns, in order, without those that asked for nothing:
    "and for children?" after a "thanks" goes on from the question before it.
    """
    every = [_turn(one) for one in history]
    return [turn for turn in every if courtesies.read(turn.question) is None]


def courtesy(question: str, history: Sequence[EarlierTurn]) -> Answer | None:
    """The short word for a text that asks for nothing; None for any other. Raises QuestionError."""
    asked = questions.question_input(question)
    language = i18n.language(history[-1].question) if history else ""
    found = courtesies.read(asked, language)
    return courtesies.reply(asked, found) if found is not None else None


def answer(
    question: str,
    ladder: Sequence[Tier[Chooser]],
    access: KnowledgeAccess,
    settings: AskSettings,
    history: Sequence[EarlierTurn],
    *,
    notes: Sequence[Reason] = (),
    observe: Callable[[PassStep], None] | None = None,
) -> Answer:
    """As `pipeline.answer`. Where a short question may go on from the turn before or begin anew, the first
    engine is asked it by itself too, and its answer is given where it has one and the other is none or less
    sure; what a further engine answered stays. Nobody is told of those passes.
    """
    given = pipeline.answer(question, ladder, access, settings, history, notes=notes, observe=observe)
    further = not given.abstained and given.passes[-1].engine != ladder[0].engine.name
    if further or not (history and ladder[0].local and questions.may_stand_alone(question)):
        return given
    alone = pipeline.answer(question, ladder[:1], access, settings, notes=notes)
    surer = given.abstained or alone.confidence.value > given.confidence.value
    return alone if surer and not alone.abstained else given


def kept(answer: Answer) -> str:
    """What is kept of an answer: itself, the likeliest quote after a word of doubt, or that none is there."""
    if answer.answer is not None or courtesies.is_reply(answer):
        return answer.answer or answer.reason
    words = i18n.table("answer", i18n.of_answer(answer))
    if answer.outcome == "unsure" and answer.candidates:
        return f"{words['unsure']} {answer.candidates[0].quote}"
    return str(words["absent"])


def found_nothing(told: str) -> bool:
    """Whether this is what `kept` says of an answer that is not there."""
    return told in _nothing()


@cache
def _nothing() -> frozenset[str]:
    return frozenset(str(i18n.table("answer", one)["absent"]) for one in ("en", "fr"))


def _turn(one: Answer | EarlierTurn | str) -> EarlierTurn:
    if isinstance(one, EarlierTurn):
        return one
    if isinstance(one, str):
        return EarlierTurn(question=one)
    shown = one.citations or one.candidates
    return EarlierTurn(
        question=one.question,
        quotes=[citation.quote for citation in one.citations],
        sources=list(dict.fromkeys(citation.source for citation in shown)),
    )
