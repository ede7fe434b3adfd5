"""Answers that hold what is expected and yet may be wrong: another form of it, or it and something else."""

from __future__ import annotations

import re

from edge.grade.beyond_words import stands_in
from edge.grade.misspelt import is_misspelt
from edge.grade.parsed_text import ParsedText
from edge.text import tokens

#: Content words from which on their order says something.
_ORDERED = 3
#: How the words begin that ask for the form of a word, folded.
_FORMS = (
    "conjug", "accord", "orthograph", "spell", "dicte", "pluriel", "plural", "feminin", "masculin",
    "participe", "participle", "infiniti", "imparfait", "subjonctif", "imperati", "preterit", "tense",
    "compose", "comparati", "superlati", "past",
)  # fmt: skip
#: Content words of one thing that is asked for by name, and of any name.
_ONE_THING, _NAME = 3, 3
_CHOICE = re.compile(r"(?<!\w)(?:or|ou)(?!\w)|(?<=[^\W\d_])[ ]?/[ ]?(?=[^\W\d_])", re.IGNORECASE)
_LISTED = re.compile(r"[,;]|(?<!\w)(?:and|et)(?!\w)", re.IGNORECASE)


def another_form(expected: ParsedText, asked: ParsedText, answer: ParsedText) -> bool:
    """Whether an answer holds what is expected in another form alone, where the form may be what is asked:
    all the words stand in the question, in another order or form, or it is a single word, written otherwise,
    and the question asks for a form of it.
    """
    wanted = expected.stems - asked.stems
    if not expected.stems or expected.measures or len(wanted) > 1:
        return False
    said, content = answer.words, expected.terms
    if wanted:
        (stem,) = wanted
        if not _asks_for_form(asked):
            return False
        there = any(one == stem or is_misspelt(one, stem) for one in answer.stems)
        return there and not any(word in said for word in content if tokens.stem(word) == stem)
    if len(content) >= _ORDERED:
        return not stands_in(expected.words, said) and not expected.stems.isdisjoint(answer.stems)
    return not set(content) <= set(said) and expected.stems <= answer.stems


def _asks_for_form(question: ParsedText) -> bool:
    """Whether a question is about how a word is written or inflected."""
    return any(word.startswith(_FORMS) for word in question.words)


def offers_another(expected: ParsedText, asked: ParsedText, answer: ParsedText) -> bool:
    """Whether an answer names the one thing that is expected beside others: Hugo or Zola; Rome, Bern."""
    wanted = expected.stems - asked.stems
    if not 1 <= len(wanted) <= _ONE_THING or expected.measures:
        return False
    if len(_offered(expected.text)) > 1 or len(_LISTED.split(expected.text)) > 1:
        return False
    offered = [frozenset(tokens.stems(part)) - asked.stems for part in _offered(answer.text)]
    if len(listed := [part.strip() for part in _LISTED.split(answer.text) if part.strip()]) > 2 and all(
        len(part.split()) <= _NAME for part in listed
    ):
        offered += [frozenset(tokens.stems(part)) - asked.stems for part in listed]
    named = any(part and part <= wanted for part in offered) or any(wanted <= part for part in offered)
    return named and any(part and part.isdisjoint(wanted) and len(part) <= _NAME for part in offered)


def _offered(text: str) -> list[str]:
    parts = _CHOICE.split(text)
    return parts if len(parts) > 1 else [text]
