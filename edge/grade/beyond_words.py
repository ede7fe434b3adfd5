"""Where words do not tell whether an answer is right. Judges that compare words leave it to a person: two
that read nothing in an answer would agree on a nought for what was rightly said in other words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from edge.grade.compare import lacking
from edge.grade.judge import CopyCase
from edge.grade.misspelt import is_misspelt
from edge.grade.parsed_text import ParsedText, parse
from edge.grade.reference import known_stems, parsed_reference
from edge.records import ScaleQuestion
from edge.text import tokens

#: Words of its own from which on an answer says something that nobody here has read: beside a model answer,
#: and beside a scale that says itself by which words a point is earned; in another language, each.
OWN, OWN_BESIDE_TERMS, OWN_IN_ANOTHER_LANGUAGE = 1, 3, 1
#: So many say something in any case, one where it is so much of the answer's words.
_OWN_CERTAIN, _OWN_SHARE = 2, 0.5
#: Content words that are expected, from which on they may be said in others.
_SEVERAL = 2
#: Content words from which on their order says something.
_ORDERED = 3
#: Words that a copied question has at the least; fewer may be the answer.
_COPIED = 4
#: An answer that says no more than that it is none.
_UNKNOWN = re.compile(
    r"(?:i (?:do not|don't|dont|didn't|did not) (?:know|remember|understand)|idk|dunno|no idea"
    r"|je (?:ne )?(?:sais|me souviens) (?:pas|plus)|j'ai (?:pas|oublie)|je n'ai pas (?:appris|compris)"
    r"|(?:je n'ai )?aucune idee|pas d'idee)"
)
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
_READABLE = re.compile(r"[^\W\d_]{3,}")
_YES = frozenset({"yes", "true", "oui", "vrai"})
_NO = frozenset({"no", "false", "non", "faux", "wrong", "incorrect", "inexact"})
#: It is, c'est, je pense que c'est, that is not.
_LEAD = re.compile(
    r"(?:(?:i think|je pense|je dirais|i would say)(?: that| que)? )?"
    r"(?:(?:it|this|that|the (?:statement|claim|sentence)|cela|ca|l'affirmation|la phrase"
    r"|cette (?:affirmation|phrase))"
    r"(?: is|'s| est|(?= n'est))|c'est|ce(?= n'est)|(?=n'est))(?P<not> not| n'est pas|n'est pas| pas)? "
)
#: As students cut them short.
_YES_SHORT, _NO_SHORT = frozenset("tv"), frozenset("f")


@lru_cache(maxsize=1_024)
def says_nothing(text: str) -> bool:
    """Whether somebody says that they do not know, or writes nothing that has a letter or a figure."""
    plain = " ".join(tokens.fold(text).replace("’", "'").split()).strip(' .!?…,;:()"«»*_-')
    return not any(map(str.isalnum, plain)) or bool(_UNKNOWN.fullmatch(plain))


def repeats(asked: ParsedText, answer: ParsedText, expected: ParsedText) -> bool:
    """Whether an answer is but half of its question or more, word for word, and not the run that is asked
    for.
    """
    said = answer.words
    if len(said) < max(_COPIED, len(asked.words) / 2) or not _within(said, asked.words):
        return False
    return not (_within(expected.words, said) and len(said) <= 2 * len(expected.words))


def says_more(case: CopyCase, question: ScaleQuestion, answer: ParsedText) -> bool:
    """Whether an answer says things of which neither the question nor the scale has a word. Of a single word
    that is expected, or a name, there are no other words.
    """
    asked, expected = parse(question.text, case.language), parsed_reference(question, case.language)
    if len(expected.stems - asked.stems) < _SEVERAL or is_name(expected.text):
        return False
    least = OWN_BESIDE_TERMS if any(one.terms for one in question.criteria) else OWN
    if case.foreign:
        least = OWN_IN_ANOTHER_LANGUAGE
    own = own_words(case, question, answer)
    # One word beside the question's own says it in another form: he left, for why did he leave.
    return own >= max(least, min(_OWN_CERTAIN, _OWN_SHARE * len(answer.stems)))


@lru_cache(maxsize=1_024)
def is_name(text: str) -> bool:
    """Whether all content words are written as names are: Émile Zola, the Treaty of Versailles."""
    content = [word for word in _READABLE.findall(text) if tokens.terms(word)]
    return bool(content) and all(word[0].isupper() for word in content)


def own_words(case: CopyCase, question: ScaleQuestion, answer: ParsedText) -> int:
    """Content words of an answer that neither the question nor the scale has."""
    return len(lacking(answer.stems, known_stems(question, case.language), wide=True))


@lru_cache(maxsize=1_024)
def verdict(text: str, *, short: bool = False) -> bool | None:
    """The yes or no, true or false that a text begins with, None where it begins otherwise; `short`: one
    letter will do, as where it is known to be asked for.
    """
    plain = tokens.fold(text).replace("’", "'").lstrip(" \"'«»*_-")
    lead = _LEAD.match(plain)
    first = next(iter(tokens.words(plain[lead.end() :] if lead else plain)), "")
    said = True if first in _YES else False if first in _NO else None
    if said is None and short:
        return True if first in _YES_SHORT else False if first in _NO_SHORT else None
    return said if said is None or lead is None or not lead["not"] else not said


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
        return not _within(expected.words, said) and not expected.stems.isdisjoint(answer.stems)
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


def _within(run: list[str], words: list[str]) -> bool:
    return any(words[at : at + len(run)] == run for at in range(len(words) - len(run) + 1))
