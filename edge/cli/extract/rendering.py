"""What was found in a message, as people read it: the suggestion, what stands behind it, what is asked."""

from __future__ import annotations

from edge import i18n
from edge.cli.terminal.style import Style, safe, wrap
from edge.i18n import render
from edge.records import Extracted, Extraction, Reason

_INDENT = "  "


def lines(made: Extracted, style: Style, width: int | None, *, quiet: bool = False) -> list[str]:
    """The result as lines. `width` None means unwrapped; `quiet` leaves out everything but what was found."""
    tongue = made.language or i18n.language(made.subject)
    head = safe(made.subject) or safe(made.id)
    shown = [style.bold(line) for line in wrap(head, width)]
    if made.sender:
        shown += [style.dim(line) for line in wrap(safe(made.sender), width)]
    shown.append(_action(made, tongue, style))
    if made.why and not quiet:
        shown += [style.dim(line) for line in wrap(safe(made.why), width, _INDENT, _INDENT)]
    for it in made.extractions:
        shown += _extraction(it, tongue, style, width)
    if quiet:
        return shown
    for conflict in made.context.conflicts:
        shown += [style.warn(line) for line in wrap(safe(conflict.text), width, "  ! ", "    ")]
    if made.clarification_question:
        shown += [style.warn(line) for line in wrap(safe(made.clarification_question), width, "  ? ", "    ")]
    return [*shown, *(style.dim(line) for line in wrap(_footer(made, tongue), width))]


def _action(made: Extracted, tongue: str, style: Style) -> str:
    """What is to be done, and whether it is done."""
    paint = {"apply": style.good, "leave": style.good, "queue": style.warn, "wait": style.warn}[made.decision]
    action = render(Reason(f"action.{made.action}"), tongue)
    outcome = render(Reason(f"result.{made.decision}", {"wanted": made.escalation.wanted or ""}), tongue)
    return paint(f"{action} · {i18n.probability(made.confidence.value, tongue)} · {outcome}")


def _extraction(it: Extraction, tongue: str, style: Style, width: int | None) -> list[str]:
    words, marks_of = i18n.table("result", tongue), i18n.table("typography", tongue)
    duration = f"{it.duration_minutes} min" if it.duration_minutes else ""
    amount = "" if it.amount is None else i18n.amount(it.amount, it.currency, tongue)
    values = [value for value in (it.date, it.time, duration, amount) if value]
    marks = [words[name] for name in ("calendar", "task") if getattr(it, name)]
    label = i18n.table("type", tongue).get(it.type, it.type)
    text = safe(it.info) + (f" [{', '.join([*values, *marks])}]" if values or marks else "")
    shown = wrap(f"{label}{marks_of['colon']}{text}", width, f"{_INDENT}· ", "    ")
    if not it.grounded:
        return [*shown, style.warn(f"    {words['ungrounded']}")]
    if safe(it.quote) == safe(it.info):
        return shown
    opening, closing = marks_of["quote"]
    return shown + [style.dim(line) for line in wrap(f"{opening}{safe(it.quote)}{closing}", width, "    ")]


def _footer(made: Extracted, tongue: str) -> str:
    last = made.passes[-1] if made.passes else None
    parts = [
        render(Reason("result.passes", {"count": len(made.passes)}), tongue),
        last.engine if last else "",
    ]
    parts.append(made.stopped_because)
    wanted, why = made.escalation.wanted, made.escalation.why
    if why:
        parts.append(render(Reason("on_behalf", {"engine": wanted, "why": why}), tongue) if wanted else why)
    if made.total_tokens:
        parts.append(render(Reason("result.tokens", {"count": made.total_tokens}), tongue))
    if made.escalation.cost_usd:
        parts.append(f"${made.escalation.cost_usd:.4f}")
    if made.unread:
        unread = sum(end - start for start, end in made.unread)
        parts.append(render(Reason("result.unread", {"count": unread}), tongue))
    parts += made.notes
    parts.append(f"{made.timings_ms.get('total', 0.0):.0f} ms")
    return " · ".join(safe(part) for part in parts if part)
