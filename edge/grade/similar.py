"""The judge `similarity`: how near an answer is to the model answer, as a whole. No language model: shared
words and character trigrams, and vectors beside them where an embedder is installed.

Nearness alone takes "is not" for "is" and 3 V for 3 kV: numbers, units and negations are held against it.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from edge.errors import ScaleError
from edge.grade import beyond_words, compare, criteria
from edge.grade.compare_numbers import asked_for, compare_numbers
from edge.grade.earned import Earned
from edge.grade.judge import CopyCase, Replies
from edge.grade.parsed_text import ParsedText, parse, parse_answer
from edge.grade.reference import parsed_reference, reference
from edge.grade.scored import judge_by, replies
from edge.grade.settle import Pair, rounded
from edge.grade.untold import named_by_terms
from edge.records import Judgement, MarkingScale, Reason, ScaleQuestion
from edge.text.fold import FoldedText

#: Likeness that earns the maximum, and that earns nothing.
FULL, NOTHING = 0.55, 0.12
VERSION = hashlib.sha256(f"similarity 5 {FULL} {NOTHING}".encode()).hexdigest()[:12]

#: Cosine of two texts.
Dense = Callable[[str, str], float]


def dense(name: str) -> Dense:
    """The cosine by an embedder of the catalog that is on this device. Raises ModelError when it is not."""
    from edge.models import networks

    model, _, variant = name.partition(":")
    embedder = networks.embedder(model, variant)
    vector = lru_cache(maxsize=2_048)(embedder.query)  # model answers come back with every copy

    def cosine(one: str, other: str) -> float:
        return float(vector(one) @ vector(other))

    return cosine


class SimilarityJudge:
    """`edge.grade.judge.Judge` without a language model. `dense`: cosine of two texts, named `model`."""

    name = "similarity"
    version = VERSION
    sees, eyes = 0, ""

    def __init__(self, scale: MarkingScale, dense: Dense | None = None, model: str = "words") -> None:
        self._dense = dense
        self.model = model
        for question in scale.questions:
            if not reference(question).strip():
                raise ScaleError(
                    f"Question {question.id} has neither a model answer nor criteria.",
                    "Give one, or use judges that are language models: --judge gemma --judge claude",
                )

    def grade(self, case: CopyCase) -> Replies:
        return replies(case, case.scale.questions, self._earned)

    def grade_one(self, case: CopyCase, question: ScaleQuestion) -> Replies:
        """Where likeness does not tell: the maximum, if by the scale's own words all is there."""
        if named_by_terms(question) and question.id not in case.answers.unsure:
            terms = judge_by(case, question, criteria.score, wide=True)
            if (
                isinstance(terms, Judgement)
                and terms.grade == question.max
                and not self._objects(case, question)
            ):
                return Replies({question.id: terms})
        return replies(case, [question], self._earned)

    def verify(self, case: CopyCase, question: ScaleQuestion, own: Judgement, other: Judgement) -> Replies:
        """A second reading that forgives badly written words. Where the scale says by which words each point
        is earned, and the other judge gave just that, likeness to the model answer is no objection.
        """
        again = judge_by(case, question, self._earned, wide=True)
        best = again if isinstance(again, Judgement) and again.grade > own.grade else own
        if best.grade != other.grade and named_by_terms(question):
            terms = judge_by(case, question, criteria.score, wide=True)
            if (
                isinstance(terms, Judgement)
                and terms.grade == other.grade
                and self._yields(case, question, best, terms)
            ):
                best = terms
        return Replies({question.id: best})

    def _yields(self, case: CopyCase, question: ScaleQuestion, own: Judgement, terms: Judgement) -> bool:
        """Whether nothing in an answer speaks against what the scale's terms earn: for more points, a denial
        or another number; for less, a word that nobody read.
        """
        if terms.grade > own.grade:
            return not self._objects(case, question)
        answer = parse_answer(
            case.answers.texts.get(question.id, ""), case.language, parsed_reference(question, case.language)
        )
        return not beyond_words.own_words(case, question, answer)

    def _objects(self, case: CopyCase, question: ScaleQuestion) -> bool:
        """Whether an answer denies what is expected, or says another number where no criterion has one."""
        expected = parsed_reference(question, case.language)
        answer = parse_answer(case.answers.texts.get(question.id, ""), case.language, expected)
        asked = parse(question.text, case.language)
        if compare.contradictions(expected, answer, asked.stems).clauses:
            return True
        named = any(one.numbers or any(map(str.isdigit, "".join(one.terms))) for one in question.criteria)
        known = [] if named else expected.measures
        return bool(compare_numbers(known, answer, question.tolerance, asked.measures).wrong)

    def last_word(self, case: CopyCase, question: ScaleQuestion, judge: int, history: list[Pair]) -> Replies:
        return Replies({question.id: history[-1][judge]})

    def _earned(self, case: CopyCase, question: ScaleQuestion, answer: ParsedText, *, wide: bool) -> Earned:
        earned = Earned(read=self._dense is not None)
        expected = parsed_reference(question, case.language)
        asked = parse(question.text, case.language)
        known = asked_for(expected, asked)
        numbers = compare_numbers(known, answer, question.tolerance, asked.measures)
        clash = compare.contradictions(expected, answer, asked.stems)
        if clash.clauses:
            earned.missing.append(Reason("grade.says_opposite", {"clause": clash.clauses[0].text}))
        earned.wrong = bool(clash.clauses or numbers.wrong)
        earned.missing += [*numbers.wrong, *(it for it in numbers.missing if it.code == "grade.unit_missing")]
        likeness = self._likeness(expected, clash.rest, asked, wide=wide)
        worth = min(max((likeness - NOTHING) / (FULL - NOTHING), 0.0), 1.0)
        if known:  # where a number is expected it is most of the answer
            words = len(expected.stems - asked.stems)
            weight = 2 * len(known) / (2 * len(known) + words)
            worth = (1 - weight) * worth + weight * numbers.share
            worth *= numbers.share if numbers.wrong else 1.0
        earned.points = question.max * worth * (1 - clash.share)
        if named_by_terms(question):  # nobody gives half a point for half a criterion
            earned.points = min(_sums(question), key=lambda sum_: abs(sum_ - earned.points))
        _, nearest = compare.nearest(expected.stems, answer, wide=wide)
        earned.evidence = clash.clauses[0].text if clash.clauses else nearest.text if nearest else ""
        if numbers.right:
            earned.reasons.append(Reason("grade.numbers_right", {"count": numbers.right}))
        if likeness:
            earned.reasons.append(Reason("grade.likeness", {"share": likeness}))
        if earned.points < question.max and not earned.missing:
            earned.missing.append(Reason("grade.incomplete"))
        return earned

    def _likeness(self, expected: ParsedText, answer: ParsedText, asked: ParsedText, *, wide: bool) -> float:
        """0 to 1. What the question says already counts neither for nor against."""
        wanted, given = expected.stems - asked.stems, answer.stems - asked.stems
        recall = compare.coverage(wanted or expected.stems, answer.stems, wide=wide)
        precision = compare.coverage(given, expected.stems, wide=wide) if given else recall
        # An answer may be longer than the model's: what is missing counts more than what is added (F2).
        shared = 5 * recall * precision / (4 * precision + recall) if recall and precision else 0.0
        if not shared and len(wanted) == 1:
            return 0.0  # another word, however alike its letters
        lexical = 0.7 * shared + 0.3 * trigram_cosine(expected.text, answer.text)
        if self._dense is None:
            return lexical
        return (lexical + max(self._dense(expected.text, answer.text), 0.0)) / 2


@lru_cache(maxsize=512)
def _sums(question: ScaleQuestion) -> list[float]:
    """The grades that the criteria of a question can add up to, in order."""
    sums = {0.0}
    for one in question.criteria:
        parts = one.any or 1
        sums |= {
            rounded(had + one.points * part / parts, question.step, question.max)
            for had in sums
            for part in range(1, parts + 1)
        }
    return sorted(sums)


def trigram_cosine(one: str, other: str) -> float:
    """Cosine of counts of character trigrams, 0 to 1."""
    (ours, length), (theirs, other_length) = _trigrams(one), _trigrams(other)
    dot = sum(count * theirs[gram] for gram, count in ours.items() if gram in theirs)
    norm = length * other_length
    return dot / norm if norm else 0.0


@lru_cache(maxsize=2_048)
def _trigrams(text: str) -> tuple[Counter[str], float]:
    """(how often each stands there, the length of that vector)."""
    plain = f" {FoldedText(text[:4_000], single_spaces=True).text} "
    counts = Counter(plain[at : at + 3] for at in range(len(plain) - 2))
    return counts, math.sqrt(sum(n * n for n in counts.values()))
