"""The judge `criteria`: what a scale asks for, point by point, without a model: terms, numbers, negations.

It reads words, not meaning: a right answer in other words than the scale's is graded too low. It is one of
two judges, and where it differs from the other a person decides.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from itertools import islice

from edge.errors import ScaleError
from edge.grade import compare, terms
from edge.grade.compare_numbers import asked_for, compare_numbers
from edge.grade.earned import Earned
from edge.grade.judge import CopyCase, Replies
from edge.grade.parsed_text import ParsedText, parse
from edge.grade.scored import replies
from edge.grade.settle import Pair
from edge.records import Criterion, Judgement, MarkingScale, Reason, ScaleQuestion
from edge.text import tokens
from edge.values.measures import Measure

#: Of a model answer's words, the share that earns the maximum, and the share that earns nothing.
FULL, NOTHING = 0.7, 0.15
#: Of a criterion without terms, in its own words.
_TEXT_FULL = 0.6

_WORD = re.compile(r"[^\W_]+")

VERSION = hashlib.sha256(f"criteria 5 {FULL} {NOTHING} {_TEXT_FULL}".encode()).hexdigest()[:12]


class CriteriaJudge:
    """`edge.grade.judge.Judge` without weights. The same answer gets the same grade, always. Badly written
    words count from the first: the other judge forgives them only when it looks again, so that two who read
    nothing in them do not agree on it.
    """

    name = "criteria"
    model = "rules"
    version = VERSION
    sees, eyes = 0, ""

    def __init__(self, scale: MarkingScale) -> None:
        for question in scale.questions:
            if not question.criteria and not question.model_answer.strip():
                raise ScaleError(
                    f"Question {question.id} has neither criteria nor a model answer.",
                    "Give one, or use judges that are language models: --judge gemma --judge claude",
                )

    def grade(self, case: CopyCase) -> Replies:
        return replies(case, case.scale.questions, score, wide=True)

    def grade_one(self, case: CopyCase, question: ScaleQuestion) -> Replies:
        return replies(case, [question], score, wide=True)

    def verify(self, case: CopyCase, question: ScaleQuestion, own: Judgement, other: Judgement) -> Replies:
        """The same reading once more: the other's opinion moves it not at all."""
        return Replies({question.id: own})

    def last_word(self, case: CopyCase, question: ScaleQuestion, judge: int, history: list[Pair]) -> Replies:
        return Replies({question.id: history[-1][judge]})


def score(case: CopyCase, question: ScaleQuestion, answer: ParsedText, *, wide: bool) -> Earned:
    """What an answer earns criterion by criterion, or, without any, by the words of the model answer."""
    if not question.criteria:
        return _by_model_answer(case, question, answer, wide=wide)
    points = Earned()
    for criterion in question.criteria:
        _by_criterion(points, criterion, case, question, answer, wide=wide)
    return points


def _by_model_answer(case: CopyCase, question: ScaleQuestion, answer: ParsedText, *, wide: bool) -> Earned:
    """One criterion made of the model answer: its words that the question has not, and its numbers."""
    earned = Earned()
    expected = parse(question.model_answer, case.language)
    asked = parse(question.text, case.language)
    known = asked_for(expected, asked)
    wanted = expected.stems - asked.stems
    if not wanted and not known:  # the model answer says nothing that the question does not
        wanted = expected.stems
    numbers = compare_numbers(known, answer, question.tolerance, asked.measures)
    clash = compare.contradictions(expected, answer, asked.stems)
    if clash.clauses:
        earned.missing.append(Reason("grade.says_opposite", {"clause": clash.clauses[0].text}))
        earned.evidence = clash.clauses[0].text
        answer = clash.rest
    earned.wrong = bool(clash.clauses or numbers.wrong)
    earned.missing += numbers.wrong
    right = (1 - clash.share) * (numbers.share if numbers.wrong else 1.0)
    share = compare.coverage(wanted, answer.stems, wide=wide)
    worded = min(max((share - NOTHING) / (FULL - NOTHING), 0.0), 1.0) if wanted else numbers.share
    # A number that is asked for and not given costs as much as it is of the answer.
    weight = len(known) / (len(known) + min(len(wanted), 3)) if known else 0.0
    earned.points = question.max * right * ((1 - weight) * worded + weight * numbers.share)
    earned.missing += numbers.missing
    lost = compare.lacking(wanted, answer.stems, wide=wide)
    if worded < 1.0 and lost:
        earned.missing.append(Reason("grade.words_missing", {"words": _surface(question.model_answer, lost)}))
    earned.evidence = earned.evidence or _evidence(wanted, answer, wide=wide)
    if numbers.right:
        earned.reasons.append(Reason("grade.numbers_right", {"count": numbers.right}))
    if share:
        earned.reasons.append(Reason("grade.words_there", {"share": share}))
    return earned


def _by_criterion(
    earned: Earned, criterion: Criterion, case: CopyCase, question: ScaleQuestion, answer: ParsedText,
    *, wide: bool,
) -> None:  # fmt: skip
    """Add what one criterion earns."""
    name = criterion.text or ", ".join((*criterion.terms, *criterion.numbers))
    for term in criterion.without:
        if clause := terms.clause_of(term, answer, question, case.language, wide=False):
            earned.missing.append(Reason("grade.excluded", {"criterion": name, "clause": clause}))
            earned.wrong = True
            return
    places = [terms.clause_of(term, answer, question, case.language, wide=wide) for term in criterion.terms]
    places = terms.with_pronouns(places, criterion, question, case.language)
    known = _known_numbers(question, case.language)
    numbers = compare_numbers(_numbers(criterion.numbers, case.language), answer, question.tolerance, known)
    if numbers.wrong:
        earned.missing += numbers.wrong
        earned.wrong = True
        return
    bare = [it for it in numbers.missing if it.code == "grade.unit_missing"]
    earned.missing += bare
    # A criterion is met or it is not, where the scale says by which words; split it to earn it in parts. A
    # number without its unit is worth a half here as elsewhere.
    share = numbers.share if all(places) and numbers.right + numbers.bare == numbers.wanted else 0.0
    if criterion.any:
        share = min(sum(map(bool, places)) / criterion.any, 1.0)
    elif not places and not numbers.wanted:
        share = _by_words(criterion, case, question, answer, wide=wide)
    earned.points += criterion.points * share
    if share:
        earned.reasons.append(Reason("grade.criterion_met", {"criterion": name, "share": share}))
        found = next(filter(None, places)) if places else _evidence(parse(name).stems, answer, wide=wide)
        earned.evidence = earned.evidence or found
    if share < 1 and not (share and bare):
        earned.missing.append(Reason("grade.criterion_missed", {"criterion": name}))


@lru_cache(maxsize=1_024)
def _numbers(given: tuple[str, ...], language: str) -> tuple[Measure, ...]:
    """The numbers of a criterion."""
    return tuple(it for one in given for it in parse(one, language).measures)


@lru_cache(maxsize=512)
def _known_numbers(question: ScaleQuestion, language: str) -> tuple[Measure, ...]:
    """Those that a question gives, and that any of its criteria asks for."""
    asked = parse(question.text, language).measures
    return asked + tuple(it for one in question.criteria for it in _numbers(one.numbers, language))


def _by_words(
    criterion: Criterion, case: CopyCase, question: ScaleQuestion, answer: ParsedText, *, wide: bool
) -> float:
    """What a criterion without terms is worth, 0 to 1: its own words, negated as they are."""
    expected = parse(criterion.text, case.language)
    asked = parse(question.text, case.language)
    clash = compare.contradictions(expected, answer, asked.stems)
    wanted = expected.stems - asked.stems or expected.stems
    share = compare.coverage(wanted, clash.rest.stems, wide=wide)
    return (1 - clash.share) * min(share / _TEXT_FULL, 1.0)


def _evidence(stems: frozenset[str], answer: ParsedText, *, wide: bool) -> str:
    _, clause = compare.nearest(stems, answer, wide=wide)
    return clause.text if clause else ""


def _surface(text: str, stems: frozenset[str]) -> list[str]:
    """The words of a text that some stems come from, four at most."""
    return list(islice((word for word, stem in _words_written(text) if stem in stems), 4))


@lru_cache(maxsize=512)
def _words_written(text: str) -> tuple[tuple[str, str], ...]:
    """The words of a text as they are written last, in order, with their stems."""
    written = {tokens.fold(word): word for word in _WORD.findall(text)}
    return tuple((word, tokens.stem(plain)) for plain, word in written.items())
