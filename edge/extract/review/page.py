"""The whole page, from `assets/review.html`: no script, nothing loaded, and a policy that forbids both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from string import Template

import msgspec

from edge import paths
from edge.extract.review import extractions_section, message_section, passes_section
from edge.i18n import decimal, language, render, rendered, table
from edge.records import Extracted, Message, Reason
from edge.text.markup import Words, bullets, definitions, escape, policy


def page(items: Sequence[tuple[Message, Extracted]]) -> str:
    """One self-contained HTML file for messages and their results, in the language of most of them.

    Everything in a message is text to it: nothing of it can become markup.
    """
    tongue = _language([message for message, _ in items])
    words = _words(tongue)
    items = [(message, _in_language(result, tongue)) for message, result in items]
    decisions = Counter(_decision(result, words) for _, result in items)
    summary = [
        render(Reason("review.messages", {"count": len(items)}), tongue),
        *(f"{decision} ({count})" for decision, count in decisions.items()),
    ]
    articles = (_article(message, result, f"m{at}", words) for at, (message, result) in enumerate(items, 1))
    template = _template()
    return template.substitute(
        lang=tongue, title=escape(words["title"]), policy=policy(template.template),
        summary=escape(" · ".join(summary)), contents=_contents(items, words),
        messages="".join(articles),
    )  # fmt: skip


def _in_language(result: Extracted, tongue: str) -> Extracted:
    """A result in the page's language, but for the question: that stays in its message's."""
    question = result.clarification_question
    return msgspec.structs.replace(rendered(result, tongue), clarification_question=question)


def _contents(items: Sequence[tuple[Message, Extracted]], words: Words) -> str:
    """Links to the messages, where there are several."""
    if len(items) < 2:
        return ""
    rows = "".join(
        f'<li><a href="#m{at}" dir="auto">{escape(message.subject or words["no_subject"])}</a>'
        f' <span class="quiet">{escape(_outcome(result, words))}</span></li>'
        for at, (message, result) in enumerate(items, 1)
    )
    return f'<nav aria-label="{escape(words["contents"])}"><ol>{rows}</ol></nav>'


def _article(message: Message, result: Extracted, prefix: str, words: Words) -> str:
    names = [extractions_section.label(it, words) for it in result.extractions]
    text = message_section.marked(message, result.extractions, prefix, names)
    shown = (
        f'<div class="text" dir="auto">{text}</div>'
        if message.body.strip()
        else f'<p class="quiet">{escape(words["empty"])}</p>'
    )
    dimmed = f'<p class="quiet small">{escape(words["dimmed"])}</p>' if 'class="old"' in text else ""
    return (
        f'<article id="{prefix}" aria-labelledby="{prefix}h">'
        f"<header>{_head(message, result, prefix, words)}{_asked(result, words)}</header>"
        f'<div class="sides"><section aria-labelledby="{prefix}b">'
        f'<h3 id="{prefix}b">{escape(words["text"])}</h3>{shown}{dimmed}</section>'
        f'<section aria-labelledby="{prefix}f"><h3 id="{prefix}f">{escape(words["found"])}</h3>'
        f"{extractions_section.entries(result, message, prefix, words)}</section></div>"
        f"{passes_section.passes(result, prefix, words)}"
        f"{passes_section.around(result, prefix, words)}</article>"
    )


def _head(message: Message, result: Extracted, prefix: str, words: Words) -> str:
    attached = ", ".join(f"{part.name} ({part.media_type})" for part in message.attachments)
    facts = definitions(
        [
            (escape(words["from"]), escape(message.sender)),
            (escape(words["received"]), escape(message.received_at)),
            (escape(words["attachments"]), escape(attached)),
        ]
    )
    sure = f"{words['sure']} {decimal(result.confidence.raw, words['language'], 2)}"
    if result.confidence.calibrated is not None:
        sure += f" · {words['calibrated']} {decimal(result.confidence.calibrated, words['language'], 2)}"
    return (
        f'<h2 id="{prefix}h" dir="auto">{escape(message.subject or words["no_subject"])}</h2>{facts}'
        f'<p class="outcome {result.decision}"><b>{escape(_outcome(result, words))}</b>'
        f' <span class="sure" title="{escape(result.confidence.source)}">{escape(sure)}</span></p>'
    )


def _asked(result: Extracted, words: Words) -> str:
    """What is asked of the person, and why it matters."""
    parts = []
    if result.clarification_question:
        parts.append(
            f'<div class="ask"><p class="small">{escape(words["question"])}</p>'
            f'<p dir="auto">{escape(result.clarification_question)}</p></div>'
        )
    if result.stakes:
        stakes = bullets(result.stakes, "warn")
        parts.append(f'<p class="small">{escape(words["stakes"])}</p>{stakes}')
    return "".join(parts)


def _outcome(result: Extracted, words: Words) -> str:
    return f"{render(Reason(f'action.{result.action}'), words['language'])} · {_decision(result, words)}"


def _decision(result: Extracted, words: Words) -> str:
    return render(
        Reason(f"result.{result.decision}", {"wanted": result.escalation.wanted or ""}), words["language"]
    )


def _language(messages: Sequence[Message]) -> str:
    """The language of most messages."""
    counts = Counter(language(f"{it.subject}\n{it.body[:400]}") for it in messages)
    return counts.most_common(1)[0][0] if counts else "en"


def _words(tongue: str) -> Words:
    """The page's words, and those it shares with the command line."""
    return {
        "language": tongue,
        **table("typography", tongue),
        **table("result", tongue),
        **table("review", tongue),
    }


@cache
def _template() -> Template:
    return Template(paths.asset("review.html").read_text(encoding="utf-8"))
