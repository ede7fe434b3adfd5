"""Questions that ask two things: the best quote for each, or which of the two is missing."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import msgspec

from edge.engines import question as asking
from edge.engines.line_signs import signs_of
from edge.records import Choice, Draft
from edge.text import tokens
from edge.text.sentences import Unit

#: What opens a second question after "and".
_ASKS = (
    r"(?:(?:up to|to|from|by|at|in|on|for|of|until|with|jusqu['’]à|à partir de|à|de|en|dans|"
    r"sous|pour|sur|par)\s)?"
    r"(?:who|whom|what|when|where|which|how|why|is|are|can|may|must|do|does|will|"
    r"qui|que|quoi|quel(?:le)?s?|(?:les?|la)quel(?:le)?s?|quand|où|combien|comment|pourquoi|est-ce|faut-il|"
    r"peut-on|puis-je|dois-je|est-il|est-elle|y a-t-il)\b"
)
_SPLIT = re.compile(
    rf"(?<=\w)\s?\?{{1,3}}\s{{1,3}}(?:(?:and|et)\s)?(?=(?-i:[A-ZÀ-Þ])|{_ASKS})|"
    rf"(?<!\s)\s?,?\s(?:and|et)\s(?=(?:also\s|aussi\s)?{_ASKS})",
    re.IGNORECASE,
)
_AND = frozenset(("and", "et"))
#: What is asked of two things together: nothing of each.
_APART = frozenset(("between", "entre", "both", "difference", "differences", "versus"))
_ARTICLES = frozenset(("the", "its", "your", "le", "la", "les", "son", "sa", "ses", "votre", "vos"))
_ELIDED = re.compile(r"l['’]\w", re.IGNORECASE)
_HEAD = re.compile(
    r"(?:what(?:['’]s| is| are| was| were)|quel(?:le)?s? (?:est|sont|était|étaient)|c['’]est quoi)"
    r"(?= (?:the|its|your|le|la|les|son|sa|ses|votre|vos)\s| l['’])",
    re.IGNORECASE,
)
_PREPOSITIONS = frozenset(
    "for in on at with without pour en sur avec sans chez au aux à".split()  # noqa: SIM905  one line of words
)
#: Content words of the other part that each is asked with.
_SUBJECT = 6


class TwoParts(NamedTuple):
    """The two questions, each with the words of the other on a line of its own, as a follow-up has them."""

    first: str
    second: str


def parts(question: str) -> TwoParts | None:
    """The two things that a question asks; None where it asks one."""
    line, newline, _ = question.partition("\n")
    if not newline and (shared := _shared(line)):
        return shared
    found = [part.strip(" ,?;") for part in _SPLIT.split(line) if part and part.strip(" ,?;")]
    if newline or len(found) != 2 or not tokens.terms(found[0]):
        return None
    first, second = found
    return TwoParts(_with(first, second), _with(second, first))


def _shared(question: str) -> TwoParts | None:
    """The two questions of one that asks the same of two things: "What is the weight and the height?", "How
    long is the guarantee on the frame and on the battery?". None where it does not. Neither has the other's
    words as background: they name what stands beside it.
    """
    said = question.strip(" ?").split()
    places = [at for at, word in enumerate(said) if word.lower() in _AND]
    if len(places) != 1 or not _APART.isdisjoint(map(tokens.fold, said)):
        return None
    before, after = said[: places[0]], said[places[0] + 1 :]
    if len(after) < 2 and not (after and _ELIDED.match(after[0])):
        return None
    opens = after[0].lower()
    named = _HEAD.match(" ".join(before))
    if named and (opens in _ARTICLES or _ELIDED.match(opens)):
        head = named[0].split()
    elif opens in _PREPOSITIONS and opens in (low := [word.lower() for word in before]):
        head = before[: len(low) - 1 - low[::-1].index(opens)]
    else:
        return None
    first, second = " ".join(before), " ".join([*head, *after])
    return TwoParts(f"{first}?", f"{second}?") if tokens.terms(" ".join(after)) else None


def _with(part: str, other: str) -> str:
    own = {tokens.stem(word) for word in tokens.terms(part)}
    more = [word for word in dict.fromkeys(tokens.terms(other)) if tokens.stem(word) not in own]
    return "\n".join([f"{part}?", *([" ".join(more[:_SUBJECT])] if more else [])])


def both(
    draft: Draft, asked: TwoParts, choose: Callable[[str], Draft], sure: Callable[[Draft], bool]
) -> tuple[Draft, str]:
    """The draft with the best quote for the part that its first does not answer in the second place, and that
    part where nothing is sure to answer it (else empty). What is not sure of both but is of the one that it
    answers, asked alone, is answered as that. `choose` asks an engine of the same passages.
    """
    if not draft.choices or draft.answer is not None:
        return draft, ""
    best = draft.choices[0]
    alone = cache(choose)
    for part, rest_of in ((asked.second, asked.first), (asked.first, asked.second)):
        other = alone(part)
        if not other.choices or _same(other.choices[0], best):
            continue
        if _names(best.text, part) and not _names(other.choices[0].text, part):
            continue
        if not sure(other):
            if _tells(best.text, part, rest_of):
                continue
            return _surer(draft, alone(rest_of), sure), _named(part)
        found = msgspec.structs.replace(other.choices[0], probability=best.probability)
        rest = [choice for choice in draft.choices[1:] if not _same(choice, found)]
        return msgspec.structs.replace(draft, choices=[best, found, *rest]), ""
    for part, rest_of in ((asked.second, asked.first), (asked.first, asked.second)):
        told = _names(best.text, part) or _tells(best.text, part, rest_of)
        surer = _surer(draft, alone(rest_of), sure)
        if surer is not draft and not sure(alone(part)) and not told:
            return surer, _named(part)
    return draft, ""


def _named(part: str) -> str:
    """A part as it is told of: without its mark, before which French has a space."""
    return part.partition("\n")[0].rstrip("? ")


def _surer(draft: Draft, alone: Draft, sure: Callable[[Draft], bool]) -> Draft:
    """What one part alone is answered with, where the draft of both is unsure of the same quote."""
    if sure(draft) or not alone.choices or not _same(alone.choices[0], draft.choices[0]):
        return draft
    return alone if sure(alone) else draft


def _names(quote: str, part: str) -> bool:
    """Whether a quote has all the words of a part itself: "is there a deposit?" and "3 € a day,
    deposit of 250 €".
    """
    own = set(tokens.stems(" ".join(tokens.terms(part.partition("\n")[0]))))
    return bool(own) and own <= set(tokens.stems(quote))


def _tells(quote: str, part: str, other: str) -> bool:
    """Whether a quote has what a part alone asks for: "quoted at £1,140 by Timberplay" says who, and for how
    much.
    """
    part, other = part.partition("\n")[0], other.partition("\n")[0]
    kinds, words = asking.kinds(part) - asking.kinds(other), tokens.words(quote)
    signs = signs_of(Unit(0, len(quote)), quote, words)
    asked = set(tokens.words(part))
    shown = {
        "money": signs.priced and not signs.numbers <= asked,
        "time": asking.marks("durations", words) and not signs.numbers <= asked,
        "when": not (signs.dates | signs.times) <= asked,
    }
    return any(shown.get(kind, False) for kind in kinds)


def _same(one: Choice, other: Choice) -> bool:
    """Whether one place lies in the other."""
    if one.passage != other.passage:
        return False
    return (one.start <= other.start and other.end <= one.end) or (
        other.start <= one.start and one.end <= other.end
    )
