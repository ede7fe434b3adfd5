"""Text of strangers as HTML: every piece of the page goes through `escape` or is written here."""

from __future__ import annotations

import base64
import hashlib
import html
from functools import cache
from typing import Any

from edge.text.sanitise import plain

#: The page's words in one language, by name.
Words = dict[str, Any]


def escape(text: str) -> str:
    """Text as HTML, for content and quoted attributes alike. What is odd becomes U+FFFD, one for one."""
    return html.escape(plain(text), quote=True)


def definitions(pairs: list[tuple[str, str]]) -> str:
    """A list of names and values, both HTML already; those without a value are left out."""
    rows = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in pairs if value)
    return f"<dl>{rows}</dl>" if rows else ""


def bullets(items: list[str], kind: str = "") -> str:
    """A list of texts, escaped here; empty when there are none. `kind` is a class of the style."""
    rows = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f'<ul class="{kind}">{rows}</ul>' if rows else ""


@cache
def policy(template: str, *, pictures: bool = False) -> str:
    """A content security policy under which nothing is loaded or run, and only our own style counts.
    `pictures`: those in the page itself are shown.
    """
    style = template.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode("ascii")
    shown = "img-src data:; " if pictures else ""
    return f"default-src 'none'; {shown}style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
