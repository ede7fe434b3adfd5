"""Characters nobody sees are taken out once, before anything points into the text.

Instructions hide in them (Unicode tags, variation selectors), and words are torn by them (zero-width
spaces, soft hyphens), so that neither a person nor a rule reads what a model would read.
"""

from __future__ import annotations

import re

_LINE_ENDS = re.compile("\r\n?|[\x85\u2028\u2029]")
_UNSEEN = re.compile(
    "["
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, fillers
    "\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"  # tags and selectors
    "]"
    "|(?<![\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d"  # joiners hold emoji together: only there
)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"\s+")


def clean(text: str) -> tuple[str, int]:
    """The text with LF line ends and without control and unseen characters, and how many unseen ones there
    were. Lone surrogates become U+FFFD.
    """
    text = _CONTROL.sub("", _LINE_ENDS.sub("\n", text))
    if text.isascii():
        return text, 0
    text, unseen = _UNSEEN.subn("", text.removeprefix("\ufeff"))
    return _SURROGATE.sub("\ufffd", text), unseen


def one_line(text: str, limit: int = 1_000) -> str:
    """A header's value: cleaned, on one line, at most `limit` characters."""
    return _SPACE.sub(" ", clean(text)[0]).strip()[:limit]
