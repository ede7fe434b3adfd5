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
from edge.grade import compare
from edge.grade.compare import ParsedText
from edge.grade.judge import CopyCase, Replies
from edge.grade.reference import reference
from edge.grade.scored import Earned, judge_by, replies
from edge.grade.settle import Pair
from edge.records import Judgement, MarkingScale, Reason, ScaleQuestion
from edge.text.fold import FoldedText

#: Likeness that earns the maximum, and that earns nothing.
FULL, NOTHING = 0.55, 0.12
VERSION = hashlib.sha256(f"similarity 4 {FULL} {NOTHING}".encode()).hexdigest()[:12]

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
        return replies(case, [question], self._earned)

    def verify(self, case: CopyCase, question: ScaleQuestion, own: Judgement, other: Judgement) -> Replies:
        """A second reading that forgives badly written words."""
        again = judge_by(case, question, self._earned, wide=True)
        if isinstance(again, Judgement) and again.grade > own.grade:
            return Replies({question.id: again})
        return Replies({question.id: own})

    def last_word(self, case: CopyCase, question: ScaleQuestion, judge: int, history: list[Pair]) -> Replies:
        return Replies({question.id: history[-1][judge]})

    def _earned(self, case: CopyCase, question: ScaleQuestion, answer: ParsedText, *, wide: bool) -> Earned:
        earned = Earned(read=self._dense is not None)
        text = reference(question)
        expected = compare.parse(text, case.language)
        asked = compare.parse(question.text, case.language)
        known = compare.asked_for(expected, asked, case.language)
        numbers = compare.compare_numbers(known, answer, question.tolerance, asked)
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
        recall = compare.coverage(sorted(wanted or expected.stems), answer.stems, wide=wide)
        precision = compare.coverage(sorted(given), expected.stems, wide=wide) if given else recall
        # An answer may be longer than the model's: what is missing counts more than what is added (F2).
        shared = 5 * recall * precision / (4 * precision + recall) if recall and precision else 0.0
        lexical = 0.7 * shared + 0.3 * trigram_cosine(expected.text, answer.text)
        if self._dense is None:
            return lexical
        return (lexical + max(self._dense(expected.text, answer.text), 0.0)) / 2


def trigram_cosine(one: str, other: str) -> float:
    """Cosine of counts of character trigrams, 0 to 1."""
    ours, theirs = _trigrams(one), _trigrams(other)
    dot = sum(count * theirs[gram] for gram, count in ours.items() if gram in theirs)
    norm = math.sqrt(sum(n * n for n in ours.values())) * math.sqrt(sum(n * n for n in theirs.values()))
    return dot / norm if norm else 0.0


@lru_cache(maxsize=2_048)
def _trigrams(text: str) -> Counter[str]:
    plain = f" {FoldedText(text[:4_000], single_spaces=True).text} "
    return Counter(plain[at : at + 3] for at in range(len(plain) - 2))
