"""Where words do not tell whether an answer is right. Judges that compare words leave it to a person: two
that read nothing in an answer would agree on a nought for what was rightly said in other words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from edge.grade import compare
from edge.grade.compare import ParsedText
from edge.grade.judge import CopyCase
from edge.grade.misspelt import is_misspelt
from edge.grade.reference import reference
from edge.records import ScaleQuestion
from edge.text import tokens
from edge.text.language import is_foreign, language

#: Words of its own from which on an answer says something that nobody here has read: beside a model answer,
#: and beside a scale that says itself by which words a point is earned; in another language, each.
OWN, OWN_BESIDE_TERMS, OWN_IN_ANOTHER_LANGUAGE = 2, 3, 1
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
_YES = frozenset({"yes", "true", "oui", "vrai"})
_NO = frozenset({"no", "false", "non", "faux"})


def says_nothing(text: str) -> bool:
    """Whether somebody says that they do not know, or writes nothing that has a letter or a figure."""
    plain = " ".join(tokens.fold(text).replace("’", "'").split()).strip(' .!?…,;:()"«»*_-')
    return not any(map(str.isalnum, plain)) or bool(_UNKNOWN.fullmatch(plain))


def repeats(question: str, answer: str, expected: str) -> bool:
    """Whether an answer is but half of its question or more, word for word, and not the run that is asked
    for.
    """
    said, asked, wanted = map(tokens.words, (answer, question, expected))
    if len(said) < max(_COPIED, len(asked) / 2) or not _within(said, asked):
        return False
    return not (_within(wanted, said) and len(said) <= 2 * len(wanted))


def says_more(case: CopyCase, question: ScaleQuestion, answer: ParsedText) -> bool:
    """Whether an answer says things of which neither the question nor the scale has a word. Of a single word
    that is expected, a name, there are no other words.
    """
    expected, asked, *terms = (
        compare.parse(text.replace("|", " "), case.language)
        for text in (
            reference(question),
            question.text,
            *(term for one in question.criteria for term in (one.text, *one.terms, *one.without)),
        )
    )
    if len(expected.stems - asked.stems) < _SEVERAL:
        return False
    least = OWN_BESIDE_TERMS if any(one.terms for one in question.criteria) else OWN
    if in_another_language(case.copy.text, "\n".join(map(reference, case.scale.questions))):
        least = OWN_IN_ANOTHER_LANGUAGE
    known = expected.stems.union(asked.stems, *(one.stems for one in terms))
    return sum(not compare.held(stem, known, wide=True) for stem in answer.stems) >= least


@lru_cache(maxsize=256)
def in_another_language(said: str, expected: str) -> bool:
    """Whether what a copy says is in another language than what is expected of it."""
    ours, theirs = language(said), language(expected)
    return is_foreign(said) != is_foreign(expected) or ("und" not in (ours, theirs) and ours != theirs)


def verdict(text: str) -> bool | None:
    """The yes or no, true or false that a text begins with; None where it begins otherwise."""
    first = next(iter(tokens.words(text)), "")
    return True if first in _YES else False if first in _NO else None


def another_form(expected: ParsedText, asked: ParsedText, answer: ParsedText) -> bool:
    """Whether an answer holds what is expected in another form alone, where the form may be what is asked:
    all the words stand in the question, in another order or form, or it is a single word, badly written.
    """
    wanted = expected.stems - asked.stems
    said, meant = tokens.words(answer.text), tokens.words(expected.text)
    if not expected.stems or expected.measures or len(wanted) > 1:
        return False
    if wanted:
        (stem,) = wanted
        return stem not in answer.stems and any(is_misspelt(one, stem) for one in answer.stems)
    content = tokens.terms(expected.text)
    if len(content) >= _ORDERED:
        return not _within(meant, said) and not expected.stems.isdisjoint(answer.stems)
    return not set(content) <= set(said) and expected.stems <= answer.stems


def _within(run: list[str], words: list[str]) -> bool:
    return any(words[at : at + len(run)] == run for at in range(len(words) - len(run) + 1))
