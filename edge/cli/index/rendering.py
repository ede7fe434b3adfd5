"""What an index run did, as text: results on stdout, remarks on stderr."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Mapping

from edge.cli.terminal import output
from edge.cli.terminal.style import Style, safe
from edge.records import IndexReport, IndexSummaries, IndexVectors, SourceReport

_SKIPPED = {
    "broken_link": ("broken link", "broken links"),
    "cache": ("cache folder", "cache folders"),
    "dependencies": ("folder of dependencies", "folders of dependencies"),
    "device": ("device", "devices"),
    "excluded": ("by --exclude", "by --exclude"),
    "hidden": ("hidden", "hidden"),
    "ignored": ("by .gitignore or .ignore", "by .gitignore or .ignore"),
    "link_outside": ("link out of the folder", "links out of the folder"),
    "link_to_folder": ("link to a folder", "links to folders"),
    "pipe": ("pipe", "pipes"),
    "socket": ("socket", "sockets"),
    "version_control": ("folder of version control", "folders of version control"),
    "virtual_environment": ("virtual environment", "virtual environments"),
}


def show(report: IndexReport, *, quiet: bool) -> None:
    """Print what became of the documents: what went wrong, and but for `quiet` all the rest. What went wrong
    before with the same files is counted.
    """
    style = Style(output.coloured(sys.stderr))
    told = _told_before(report)
    for source in report.sources:
        what = _trouble(source)
        if what and not (source.repeated and what in told):
            marked = style.bad(what) if what == "failed" else style.warn(what)
            output.note(f"{marked} {safe(source.source)}: {safe(source.reason)}")
        if source.notes and not quiet:
            output.note(style.dim(f"{safe(source.source)}: {safe('; '.join(source.notes))}"))
    _show_told_before(told, report.knowledge, style)
    if quiet:
        return
    _show_names(report, style)
    _show_left_out(report, style)
    _show_totals(report)
    if report.summaries:
        _show_summaries(report.summaries)
    if report.vectors:
        _show_vectors(report.vectors)
    if sys.stdout.isatty() and _is_first(report):
        output.note(style.dim(f'Ask it: edge ask --knowledge {shlex.quote(report.knowledge)} "…"'))


def _trouble(source: SourceReport) -> str:
    """What went wrong with a document, in a word or two; "" if nothing did."""
    return "failed" if source.status == "failed" else "partly read" if source.unread else ""


def _told_before(report: IndexReport) -> dict[str, int]:
    """Of how many documents a run before said the same, by what went wrong. A single one is said again: it
    takes the one line that a count would.
    """
    counts = Counter(_trouble(source) for source in report.sources if source.repeated)
    return {what: count for what, count in counts.items() if count > 1}


def _show_told_before(told: Mapping[str, int], knowledge: str, style: Style) -> None:
    """One line for all that an earlier run said of files that are as they were."""
    if told:
        counts = ", ".join(f"{count} {what}" for what, count in told.items())
        listed = safe(f"edge documents list --knowledge {shlex.quote(knowledge)}")
        output.note(style.warn(f"as before, their files unchanged: {counts} (which, and why: {listed})"))


def _is_first(report: IndexReport) -> bool:
    """Whether the knowledge base is new: all that is in it was added by this run."""
    added = sum(source.status == "added" for source in report.sources)
    return 0 < added == report.documents


def _show_names(report: IndexReport, style: Style) -> None:
    """Documents that are gone, or cited otherwise now."""
    if report.missing:
        names = ", ".join(map(safe, report.missing[:5])) + (" …" if len(report.missing) > 5 else "")
        output.note(style.warn(f"gone or left out now, still indexed (remove with --prune): {names}"))
    for was, name in sorted(report.renamed.items())[:5]:
        output.note(style.dim(f"{safe(was)} is now cited as {safe(name)}"))
    if len(report.renamed) > 5:
        output.note(style.dim(f"… and {len(report.renamed) - 5} more are cited otherwise"))


def _show_left_out(report: IndexReport, style: Style) -> None:
    """What was not read: files without a reader, and what to do about them; what is never read."""
    if report.ignored:
        kinds = ", ".join(
            f"{count} {safe(suffix) or 'without suffix'}" for suffix, count in report.ignored.items()
        )
        output.note(style.dim(f"not read, no reader for: {kinds}"))
        for what, suffixes in _advised(report.advice).items():
            output.note(style.dim(f"{', '.join(suffixes)}: {what}"))
    if report.skipped:
        kinds = ", ".join(_skipped(why, count) for why, count in report.skipped.items())
        output.note(style.dim(f"left out: {kinds}"))


def _show_totals(report: IndexReport) -> None:
    counts = Counter[str](source.status for source in report.sources)
    order = ("added", "changed", "unchanged", "removed", "failed")
    summary = ", ".join(f"{counts[status]} {status}" for status in order if counts[status]) or "nothing to do"
    output.text(summary + (f" ({report.partly_read} partly read)" if report.partly_read else ""))
    totals = ", ".join(
        f"{count} {name}{'' if count == 1 else 's'}"
        for name, count in (
            ("document", report.documents),
            ("passage", report.chunks),
            ("table", report.tables),
        )
    )
    output.text(f"{report.knowledge}: {totals}, {report.bytes / 1e6:.1f} MB, in {report.ms / 1000:.1f} s")
    if report.embed:
        from edge.cli import embed

        embed.show(report.embed)
    output.text(Style(output.coloured(sys.stdout)).dim(f"sha256 {report.sha256}"))


def _skipped(why: str, count: int) -> str:
    one, several = _SKIPPED.get(why, (why, why))
    return f"{count} {one if count == 1 else several}"


def _show_vectors(made: IndexVectors) -> None:
    """How many passages got a vector; where some have none, why, and what to do."""
    if made.embedded:
        output.text(
            f"{made.embedded} passage{'s' * (made.embedded != 1)} embedded,"
            f" {made.vectors} vector{'s' * (made.vectors != 1)} of {made.model},"
            f" in {made.ms / 1000:.1f} s"
        )
    _show_reason(made.reason, made.hint)


def _show_summaries(made: IndexSummaries) -> None:
    """How many tables got a summary, and what it cost; where some have none, why, and what to do."""
    if made.written:
        each = made.ms / 1000 / made.written
        output.text(
            f"{made.written} table{'s' * (made.written != 1)} summarised, {made.summaries} in all,"
            f" by {made.model}, in {made.ms / 1000:.1f} s ({each:.1f} s each)"
        )
    lack = "1 table has" if made.missing == 1 else f"{made.missing} tables have"
    _show_reason(f"{lack} no summary: {made.reason}" if made.reason else "", made.hint)


def _show_reason(reason: str, hint: str) -> None:
    if reason:
        style = Style(output.coloured(sys.stderr))
        output.note(style.dim(safe(" ".join(f"{part.rstrip('.')}." for part in (reason, hint) if part))))


def _advised(advice: Mapping[str, str]) -> dict[str, list[str]]:
    """What to do -> the suffixes that it helps."""
    advised: dict[str, list[str]] = {}
    for suffix, what in advice.items():
        advised.setdefault(what, []).append(safe(suffix))
    return advised
