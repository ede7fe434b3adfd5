"""Admonitions of Markdown, which every tool writes otherwise ("!!! note", "> [!WARNING]", ":::tip"), as what
their reader sees: the title, and its text. The lines stay where they are.
"""

from __future__ import annotations

import re

#: "!!! note "Title"", "??? tip", "=== "Tab"" (their text is set further in), and the note of a text.
_OPENS = re.compile(
    r"(?P<indent>[ ]{0,12})(?:(?:!!!|\?\?\?)\+?[ \t]+(?P<kind>[\w-]{1,30})(?:[ \t]+[\w-]{1,30})*|===)"
    r'(?:[ \t]+"(?P<title>[^"]{0,120})")?[ \t]*'
)
_NOTE = re.compile(r"\[\^([^\[\]\s]{1,40})\]:(?P<said>.*)")
_ALERT = re.compile(
    r"(?P<quote>[ ]{0,3}>[ \t]?(?:>[ \t]?){0,9})\[!(?P<kind>[A-Za-z]{1,20})\][+-]?[ \t]*"
    r"(?P<title>[^\n]{0,120})"
)
_FENCED = re.compile(
    r":{3,}[ \t]*(?:\{?\.?(?P<kind>[a-z-]{1,30})\}?)?[ \t]*(?:\[?(?P<title>[^\]\n]{0,120})\]?)?[ \t]*"
)
_CODE = re.compile(r"[ ]{0,12}(`{3,}|~{3,})")
_FURTHER_IN = 4


def unboxed(text: str) -> str:
    """The text with the marks of admonitions as their titles, and what they hold as far in as they stand."""
    if not any(mark in text for mark in ("!!!", "???", "[!", ":::", "[^", "%%", '=== "')):
        return text
    lines, fence, inside = text.split("\n"), "", -1
    if "%%" in text:
        _take_out_comments(lines)
    for at, written in enumerate(lines):
        line = written
        if inside >= 0 and line.strip():
            if len(line) - len(line.lstrip(" ")) >= inside + _FURTHER_IN:
                line = lines[at] = line[:inside] + line[inside + _FURTHER_IN :]
            else:
                inside = -1
        if code := _CODE.match(line):
            fence = "" if fence and code[1].startswith(fence) else fence or code[1]
        elif not fence and (opened := _OPENS.fullmatch(line)):
            inside = len(opened["indent"])
            lines[at] = opened["indent"] + _titled(opened["kind"], opened["title"])
        elif not fence and (note := _NOTE.fullmatch(line)):  # of one word it were the target of a link
            inside = 0
            lines[at] = f"[{note[1]}]{note['said']}"
        elif not fence and (alert := _ALERT.fullmatch(line)):
            lines[at] = alert["quote"] + _titled(alert["kind"], alert["title"])
        elif not fence and line.startswith(":::") and (box := _FENCED.fullmatch(line)):
            lines[at] = _titled(box["kind"], box["title"]) if box["kind"] else ""
    return "\n".join(lines)


def _take_out_comments(lines: list[str]) -> None:
    """Empty the lines of Obsidian's comments, from "%%" on a line of its own to the next."""
    fence, hidden = "", -1
    for at, line in enumerate(lines):
        if not fence and line.strip() == "%%":
            if hidden >= 0:
                lines[hidden : at + 1] = [""] * (at + 1 - hidden)
            hidden = at if hidden < 0 else -1
        elif hidden < 0 and (code := _CODE.match(line)):
            fence = "" if fence and code[1].startswith(fence) else fence or code[1]


def _titled(kind: str | None, title: str | None) -> str:
    """The title of a box, as what its text is introduced by."""
    said = (title if title is not None and title.strip() else kind or "").strip()
    return f"{said[:1].upper()}{said[1:].lower() if said.isupper() else said[1:]}:" if said else ""
