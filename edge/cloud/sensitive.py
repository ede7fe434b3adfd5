"""What is sensitive in a text, by rule: account and card numbers, telephone numbers, identities, keys.

On the side of finding too much: what is masked costs a model one word. Finders read the normalised text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from edge.cloud.account_numbers import cards, ibans
from edge.cloud.credentials import credentials
from edge.cloud.identity_numbers import identities
from edge.cloud.normalised import NormalisedText
from edge.errors import UsageError
from edge.text import email_address
from edge.text.spans import Span

_GAP = r"[ .\-/]"
_PHONES = (
    re.compile(rf"(?<![\w+])(?:\+|00) ?\d{{1,3}}(?:{_GAP}?\(0\))?(?:{_GAP}?\(?\d{{1,4}}\)?){{2,7}}(?!\d)"),
    re.compile(rf"(?<![\w.,-])0[1-9](?:{_GAP}{{0,2}}\d\d){{4}}(?!\d)"),
    re.compile(rf"(?<![\w.,-])0\d{{2,4}}{_GAP}\d{{3,4}}(?:{_GAP}?\d{{2,4}}){{1,2}}(?!\d)"),
    re.compile(r"(?<![\w.,-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?!\d)"),
)
_DATE = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})\b(?![./-]\d)")


def phones(plain: str) -> Iterator[Span]:
    """International numbers, and national ones as written in France, Europe and North America; no dates."""
    for pattern in _PHONES:
        for match in pattern.finditer(plain):
            if sum(c.isdigit() for c in match[0]) >= 8 and not _DATE.match(match[0]):
                yield match.span()


def emails(plain: str) -> Iterator[Span]:
    """E-mail addresses."""
    return (match.span() for match in email_address.NEARLY.finditer(plain))


RULES: dict[str, Callable[[str], Iterator[Span]]] = {
    "iban": ibans, "card": cards, "id": identities, "phone": phones, "email": emails, "key": credentials,
}  # fmt: skip


def spans(name: str, text: NormalisedText) -> Iterator[Span]:
    """Where a rule finds something, in the text as it was."""
    return (text.span(start, end) for start, end in RULES[name](text.plain) if start < end)


def rules(names: str) -> list[str]:
    """The rules that a setting names, with commas. Raises UsageError for an unknown one."""
    chosen = [name.strip() for name in names.split(",") if name.strip()]
    for name in chosen:
        if name not in RULES:
            raise UsageError(f"There is no redaction rule {name!r}.", f"Rules: {', '.join(RULES)}.")
    return chosen
