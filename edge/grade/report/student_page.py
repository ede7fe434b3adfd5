"""One copy: each answer with what it earned and why, and how both judges came to it."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from types import MappingProxyType

from edge.grade import open_reasons, shown_answer
from edge.grade.report.frame import framed, words
from edge.i18n import points, render, rendered
from edge.records import GradedCopy, GradedQuestion, Judgement, MarkingScale, Opinion, Reason, ScaleQuestion
from edge.text.markup import Words, bullets, escape

#: Of a copy that was text.
NO_VIEWS: Mapping[int, bytes] = MappingProxyType({})


def page(copy: GradedCopy, scale: MarkingScale, views: Mapping[int, bytes] = NO_VIEWS) -> str:
    """One self-contained HTML file, in the language of the copy, with its pages that were pictures."""
    tongue = copy.language
    told = words(tongue)
    by_id = {question.id: question for question in scale.questions}
    parts = [
        _question(by_id[name], rendered(one, tongue), told)
        for name, one in copy.questions.items()
        if name in by_id
    ]
    most, partial = points(copy.max, tongue), points(copy.partial, tongue)
    if copy.total is None:
        left = Reason("graded.open", {"partial": partial, "max": most, "count": len(copy.open)})
        total = f'<p class="total open">{escape(render(left, tongue))}</p>'
    else:
        whole = render(Reason("graded.total", {"total": partial, "max": most}), tongue)
        total = f'<p class="total">{escape(whole)}</p>'
    notes = bullets(copy.notes, "quiet small")
    caveat = f'<p class="quiet small">{escape(told["caveat"])}</p>'
    body = total + notes + "".join(parts) + _pages(views, told) + caveat
    return framed(copy.student or copy.id, scale.title or told["title"], body, tongue, pictures=bool(views))


def _pages(views: Mapping[int, bytes], told: Words) -> str:
    """The pages that the judges saw, folded away."""
    if not views:
        return ""
    shown = "".join(
        f'<figure><img alt="{escape(told["page"])} {number}" '
        f'src="data:image/jpeg;base64,{base64.b64encode(view).decode("ascii")}">'
        f'<figcaption class="quiet small">{escape(told["page"])} {number}</figcaption></figure>'
        for number, view in views.items()
    )
    summary = f"<summary>{escape(told['pages'])}</summary>"
    return f'<article><details class="pages">{summary}{shown}</details></article>'


def _question(question: ScaleQuestion, one: GradedQuestion, told: Words) -> str:
    tongue = told["language"]
    most = points(one.max, tongue)
    grade = f"{points(one.grade, tongue)} / {most}" if one.grade is not None else f"? / {most}"
    tone = (
        "open"
        if one.grade is None
        else "full"
        if one.grade == one.max
        else "none"
        if not one.grade
        else "part"
    )
    reading = shown_answer.reading(one)
    shown = _marked(reading) if reading else escape(one.answer.strip())
    answer = (
        f'<blockquote dir="auto">{shown}</blockquote>'
        if shown
        else f'<p class="quiet">{escape(told["no_answer"])}</p>'
    )
    feedback = f'<p class="feedback" dir="auto">{escape(_capital(one.feedback))}</p>' if one.feedback else ""
    return (
        f'<article class="q {tone}"><header><h2>{escape(question.id)}</h2>'
        f'<p class="grade">{grade}</p></header>'
        f'<p class="asked" dir="auto">{escape(question.text)}</p>{answer}{feedback}{_open(one, told)}'
        f"{_history(one, told)}</article>"
    )


def _open(one: GradedQuestion, told: Words) -> str:
    """Why nothing is final, and what the person has to go on."""
    if one.grade is not None:
        made = one.decision
        if made is None or made.edge is None or made.edge == made.grade:
            return ""
        tongue = told["language"]
        return bullets(
            [render(Reason("graded.overruled", {"grade": points(made.edge, tongue)}), tongue)], "quiet"
        )
    return f'<div class="why">{bullets(open_reasons.told(one, told["language"]))}</div>'


def _history(one: GradedQuestion, told: Words) -> str:
    """Both judges, phase by phase; folded away."""
    head = "".join(
        f'<th scope="col">{escape(told[name])}</th>' for name in ("when", "judge", "gave", "because")
    )
    rows = "".join(_row(one, opinion, told) for opinion in one.audit.opinions)
    flags = bullets(list(dict.fromkeys(flag.text for flag in one.audit.flags)), "quiet")
    return (
        f"<details><summary>{escape(told[one.method])}</summary>"
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{flags}'
        "</details>"
    )


def _row(one: GradedQuestion, opinion: Opinion, told: Words) -> str:
    name = one.audit.judges[opinion.judge]
    judge = f'{escape(name.name)} <span class="quiet">{escape(name.model)}</span>'
    given = opinion.judgement
    if given is None:
        grade, because = "–", f'<span class="warn">{escape(opinion.absent)}</span>'
    else:
        grade, because = points(given.grade, told["language"]), escape(given.reasoning)
        if opinion.unsupported:
            because += f' <span class="warn">({escape(told["unsupported"])})</span>'
    return (
        f"<tr><td>{escape(told[opinion.phase])}</td><td>{judge}</td>"
        f'<td class="n">{grade}</td><td dir="auto">{because}</td></tr>'
    )


def _marked(given: Judgement) -> str:
    """The answer with the words marked that decided."""
    text, evidence = given.student_answer_read, given.evidence.strip()
    before, found, after = text.partition(evidence) if evidence else (text, "", "")
    if not found or found == text.strip():
        return escape(text)
    return f"{escape(before)}<mark>{escape(found)}</mark>{escape(after)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
