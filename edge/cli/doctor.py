"""`edge doctor`: what works here, what does not, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.cli import options

if TYPE_CHECKING:
    from edge.records.diagnosis import DoctorReport


def doctor(
    knowledge: options.Knowledge = None,
    json: options.Json = False,
    offline: options.Offline = False,
    assign: options.Set = None,
) -> int:
    """Check this device, the installation and the knowledge base, and say what to do about problems.

    It opens no connection and keeps nothing. The exit code is 0 if nothing is broken, 7 if the knowledge
    base is, and 1 if anything else is.
    """
    import sys

    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style, columns, wrap
    from edge.doctor.examine import examine

    report = examine(options.flags(knowledge, offline, assign))
    if json:
        output.pretty(report)
        return report.exit_code
    style = Style(output.coloured(sys.stdout))
    paint = {"ok": style.good, "warn": style.warn, "fail": style.bad, "–": style.dim}
    margin = max(columns(check.name) for check in report.checks) + 8
    for check in report.checks:
        status = "–" if check.absent else check.status
        first = f"{status:<6}{check.name}".ljust(margin)
        text, *more = wrap(check.detail, output.width(), first, " " * margin)
        output.text(paint[status](text[:6]) + text[6:])
        for line in more:
            output.text(line)
        if check.next_step:
            for line in wrap("→ " + check.next_step, output.width(), " " * margin):
                output.text((style.dim if check.absent else style.bold)(line))
    for line in _summary(report):
        output.text(line)
    return report.exit_code


def _summary(report: DoctorReport) -> list[str]:
    """All of it in a few words, after a blank line."""

    def named(status: str) -> str:
        return ", ".join(one.name for one in report.checks if one.status == status and not one.absent)

    broken, doubtful = named("fail"), named("warn")
    absent = ", ".join(one.name for one in report.checks if one.absent)
    shown = ["", f"Broken: {broken}." if broken else "Nothing is broken."]
    shown += [f"To look at: {doubtful}."] if doubtful else []
    shown += [f"Not installed, and not needed: {absent}."] if absent else []
    return shown
