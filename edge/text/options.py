"""Options and settings that a question names, and the lines of a text that are about one: that begin with it.

    -m NUM, --max-count=NUM        a term of a manual page, alone or before what it does
    - `--dry-run`: show, do not    an item of a list, a heading
    Quiet | -q, --quiet | false    a row that has it in one of its first cells
    OnBootSec=, OnStartupSec=      a setting

Letters count as they are typed: `-c` is not `-C`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from edge.text.regex import regex
from edge.text.typed import as_typed

_OPTION = regex(r"--?+[^\W_]")
_SETTING = regex(r"[~/]|(?i:[a-z]).{0,80}_|[a-z][a-z0-9_-]{0,80}+\.[a-z]")
#: `Persistent=`: what says that a plain word is a setting.
_ASSIGNED = regex(r"(?<![^\s(`'\"«“])([^\W\d_][\w.-]{0,63}+)=(?=[\s?!.,;:)`'\"»”]|\Z)")
#: One form of an option in front of its line, `[no-]` and all; one form of a setting.
_FORM = regex(r"--?+(?:\[no-?\])?[^\W_][\w.+-]*+")
_NAME = regex(r"[\w~/][\w.~/+-]*+")
#: What may stand before the first form: an indent, the mark of an item, of a heading or of a quote.
_MARKS = regex(r"(?:[ \t>]++|(?:[-*•●▪◦‣–+]|#{1,6}|\d{1,2}[.)])[ \t]++|\|[ \t]*+)*+")
#: The argument of a form, as short as one is: `=NUM`, ` <file>`, `[=WHEN]`, ` first last`.
_ARGUMENT = r"(?:[=\[<({:][^\s|]{0,60}?)?(?: (?!or |ou |[-|–—])[^\s|]{1,40}?){0,3}?"
_NEXT = regex(rf"{_ARGUMENT}(?:,[ \t]?+|[ \t]?\|[ \t]?|/| or | ou )(?=-)|[ ](?=-)")
_NEXT_NAME = regex(r"=?,[ \t]?+(?=[\w~/])")
#: What may follow the last form: nothing, an argument, a gap or a mark before what it does, a new sentence.
_REST = regex(
    rf"(?:{_ARGUMENT}(?:[ \t]{{0,80}}+\Z|[ \t]{{2}}|\t|[ \t]?[|:–—]|[ ]-[ ])"
    rf"|{_ARGUMENT}[ ](?=[A-ZÀ-ÖØ-Þ][\w' ]))"
)
_ENDED = regex(r"[^.][.;,!?][ \t]*\Z")
#: How much of a line is looked at, how many forms of one option, and how many cells of a row.
_LINE, _FORMS, _CELLS = 200, 8, 4


def asked(question: str) -> list[str]:
    """The options and settings of a question, as they are typed, each once: -C, --max-count, search.k,
    MAX_SIZE, /etc/fstab, and Persistent from `Persistent=`.
    """
    found = [word for word in as_typed(question) if _OPTION.match(word) or _SETTING.match(word)]
    return list(dict.fromkeys([*found, *_ASSIGNED.findall(question)]))


def headed(text: str, name: str) -> Iterator[int]:
    """Where the lines begin, in order, that are about this option or setting: it stands before what they say,
    alone or among other forms of the same. Takes time in proportion to the text.
    """
    seen = -1
    for found in re.finditer("|".join(map(re.escape, _spellings(name))), text):
        if found.start() < seen:
            continue
        start = text.rfind("\n", max(0, found.start() - _LINE), found.start()) + 1
        seen = text.find("\n", found.start())
        seen = len(text) if seen < 0 else seen
        if (start or found.start() < _LINE) and _opens(text, start) and heads(text[start:seen], name):
            yield start


def heads(line: str, name: str) -> bool:
    """Whether a line is about this option or setting."""
    line = re.sub(r"[`*\"“”«»\\]", "", line[:_LINE])
    line = line[_marks(line) :]
    if _heads(line, name):
        return True
    cells = line.split(" | ", _CELLS)[1:_CELLS] if " | " in line else []
    return any(_heads(cell.strip(), name, alone=True) for cell in cells)


def _marks(line: str) -> int:
    match = _MARKS.match(line)
    return match.end() if match else 0


def _heads(line: str, name: str, *, alone: bool = False) -> bool:
    """Whether the forms in front of a line name it. `alone`: and nothing else stands there."""
    option = name.startswith("-")
    form, further = (_FORM, _NEXT) if option else (_NAME, _NEXT_NAME)
    at, named = 0, False
    for _ in range(_FORMS):
        match = form.match(line, at)
        if match is None:
            return False
        at = match.end()
        if match[0].endswith("."):
            return False
        named = named or name in _both(match[0])
        following = further.match(line, at)
        if following is None:
            break
        at = following.end()
    rest = line[at:]
    match = _REST.match(rest)
    if not named or match is None or (alone and match.end() < len(rest)):
        return False
    return match.end() < len(rest) or not _ENDED.search(rest)


def _both(form: str) -> tuple[str, ...]:
    """`--[no-]status` is two options."""
    head, bracket, tail = form.partition("[no")
    if not bracket:
        return (form,)
    dash, _, tail = tail.partition("]")
    return head + tail, f"{head}no{dash}{tail}"


def _spellings(name: str) -> list[str]:
    dashes = name[: len(name) - len(name.lstrip("-"))]
    rest = name[len(dashes) :]
    if not dashes:
        return [name]
    rest = rest.removeprefix("no-") if rest.startswith("no-") else rest
    return [name, f"{dashes}[no-]{rest}", f"{dashes}[no]{rest}"]


def _opens(text: str, start: int) -> bool:
    """Whether a line does not go on with the one above: that is blank, further in or out, or begins with an
    option, a mark or a cell too.
    """
    end = start - 1
    before = text[max(text.rfind("\n", 0, max(end, 0)) + 1, end - _LINE) : max(end, 0)]
    if not before.strip():
        return True
    line = text[start : start + _LINE]
    indents = [len(one) - len(one.lstrip()) for one in (before, line)]
    return (
        indents[0] != indents[1]
        or _marks(before) > indents[0]
        or before.lstrip()[:1] in "-`|*"
        or (" | " in before or line[_marks(line) :][:1] == "|")
    )
