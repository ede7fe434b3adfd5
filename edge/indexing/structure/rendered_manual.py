"""A manual page as `man` writes it to a file: its columns in spaces, its divided words whole.

`man ls | col -b` turns runs of spaces into tabs, by which no column can be told, and every page is hyphenated
by default. Lines stay where they are, so that a citation's line numbers are those of the file.
"""

from __future__ import annotations

import re

from edge.indexing.structure.divided_words import HYPHENS, DocumentWords

#: "LS(1)      User Commands      LS(1)", the first line and the last.
EDGE = re.compile(r"\A(?P<name>[^\s()]{1,60}\(\d\w{0,4}\))\s{2,}+(?:\S.*\s\s)?(?P=name)$")
_TAB = 8
#: Lines among which the first of a page is looked for: a file may begin with blank ones.
_FIRST = 5
_LEFT = re.compile(rf"(?<![^\W\d_])([^\W\d_]{{2,}})[{HYPHENS}]\Z")
_RIGHT = re.compile(r"\A(\s*+)([a-zß-öø-ÿ][^\W\d_]++)(\S*+)[ ]*+")


def is_edge(line: str) -> bool:
    """Whether a line is the first or last of a manual page."""
    said = line.strip()
    return said.endswith(")") and EDGE.match(said) is not None


def reflowed(text: str) -> str:
    """The text with tabs as spaces and divided words joined, where it is a manual page; else as it is."""
    beginning = text[: 200 * _FIRST].lstrip().split("\n", _FIRST)[:_FIRST]
    if not any(is_edge(line.expandtabs(_TAB)) for line in beginning):
        return text
    lines = [line.expandtabs(_TAB).rstrip() for line in text.split("\n")]
    words = DocumentWords([[line.strip() for line in lines]])
    for at in range(len(lines) - 1):
        if lines[at][-1:] not in HYPHENS or not lines[at]:
            continue
        left, right = _LEFT.search(lines[at]), _RIGHT.match(lines[at + 1])
        if left and right:
            hyphen = "" if words.joins(left[1], right[2]) else "-"
            lines[at] = lines[at][:-1] + hyphen + right[2] + right[3]
            lines[at + 1] = (right[1] + lines[at + 1][right.end() :]).rstrip()
    return "\n".join(lines)
