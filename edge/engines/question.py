"""What a question asks for, read by rules: content terms, names, the kind of answer it expects.

Everything bound to a language stands in `assets/questions.toml`, for English and French. The kinds are
those whose answers can be recognised on the page: a number, a date, a name, a place...
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise

from edge import paths
from edge.text import tokens as text
from edge.text.phrases import Phrases

NAME = re.compile(r"(?<![.!?:•]\s)(?<=[\s(\"«“'’-])[A-ZÀ-Þ][^\W_]+")
_PLACES = re.compile(
    r"\b(?:in|at|near|from|to|on|of|across|around|à|au|aux|en|dans|près de|sur|vers|chez|de|du|d['’])\s*"
    r"(?:the |la |le |l['’])?[A-ZÀ-Þ][\w'’-]+"
)
_FOCUS = re.compile(
    r"\b(?:what|which|whose|quel|quelle|quels|quelles)\s+(?:(?:was|is|were|are|est|sont|etait)\s+)?"
    r"(?:(?:the|a|an|le|la|les|l|un|une)\s+)?([^\W_]+)"
)
_QUOTED = re.compile(r"[\"«“]\s{0,9}([^\"»”]{2,60}?)\s{0,9}[\"»”]")
#: Kinds that are asked for beside a sum that is named: "when is the rent due?".
_OTHER = frozenset(("when", "who", "where", "why", "how", "howto", "time", "effect"))
_PAID = re.compile(
    r"\b(?:there|y a (?:t )?il|pay|paid|costs?|charged?|pa(?:ie|ye)\w*|payant\w*|cout\w*|facture\w*)(?!\w)"
)
_CLAUSE = re.compile(r"[,;:.?!()]\s")
_NUMERIC = re.compile(r"\d+(?:[.,:/]\d+)*")


@dataclass(frozen=True, slots=True)
class Tables:
    """`assets/questions.toml`, ready to be looked for."""

    kinds: dict[str, Phrases]
    words: dict[str, frozenset[str]]
    #: Words that only say what kind of answer is wanted ("que se passe-t-il", "combien de temps").
    formulas: re.Pattern[str]


@cache
def tables() -> Tables:
    """The language tables, read once."""
    read = tomllib.loads(paths.asset("questions.toml").read_text(encoding="utf-8"))
    return Tables(
        kinds={kind: Phrases(forms) for kind, forms in read["asked"].items()},
        words={name: frozenset(listed.split()) for name, listed in read["words"].items()},
        formulas=re.compile(rf"\b(?:{'|'.join(read['formulas']['said'])})(?!\w)"),
    )


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question as the scorer sees it. `terms` are distinct stems in order; `names` are stems that must be
    met.
    """

    text: str
    words: tuple[str, ...]
    terms: tuple[str, ...]
    surface: tuple[str, ...]  # one folded word for each term
    names: frozenset[str]
    kinds: frozenset[str]
    focus: str
    negated: bool
    stems: frozenset[str]  # the terms as a set
    word_set: frozenset[str]  # the words as a set
    pairs: frozenset[tuple[str, str]]  # neighbouring terms


def read(question: str) -> ParsedQuestion:
    """Read a question. One made of stop words only keeps them as its terms.

    What follows a line end only adds terms: content words of an earlier turn (`ask.question.follow_up`);
    the lines after that say what the earlier turn asked for.
    """
    question, _, before = question.partition("\n")
    before, *asked = before.split("\n")
    words = text.words(question)
    stop = text.stop_words()
    flat = " ".join(words)
    sought = tables().formulas.sub("", flat).split()
    content = [word for word in sought if word not in stop] or [w for w in words if w not in stop] or words
    by_stem: dict[str, str] = {}
    for word in content:
        by_stem.setdefault(text.stem(word), word)
    for word in text.terms(before):
        by_stem.setdefault(text.stem(word), word)
    found = {kind for line in (question, *asked) for kind in _kinds(line)}
    focus = _FOCUS.search(flat)
    return ParsedQuestion(
        text=question,
        words=tuple(words),
        terms=tuple(by_stem),
        surface=tuple(by_stem.values()),
        names=frozenset(text.stem(word) for entity in entities(question) for word in text.words(entity))
        & by_stem.keys(),
        kinds=frozenset(found),
        focus=text.stem(focus[1]) if focus and focus[1] not in stop else "",
        negated=marks("negations", words),
        stems=frozenset(by_stem),
        word_set=frozenset(words),
        pairs=frozenset(pairwise(by_stem)),
    )


def without_unmet(question: ParsedQuestion, frequencies: Mapping[str, int]) -> ParsedQuestion:
    """The question without words that only say what kind of answer is wanted, where no page has them: an
    answer to "quel est le montant du loyer ?" need not say "montant". It keeps them where no other term of it
    is met. `frequencies`: the number of pages that each of its words stands on.
    """
    if not question.kinds:
        return question
    wanted = tables().words["wanted"]
    pairs = tuple(zip(question.terms, question.surface, strict=True))
    kept = tuple(pair for pair in pairs if pair[1] not in wanted or frequencies.get(pair[1], 0))
    if len(kept) == len(pairs) or not any(frequencies.get(word, 0) for _, word in kept):
        return question
    terms = tuple(term for term, _ in kept)
    return replace(
        question,
        terms=terms,
        surface=tuple(word for _, word in kept),
        names=question.names & set(terms),
        stems=frozenset(terms),
        pairs=frozenset(pairwise(terms)),
    )


@lru_cache(maxsize=64)
def _kinds(question: str) -> dict[str, str]:
    """Kinds of answer that are asked for, each with the words that say so. Not to be written to: several
    rooms ask it of the same question.
    """
    flat = " ".join(text.words(question))
    found = {kind: pattern.search(flat) for kind, pattern in tables().kinds.items()}
    kinds = {kind: match[0] for kind, match in found.items() if match}
    named = kinds.pop("money_named", "")
    if named and ("money" in kinds or not _asks_no_sum(kinds, flat)):
        kinds["money"] = named
    if kinds.get("count", "").startswith(("quel", "what", "which", "max")):  # of what is this turn's own
        kinds["count"] = "combien" if kinds["count"].startswith("quel") else "how many"
    if "who" not in kinds:  # "nobody came, who is told?": in a question of clauses each begins anew
        for clause in _CLAUSE.split(question)[1:]:
            if match := tables().kinds["who"].search(" ".join(text.words(clause))):
                kinds["who"] = match[0]
    if "où" in re.split(r"[\W_]+", question.lower()):  # folded, it would be "ou" (or)
        kinds["where"] = "où"
    return kinds


def _asks_no_sum(kinds: Iterable[str], flat: str) -> bool:
    """Whether a sum that a question names is not what it asks for: another thing is, or whether something
    holds, other than that there is something to pay.
    """
    return not _OTHER.isdisjoint(kinds) or ("yesno" in kinds and _PAID.search(flat) is None)


def kinds(question: str) -> frozenset[str]:
    """Kinds of answer that a question asks for."""
    return frozenset(_kinds(question))


def asks(question: str) -> list[str]:
    """The words by which a question says what it asks for; none where it does not."""
    return list(dict.fromkeys(_kinds(question).values()))


def entities(question: str) -> list[str]:
    """Quoted phrases, capitalised names and numbers of a question, in order, without repeats."""
    names = [match[1] for match in _QUOTED.finditer(question)]
    names += NAME.findall(" " + question[:1].lower() + question[1:])
    names += _NUMERIC.findall(question)
    return list(dict.fromkeys(names))


def marks(table: str, words: Iterable[str]) -> bool:
    """Whether any folded word stands in a table of `questions.toml`."""
    return not tables().words[table].isdisjoint(words)


def is_number(word: str) -> bool:
    """Whether a folded word states a quantity."""
    return word[0].isdigit() or word in tables().words["numbers"]


def is_date(word: str) -> bool:
    """Whether a folded word dates something: a year, a month, a day."""
    if word.isdigit():
        return len(word) == 4 and word[0] in "12"
    return word in tables().words["calendar"]


def has_place(sentence: str) -> bool:
    """Whether a preposition is followed by a capitalised name."""
    return _PLACES.search(sentence) is not None
