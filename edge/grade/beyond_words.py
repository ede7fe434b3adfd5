"""Where words do not tell whether an answer is right. Judges that compare words leave it to a person: two
that read nothing in an answer would agree on a nought for what was rightly said in other words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from edge.grade.compare import lacking
from edge.grade.judge import CopyCase
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
#: Words that a copied question has at the least; fewer may be the answer.
_COPIED = 4
#: An answer that says no more than that it is none.
_UNKNOWN = re.compile(
    r"(?:i (?:do not|don't|dont|didn't|did not) (?:know|remember|understand)|idk|dunno|no idea"
    r"|je (?:ne )?(?:sais|me souviens) (?:pas|plus)|j'ai (?:pas|oublie)|je n'ai pas (?:appris|compris)"
    r"|(?:je n'ai )?aucune idee|pas d'idee)"
)
_READABLE = re.compile(r"[^\W\d_]{3,}")


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
    if len(said) < max(_COPIED, len(asked.words) / 2) or not stands_in(said, asked.words):
        return False
    return not (stands_in(expected.words, said) and len(said) <= 2 * len(expected.words))


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


def stands_in(run: list[str], words: list[str]) -> bool:
    """Whether words stand in a text as they are, one behind the other."""
    return any(words[at : at + len(run)] == run for at in range(len(words) - len(run) + 1))
