"""What `edge eval retrieval` and `edge eval answers` measured, as tables."""

from __future__ import annotations

import sys

from edge.cli.terminal import output
from edge.cli.terminal.style import Style, safe, table
from edge.evaluate.report import AnswerFigures, AnswersReport, Miss, RetrievalReport


def show_retrieval(report: RetrievalReport, *, misses: bool, quiet: bool) -> None:
    """Print recall and latency; with `misses` the questions that went wrong."""
    rows = [["", "questions", *(f"R@{k}" for k in report.figures.recall), "MRR"]]
    for name, figures in {"all": report.figures, **report.groups}.items():
        recall = [f"{value:.1f}" for value in figures.recall.values()]
        rows.append([name, str(figures.questions), *recall, f"{figures.mrr:.3f}"])
    for line in table(rows):
        output.text(line)
    if report.tolerance:
        output.text(f"a page at most {report.tolerance} away from an expected one counts")
    output.text(f"latency p50 {report.latency_ms.p50:.1f} ms, p95 {report.latency_ms.p95:.1f} ms")
    if report.skipped and not quiet:
        skipped = "1 question" if report.skipped == 1 else f"{report.skipped} questions"
        output.note(f"not searched, because no page is expected: {skipped}")
    _show_rest(report.misses, report.notes, misses)


def show_answers(report: AnswersReport, *, misses: bool, quiet: bool) -> None:
    """Print shares, validity and latency; with `misses` the questions that went wrong."""
    names = ("answered", "abstained", "balanced", "cited", "first_cited", "cited_of_answerable")
    beside = {f"{name} alone": figures for name, figures in report.beside.items()}
    rows = [["", "answerable", "not", *(name.replace("_", " ") for name in names), "AUROC"]]
    for name, figures in {"all": report.figures, **beside, **report.groups}.items():
        shares = [_share(getattr(figures, figure)) for figure in names]
        area = "–" if figures.auroc is None else f"{figures.auroc:.3f}"
        rows.append([name, str(figures.answerable), str(figures.unanswerable), *shares, area])
    for line in table(rows):
        output.text(line)
    for line in _outcome_lines(report.figures):
        output.text(line)
    output.text(
        f"quotes on their page, character for character: {_share(report.quotes_valid)} % of {report.quotes}"
    )
    output.text(f"latency p50 {report.latency_ms.p50:.1f} ms, p95 {report.latency_ms.p95:.1f} ms")
    if report.spoke and not quiet:
        spoke = ", ".join(f"{name} {count}" for name, count in sorted(report.spoke.items()))
        output.text(f"questions decided by: {spoke}")
    if report.errors and not quiet:
        output.note(f"{report.errors} question{'s' * (report.errors != 1)} gave an error")
    _show_rest(report.misses, report.notes, misses)


def _outcome_lines(figures: AnswerFigures) -> list[str]:
    """How many questions ended in which outcome, and what share of the surest would have been wrong."""
    told = {"there": "the answer is there", "gone": "it is not"}
    lines = []
    for name, counts in figures.outcomes.items():
        if any(value is not None for value in counts.values()):
            parts = ", ".join(f"{outcome} {_share(value)}" for outcome, value in counts.items())
            lines.append(f"where {told[name]}, % of questions: {parts}")
    if figures.near is not None:
        lines.append(
            f"of the unsure ones whose answer is there, shown on an expected page: {figures.near:.1f} %"
        )
    if figures.risk:
        curve = ", ".join(f"{percent} %: {value:.1f}" for percent, value in figures.risk.items())
        lines.append(f"wrong among the surest, % (had each been answered): {curve}")
    return lines


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _show_rest(misses: list[Miss], notes: list[str], wanted: bool) -> None:
    style = Style(output.coloured(sys.stdout))
    for note in notes:
        output.note(note)
    if not wanted:
        return
    for miss in misses:
        output.text()
        output.text(f"{style.bold(safe(miss.id))} {safe(miss.question)}")
        output.text(style.dim(f"  {miss.why}"))
        output.text(f"  expected {_pages(miss.expected, style)}")
        output.text(f"  got      {_pages(miss.got, style)}")


def _pages(pages: list[tuple[str, int | None]], style: Style) -> str:
    places = [safe(source) if page is None else f"{safe(source)}:{page}" for source, page in pages]
    return ", ".join(map(style.place, places)) or "nothing"
