"""The whole page, from `assets/review.html`: no script, nothing loaded, and a policy that forbids both."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from string import Template
from typing import Any

import msgspec

from edge import paths
from edge.extract.review import extractions_section, message_section, passes_section
from edge.extract.review.html import bullets, definitions, escape
from edge.i18n import decimal, language, render, rendered, table
from edge.records import Extracted, Message, Reason

Words = dict[str, Any]


def page(items: Sequence[tuple[Message, Extracted]]) -> str:
    """One self-contained HTML file for messages and their results, in the language of most of them.

    Everything in a message is text to it: nothing of it can become markup.
    """
    tongue = _language([message for message, _ in items])
    words = _words(tongue)
    items = [(message, _in_language(made, tongue)) for message, made in items]
    decisions = Counter(_decision(made, words) for _, made in items)
    summary = [
        render(Reason("review.messages", {"count": len(items)}), tongue),
        *(f"{decision} ({count})" for decision, count in decisions.items()),
    ]
    articles = (_article(message, made, f"m{at}", words) for at, (message, made) in enumerate(items, 1))
    template = _template()
    return template.substitute(
        lang=tongue, title=escape(words["title"]), policy=_policy(template.template),
        summary=escape(" · ".join(summary)), contents=_contents(items, words),
        messages="".join(articles),
    )  # fmt: skip


def _in_language(made: Extracted, tongue: str) -> Extracted:
    """A result in the page's language, but for the question: that stays in its message's."""
    asked = made.clarification_question
    return msgspec.structs.replace(rendered(made, tongue), clarification_question=asked)


def _contents(items: Sequence[tuple[Message, Extracted]], words: Words) -> str:
    """Links to the messages, where there are several."""
    if len(items) < 2:
        return ""
    rows = "".join(
        f'<li><a href="#m{at}" dir="auto">{escape(message.subject or words["no_subject"])}</a>'
        f' <span class="quiet">{escape(_outcome(made, words))}</span></li>'
        for at, (message, made) in enumerate(items, 1)
    )
    return f'<nav aria-label="{escape(words["contents"])}"><ol>{rows}</ol></nav>'


def _article(message: Message, made: Extracted, prefix: str, words: Words) -> str:
    names = [extractions_section.label(it, words) for it in made.extractions]
    text = message_section.marked(message, made.extractions, prefix, names)
    shown = (
        f'<div class="text" dir="auto">{text}</div>'
        if message.body.strip()
        else f'<p class="quiet">{escape(words["empty"])}</p>'
    )
    dimmed = f'<p class="quiet small">{escape(words["dimmed"])}</p>' if 'class="old"' in text else ""
    return (
        f'<article id="{prefix}" aria-labelledby="{prefix}h">'
        f"<header>{_head(message, made, prefix, words)}{_asked(made, words)}</header>"
        f'<div class="sides"><section aria-labelledby="{prefix}b">'
        f'<h3 id="{prefix}b">{escape(words["text"])}</h3>{shown}{dimmed}</section>'
        f'<section aria-labelledby="{prefix}f"><h3 id="{prefix}f">{escape(words["found"])}</h3>'
        f"{extractions_section.entries(made, message, prefix, words)}</section></div>"
        f"{passes_section.passes(made, prefix, words)}"
        f"{passes_section.around(made, prefix, words)}</article>"
    )


def _head(message: Message, made: Extracted, prefix: str, words: Words) -> str:
    attached = ", ".join(f"{part.name} ({part.media_type})" for part in message.attachments)
    facts = definitions(
        [
            (escape(words["from"]), escape(message.sender)),
            (escape(words["received"]), escape(message.received_at)),
            (escape(words["attachments"]), escape(attached)),
        ]
    )
    sure = f"{words['sure']} {decimal(made.confidence.raw, words['language'], 2)}"
    if made.confidence.calibrated is not None:
        sure += f" · {words['calibrated']} {decimal(made.confidence.calibrated, words['language'], 2)}"
    return (
        f'<h2 id="{prefix}h" dir="auto">{escape(message.subject or words["no_subject"])}</h2>{facts}'
        f'<p class="outcome {made.decision}"><b>{escape(_outcome(made, words))}</b>'
        f' <span class="sure" title="{escape(made.confidence.source)}">{escape(sure)}</span></p>'
    )


def _asked(made: Extracted, words: Words) -> str:
    """What is asked of the person, and why it matters."""
    parts = []
    if made.clarification_question:
        parts.append(
            f'<div class="ask"><p class="small">{escape(words["question"])}</p>'
            f'<p dir="auto">{escape(made.clarification_question)}</p></div>'
        )
    if made.stakes:
        stakes = bullets(made.stakes, "warn")
        parts.append(f'<p class="small">{escape(words["stakes"])}</p>{stakes}')
    return "".join(parts)


def _outcome(made: Extracted, words: Words) -> str:
    return f"{render(Reason(f'action.{made.action}'), words['language'])} · {_decision(made, words)}"


def _decision(made: Extracted, words: Words) -> str:
    return render(
        Reason(f"result.{made.decision}", {"wanted": made.escalation.wanted or ""}), words["language"]
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


@cache
def _policy(template: str) -> str:
    """A content security policy under which nothing is loaded or run, and only our own style counts."""
    style = template.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode("ascii")
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
