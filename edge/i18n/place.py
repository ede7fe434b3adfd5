"""Where a quote or a result stands, in words: document, page or lines, section."""

from __future__ import annotations

from collections.abc import Callable

from edge.i18n.render import render
from edge.records import Citation, Hit, Reason
from edge.records.documents import CitedText


def place(found: Citation | Hit | CitedText, tongue: str, safe: Callable[[str], str] = str) -> str:
    """Source · page N · section, after the base where several are asked; in a document without pages, its
    lines where they are known. `safe` cleans what a document says, for a terminal.
    """
    base = "" if isinstance(found, CitedText) else found.knowledge
    parts = [safe(part) for part in (base, found.source) if part]
    if found.page is not None:
        if found.label and found.label != str(found.page):
            label = safe(found.label)
            parts.append(render(Reason("answer.printed_place", {"page": found.page, "label": label}), tongue))
        else:
            parts.append(render(Reason("answer.place", {"page": found.page}), tongue))
    elif found.lines is not None:
        first, last = found.lines
        lines = Reason("answer.lines", {"first": first, "last": last})
        parts.append(render(Reason("answer.line", {"line": first}) if first == last else lines, tongue))
    if found.heading and found.heading != found.source:
        parts.append(safe(found.heading))
    return " · ".join(parts)
