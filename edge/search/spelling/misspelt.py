"""Misspelt words of a question, read as the word of the documents that was meant: "alram" for "alarm".

What is no word at all is told from a word that the documents merely lack by the pieces of the encoder that
ships: 32,000, most of them whole words of French and English. Nothing is changed where that list is not here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from edge.records import Reason
from edge.search.postings.reader import known
from edge.search.spelling.codes import rewritten
from edge.search.spelling.index import Candidates, SpellingIndex
from edge.search.spelling.nowhere import nowhere
from edge.text import tokens
from edge.text.language import is_foreign
from edge.text.query_text import clean_query
from edge.text.spelling import distance, room

#: Whose pieces are the list of words.
LEXICON = "encoder-fr-en"
#: Most words of a question that are looked at, and the longest of them.
MOST, LONGEST = 8, 24
#: Of two words that are as near, the one on so many times the pages of the other was meant.
RATHER = 3
#: What words end in besides a plural or a feminine: the stem may be in the list where the form is not.
_ENDINGS = re.compile(
    r"(?:ing|ings|ed|er|ers|or|ors|ly|able|ment|ments|ation|ations|ez|ent|ons|ait|aient|ant|ants|er|era|ir|"
    r"e|ee|es|ees|s|x|y|is|it|re|al|ale)$"
)
_WORD = re.compile(r"[^\W\d_]+")
_QUOTED = re.compile(r"[\"«“][^\"»”]{0,200}+[\"»”]")


class Misspelt(NamedTuple):
    """A word as it was typed, and the word of the documents that it is read as."""

    typed: str
    read: str


class _Pieces(msgspec.Struct):
    vocab: dict[str, int]


class _TokenizerFile(msgspec.Struct):
    model: _Pieces


def read_as(question: str, bases: Sequence[SpellingIndex]) -> tuple[str, list[Reason]]:
    """The question as these knowledge bases read it, and what is to be told of it: its misspelt words, and
    what it names that stands in none of them.
    """
    question, whole = clean_query(question), question
    if is_foreign(question):
        return whole, []
    found = misspelt(question, bases)
    for one in found:
        question = re.sub(rf"(?<!\w){re.escape(one.typed)}(?!\w)", one.read, question)
    dbs = [base.db for base in bases]
    codes = rewritten(question, dbs)
    for code in codes:
        question = question.replace(code.typed, code.read)
    pairs = [(one.typed, one.read) for one in found] + [(one.typed, one.read) for one in codes]
    notes = [Reason("read_as", {"typed": typed, "read": read}) for typed, read in pairs]
    notes += [Reason("nowhere", {"named": one}) for one in nowhere(question, dbs)]
    return (question if found or codes else whole), notes


def misspelt(question: str, bases: Sequence[SpellingIndex]) -> list[Misspelt]:
    """The misspelt words of a question with what they are read as, in order.

    Names (capitals inside a sentence), quoted phrases, what has digits, and right words are left alone.
    """
    bare = _QUOTED.sub(lambda match: " " * len(match[0]), question)
    typed = [match for match in _WORD.finditer(bare) if _may_be_misspelt(bare, match)]
    forms = {tokens.fold(match[0]): match[0] for match in reversed(typed)}
    held = known(forms, [base.db for base in bases])
    unknown = [word for word in reversed(forms) if word not in held][:MOST]
    if not unknown or not (lexicon := words()):
        return []
    found = []
    for word in unknown:
        if not _is_word(word, lexicon) and (meant := _meant(word, bases)):
            found.append(Misspelt(forms[word], lexicon.get(meant, meant)))
    return found


@cache
def words() -> dict[str, str]:
    """Folded words of French and English as they are written; none where the encoder's list is not here."""
    from edge.models import catalog, installed  # most questions have no word that nobody knows

    model = catalog.get(LEXICON)
    here = installed.find(model, model.variant())
    if here is None:
        return {}
    try:
        pieces = msgspec.json.decode(here.paths[-1].read_bytes(), type=_TokenizerFile).model.vocab
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return {}  # `edge models verify` and the first use of the encoder tell of a damaged file
    found: dict[str, str] = {}
    for piece in pieces:  # the most usual form of a word first
        if not piece.startswith("#") and piece.isalpha():
            found.setdefault(tokens.fold(piece), piece)
    return found


def _may_be_misspelt(question: str, match: re.Match[str]) -> bool:
    """A word of at least four letters that is no name: small, or at the beginning, or all in capitals."""
    word = match[0]
    if not 4 <= len(word) <= LONGEST or tokens.fold(word) in tokens.stop_words():
        return False
    before = question[: match.start()].rstrip("\"'“«( ")
    opens = not before or before[-1] in ".!?:\n"
    small = word[1:].islower() and (word[0].islower() or opens)
    head, tail = question[max(0, match.start() - 1) : match.start()], question[match.end() : match.end() + 2]
    joined = head != "" and (head.isdigit() or head in "_/\\@.-")
    typed = (
        joined
        or tail[:1].isdigit()
        or tail[:1] in tuple("_/\\@")
        or (tail[:1] in ".-" and tail[1:].isalnum())
    )
    return small and not typed


def _is_word(word: str, lexicon: Mapping[str, str]) -> bool:
    """Whether it is a right word of either language, or a form of one."""
    if word in lexicon:
        return True
    cut = _ENDINGS.sub("", word)
    roots = {cut, f"{cut}e", f"{cut}er", f"{cut}ir"} | ({cut[:-1]} if cut[-1:] == cut[-2:-1] else set())
    return len(cut) > 3 and cut != word and any(root in lexicon for root in roots)


def _meant(word: str, bases: Sequence[SpellingIndex]) -> str:
    """The word that was meant, of the documents or a function word; empty where none is near, or several."""
    most = room(word)
    pages: dict[str, int] = {}
    for base in bases:
        for near, held in base.near(word, most):
            pages[near] = pages.get(near, 0) + held
    often = RATHER * max(pages.values(), default=1)
    pages |= dict.fromkeys((near for near, _ in _function_words().near(word, most)), often)
    costs = {one: cost for one in pages if (cost := distance(word, one, most)) <= most}
    order = sorted(costs, key=lambda one: (round(costs[one], 3), -pages[one], one))
    if not order:
        return ""
    best = order[0]
    stem = tokens.stem(best)
    rivals = [one for one in order[1:] if costs[one] < costs[best] + 0.01 and tokens.stem(one) != stem]
    return "" if any(pages[best] < RATHER * pages[one] for one in rivals) else best


@cache
def _function_words() -> Candidates:
    return Candidates.of((word, 0) for word in sorted(tokens.stop_words()))
