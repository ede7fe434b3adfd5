"""A graded copy as people read it: each question with its grade and what it is for, and what is open."""

from __future__ import annotations

from edge import i18n
from edge.cli.terminal.style import Style, safe, wrap
from edge.grade import open_reasons
from edge.i18n import render
from edge.records import GradedCopy, GradedQuestion, Opinion, Reason

_INDENT = "     "


def lines(
    made: GradedCopy, style: Style, width: int | None, *, quiet: bool = False, audit: bool = False
) -> list[str]:
    """The result as lines. `width` None means unwrapped; `quiet` leaves out remarks, `audit` adds what each
    judge said.
    """
    tongue = made.language
    shown = [style.bold(line) for line in wrap(safe(made.student) or safe(made.id), width)]
    for name, one in made.questions.items():
        shown += _question(name, one, tongue, style, width)
        if audit:
            shown += _history(one, tongue, style, width)
    shown.append(_total(made, style))
    if quiet:
        return shown
    for note in made.notes:
        shown += [style.dim(line) for line in wrap(safe(note), width, "  ! ", "    ")]
    judges = next((one.audit.judges for one in made.questions.values()), [])
    names = " + ".join(f"{safe(one.name)} ({safe(one.model)})" for one in judges)
    footer = render(Reason("graded.judges", {"names": names, "calls": sum(made.calls)}), tongue)
    return [*shown, *(style.dim(line) for line in wrap(footer, width))]


def _question(name: str, one: GradedQuestion, tongue: str, style: Style, width: int | None) -> list[str]:
    most = i18n.points(one.max, tongue)
    if one.grade is not None:
        number = i18n.points(one.grade, tongue)
        head = f"{safe(name)}  {style.good(f'{number} / {most}')}"
    else:
        head = f"{safe(name)}  {style.warn(f'– / {most}')}"
    words = i18n.table("graded", tongue)
    how = "uncertified" if one.status == "uncertified" else one.method
    shown = [f"{head}  {style.dim(words[how])}"]
    shown += wrap(safe(one.feedback), width, _INDENT) if one.feedback else []
    if one.grade is None:
        shown += [
            style.warn(line)
            for reason in open_reasons.told(one, tongue)
            for line in wrap(safe(reason), width, f"{_INDENT}? ", _INDENT + "  ")
        ]
    return shown


def _history(one: GradedQuestion, tongue: str, style: Style, width: int | None) -> list[str]:
    shown = []
    for opinion in one.audit.opinions:
        shown += [
            style.dim(line) for line in wrap(_said(one, opinion, tongue), width, _INDENT, _INDENT + "  ")
        ]
    return shown


def _said(one: GradedQuestion, opinion: Opinion, tongue: str) -> str:
    judge = safe(one.audit.judges[opinion.judge].name)
    phase = i18n.table("graded", tongue)[opinion.phase]
    if opinion.judgement is None:
        return f"{judge}, {phase}: {safe(opinion.absent)}"
    grade = i18n.points(opinion.judgement.grade, tongue)
    return f"{judge}, {phase}: {grade}. {safe(opinion.judgement.reasoning)}"


def _total(made: GradedCopy, style: Style) -> str:
    tongue = made.language
    most = i18n.points(made.max, tongue)
    partial = i18n.points(made.partial, tongue)
    if made.total is None:
        count = len(made.open)
        text = render(Reason("graded.open", {"partial": partial, "max": most, "count": count}), tongue)
        return style.warn(style.bold(text))
    return style.bold(render(Reason("graded.total", {"total": partial, "max": most}), tongue))
