"""What was found in a message, as people read it: the suggestion, what stands behind it, what is asked."""

from __future__ import annotations

from edge.cli.style import Style, safe, wrap
from edge.i18n import phrases
from edge.records import Extracted, Extraction

_INDENT = "  "


def lines(made: Extracted, style: Style, width: int | None, *, quiet: bool = False) -> list[str]:
    """The result as lines. `width` None means unwrapped; `quiet` leaves out everything but what was found."""
    # What is asked is in the message's language already.
    found = f"{made.subject} " + " ".join(it.info for it in made.extractions)
    tongue = phrases.language(made.clarification_question or found)
    words = phrases.table(f"extracted.{tongue}")
    head = safe(made.subject) or safe(made.id)
    shown = [style.bold(line) for line in wrap(head, width)]
    if made.sender:
        shown += [style.dim(line) for line in wrap(safe(made.sender), width)]
    shown.append(_action(made, words, style))
    for it in made.extractions:
        shown += _extraction(it, tongue, words, style, width)
    if quiet:
        return shown
    for conflict in made.context.conflicts:
        shown += [
            style.warn(line)
            for line in wrap(safe(phrases.reason(conflict.text, tongue)), width, "  ! ", "    ")
        ]
    if made.clarification_question:
        shown += [style.warn(line) for line in wrap(safe(made.clarification_question), width, "  ? ", "    ")]
    return [*shown, *(style.dim(line) for line in wrap(_footer(made, words, tongue), width))]


def _action(made: Extracted, words: dict[str, str], style: Style) -> str:
    """What is to be done, and whether it is done."""
    paint = {"apply": style.good, "queue": style.warn, "wait": style.warn}[made.decision]
    said = words[f"decision_{made.decision}"].format(wanted=made.escalation.wanted or "")
    return paint(f"{words[made.action]} · {made.confidence.raw:.2f} · {said}")


def _extraction(
    it: Extraction, tongue: str, words: dict[str, str], style: Style, width: int | None
) -> list[str]:
    values = [value for value in (it.date, it.time, _duration(it), _amount(it, tongue)) if value]
    marks = [words[name] for name in ("calendar", "task") if getattr(it, name)]
    label = words.get(it.type, it.type)
    text = safe(it.info) + (f" [{', '.join([*values, *marks])}]" if values or marks else "")
    shown = wrap(f"{label}{' :' if tongue == 'fr' else ':'} {text}", width, f"{_INDENT}· ", "    ")
    if not it.grounded:
        return [*shown, style.warn(f"    {words['ungrounded']}")]
    if safe(it.quote) == safe(it.info):
        return shown
    opening, closing = ("« ", " »") if tongue == "fr" else ("“", "”")
    return shown + [style.dim(line) for line in wrap(f"{opening}{safe(it.quote)}{closing}", width, "    ")]


def _duration(it: Extraction) -> str:
    return f"{it.duration_minutes} min" if it.duration_minutes else ""


def _amount(it: Extraction, tongue: str) -> str:
    if it.amount is None:
        return ""
    said = f"{it.amount:,.2f}"
    if tongue == "fr":
        said = said.replace(",", " ").replace(".", ",")
    return f"{said} {it.currency or ''}".strip()


def _footer(made: Extracted, words: dict[str, str], tongue: str) -> str:
    last = made.passes[-1] if made.passes else None
    parts = [words["passes"].format(count=len(made.passes)), last.engine if last else ""]
    parts.append(phrases.reason(made.stopped_because, tongue))
    if made.escalation.why:
        asked = f"{made.escalation.wanted}: " if made.escalation.wanted else ""
        parts.append(asked + made.escalation.why.rstrip("."))
    if made.escalation.cost_usd:
        parts.append(f"${made.escalation.cost_usd:.4f}")
    if made.unread:
        parts.append(words["unread"].format(count=sum(end - start for start, end in made.unread)))
    parts += [phrases.reason(note.rstrip("."), tongue) for note in made.notes]
    parts.append(f"{made.timings_ms.get('total', 0.0):.0f} ms")
    return " · ".join(safe(part) for part in parts if part)
