"""What was found in a message, one entry each, with its values and how sure it is."""

from __future__ import annotations

from edge.extract.review.message_section import kind, placed
from edge.i18n import amount, decimal, table
from edge.records import Extracted, Extraction, Message
from edge.text.markup import Words, escape


def entries(result: Extracted, message: Message, prefix: str, words: Words) -> str:
    """HTML of the list; a sentence where there is nothing."""
    if not result.extractions:
        return f'<p class="quiet">{escape(words["nothing_found"])}</p>'
    rows = (
        _entry(at, it, placed(it, len(message.body)) is not None, prefix, words)
        for at, it in enumerate(result.extractions, start=1)
    )
    return f'<ol class="found">{"".join(rows)}</ol>'


def label(it: Extraction, words: Words) -> str:
    """The name of a type in the page's language; a type of one's own keeps its name. Not escaped."""
    name: str = table("type", words["language"]).get(it.type, it.type)
    return name


def _entry(at: int, it: Extraction, linked: bool, prefix: str, words: Words) -> str:
    number = f'<span class="no {kind(it)}">{at}</span>'
    if linked:
        back = escape(f"{at} {words['back']}")
        number = f'<a class="no {kind(it)}" href="#{prefix}t{at}" aria-label="{back}">{at}</a>'
    quote = ""
    if it.quote and it.quote not in it.info:
        quote = f'<blockquote dir="auto">{escape(it.quote)}</blockquote>'
    sure = decimal(it.confidence, words["language"], 2)
    badges = "".join(f'<li class="{tone}">{escape(text)}</li>' for text, tone in _badges(it, words))
    return (
        f'<li id="{prefix}x{at}" class="{kind(it)}"><p>{number} <b>{escape(label(it, words))}</b>'
        f' <span class="sure">{escape(words["sure"])} {sure}</span></p>'
        f'<p dir="auto">{escape(it.info)}</p>{quote}<ul class="badges">{badges}</ul></li>'
    )


def _badges(it: Extraction, words: Words) -> list[tuple[str, str]]:
    """(text, tone) of each value and flag."""
    shown = []
    sum_ = "" if it.amount is None else amount(it.amount, it.currency, words["language"])
    for name, value in (("date", it.date), ("time", _time(it)), ("amount", sum_)):
        if value:
            shown.append((f"{words[name]} {value}", "value"))
    if it.duration_minutes:
        shown.append((f"{words['duration']} {it.duration_minutes} min", "value"))
    shown += [(f"{name}{words['colon']}{value}", "value") for name, value in it.data.items()]
    shown += [(words[name], "flag") for name in ("calendar", "task") if getattr(it, name)]
    if it.note and it.note_action != "none":
        shown.append((f"{words['note']}{words['colon']}{it.note} ({words[it.note_action]})", "flag"))
    if it.importance != "medium":
        shown.append((words[it.importance], "flag"))
    if it.required:
        shown.append((words["required"], "flag"))
    if not it.grounded:
        shown.append((words["ungrounded"], "bad"))
    elif it.where != "body":
        shown.append((words[it.where], "flag"))
    elif it.found == "fuzzy":
        shown.append((words["almost"], "flag"))
    return shown


def _time(it: Extraction) -> str:
    return f"{it.time} {it.timezone or ''}".strip() if it.time else ""
