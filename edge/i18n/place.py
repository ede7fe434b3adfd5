"""Where a quote or a result stands, in words: document, page or lines, section."""

from __future__ import annotations

from collections.abc import Callable

from edge.i18n.render import render
from edge.records import Citation, Hit, Reason


def place(found: Citation | Hit, tongue: str, safe: Callable[[str], str] = str) -> str:
    """Source · page N · section, after the base where several are asked; in a document without pages, its
    lines where they are known. `safe` cleans what a document says, for a terminal.
    """
    parts = [safe(part) for part in (found.knowledge, found.source) if part]
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
