"""Which answers of a class are alike: pairs found by the grams that few share, then read word for word.

What a question, its expected answer or a course document says is natural to all, and so is what many
students say: a common source. Neither counts. Source: an index of grams as in winnowing (Schleimer, Wilkerson
and Aiken 2003), of which all are kept, since answers are short; what many share is left out as it is there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from edge.grade.alike.runs import Gram, SharedRun, grams, own_words, shared_runs
from edge.grade.reference import reference
from edge.grade.shown_answer import text_of
from edge.records import AlikeAnswer, AlikeAnswers, GradedCopy, MarkingScale, ScaleQuestion
from edge.text.word_tokens import WordTokens, tokens

#: Words of its own that an answer has at the least: shorter ones are alike by nature.
OWN_WORDS = 20
#: What more students say than this, and than this share of the class, comes from a common source.
MANY, MANY_SHARE = 3, 0.1
#: Shared words of their own from which on two answers are told: so many and such a share of the shorter
#: one, or so many in one run.
SHARED_WORDS, SHARED_SHARE, LONG_RUN = 14, 0.5, 12
#: Grams that two answers share before they are read word for word.
_FEW_GRAMS = 4


@dataclass
class _Answer:
    copy: int
    words: WordTokens
    text: str


@dataclass
class _Question:
    scale: ScaleQuestion
    natural: set[Gram]
    answers: list[_Answer] = field(default_factory=list)


def find(copies: Iterable[GradedCopy], scale: MarkingScale, course: Sequence[str] = ()) -> list[AlikeAnswers]:
    """Pairs of answers that are nearly the same, question by question, the likest first. `course`: texts that
    the class learnt from. Reads the copies once, and is linear in them for all that few share.
    """
    taught = set[Gram]().union(*(grams(_only_words(tokens(text)).words) for text in course))
    questions = {one.id: _Question(one, taught | _natural(one)) for one in scale.questions}
    who: list[AlikeAnswer] = []
    for at, copy in enumerate(copies):
        who.append(AlikeAnswer(id=copy.id, student=copy.student, passage="", runs=[]))
        for name, graded in copy.questions.items():
            text = text_of(graded)
            words = _only_words(tokens(text))
            if name in questions and len(words.words) >= OWN_WORDS:
                questions[name].answers.append(_Answer(at, words, text))
    return [pair for one in questions.values() for pair in _pairs(one, who)]


def _natural(question: ScaleQuestion) -> set[Gram]:
    said = [question.text, reference(question), *(one.text for one in question.criteria)]
    return {gram for text in said for gram in grams(_only_words(tokens(text)).words)}


def _only_words(found: WordTokens) -> WordTokens:
    """Without the signs that are words to a search."""
    kept = [at for at, word in enumerate(found.words) if word[0].isalnum()]
    return WordTokens(
        [found.words[at] for at in kept], [found.starts[at] for at in kept], [found.ends[at] for at in kept]
    )


def _pairs(question: _Question, who: Sequence[AlikeAnswer]) -> list[AlikeAnswers]:
    index: defaultdict[Gram, list[int]] = defaultdict(list)
    for at, one in enumerate(question.answers):
        for gram in set(grams(one.words.words)):
            index[gram].append(at)
    many = max(MANY, int(MANY_SHARE * len(question.answers)))
    common = question.natural | {gram for gram, having in index.items() if len(having) > many}
    shared: Counter[tuple[int, int]] = Counter()
    for gram, having in index.items():
        if gram not in common:
            shared.update(combinations(having, 2))
    own = [own_words(one.words.words, common) for one in question.answers]
    found = []
    for (first, second), count in shared.items():
        if count >= _FEW_GRAMS and min(sum(own[first]), sum(own[second])) >= OWN_WORDS:
            runs = shared_runs(
                question.answers[first].words.words, question.answers[second].words.words,
                (own[first], own[second]),
            )  # fmt: skip
            words = sum(run.size for run in runs)
            share = words / min(sum(own[first]), sum(own[second]))
            longest = max((run.size for run in runs), default=0)
            if (words >= SHARED_WORDS and share >= SHARED_SHARE) or longest >= LONG_RUN:
                pair = (question.answers[first], question.answers[second])
                found.append(_told(question.scale.id, pair, runs, who, round(min(share, 1.0), 3)))
    return sorted(found, key=lambda one: (-one.share, -one.words))


def _told(
    name: str, pair: tuple[_Answer, _Answer], runs: list[SharedRun], who: Sequence[AlikeAnswer], share: float
) -> AlikeAnswers:
    sides = []
    for answer, starts in zip(pair, ([it.one for it in runs], [it.other for it in runs]), strict=True):
        spans = sorted(
            (answer.words.starts[at], answer.words.ends[at + run.size - 1])
            for at, run in zip(starts, runs, strict=True)
        )
        whose = who[answer.copy]
        sides.append(
            AlikeAnswer(
                id=whose.id, student=whose.student, passage=answer.text, runs=spans, copy=answer.copy + 1
            )
        )
    return AlikeAnswers(
        question=name, first=sides[0], second=sides[1], words=sum(it.size for it in runs), share=share
    )
