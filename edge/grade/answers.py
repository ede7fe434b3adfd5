"""Which part of a copy answers which question: by the labels that students write before their answers."""

from __future__ import annotations

from dataclasses import dataclass

from edge.grade import answer_labels
from edge.grade.answer_labels import AnswerLabel, key
from edge.records import MarkingScale, StudentCopy
from edge.text.tokens import fold


@dataclass(frozen=True, slots=True)
class Answers:
    """`texts` by question id, "" where none was found. `labelled`: labels were found at all; without them
    every question gets the whole copy. `twice`: questions whose label stands there more than once. `unsure`:
    questions without a label, while something in another's answer may be theirs, which is their text here.
    """

    texts: dict[str, str]
    labelled: bool = True
    twice: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    pages: dict[str, int] | None = None


def find(copy: StudentCopy, scale: MarkingScale) -> Answers:
    """The answers of a copy, each from its label (`answer_labels`) to the next."""
    ids = [question.id for question in scale.questions]
    if copy.answers is not None:
        given = {fold(name).strip(): text for name, text in copy.answers.items()}
        keyed = {key(name): text for name, text in copy.answers.items()}
        return Answers({one: given.get(fold(one).strip(), keyed.get(key(one), "")) for one in ids})
    text = copy.text
    found = answer_labels.find(text, scale.questions)
    if not found.labels:
        return Answers(dict.fromkeys(ids, text), labelled=len(ids) == 1)
    parts = _parts(text, found.labels)
    perhaps = _parts(text, sorted([*found.labels, *found.unsure]))
    unsure = tuple(dict.fromkeys(one.question for one in found.unsure))
    starts = {one.question: one.start for one in reversed([*found.unsure, *found.labels])}
    return Answers(
        {one: "\n".join((perhaps if one in unsure else parts).get(one, [])) for one in ids},
        twice=tuple(one for one in ids if len(parts.get(one, [])) > 1),
        unsure=unsure,
        pages={one: _page(copy, at) for one, at in starts.items()},
    )


def _parts(text: str, labels: list[AnswerLabel]) -> dict[str, list[str]]:
    """What stands behind each label, by question."""
    ends = [one.start for one in labels[1:]] + [len(text)]
    parts: dict[str, list[str]] = {}
    for label, end in zip(labels, ends, strict=True):
        if part := text[label.end : end].strip():
            parts.setdefault(label.question, []).append(part)
    return parts


def _page(copy: StudentCopy, at: int) -> int:
    for page in copy.pages:
        if at <= len(page.text) + 1:
            return page.number
        at -= len(page.text) + 2
    return copy.pages[-1].number if copy.pages else 1
