"""HTML of mails as a run of tokens, in time that grows with its length and no faster.

Not html.parser (alone or under BeautifulSoup): on Python 3.11, 0.9 MB of "<a <a <a" keeps it busy for
minutes, and anyone can send that. Rules are those of browsers as far as mails need them: quoted attributes,
comments, raw text in script and style; what is never closed is dropped up to the end.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

_TAG = re.compile(r"(/?)([A-Za-z][^\s/>]{0,60})[^\s/>]*")
_STEP = re.compile(r">|=[ \t\r\n\f]{0,20}[\"']")
_ATTRIBUTE = re.compile(
    r"([^\s=/>\"']{1,60})[^\s=/>\"']*(?:[ \t\r\n\f]{0,20}=[ \t\r\n\f]{0,20}(\"[^\"]*\"|'[^']*'|[^\s>]*))?"
)
_ATTRIBUTES = 8_192  # characters of one tag that are looked at
_RAW = {"script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"}
_RAW_END = {name: re.compile(f"</{name}(?=[\\s/>])", re.IGNORECASE) for name in _RAW}
_HUGE_REFERENCE = re.compile(r"&#[xX]?[0-9a-fA-F]{9,}")  # int() refuses thousands of digits


class Token(NamedTuple):
    """`kind`: text (its characters), start or end (the tag's name), raw (what a `script` or `style` holds;
    its `name` is the tag's).
    """

    kind: str
    name: str
    attributes: dict[str, str]
    text: str = ""


def tokens(markup: str) -> Iterator[Token]:
    """Every token in order; never fails."""
    at, length = 0, len(markup)
    unclosed: set[str] = set()  # quotes that no longer occur: not searched for again
    while at < length:
        opening = markup.find("<", at)
        if opening < 0:
            opening = length
        if opening > at:
            yield Token("text", "", {}, unescape(markup[at:opening]))
            at = opening
            continue
        tag = _TAG.match(markup, at + 1)
        if tag is None:
            following = markup[at + 1 : at + 2]
            if following not in ("!", "?", "/"):
                yield Token("text", "", {}, "<")
                at += 1
                continue
            comment = markup.startswith("<!--", at)
            end = markup.find("-->" if comment else ">", at + (2 if comment else 1))
            if end < 0:
                return
            at = end + (3 if comment else 1)
            continue
        end = _end(markup, tag.end(), unclosed)
        if end < 0:
            return
        name = tag[2].lower()
        if tag[1]:
            yield Token("end", name, {})
        else:
            inner = markup[tag.end() : min(end - 1, tag.end() + _ATTRIBUTES)]
            yield Token("start", name, attributes(inner) if inner else {})
            if name in _RAW:
                closing = _RAW_END[name].search(markup, end)
                if closing is None:
                    return
                yield Token("raw", name, attributes(inner), markup[end : closing.start()])
                end = closing.start()
        at = end


def _end(markup: str, at: int, unclosed: set[str]) -> int:
    """Just behind the tag's ">", which may not stand in quotes; -1 when the tag never ends."""
    while True:
        step = _STEP.search(markup, at)
        if step is None:
            return -1
        at = step.end()
        quote = markup[at - 1]
        if quote == ">":
            return at
        if quote not in unclosed:
            closing = markup.find(quote, at)
            if closing < 0:
                unclosed.add(quote)
            else:
                at = closing + 1


def attributes(inner: str) -> dict[str, str]:
    """Attributes by lower-case name; the first of a name counts."""
    found: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(inner):
        bare = value[1:-1] if value[:1] in ("'", '"') and value[-1:] == value[:1] else value
        found.setdefault(name.lower(), unescape(bare))
    return found


def unescape(text: str) -> str:
    """Character references opened."""
    return html.unescape(_HUGE_REFERENCE.sub("", text)) if "&" in text else text
