"""A marking scale from its file, TOML or JSON, and every mistake that can be found in it."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from edge import evident
from edge.errors import ScaleError
from edge.grade import answer_labels
from edge.records import Criterion, MarkingScale, ScaleQuestion
from edge.text import numbers
from edge.text.tokens import fold

#: A scale is written by hand.
MAX_BYTES = 1_000_000
MAX_QUESTIONS = 200
MAX_POINTS = 1_000_000.0
#: Grades that a question can have: a judge's form names each.
MAX_STEPS = 2_000

_EXAMPLE = "See docs/grade.md for an example."


def read(source: str | Path | Mapping[str, Any] | MarkingScale) -> MarkingScale:
    """A scale from a file (.toml, else JSON), or from the value that such a file holds.

    Raises ScaleError, which names the question and what is wrong with it.
    """
    if isinstance(source, MarkingScale):
        return checked(source, "The scale")
    if isinstance(source, Mapping):
        return checked(_converted(source, "The scale"), "The scale")
    path = Path(source)
    name = f"The scale {path}"
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise ScaleError(f"{name} cannot be read: {said}.", "Name a TOML or JSON file.") from error
    if len(data) > MAX_BYTES:
        raise ScaleError(f"{name} has more than {MAX_BYTES} bytes.", "Shorten it.")
    try:
        if path.suffix.lower() == ".toml":
            value: Any = tomllib.loads(evident.text(data))
        else:
            value = msgspec.json.decode(evident.text(data))
    except (ValueError, msgspec.MsgspecError, RecursionError) as error:
        raise ScaleError(f"{name} cannot be read: {error}.", _EXAMPLE) from error
    return checked(_converted(value, name), name)


def _converted(value: Any, name: str) -> MarkingScale:
    try:
        return msgspec.convert(value, MarkingScale)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ScaleError(f"{name} cannot be used: {error}.", _EXAMPLE) from error


def checked(scale: MarkingScale, name: str) -> MarkingScale:
    """The scale with each question's own step. Raises ScaleError where it contradicts itself."""
    if not 1 <= len(scale.questions) <= MAX_QUESTIONS:
        raise ScaleError(f"{name} has {len(scale.questions)} questions, not 1 to {MAX_QUESTIONS}.", _EXAMPLE)
    seen: dict[str, str] = {}
    labels: dict[str, str] = {}
    for question in scale.questions:
        key = fold(question.id).strip()
        if not key or len(question.id) > 60 or not any(one.isalnum() for one in key):
            raise ScaleError(f"{name} has a question with the id {question.id!r}.", 'Write id = "Q1".')
        if key in seen:
            raise ScaleError(f"{name} has two questions with the id {question.id!r}.", "Rename one.")
        label = answer_labels.key(question.id)
        if other := labels.get(label):
            raise ScaleError(
                f"{name} has the questions {other!r} and {question.id!r}, both of which are {label!r} to "
                "students.",
                "Rename one: 1a and 1b.",
            )
        seen[key] = labels[label] = question.id
    if scale.language not in ("", "en", "fr"):
        raise ScaleError(f"{name} has the language {scale.language!r}.", "Use en or fr, or leave it out.")
    questions = tuple(_question(one, scale.step, name) for one in scale.questions)
    return msgspec.structs.replace(scale, questions=questions)


def _question(question: ScaleQuestion, default: float, name: str) -> ScaleQuestion:
    where = f"{name}, question {question.id}"
    if not math.isfinite(question.max) or not 0 < question.max <= MAX_POINTS:
        raise ScaleError(f"{where}: the maximum is {question.max:g}.", "Give more than 0 points.")
    step = question.step or default
    if not math.isfinite(step) or step <= 0 or not _multiple(question.max, step):
        raise ScaleError(
            f"{where}: grades in steps of {step:g} never reach the maximum {question.max:g}.",
            "Give a step that divides it.",
        )
    if question.max / step > MAX_STEPS:
        raise ScaleError(
            f"{where}: {question.max / step:.0f} different grades are too many.", "Give a larger step."
        )
    if not 0 <= question.tolerance < 1:
        raise ScaleError(
            f"{where}: the tolerance is {question.tolerance:g}.", "Give a share of the number: 0.02 is 2 %."
        )
    if not question.text.strip() and not question.model_answer.strip() and not question.criteria:
        raise ScaleError(f"{where}: there is nothing to grade by.", "Give a text or criteria.")
    if question.criteria:
        _criteria(question.criteria, question.max, where)
    return msgspec.structs.replace(question, step=step)


def _criteria(criteria: tuple[Criterion, ...], most: float, where: str) -> None:
    for number, one in enumerate(criteria, start=1):
        if not math.isfinite(one.points) or one.points <= 0:
            raise ScaleError(
                f"{where}, criterion {number}: {one.points:g} points.", "Each criterion earns more than 0."
            )
        if not one.text.strip() and not one.terms and not one.numbers:
            raise ScaleError(f"{where}, criterion {number}: it says nothing.", "Give it a text or terms.")
        if blank := [term for term in (*one.terms, *one.without) if not fold(term).replace("|", " ").strip()]:
            raise ScaleError(f"{where}, criterion {number}: the term {blank[0]!r} is empty.", "Leave it out.")
        if clash := {fold(term) for term in one.terms} & {fold(term) for term in one.without}:
            raise ScaleError(
                f"{where}, criterion {number}: {sorted(clash)[0]!r} is both asked for and excluded.",
                "Take it out of terms or of without.",
            )
        if one.any and (one.numbers or not 1 <= one.any <= len(one.terms)):
            raise ScaleError(
                f"{where}, criterion {number}: any = {one.any} of {len(one.terms)} terms.",
                "Give as many terms or more, and no numbers beside them.",
            )
        for written in one.numbers:
            found = numbers.find(written)
            if len(found) != 1 or not found[0].values:
                raise ScaleError(
                    f"{where}, criterion {number}: {written!r} is not one number with its unit.",
                    'For example: "9.81 m/s²".',
                )
    total = math.fsum(one.points for one in criteria)
    if not math.isclose(total, most, abs_tol=1e-6):
        raise ScaleError(
            f"{where}: the criteria add up to {total:g} points, the maximum is {most:g}.", "Make them agree."
        )


def _multiple(value: float, step: float) -> bool:
    return math.isclose(value / step, round(value / step), abs_tol=1e-6)
