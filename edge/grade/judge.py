"""What every judge can do. Each call stands alone: whatever a judge is to know is in what it is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from edge.grade.answers import Answers
from edge.grade.copy_language import in_another_language
from edge.grade.reference import reference
from edge.grade.settle import Pair
from edge.records import Judgement, MarkingScale, ScaleQuestion, StudentCopy


@dataclass(frozen=True)
class CopyCase:
    """One copy under one scale, with what of it answers which question. `language`: of the feedback."""

    copy: StudentCopy
    scale: MarkingScale
    answers: Answers
    language: str

    @cached_property
    def foreign(self) -> bool:
        """Whether the copy is in another language than its scale."""
        return in_another_language(self.copy.text, "\n".join(map(reference, self.scale.questions)))


@dataclass(frozen=True, slots=True)
class Replies:
    """What one call gave: judgements by question id, and why others are missing. Not checked yet. `student`:
    the name that was read on pictures of pages.
    """

    judgements: Mapping[str, Judgement]
    missing: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    cost_usd: float = 0.0
    student: str = ""


class Judge(Protocol):
    """`name` is the engine, `model` what it runs, `version` a digest of what it is asked with. `sees`: pixels
    each way of the squares of pages that it is shown, 0 where it reads text alone; `eyes`: what it sees with.
    """

    @property
    def name(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def sees(self) -> int: ...
    @property
    def eyes(self) -> str: ...

    def grade(self, case: CopyCase) -> Replies:
        """Every question of a copy, in one call. Raises EdgeError: the call has failed."""
        ...

    def grade_one(self, case: CopyCase, question: ScaleQuestion) -> Replies:
        """One question alone."""
        ...

    def verify(self, case: CopyCase, question: ScaleQuestion, own: Judgement, other: Judgement) -> Replies:
        """Read the answer again, then look at both judgements. They are shown without saying whose."""
        ...

    def last_word(self, case: CopyCase, question: ScaleQuestion, judge: int, history: list[Pair]) -> Replies:
        """The last call about a question; `judge` is its own place in the pairs of the history."""
        ...
