"""How a definition is asked for ("What is a bye?") and how one is given ("Bye: …", "A bye is a …").

What is bound to a language stands in `assets/definitions.toml`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from edge import paths
from edge.text import tokens
from edge.text.regex import regex

#: `entry`: "Term: …", "“Term” means …"; `sentence`: "A term is a …".
DefinitionForm = Literal["entry", "sentence"]

# "Term: what it is", "**Term** – …", "TERM   what it is", "(1) Term = …": head, mark, rest.
_ENTRY = regex(
    r"\A[\s\-–*•●▪·]{0,6}(?:\(?[\da-z]{1,3}[.)]\s{1,4})?(?P<head>[^:|\n–—=.;?!]{1,80}?)(?:\*\*|__)?"
    r"(?:[\s\u00a0\u202f]{0,3}:(?!\S{0,3}\d\d)|\s[–—=-]\s|[ \t]{2,60}+|\t|(?:\*\*|__)?\n(?:[ \t]*+:)?)"
    r"\s{0,40}+\S"
)
_ROW = regex(r"\A\s*+\|?+\s*+(?P<head>[^|\n]{1,80}?)\s{0,400}+\|\s*+\S")
_QUOTED = regex(r"[\"“«']\s{0,3}([^\"“”«»']{1,60}?)\s{0,3}[\"”»']")
_BRACKETS = regex(r"\([^()]{0,40}\)")
_LINE = regex(r"(?<=\n)[^\n]*")
_NEXT = regex(r"\A\s*+(?:[-–*•●▪·]\s|\(?[\da-z]{1,3}[.)]\s|[\"“«#|])")
#: "/opt", "~/.ssh": the row of a table called "opt" is about something else.
_PATH = regex(r"(?<![\w/])~?/[\w.]")
#: The stems of what a head names: with what stands in brackets, and without.
Heads = tuple[frozenset[str], frozenset[str]]

#: Longest entry that is quoted, in characters.
LONGEST = 600
#: Longest head of a sentence, in words.
_HEAD = 9


@dataclass(frozen=True, slots=True)
class DefinedTerm:
    """What a question wants defined: the stems of the whole of it, of its part before a preposition, and of
    the rest, which says where it is met ("on a circulator").
    """

    whole: frozenset[str]
    short: frozenset[str]
    rest: frozenset[str] = frozenset()
    #: Whether the rest narrows what is asked for ("the excess for storms"), and a definition must have it.
    narrowed: bool = False

    def named_by(self, head: str) -> bool:
        """Whether these words are the term, and nothing else; with or without what stands in brackets."""
        return self.is_one_of(heads(head))

    def is_one_of(self, named: Heads) -> bool:
        """Whether what some words may name is the term."""
        return any(stems and stems in (self.whole, self.short) for stems in named)

    def met_in(self, text: str) -> bool:
        """Whether a text speaks of where the term is met: it has most of those words."""
        return not self.rest or 2 * len(self.rest & set(tokens.stems(text))) > len(self.rest)

    def told_in(self, entry: str) -> bool:
        """Whether an entry says what is asked for: of a narrowed term its own words must say for what."""
        return not self.narrowed or self.met_in(entry)


def heads(text: str) -> Heads:
    """What these words may name."""
    whole = _stems(tokens.words(text))
    return whole, _stems(tokens.words(_BRACKETS.sub(" ", text))) if "(" in text else whole


@cache
def _table() -> dict[str, Any]:
    read = tomllib.loads(paths.asset("definitions.toml").read_text(encoding="utf-8"))
    split = {name: frozenset(said.split()) for name, said in read.items() if isinstance(said, str)}
    return {
        **read,
        **split,
        "asked": [re.compile(pattern) for pattern in read["asked"]],
        "verb": re.compile(rf"(?:{'|'.join(read['surely'])})\b"),
    }


def term_of(question: str) -> DefinedTerm | None:
    """What a question wants defined; None for any other question, and for one about a path of
    files. Only its first line is read.
    """
    question = question.partition("\n")[0]
    flat = " ".join(tokens.words(question))
    match = next((found for one in _table()["asked"] if (found := one.fullmatch(flat))), None)
    if match is None or _PATH.search(question):
        return None
    words = match["term"].split()
    beyond = (match.groupdict().get("rest") or "").split()
    quoted = [tokens.words(part) for part in _QUOTED.findall(question)]
    words = next((part for part in quoted if part and set(part) <= set(words)), words)
    cut = next((at for at, word in enumerate(words) if at and word in _table()["cut"]), len(words))
    if not _table()["denied"].isdisjoint(words):
        return None
    whole, short = _stems(words), _stems(words[:cut])
    nothing = tokens.stop_words() | _table()["anywhere"]
    rest = frozenset(tokens.stem(word) for word in [*words[cut:], *beyond] if word not in nothing)
    narrowed = cut < len(words) and words[cut] in _table()["narrow"]
    return DefinedTerm(whole, short, rest, narrowed) if short else None


def defines(text: str, context: str, term: DefinedTerm, *, row: bool = False) -> DefinitionForm | None:
    """How a sentence, an entry or a row defines a term; None where it does not. A row counts under a column
    of definitions only: any table names what it is about.
    """
    if row:
        head = _ROW.match(text)
        named = head is not None and term.named_by(head["head"])
        return "entry" if named and not _table()["columns"].isdisjoint(tokens.words(context)) else None
    if (head := _ENTRY.match(text)) and term.named_by(head["head"]):
        return "entry"
    return _sentence(text, term)


def entry_end(text: str, start: int, end: int) -> int:
    """Where the entry ends whose first sentence is `text[start:end]`: it may have more of them, to a blank
    line, the next item or entry, and no further than LONGEST.
    """
    stop = end
    for line in _LINE.finditer(text, text.find("\n", end) if "\n" in text[end:] else len(text)):
        stop = line.start()
        if not line[0].strip() or _NEXT.match(line[0]) or _ENTRY.match(line[0].strip()):
            break
        stop = line.end()
    else:
        stop = len(text)
    found = text[start : min(stop, start + LONGEST)]
    whole = found if stop <= start + LONGEST else found[: max(found.rfind(". ") + 1, end - start)]
    return start + len(whole.rstrip())


def _sentence(text: str, term: DefinedTerm) -> DefinitionForm | None:
    words = tokens.words(text[:300])
    first = set(map(tokens.stem, words[:_HEAD]))
    if not (first >= term.whole or first >= term.short):
        return None
    for at in range(1, min(_HEAD, len(words))):
        if not term.named_by(" ".join(words[:at])):
            continue
        rest = " ".join(words[at:])
        if _table()["verb"].match(rest):
            return "entry"
        verb, _, then = rest.partition(" ")
        if verb in _table()["perhaps"] and then.partition(" ")[0] in _table()["following"]:
            return "sentence"
    return None


def _stems(words: list[str]) -> frozenset[str]:
    """Stems of a term's words, without articles, and without the word for its kind where others are left."""
    left = [word for word in words if word not in _table()["articles"]]
    own = [word for word in left if word not in _table()["kinds"]]
    return frozenset(tokens.stem(word) for word in own or left)
