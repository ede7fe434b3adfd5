"""How much of a piece of HTML a parser may be given: as much as costs time and memory in proportion.

The standard's way of building the tree looks through all open elements at many tags, through all attributes
at each attribute, and opens unclosed formatting (`<font>`, `<b>`) again in each block. 0.8 MB of `<option>`
keep selectolax busy for 48 seconds, 20 kB of `<font>` and `<p>` take 318 MB, and anyone can send either.
"""

from __future__ import annotations

import re
from collections import Counter

#: Looks at open elements and attributes, about 10 ns each; formatting opened again, 350 bytes each.
MOST_LOOKS = 120_000_000
MOST_REOPENED = 300_000

_TAG = re.compile(r"<(?:(!--)|(/?)([A-Za-z][^\s/>]*))")
_STEP = re.compile(r">|=[ \t\r\n\f]*[\"']")
_RAW = {"script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"}
_RAW_END = {name: re.compile(f"</{name}", re.IGNORECASE) for name in _RAW}
_NOT_OPEN = {
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "source",
    "track",
    "wbr",
}
#: The next of their kind closes them, so that authors leave their ends out.
_NOT_OPEN |= {"p", "li", "dd", "dt", "tr", "td", "th", "tbody", "thead", "tfoot"} | _RAW
_FORMATTING = {"b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
_REOPENED_AT_MOST = 3  # of equal tags
_ADOPTION = 20  # looks that the end of formatting may cost for each open element


def affordable(markup: str) -> int:
    """How many characters of the markup can be parsed within the limits: all of them, except in attacks."""
    depth = looks = reopened = formatting = 0
    opened: dict[str, list[str]] = {}
    copies: Counter[str] = Counter()
    at = 0
    while tag := _TAG.search(markup, at):
        if tag[1]:
            at = markup.find("-->", tag.end())
            if at < 0:
                break
            continue
        name, end = tag[3].lower(), _end(markup, tag.end())
        inner = markup[tag.end() : end]
        names = inner.count("=") + inner.count(" ") if len(inner) > 1 else 0
        looks += depth + names * names // 4
        if name in _FORMATTING:
            stack = opened.setdefault(name, [])
            if not tag[2]:
                key = name + inner[:200]
                stack.append(key)
                copies[key] += 1
                formatting += copies[key] <= _REOPENED_AT_MOST
            elif stack:
                key = stack.pop()
                formatting -= copies[key] <= _REOPENED_AT_MOST
                copies[key] -= 1
                looks += _ADOPTION * depth
        else:
            reopened += formatting
        if looks > MOST_LOOKS or reopened > MOST_REOPENED:
            return tag.start()
        if name not in _NOT_OPEN:
            depth = max(depth + (-1 if tag[2] else 1), 0)
        at = end
        if name in _RAW and not tag[2]:
            closing = _RAW_END[name].search(markup, end)
            if closing is None:
                break
            at = closing.start()
    return len(markup)


def _end(markup: str, at: int) -> int:
    """Just behind the tag's ">", which may not stand in quotes; the end of the markup when it never ends."""
    near = markup.find(">", at)
    if near >= 0 and markup.find('"', at, near) < 0 and markup.find("'", at, near) < 0:  # most have none
        return near + 1
    while step := _STEP.search(markup, at):
        at = step.end()
        if markup[at - 1] == ">":
            return at
        closing = markup.find(markup[at - 1], at)
        if closing < 0:
            break
        at = closing + 1
    return len(markup)
