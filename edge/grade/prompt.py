"""What a language model reads about a copy. Every call is complete in itself; the copy comes right after the
instructions, so that calls about one copy begin alike and what was computed for the beginning is used again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache

from edge.engines.gemma.prompt import fill, template
from edge.grade.settle import Pair
from edge.records import Flag, Judgement, ScaleQuestion, StudentCopy
from edge.text.mark import mark
from edge.text.one_line import one_line

_LANGUAGES = {"en": "English", "fr": "French"}
#: Asked for where pages are pictures: of text the name was taken out.
NAME = (
    "student_name: the name on the copy, as it stands there; empty where there is none. It is for its owner "
    "and has no part in any grade.\n"
)
_TASKS = ("grade_single", "grade_verify", "grade_ultimatum")
_CRITERION, _ANSWER, _WORDS = 300, 1_500, 400


def instructions() -> str:
    """What never changes: models keep its state."""
    return template("grade").fixed


@lru_cache(maxsize=1)
def version() -> str:
    """Digest of all prompts of grading: a calibration is good for one version."""
    whole = "".join(template(name).version for name in ("grade", *_TASKS))
    return hashlib.sha256(whole.encode()).hexdigest()[:12]


def pages(copy: StudentCopy) -> str:
    """The text of a copy; beside pictures of pages, with the number of each page."""
    if not copy.pictures:
        return copy.text
    shown = {one.page for one in copy.pictures}
    lines = []
    for page in copy.pages:
        seen = "(its picture is above)" if page.number in shown else ""
        lines.append("\n".join(filter(None, (f"Page {page.number}: {seen}".rstrip(), page.text))))
    return "\n\n".join(lines)


def single(copy: str, questions: Mapping[str, ScaleQuestion], language: str, *, name: bool = False) -> str:
    """All questions, or one, of a copy. `name`: whose it is stands on a picture, and is to be read."""
    listed = "\n".join(_question(question, key) for key, question in questions.items())
    asked = NAME if name else ""
    return _prompt(copy, "grade_single", questions=listed, language=_LANGUAGES[language], name=asked)


def verify(copy: str, question: ScaleQuestion, pair: Pair, flags: Sequence[Flag], language: str) -> str:
    """One question again, beside both judgements; nobody is told which was whose."""
    shown = "\n".join(f"{number}. {_judgement(one)}" for number, one in enumerate(pair, 1))
    return _prompt(
        copy, "grade_verify", questions=_question(question), language=_LANGUAGES[language],
        judgements=shown, mark=mark([shown, copy]), flags=_kinds(flags),
    )  # fmt: skip


def ultimatum(copy: str, question: ScaleQuestion, history: Sequence[Pair], language: str) -> str:
    """One question for the last time, with how both judgements came about."""
    lines = []
    for number in (0, 1):
        grades = " -> ".join(f"{pair[number].grade:g}" for pair in history)
        lines.append(f"{number + 1}. grades {grades}; {_judgement(history[-1][number])}")
    shown = "\n".join(lines)
    return _prompt(
        copy, "grade_ultimatum", questions=_question(question), language=_LANGUAGES[language],
        judgements=shown, mark=mark([shown, copy]),
    )  # fmt: skip


def _prompt(copy: str, task: str, **values: str) -> str:
    text = fill(template(task), **values)
    # From the copy alone: calls about it begin with the same characters.
    return fill(template("grade"), mark=mark([copy]), copy=copy, task=text)


def _question(question: ScaleQuestion, key: str = "") -> str:
    lines = [
        f"{key or 'question'} ({question.id}), at most {question.max:g}: {one_line(question.text, _ANSWER)}"
    ]
    for one in question.criteria:
        parts = [one_line(one.text, _CRITERION)]
        if one.terms:
            listed = ", ".join(term.replace("|", " or ") for term in one.terms)
            parts.append(f"with any {one.any} of: {listed}" if one.any else f"with {listed}")
        if one.numbers:
            parts.append("with " + ", ".join(one.numbers))
        if one.without:
            parts.append("without " + ", ".join(one.without))
        lines.append(f"- {one.points:g}: {one_line('; '.join(filter(None, parts)), 2 * _CRITERION)}")
    if question.model_answer.strip():
        lines.append(f"Model answer: {one_line(question.model_answer, _ANSWER)}")
    if question.tolerance:
        lines.append(f"Numbers may differ by {question.tolerance * 100:g} %.")
    return "\n".join(lines)


def _judgement(one: Judgement) -> str:
    read = (
        f'read "{one_line(one.student_answer_read, _WORDS)}"' if one.found == "yes" else f"found: {one.found}"
    )
    return f"grade {one.grade:g}, {read}, because: {one_line(one.reasoning, _WORDS)}"


def _kinds(flags: Sequence[Flag]) -> str:
    kinds = dict.fromkeys(flag.kind.replace("_", " ") for flag in flags)
    return ", ".join(kinds) or "in grade"
