"""The class: every student in a row, every question in a column, what is open at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edge.grade.copies import UnreadCopy
from edge.grade.report.frame import framed, words
from edge.i18n import points, render
from edge.records import (
    ClassSummary,
    GradedCopy,
    GradedQuestion,
    MarkingScale,
    QuestionSummary,
    Reason,
)
from edge.text.markup import Words, bullets, escape


def page(
    rows: Iterable[tuple[GradedCopy, str]], scale: MarkingScale, figures: ClassSummary,
    failures: Sequence[UnreadCopy], alike: str = "",
) -> str:  # fmt: skip
    """One self-contained HTML file. `rows` are the copies with the addresses of their pages; `alike`: the
    section of answers that are nearly the same, as HTML.
    """
    tongue = scale.language or figures.language
    told = words(tongue)
    parts = [render(Reason("grades.copies", {"count": figures.copies}), tongue)]
    if figures.mean_total is not None:
        mean = f"{points(round(figures.mean_total, 2), tongue)} / {points(figures.max, tongue)}"
        parts.append(f"{told['mean']} {mean}")
    if figures.open:
        parts.append(render(Reason("grades.open_copies", {"count": figures.open}), tongue))
    said = bullets(decisions_told(figures, tongue), "quiet")
    warnings = bullets([render(one, tongue) for one in figures.warnings], "warn")
    body = warnings + said + _questions(figures, told) + _copies(rows, scale, told)
    body += alike
    if failures:
        listed = bullets([f"{one.student or one.id}: {one.error}" for one in failures], "warn")
        body += f"<h2>{escape(told['not_graded'])}</h2>{listed}"
    names = " + ".join(figures.judges)
    footer = render(Reason("graded.judges", {"names": names, "calls": sum(figures.calls)}), tongue)
    body += f'<p class="quiet small">{escape(footer)}</p><p class="quiet small">{escape(told["caveat"])}</p>'
    return framed(scale.title or told["title"], " · ".join(parts), body, tongue)


def decisions_told(figures: ClassSummary, language: str) -> list[str]:
    """What a person decided, and how far that is what was settled without them."""
    told = []
    if figures.decided:
        told.append(render(Reason("grades.decided", {"count": figures.decided}), language))
    if (one := figures.agreement) is not None:
        off = one.mean_difference
        difference = Reason(
            "grades.difference_same" if not off
            else "grades.difference_more" if off > 0 else "grades.difference_less",
            {"share": abs(off)},
        )  # fmt: skip
        agreement = Reason(
            "grades.agreement",
            {
                "count": one.compared, "equal": one.equal, "overruled": figures.overruled,
                "difference": difference,
            },
        )  # fmt: skip
        told.append(render(agreement, language))
    return told


def _questions(figures: ClassSummary, told: Words) -> str:
    head = "".join(
        f'<th scope="col"{mark}>{escape(told[name])}</th>'
        for name, mark in (("question", ""), ("mean", ""), ("agreed", ' class="n"'),
                           ("again", ' class="n"'), ("by_person", ' class="n"'), ("undecided", ' class="n"'))
    )  # fmt: skip
    rows = "".join(_question(one, told) for one in figures.questions)
    return f"<h2>{escape(told['by_question'])}</h2>{_table(head, rows)}"


def _question(one: QuestionSummary, told: Words) -> str:
    tongue = told["language"]
    share = 0 if one.mean is None else round(100 * one.mean / one.max)
    mean = "–" if one.mean is None else points(round(one.mean, 2), tongue)
    bar = (
        f'<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="track" width="100" height="8"/><rect class="fill" width="{share}" height="8"/></svg>'
    )
    left = one.disputed + one.absent
    return (
        f'<tr><th scope="row">{escape(one.id)}</th>'
        f"<td>{bar}<span>{mean} / {points(one.max, tongue)}</span></td>"
        f'<td class="n">{one.final - one.decided}</td><td class="n">{one.looked_again}</td>'
        f'<td class="n">{one.decided}</td>'
        f'<td class="n{" open" if left else ""}">{left}</td></tr>'
    )


def _copies(rows: Iterable[tuple[GradedCopy, str]], scale: MarkingScale, told: Words) -> str:
    tongue = told["language"]
    head = f'<th scope="col">{escape(told["student"])}</th>'
    head += "".join(
        f'<th scope="col" class="n">{escape(one.id)}<span class="most">/{points(one.max, tongue)}</span></th>'
        for one in scale.questions
    )
    head += f'<th scope="col" class="n">{escape(told["sum"])}</th>'
    shown = []
    for one, address in rows:
        cells = "".join(_cell(one.questions[question.id], tongue) for question in scale.questions)
        if one.total is None:
            partial = f"{points(one.partial, tongue)}&nbsp;+&nbsp;?"
            total = f'<td class="n open"><b>{partial}</b></td>'
        else:
            total = f'<td class="n"><b>{points(one.total, tongue)}</b></td>'
        name = escape(one.student or one.id)
        shown.append(
            f'<tr><th scope="row"><a href="{escape(address)}" dir="auto">{name}</a></th>{cells}{total}</tr>'
        )
    return f"<h2>{escape(told['by_student'])}</h2>{_table(head, ''.join(shown))}"


def _cell(one: GradedQuestion, tongue: str) -> str:
    if one.grade is None:
        return f'<td class="n open" title="{escape(words(tongue)[one.method])}">?</td>'
    if one.method == "person":
        title = escape(words(tongue)["person"])
        return f'<td class="n" title="{title}">{points(one.grade, tongue)}&nbsp;✎</td>'
    tone = " full" if one.grade == one.max else " none" if one.grade == 0 else ""
    return f'<td class="n{tone}">{points(one.grade, tongue)}</td>'


def _table(head: str, rows: str) -> str:
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
