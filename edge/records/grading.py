"""The words of `edge grade`: a marking scale, a copy, what judges say of it, and what follows."""

from __future__ import annotations

from typing import Literal

from edge.records.base import SCHEMA, Record
from edge.records.passes import Confidence
from edge.records.picture import PagePicture
from edge.records.reason import Codes, Reason

#: Whether an answer stands in the copy. Said outright: nobody looks for "no" in a judge's words.
Presence = Literal["yes", "no", "illegible"]

#: When a judge was asked. `fallback`: for one question alone, since the answer for all held nothing usable.
JudgePhase = Literal["single_pass", "fallback", "verification", "ultimatum"]

#: How a question was settled, or that it was not.
GradeMethod = Literal[
    "single_pass_consensus",
    "stateless_verification_consensus",
    "ultimatum_consensus",
    "disputed",
    "per_question_fallback",
    "person",
]

#: `absent`: fewer than two judges gave anything that can be used. `uncertified`: they agree, and no
#: calibration says that this is right as often as is required. A person decides what is not final.
GradeStatus = Literal["final", "disputed", "absent", "uncertified"]


class Criterion(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What earns points. `terms` must all be there, `a|b` being either, or `any` so many of them, each worth
    as much; `numbers` with their units; `without` earns nothing where one of its terms is said.
    """

    text: str
    points: float
    terms: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    any: int = 0  # 0: all


class ScaleQuestion(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question of a scale. `tolerance`: the largest relative difference of a number that still counts.
    `step`: grades are multiples of it; 0: the scale's own.
    """

    id: str
    text: str
    max: float
    criteria: tuple[Criterion, ...] = ()
    model_answer: str = ""
    tolerance: float = 0.0
    step: float = 0.0


class MarkingScale(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A marking scale, as its file says it. `language` is that of the feedback; empty: the copy's own."""

    questions: tuple[ScaleQuestion, ...]
    title: str = ""
    language: str = ""
    step: float = 0.25


class CopyPage(Record, frozen=True, kw_only=True):
    """One page of a copy."""

    number: int
    text: str


class StudentCopy(Record, frozen=True, kw_only=True):
    """One copy. `student` is as written on it, or empty. `answers`: where the copy came as one text for each
    question, by the question's id; else they are found in the pages. `pictures`: of pages that are shown to
    the judges, in order; such a page has no text here, unless all pages are shown. `views`: the same pages as
    JPEGs for the people who look at the results.
    """

    id: str
    student: str = ""
    source: str = ""
    pages: tuple[CopyPage, ...] = ()
    answers: dict[str, str] | None = None
    pictures: tuple[PagePicture, ...] = ()
    views: dict[int, bytes] = {}
    codes: Codes = {}  # of the copy's notes

    @property
    def text(self) -> str:
        """All pages, or all answers."""
        if self.answers is not None:
            return "\n\n".join(self.answers.values())
        return "\n\n".join(page.text for page in self.pages)


class Judgement(Record, frozen=True, kw_only=True):
    """What one judge says of one answer. `evidence` is a run of the copy. `confidence` is the judge's own
    word, logged and never used as a probability.
    """

    found: Presence
    student_answer_read: str
    grade: float
    confidence: float
    reasoning: str = ""
    feedback: str = ""
    evidence: str = ""
    location: str = ""
    codes: Codes = {}


class Opinion(Record, frozen=True, kw_only=True):
    """One judge, asked once about one question. Without a judgement, `absent` says why; `unsupported`: it
    changed its grade without pointing at the copy, so what it had said before stands.
    """

    judge: int  # 0 or 1
    phase: JudgePhase
    judgement: Judgement | None = None
    absent: str = ""
    unsupported: bool = False
    codes: Codes = {}  # of `absent`


class Flag(Record, frozen=True, kw_only=True):
    """Why two judgements do not settle a question, after a phase."""

    phase: JudgePhase
    kind: str
    text: str = ""
    codes: Codes = {}


class JudgeName(Record, frozen=True, kw_only=True):
    """Who judged: engine, model, and a digest of what it is asked with."""

    name: str
    model: str
    version: str = ""


class GradeLimits(Record, frozen=True, kw_only=True):
    """When two judgements are apart. The specification's 0.5 and 0.30, a share of the maximum beside them
    (0: not used), and the likeness of characters below which two readings are apart.
    """

    threshold: float = 0.5
    relative_threshold: float = 0.25
    jaccard: float = 0.30
    char_ratio: float = 0.8


class GradeAudit(Record, frozen=True, kw_only=True):
    """The whole history of one question, the same shape whatever path it took: enough to decide it again
    (`edge.grade.replay`). `suggestion` is for the person where nothing is final, and no grade.
    """

    method: GradeMethod
    agreement: bool
    judges: list[JudgeName]
    opinions: list[Opinion]
    flags: list[Flag] = []
    limits: GradeLimits = GradeLimits()
    max: float = 0.0
    step: float = 0.25
    suggestion: float | None = None


class PersonDecision(Record, frozen=True, kw_only=True):
    """What a person gave for an answer, and when (ISO 8601). `edge`: the grade that was settled without them,
    None where it was open. `stands`: the answer and its maximum are still those that were decided; else a
    person has to look again.
    """

    grade: float
    at: str
    comment: str = ""
    edge: float | None = None
    stands: bool = True


class GradedQuestion(Record, frozen=True, kw_only=True):
    """`grade` is None unless `status` is final. `signals`: of how it was settled, for a calibration.
    `answer`: what stands in the copy, where no judge gives its reading of it; `answer_digest`: of all that
    stands there. With a `decision` that stands, grade and feedback are a person's, `method` says so, and the
    audit is still that of the judges.
    """

    grade: float | None
    max: float
    status: GradeStatus
    method: GradeMethod
    feedback: str
    confidence: Confidence
    audit: GradeAudit
    signals: dict[str, float] = {}
    answer: str = ""
    answer_digest: str = ""
    decision: PersonDecision | None = None
    codes: Codes = {}  # of `feedback`


class GradedCopy(Record, frozen=True, kw_only=True):
    """One copy, graded. `total` is None while a question is open; `partial` adds up what is final. `calls`
    counts what was asked of each judge.
    """

    schema: int = SCHEMA
    id: str
    student: str
    source: str = ""
    language: str = "en"
    questions: dict[str, GradedQuestion]
    total: float | None
    partial: float
    max: float
    open: list[str] = []
    calls: list[int] = []
    tokens: dict[str, int] = {}
    cost_usd: float = 0.0
    ms: float = 0.0
    notes: list[str] = []
    codes: Codes = {}  # of `notes`


class AlikeAnswer(Record, frozen=True, kw_only=True):
    """One of two answers that are alike: whose it is (`copy`: its place in the run, from 1), the whole
    passage, and what of it the other says too, as (start, end) into it.
    """

    id: str
    student: str
    passage: str
    runs: list[tuple[int, int]]
    copy: int = 0


class AlikeAnswers(Record, frozen=True, kw_only=True):
    """Two students' answers that are nearly the same word for word: a hint, no verdict, and no grade follows
    from it. `words` they share beyond what is natural, `share` of the shorter one's own.
    """

    question: str
    first: AlikeAnswer
    second: AlikeAnswer
    words: int
    share: float


class QuestionSummary(Record, frozen=True, kw_only=True):
    """`mean` over what is final, None without any; counts of copies. `decided`: final by a person's word."""

    id: str
    max: float
    mean: float | None
    final: int
    disputed: int
    absent: int
    looked_again: int  # needed more than the first reading
    decided: int = 0


class TeacherAgreement(Record, frozen=True, kw_only=True):
    """How far settled grades are those of a person, over the `compared` answers that both graded.
    `mean_difference`: the person's grade less the settled one, as a share of the maximum.
    """

    compared: int
    equal: int
    mean_difference: float


class ClassSummary(Record, frozen=True, kw_only=True):
    """A whole class. `mean_total` over copies of which nothing is open. `decided`: grades of a person,
    `overruled` those of them that stand in the place of another grade.
    """

    schema: int = SCHEMA
    copies: int = 0
    open: int = 0
    max: float = 0.0
    mean_total: float | None = None
    questions: list[QuestionSummary] = []
    judges: list[str] = []
    calls: list[int] = []
    cost_usd: float = 0.0
    language: str = "en"
    warnings: list[Reason] = []
    decided: int = 0
    overruled: int = 0
    agreement: TeacherAgreement | None = None
