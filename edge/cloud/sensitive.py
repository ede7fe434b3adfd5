"""What is sensitive in a text, by rule: account and card numbers, telephone numbers, addresses, keys.

On the side of finding too much: what is masked is put back, so a wrong find costs a model one word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import log2

from edge.errors import UsageError
from edge.text import email_address

_SPACE = r"[ \u00a0\u2009\u202f]"
_GAP = r"[ \u00a0\u2009\u202f.\-/]"
#: A shorter password is a word like others.
SHORTEST = 4

_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ \u00a0\u2009\u202f.\-]?[A-Za-z0-9]){11,30}")
_CARD = re.compile(r"(?<!\d)\d(?:[ \u00a0\u2009\u202f.\-]?\d){12,18}(?!\d)")
_PHONES = (
    re.compile(
        rf"(?<![\w+])(?:\+|00){_SPACE}?\d{{1,3}}(?:{_GAP}?\(0\))?(?:{_GAP}?\(?\d{{1,4}}\)?){{2,7}}(?!\d)"
    ),
    re.compile(rf"(?<![\w.,-])0[1-9](?:{_GAP}?\d\d){{4}}(?!\d)"),
    re.compile(rf"(?<![\w.,-])0\d{{2,4}}{_GAP}\d{{3,4}}(?:{_GAP}?\d{{2,4}}){{1,2}}(?!\d)"),
    re.compile(r"(?<![\w.,-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?!\d)"),
)
_DATE = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})\b(?![./-]\d)")
_KEYS = (
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL),
    re.compile(r"\b(?:sk|pk|rk|whsec)[-_][A-Za-z0-9_-]{12,}"),
    re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
    re.compile(
        r"\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|hf_|npm_|pypi-|AIza|ya29\.)[A-Za-z0-9_.-]{10,}"
    ),
    re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?"),
    re.compile(r"\b[0-9a-fA-F]{32,}\b"),
)
_NAMED = re.compile(
    r"(?i)(?<!\w)(?:pass ?word|passphrase|passwd|pwd|passcode|pin(?: code)?|secret|token|api[ _-]?key"
    r"|access[ _-]?key|mots? de passe|mdp|code (?:pin|secret|confidentiel|d['’]acc[èe]s)"
    r"|cl[ée] (?:api|secr[èe]te))"
    r"[\"'»]?(?:[ \u00a0]{0,3}[:=][ \u00a0]{0,3}| (?:is|est|sera) (?:: )?)[\"'«]?[ \u00a0]?"
    r"(?P<value>[^\s\"'«»<>]+)"
)
_DENSE = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{20,}={0,2}")

Span = tuple[int, int]


def ibans(text: str) -> Iterator[Span]:
    """ISO 13616, spaced or not: the longest run whose check digits are right; else one mostly of digits."""
    for match in _IBAN.finditer(text):
        start, end = match.span()
        ends = [stop for stop in range(end, start + 14, -1) if _mod97(text[start:stop])]
        if ends:
            yield start, ends[0]
        elif sum(c.isdigit() for c in match[0]) * 2 > sum(c.isalnum() for c in match[0]):
            yield start, end


def cards(text: str) -> Iterator[Span]:
    """13 to 19 digits whose Luhn digit is right (ISO/IEC 7812)."""
    for match in _CARD.finditer(text):
        digits = [int(c) for c in match[0] if c.isdigit()][::-1]
        if (sum(digits[::2]) + sum(sum(divmod(2 * digit, 10)) for digit in digits[1::2])) % 10 == 0:
            yield match.span()


def phones(text: str) -> Iterator[Span]:
    """International numbers, and national ones as written in France, Europe and North America; no dates."""
    for pattern in _PHONES:
        for match in pattern.finditer(text):
            if sum(c.isdigit() for c in match[0]) >= 8 and not _DATE.match(match[0]):
                yield match.span()


def emails(text: str) -> Iterator[Span]:
    """E-mail addresses."""
    return (match.span() for match in email_address.NEARLY.finditer(text))


def keys(text: str) -> Iterator[Span]:
    """Keys by their known beginnings, private keys, what a text calls a password, and dense tokens."""
    for pattern in _KEYS:
        yield from (match.span() for match in pattern.finditer(text))
    for match in _NAMED.finditer(text):
        start, end = match.span("value")
        end = start + len(text[start:end].rstrip(".,;:!?)")) or end
        if end - start >= SHORTEST:
            yield start, end
    yield from (match.span() for match in _DENSE.finditer(text) if _dense(match[0]))


RULES: dict[str, Callable[[str], Iterator[Span]]] = {
    "iban": ibans, "card": cards, "phone": phones, "email": emails, "key": keys,
}  # fmt: skip


def rules(names: str) -> list[str]:
    """The rules that a setting names, with commas. Raises UsageError for one that is none."""
    chosen = [name.strip() for name in names.split(",") if name.strip()]
    for name in chosen:
        if name not in RULES:
            raise UsageError(f"There is no redaction rule {name!r}.", f"Rules: {', '.join(RULES)}.")
    return chosen


def _mod97(text: str) -> bool:
    plain = "".join(c for c in text if c.isalnum()).upper()
    if not text[-1].isalnum() or not 15 <= len(plain) <= 34:
        return False
    return int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1


def _dense(token: str) -> bool:
    """Upper, lower and digits mixed at 3.5 bits a character or more: no word, no name of a file."""
    mixed = (
        any(c.isupper() for c in token)
        and any(c.islower() for c in token)
        and any(c.isdigit() for c in token)
    )
    share = [token.count(c) / len(token) for c in set(token)]
    return mixed and -sum(p * log2(p) for p in share) >= 3.5
