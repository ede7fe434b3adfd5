"""Another thing of the same kind: building A for building C, the model beside the one that is asked for, the
budget of another year.

A rule after the choice: the sentence has all words of the question, and its heading, its row or its column
says that it is of another. Only what labels a quote speaks against it; any word of it may speak for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from edge.cascade.decide import GateFailure
from edge.records import Choice, Draft, Reason
from edge.text import tokens
from edge.text.designators import SIDE, VERSION, YEAR, designators, is_value, same
from edge.values.date_words import MONTH

#: The path of headings of a choice, title first.
HeadingOf = Callable[[Choice], str]

#: A choice about the very thing is put before the best when it has this share of its probability.
NEAR = 0.03

#: The signal of a draft whose first choice is about the very thing, and says something else of it than the
#: one that was thought the answer.
SIGNAL = "other_line"

#: Lines say the same of two things where they share so much of their words, numbers apart.
_ALIKE = 0.5

_MARK = re.compile(r"\s{0,9}(?:[-*•·]\s{1,4}|\d{1,3}[.)]\s{1,4})?")
#: What stands before a colon or a gap is a label.
_LABEL = re.compile(r"[^\n:|]{1,48}?(?=\s?:|\s?\||\s{2}|\t|\n)|(?:article|art\.)\s\d{1,3}", re.IGNORECASE)
#: What joins the words of a file's name.
_JOINED = re.compile(r"(?<=[^\W\d_])[-_](?=(?:19|20)\d\d(?!\d))|_")
_DATE = re.compile(rf"\b{MONTH}\s(?:of\s)?(?:19|20)\d\d\b", re.IGNORECASE)


def preferred(draft: Draft, question: str, heading_of: HeadingOf) -> Draft:
    """The draft with the first choice that is about the very thing before a best one about another; those
    about another are left out then.
    """
    asked = _asked(question)
    if not asked or draft.answer is not None or not draft.choices:
        return draft
    best = draft.choices[0]
    kind = _other(best, asked, heading_of(best))
    if not kind:
        return draft
    least = NEAR * best.probability
    here = next(
        (
            one
            for one in draft.choices
            if one.probability >= least and _named(one, asked, kind, heading_of(one))
        ),
        None,
    )
    if here is None:
        return draft
    rest = [one for one in draft.choices if one is not here and not _other(one, asked, heading_of(one))]
    first = msgspec.structs.replace(here, probability=best.probability)
    told = {} if _alike(here, best) else {SIGNAL: 1.0}
    return msgspec.structs.replace(draft, choices=[first, *rest], signals=draft.signals | told)


def _alike(one: Choice, other: Choice) -> bool:
    """Whether two lines say the same of two things: rows of one table, or sentences of mostly one wording."""
    if one.context and one.context == other.context and one.passage == other.passage:
        return True
    here, there = ({word for word in tokens.stems(line.text) if word.isalpha()} for line in (one, other))
    return len(here & there) >= _ALIKE * len(here | there)


def another(draft: Draft, question: str, heading_of: HeadingOf) -> GateFailure | None:
    """A failure where the best choice is about another thing of the kind that the question names one of."""
    asked = _asked(question)
    if not asked or not draft.choices:
        return None
    kind = _other(draft.choices[0], asked, heading_of(draft.choices[0]))
    if not kind:
        return None
    return GateFailure(
        "another of its kind", Reason("another_of_its_kind", {"named": _written(question, kind, asked[kind])})
    )


def unlike(draft: Draft) -> GateFailure | None:
    """A failure where `preferred` put a line first that is not the one that was likely, told of another."""
    return GateFailure("another line", Reason("another_line")) if SIGNAL in draft.signals else None


def _asked(question: str) -> Mapping[str, frozenset[str]]:
    """What the person names; of a date its year tells no two things apart, and a number of three parts is one
    whatever stands before it.
    """
    found = designators(_DATE.sub(" ", question.partition("\n")[0]), typed=True)
    versions = found.get(VERSION, frozenset())
    return {kind: values for kind, values in found.items() if kind == VERSION or not values & versions}


def _other(choice: Choice, asked: Mapping[str, frozenset[str]], heading: str) -> str:
    """The kind of which a choice is labelled with other values, and has none that is asked for; or empty."""
    labels = _labels(choice, heading)
    told = designators(choice.text)
    for kind, values in asked.items():
        there = labels.get(kind, frozenset())
        if there and not _meet(kind, values, there | told.get(kind, frozenset())):
            return kind
    return ""


def _named(choice: Choice, asked: Mapping[str, frozenset[str]], kind: str, heading: str) -> bool:
    """Whether a choice has a value of this kind that is asked for, and is of no other thing."""
    there = _labels(choice, heading).get(kind, frozenset()) | designators(choice.text).get(kind, frozenset())
    return _meet(kind, asked[kind], there) and not _other(choice, asked, heading)


def _meet(kind: str, asked: frozenset[str], there: frozenset[str]) -> bool:
    if kind == YEAR:  # of a school year both
        return asked <= there if len(asked) == 2 else not asked.isdisjoint(there)
    if kind.startswith(SIDE):  # "with" is no beginning of "without"
        return not asked.isdisjoint(there)
    return any(same(one, other) for one in asked for other in there)


def _labels(choice: Choice, heading: str) -> Mapping[str, frozenset[str]]:
    """What stands over a choice, at its head, and in the cells of its row under the name of a kind."""
    begin = _MARK.match(choice.text)
    label = _LABEL.match(choice.text, begin.end() if begin else 0)
    said = [_spaced(heading), choice.context, label[0] if label else "", *_cells(choice)]
    return designators("\n".join(said))


def _spaced(heading: str) -> str:
    """The path of headings; a title that is the name of a file in words: "price-list_2025"."""
    title, then, rest = heading.partition(" > ")
    return f"{title if ' ' in title else _JOINED.sub(' ', title)}{then}{rest}"


def _cells(choice: Choice) -> list[str]:
    """Cells that are a value alone, with their column's heading: "Bay D"."""
    heads = choice.context.rpartition("\n")[2].split(" | ")
    cells = [cell.strip() for cell in choice.text.split("|")]
    if len(heads) < 2 or len(heads) != len(cells):
        return []
    return [f"{head.strip()} {cell}" for head, cell in zip(heads, cells, strict=True) if is_value(cell)]


def _written(question: str, kind: str, values: frozenset[str]) -> str:
    """The values as they were typed; a side with what it is a side of."""
    typed = list({word.strip("?.,;:!()\"'«»“”"): None for word in question.split()})
    if kind.startswith(SIDE):
        at = next(n for n, word in enumerate(typed) if tokens.fold(word) in values)
        last = next((n for n in range(at + 1, len(typed)) if tokens.terms(typed[n])), at)
        return " ".join(typed[at : last + 1])
    found = [word for word in typed if word.lower().replace("-", "") in values]
    return ", ".join(found or sorted(values))
