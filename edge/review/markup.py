"""Text of strangers as HTML: every piece of the page goes through `escape` or is written here."""

from __future__ import annotations

import html
import unicodedata

#: What may make text read as something it does not say, or is no character at all.
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_KEPT = frozenset("\n\t\r")


def escape(text: str) -> str:
    """Text as HTML, for content and quoted attributes alike. Control characters, halves of surrogate pairs
    and direction overrides become U+FFFD, one for one.
    """
    return html.escape("".join("\ufffd" if _odd(c) else c for c in text), quote=True)


def _odd(c: str) -> bool:
    if c in _OVERRIDES:
        return True
    # Cs: halves of pairs, which no UTF-8 file can hold. The last two of each plane are no characters.
    return (unicodedata.category(c) in ("Cc", "Cs") and c not in _KEPT) or ord(c) & 0xFFFE == 0xFFFE


def definitions(pairs: list[tuple[str, str]]) -> str:
    """A list of names and values, both HTML already; those without a value are left out."""
    rows = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in pairs if value)
    return f"<dl>{rows}</dl>" if rows else ""


def bullets(items: list[str], kind: str = "") -> str:
    """A list of texts, escaped here; empty when there are none."""
    rows = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f'<ul class="{kind}">{rows}</ul>' if rows else ""
