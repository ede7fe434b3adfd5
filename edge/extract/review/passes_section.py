"""How a result came about: each pass, why it stopped, what else was known, what contradicts it."""

from __future__ import annotations

from edge.i18n import decimal, render
from edge.records import Extracted, PassRecord, Reason
from edge.text.markup import Words, bullets, definitions, escape


def passes(result: Extracted, prefix: str, words: Words) -> str:
    """HTML of the table of passes, and why no other followed."""
    names = ("number", "kind", "engine", "sure", "changed", "tokens", "cost", "duration")
    head = "".join(f'<th scope="col">{escape(words[name])}</th>' for name in names)
    rows = "".join(_row(record, words) for record in result.passes)
    escalation = result.escalation
    ending = definitions(
        [
            (escape(words["stopped"]), escape(result.stopped_because)),
            (escape(words["used"]), escape(escalation.used or "")),
            (escape(words["wanted"]), escape(" · ".join(filter(None, (escalation.wanted, escalation.why))))),
        ]
    )
    return (
        f'<section aria-labelledby="{prefix}p"><h3 id="{prefix}p">{escape(words["passes"])}</h3>'
        f'<div class="wide" tabindex="0" role="region" aria-labelledby="{prefix}p">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{ending}</section>"
    )


def around(result: Extracted, prefix: str, words: Words) -> str:
    """HTML of the context and of remarks; empty when there is none."""
    parts = []
    context = result.context
    if context.conflicts:
        conflicts = [
            conflict.text + (f" ({', '.join(conflict.items)})" if conflict.items else "")
            for conflict in context.conflicts
        ]
        parts.append(f"<h3>{escape(words['conflicts'])}</h3>{bullets(conflicts, 'warn')}")
    known = definitions(
        [
            (escape(words["context_used"]), bullets(context.used)),
            (escape(words["context_ignored"]), bullets(context.ignored)),
            (escape(words["context_left_out"]), str(context.left_out or "")),
        ]
    )
    if known:
        parts.append(f"<h3>{escape(words['context'])}</h3>{known}")
    notes = [*result.notes]
    if result.unread:
        count = sum(end - start for start, end in result.unread)
        notes.insert(0, render(Reason("result.unread", {"count": count}), words["language"]))
    if notes:
        parts.append(f"<h3>{escape(words['notes'])}</h3>{bullets(notes)}")
    return f"<section>{''.join(parts)}</section>" if parts else ""


def _row(record: PassRecord, words: Words) -> str:
    if record.error:
        changed = f'<p class="bad">{escape(words["failed"] + words["colon"] + record.error)}</p>'
    else:
        changed = bullets(record.changes) or escape(words["nothing_changed"])
    model = f' <span class="quiet">{escape(record.model)}</span>' if record.model else ""
    tokens = sum(record.tokens.values())
    cells = (
        str(record.n), escape(words[record.kind]), escape(record.engine) + model,
        "–" if record.error else decimal(record.confidence, words["language"], 2), changed,
        str(tokens) if tokens else "–",
        f"${record.cost_usd:.4f}" if record.cost_usd else "–", f"{record.ms:.0f}&nbsp;ms",
    )  # fmt: skip
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
