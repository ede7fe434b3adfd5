"""One copy, from a text or a JSON object: checked, and its student's name taken out of what judges read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from edge.errors import CopyError
from edge.grade import names
from edge.records import CopyPage, Reason, StudentCopy, coded
from edge.text.sanitise import tidy

#: Characters of a copy that anybody reads.
MAX_CHARS = 200_000
MAX_ANSWERS = 500
_WORD = re.compile(r"\w")


def of_text(text: str, *, name: str, source: str = "") -> StudentCopy:
    """A copy from one text. Raises CopyError."""
    return checked(StudentCopy(id=name, source=source, pages=(CopyPage(number=1, text=tidy(text)),)))


def of_json(value: Any, *, name: str, source: str = "") -> StudentCopy:
    """A copy from {"id", "student", "answers": {question: text}} or {"id", "student", "text"}.

    Raises CopyError.
    """
    shape = 'Write {"id", "student", "answers": {"Q1": "…"}}, or "text" in the place of "answers".'
    if not isinstance(value, Mapping):
        raise CopyError(f"The copy {source or name} is no JSON object.", shape)
    student = value.get("student") or ""
    identity = value.get("id")
    given, text = value.get("answers"), value.get("text")
    if not isinstance(student, str) or (given is None) == (text is None):
        raise CopyError(f"The copy {source or name} has not the right fields.", shape)
    name = str(identity)[:200] if isinstance(identity, str | int) and str(identity) else name
    if text is not None:
        if not isinstance(text, str):
            raise CopyError(f"The copy {source or name}: its text is no text.", shape)
        copy = of_text(text, name=name, source=source)
        return msgspec.structs.replace(copy, student=student.strip() or copy.student)
    if not isinstance(given, Mapping) or len(given) > MAX_ANSWERS:
        raise CopyError(f"The copy {source or name}: its answers are no object.", shape)
    if wrong := next((key for key, one in given.items() if not isinstance(one, str)), None):
        raise CopyError(f"The copy {source or name}: the answer to {wrong!r} is no text.", shape)
    texts = {str(key): tidy(one)[:MAX_CHARS] for key, one in given.items()}
    return checked(StudentCopy(id=name, student=student.strip(), source=source, answers=texts))


def checked(copy: StudentCopy) -> StudentCopy:
    """The copy with its student's name, which is taken out of the pages. Raises CopyError for a blank one,
    and for one with two students.
    """
    if not _WORD.search(copy.text) and not copy.pictures:
        whose = f" ({copy.student})" if copy.student else ""
        raise CopyError(f"The copy {copy.source or copy.id}{whose} is blank.", "Nothing can be graded in it.")
    if len(copy.text) > MAX_CHARS:
        raise CopyError(
            f"The copy {copy.source or copy.id} has {len(copy.text)} characters, more than {MAX_CHARS}.",
            "Is it one student's? Split it.",
        )
    if copy.answers is not None:
        return _noted(copy)
    found = names.in_pages(page.text for page in copy.pages)
    if len(found.students) > 1:
        both = " and ".join(repr(name) for name in found.students[:3])
        raise CopyError(
            f"The copy {copy.source or copy.id} names {len(found.students)} students: {both}.",
            "Split it: one file for each.",
        )
    pages = tuple(
        CopyPage(number=page.number, text=text) for page, text in zip(copy.pages, found.texts, strict=True)
    )
    student = found.students[0] if found.students else ""
    return _noted(msgspec.structs.replace(copy, student=student, pages=pages))


def _noted(copy: StudentCopy) -> StudentCopy:
    """The copy, with a note where nobody's name is on it. Nobody looks for one in pictures."""
    if copy.student or copy.pictures:
        return copy
    notes = [*copy.codes.get("notes", []), Reason("grade.no_name")]
    return msgspec.structs.replace(copy, codes=coded(notes=notes))
