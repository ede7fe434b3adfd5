"""Text as it came to text that can be stored, shown, sent and trusted: one list of what nobody sees.

Control, bidi, zero-width and tag characters can hide words from a reader that a program still sees
(instructions to a model, for one), or tear words apart, so none of them reaches a page, a message, a
terminal, a prompt or the cloud.
"""

from __future__ import annotations

import unicodedata

from edge.text.regex import regex

_LINE_ENDS = regex(r"\r\n?|[\v\x85\u2028\u2029]")
_SOFT_HYPHEN_BREAK = regex("\u00ad[ \t]*\n[ \t]*")
_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_SURROGATES = "\ud800-\udfff"
_NO_CHARACTERS = "\ufdd0-\ufdef\ufffe\uffff"  # as Unicode says
_DIRECTIONS = "\u202a-\u202e\u2066-\u2069"
# Cf but for the few that are drawn (Arabic number signs), fillers, and variation selectors but the two of
# emoji.
_UNSEEN_RANGES = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Joiners hold emoji together: only there.
_UNSEEN = regex(f"[{_UNSEEN_RANGES}]|(?<![\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d")
_DROPPED = regex(f"[{_CONTROL}{_NO_CHARACTERS}]")
_HALVES = regex(f"[{_SURROGATES}]")
_ODD = regex(f"[{_CONTROL}{_SURROGATES}{_NO_CHARACTERS}{_DIRECTIONS}]")
_CONTROLS = regex(f"[{_CONTROL}]")
#: None of these letters and signs is hidden, and no two of them make one: `clean` has nothing to do.
_PLAIN = regex("[\n -~\xa1-\xac\xae-\u02af\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*+")
_TRAILING = regex(r"(?<![ \t])[ \t]++(?=\n|\Z)")
_BLANK_LINES = regex(r"\n{3,}")


def line_feeds(text: str) -> str:
    """Every kind of line end as a line feed."""
    return _LINE_ENDS.sub("\n", text)


def reveal(text: str) -> tuple[str, int]:
    """The text with line feeds only and nothing that nobody sees, and how many characters that hide were
    taken out (control characters, which hide nothing, go uncounted). Lone surrogates become U+FFFD.
    """
    text = _DROPPED.sub("", line_feeds(text))
    if text.isascii():
        return text, 0
    text, unseen = _UNSEEN.subn("", text.removeprefix("\ufeff"))
    return _HALVES.sub("\ufffd", text), unseen


#: One of these alone stands where French wants it: before a colon, inside a number.
_NO_BREAK = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
_SPACES = regex(r"\s+")


def visible(text: str) -> str:
    """On one line with single spaces, control characters as spaces, nothing hidden: for what people type and
    what a terminal shows.
    """
    shown = reveal(_CONTROLS.sub(" ", text))[0]
    return _SPACES.sub(lambda run: run[0] if run[0] in _NO_BREAK else " ", shown).strip()


def clean(text: str) -> str:
    """Same words, NFC, line feeds only, nothing invisible. A word broken at a soft hyphen is joined."""
    if _PLAIN.fullmatch(text):
        return text
    return unicodedata.normalize("NFC", reveal(_SOFT_HYPHEN_BREAK.sub("", line_feeds(text)))[0])


def tidy(text: str) -> str:
    """`clean`, without trailing spaces, runs of blank lines, or blank lines at either end."""
    if text.isascii() and text.isprintable():  # one line with nothing to clean: most of what is typed
        return text.rstrip(" ")
    text = _BLANK_LINES.sub("\n\n", _TRAILING.sub("", clean(text)))
    return text.strip("\n")


def plain(text: str) -> str:
    """For showing, of the same length: control characters, direction marks and what is no character at all
    become U+FFFD.
    """
    return _ODD.sub("\ufffd", text)
