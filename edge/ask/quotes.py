"""Choices to citations: the best first, only those near it, touching sentences of one page joined.

Until `cited`, the page of a citation is the unit that was searched, and its offsets are that unit's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from edge.ask.grounding import PageText, in_table
from edge.engines.units import is_name
from edge.records import Choice, Citation, Passage
from edge.search.pages import TextPlace
from edge.text.entries import entries
from edge.text.language import language
from edge.text.lists import is_item, listings

#: The mark before each line that a reply quotes.
_REPLY = re.compile(r"(?m)^[ \t]{0,8}(?:>[ \t]?)+")
#: A further quote is shown when its probability is at least this share of the best one's. On 853 questions
#: over documents without pages one of those shown is right for 79.0 %, with 1.85 of them on average (.25:
#: 76.8 and 1.63; .1: 80.0 and 2.0).
NEAR = 0.15


def citations(
    choices: Sequence[Choice], passages: Sequence[Passage], page_text: PageText, most: int, *, merge: bool
) -> list[Citation]:
    """At most `most` quotes of `choices` (best first), each `page_text[start:end]` exactly.

    Sentences that touch (nothing but white space between them) become one quote in the place of the better
    one. A list that a line of its own announces stays apart from the paragraph above, and so do rows of
    tables, for their column headings are said with each. What a reply quotes of the letter it answers is not
    shown beside it; the same words in two documents, or of two models, are.
    """
    kept = [choice for choice in choices[:most] if choice.probability >= NEAR * choices[0].probability]
    found: list[Citation] = []
    replies = dict[tuple[str, str], bool]()
    for choice in kept:
        bare = _REPLY.sub("", choice.text)
        said, reply = (choice.context, " ".join(bare.split())), bare != choice.text
        if said in replies and (reply or replies[said]):
            continue
        replies[said] = reply
        citation = _citation(choice, passages[choice.passage])
        if merge and not choice.context and not in_table(choice, passages[choice.passage]):
            text = page_text(citation.source, passages[choice.passage].page)
            touching = next((i for i, other in enumerate(found) if _touch(other, citation, text)), None)
            if touching is not None:
                found[touching] = _joined(found[touching], citation, text)
                continue
        found.append(citation)
    return found


def cited(quote: Citation, place_of: Callable[[str, int, int, int], TextPlace]) -> Citation:
    """The quote with its page, or its place in the whole text of a document without pages, and the path of
    its own section.
    """
    place = place_of(quote.source, quote.page or 0, quote.start, quote.end)

    def moved(span: tuple[int, int]) -> tuple[int, int]:
        return span[0] + place.shift, span[1] + place.shift

    return msgspec.structs.replace(
        quote,
        page=place.page,
        start=quote.start + place.shift,
        end=quote.end + place.shift,
        heading=place.heading or quote.heading,
        span=moved(quote.span) if quote.span else None,
        code=[moved(span) for span in quote.code],
        term=moved(quote.term) if quote.term else None,
        lines=place.lines,
        label=place.label,
        verbatim=place.verbatim,
    )


def _citation(choice: Choice, passage: Passage) -> Citation:
    return Citation(
        source=passage.source, page=passage.page, quote=choice.text, start=choice.start, end=choice.end,
        chunk=passage.chunk, heading=passage.heading, context=choice.context,
        score=round(choice.probability, 6), span=choice.span, code=_code(choice.start, choice.end, passage),
        term=_term(choice, passage), language=_language(choice, passage),
    )  # fmt: skip


def _language(choice: Choice, passage: Passage) -> str:
    """The quote's own language, or, where it says too little, that of the passage around it."""
    found = language(choice.text)
    if found == "und":
        found = language(passage.text)
    return "" if found == "und" else found


def _code(start: int, end: int, passage: Passage) -> list[tuple[int, int]]:
    """The blocks of code inside a quote."""
    return [(max(a, start), min(b, end)) for a, b in passage.structure.code if a < end and start < b]


def _term(choice: Choice, passage: Passage) -> tuple[int, int] | None:
    """The term of the entry that a choice is, which stands above or before what is said of it."""
    begins, ends = choice.start - passage.start, choice.end - passage.start
    for entry in entries(passage.text):
        if entry.term[0] == begins and entry.body[0] < ends:
            return choice.start, passage.start + entry.term[1]
    line, _, below = choice.text.partition("\n")
    if below.startswith("\n") and is_name(line):
        return choice.start, choice.start + len(line)
    return None


def _touch(one: Citation, other: Citation, text: str) -> bool:
    if (one.source, one.page) != (other.source, other.page) or one.context or other.context:
        return False
    first, second = sorted((one, other), key=lambda c: c.start)
    between = text[first.end : second.start]
    apart = "\n\n" in between and _announced(second.quote)
    return first.end <= second.start and not between.strip() and not apart


def _announced(quote: str) -> bool:
    """Whether it is a list of items with the line that announces it."""
    found = next(iter(listings(quote)), None)
    return (
        found is not None and found.lead is not None and not found.lead[0] and is_item(quote[found.start :])
    )


def _joined(one: Citation, other: Citation, text: str) -> Citation:
    start, end = min(one.start, other.start), max(one.end, other.end)
    return Citation(
        source=one.source, page=one.page, quote=text[start:end], start=start, end=end, chunk=one.chunk,
        heading=one.heading, context=one.context, score=round(one.score + other.score, 6),
        span=one.span, term=one.term if one.start == start else other.term,
        code=sorted({*one.code, *other.code}), language=one.language or other.language,
    )  # fmt: skip
