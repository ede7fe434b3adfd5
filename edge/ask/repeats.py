"""What a follow-up must not be told again: the quotes of the turn before, where it asks for another thing.

Such a quote fits most of the words that are asked, since the turn before lends its own; so it is set aside
before anything is chosen, and what is left is judged by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

import msgspec

from edge.ask import question as questions
from edge.engines import question as asking
from edge.records import EarlierTurn, Passage
from edge.text import tokens
from edge.text.language import language

#: A quote says the new thing when it holds more than this share of its words, ...
_SAID = 0.5
#: ... and a word when it holds this share of its grams.
_GRAMS = 0.5
#: A quote of so many lines is a list or a table: one line of it is not the other.
_LIST = 2

#: "And which oil?": the thing of which one asks for one.
_WHICH = re.compile(r"\b(?:which|what|quel(?:le)?s?) (?P<thing>\w+)")
_WORD = re.compile(r"\w+")

#: Kinds of answer that are recognised by what stands in the sentence.
_MARKS = {"why": "reasons", "may": "modals", "when": "calendar", "money": "currencies", "time": "durations"}


def set_aside(passages: Sequence[Passage], question: str, history: Sequence[EarlierTurn]) -> list[Passage]:
    """The passages, with what the last turn showed marked as nobody's to quote (`Structure.aside`), where
    this question leans on that turn, asks for another thing, and the quote does not say it.
    """
    if not history or not history[-1].quotes or not questions.leans(question):
        return list(passages)
    before = " ".join(turn.question for turn in history)
    known = set(tokens.stems(before))
    new = [word for word in dict.fromkeys(tokens.terms(question)) if tokens.stem(word) not in known]
    kinds = asking.kinds(question) - asking.kinds(history[-1].question)
    one_of = "" if new or kinds else _one_of(question, history[-1].question)
    if not new and not kinds and not one_of and tokens.terms(question):
        return list(passages)  # the same again
    quotes = [quote for quote in history[-1].quotes if quote and quote.count("\n") < _LIST]

    def says(text: str) -> bool:
        return _tells_which(text, one_of, known) if one_of else _says(text, new, kinds)

    return [_without(passage, quotes, says) for passage in passages]


def _one_of(question: str, before: str) -> str:
    """The stem of the thing of which a question asks which one it is ("and which oil?"), "" where it asks for
    something else, or the turn before asked which one as well.
    """
    asked = _WHICH.search(" ".join(tokens.words(question)))
    if asked is None or asked.end() < len(asked.string) or _WHICH.search(" ".join(tokens.words(before))):
        return ""
    return tokens.stem(asked["thing"])


def _tells_which(quote: str, thing: str, known: Collection[str]) -> bool:
    """Whether a word beside the thing tells it from others: one that no question said. Behind it that may be
    its verb, unless it is a name or the thing is French ("l'huile minérale").
    """
    said = [(word, raw) for raw in _WORD.findall(quote) for word in tokens.words(raw)[:1]]
    for at, (word, _) in enumerate(said):
        if tokens.stem(word) != thing:
            continue
        beside = said[max(0, at - 1) : at]
        if at + 1 < len(said) and (not said[at + 1][1].islower() or language(quote) == "fr"):
            beside.append(said[at + 1])
        if any(tokens.stem(near) not in known and tokens.terms(near) for near, _ in beside):
            return True
    return False


def _says(quote: str, new: Sequence[str], kinds: frozenset[str]) -> bool:
    """Whether a quote holds most of the new words, or what answers a new kind of question."""
    words = tokens.words(quote)
    joined = "_" + "_".join(words) + "_"
    stems = {tokens.stem(word) for word in words}
    held = sum(
        tokens.stem(word) in stems
        or f"_{word.removesuffix('e')}_" in joined  # "grise" is said of "les bacs gris"
        or sum(gram in joined for gram in tokens.grams(word)) >= _GRAMS * len(tokens.grams(word))
        for word in new
    )
    if new and held > _SAID * len(new):
        return True
    return any(
        (kind == "count" and any(map(asking.is_number, words)))
        or (kind == "money" and any(sign in quote for sign in "€$£"))
        or (kind == "where" and asking.has_place(quote))
        or (kind in _MARKS and asking.marks(_MARKS[kind], words))
        for kind in kinds
    )


def _without(passage: Passage, quotes: Sequence[str], says: Callable[[str], bool]) -> Passage:
    """The passage with these runs of it set aside, but for those that `says` the new thing. A row is read
    with the headings of its table: it may answer in another column.
    """
    held = passage.structure
    spans = []
    for quote in quotes:
        at = passage.text.find(quote)
        start = passage.start + at
        headings = [row.context for row in held.tables if row.start <= start < row.end]
        if at >= 0 and not says("\n".join([*headings, quote])):
            spans.append((start, start + len(quote)))
    if not spans:
        return passage
    return msgspec.structs.replace(
        passage, structure=msgspec.structs.replace(held, aside=[*held.aside, *spans])
    )
