"""Text as it came to text that can be stored, shown and trusted.

Control, bidi, zero-width and tag characters can hide words from a reader that a program still sees
(instructions to a model, for one), so none of them reaches a page.
"""

from __future__ import annotations

import re
import unicodedata

_LINE_ENDS = re.compile(r"\r\n?|[\v\x85\u2028\u2029]")
_SOFT_HYPHEN_BREAK = re.compile("\u00ad[ \t]*\n[ \t]*")
# Cc without tab and line feed; Cf but for the few that are drawn (Arabic number signs); surrogates;
# variation selectors but the two of emoji; and the code points that Unicode says are no characters.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0d\ufeff\ufff0-\ufffb\ufffe\uffff\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_TRAILING = re.compile(r"[ \t]+(?=\n)|[ \t]+\Z")
_BLANK_LINES = re.compile(r"\n{3,}")


def clean(text: str) -> str:
    """Same words, NFC, line feeds only, nothing invisible. A word broken at a soft hyphen is joined."""
    text = _LINE_ENDS.sub("\n", text)
    text = _SOFT_HYPHEN_BREAK.sub("", text)
    return unicodedata.normalize("NFC", _HIDDEN.sub("", text))


def tidy(text: str) -> str:
    """`clean`, without trailing spaces, runs of blank lines, or blank lines at either end."""
    text = _BLANK_LINES.sub("\n\n", _TRAILING.sub("", clean(text)))
    return text.strip("\n")


def one_line(text: str) -> str:
    """`clean` on one line, with single spaces: for titles, headings, captions and table cells."""
    return " ".join(clean(text).split())
