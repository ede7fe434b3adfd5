"""The steps that a sentence leads up to: "Descale it when the lamp blinks. Proceed as follows: 1. …", and
those that one step stands among.

A rule after the choice: the sentence has the words of "How do I descale it?", the list below has the answer,
and often none of its words; or one item has them, and is a seventh of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from edge.ask import quotes as quoting
from edge.engines.question import kinds
from edge.engines.reading import Candidate, ParsedCandidate, read_passage
from edge.engines.units import LONGEST
from edge.records import Choice, Draft, Passage
from edge.text import tokens
from edge.text.lists import is_item

#: The kinds of a question that wants something done, and of what says how.
_ASKED = {"howto", "code"}
_SAYS = {"list", "code"}
#: A choice counts beside the best one when it has this share of its probability.
NEAR = 0.4
#: Orders of a paragraph are quoted together up to so many characters.
_ORDERS = 600
#: Letters that forms of one word begin with.
_ROOT = 6
_NUMBERED = re.compile(r"(?m)^\s{0,9}\d{1,3}[.)]\s")
_GAP = re.compile(r"\n[ \t]*\n")


def joined(draft: Draft, question: str, passages: Sequence[Passage]) -> Draft:
    """The draft, where a way of doing something is asked for, with the choice that leads up to a list or a
    block of code, and that with it, first: the best choice, or one that is `NEAR` to it where that is no
    numbered list itself. A best choice that is one step has the others with it: of its numbered list, or the
    orders behind it in its paragraph. `grounding.completed` leaves out what the first choice then holds.
    """
    asked = kinds(question)
    if draft.answer is not None or not draft.choices or _ASKED.isdisjoint(asked):
        return draft
    best = draft.choices[0]
    near = [one for one in draft.choices if one.probability >= NEAR * best.probability]
    for choice in near[:1] if _NUMBERED.search(best.text) else near:
        whole = _with_steps(choice, passages[choice.passage])
        if whole is None and choice is best and "howto" in asked:
            whole = _among_steps(choice, passages[choice.passage])
        if whole is not None:
            first = msgspec.structs.replace(whole, probability=best.probability)
            rest = [one for one in draft.choices if one is not choice]
            return msgspec.structs.replace(draft, choices=[first, *rest])
    return draft


def listed(draft: Draft, question: str, passages: Sequence[Passage], quotes: int) -> Draft:
    """The draft with a list in the place of its items: where two of them, and at least half of all, would be
    among the `quotes` that are shown; or where of the first item none but the line that announces the list
    has words of the question, so that the others answer as well.
    """
    if draft.answer is not None or not draft.choices:
        return draft
    shown = draft.choices[:quotes]
    shown = [one for one in shown if one.probability >= quoting.NEAR * shown[0].probability]
    for choice in shown:
        found = _list_around(choice, passages[choice.passage])
        if found is None:
            continue
        whole, items = found
        inside = [one for one in shown if one.passage == choice.passage and _holds(whole, one)]
        most = len(inside) > 1 and 2 * len(inside) >= len(items)
        if most or (choice is shown[0] and _asked_above(choice, question)):
            first = _as_choice(choice, whole, passages[choice.passage])
            choices = [
                first if one is choice else one for one in draft.choices if one is choice or one not in inside
            ]
            return msgspec.structs.replace(draft, choices=choices)
    return draft


def _asked_above(item: Choice, question: str) -> bool:
    """Whether words of the question announce the list, and none stands in the item."""
    asked = tokens.terms(question)
    return item.context.endswith(":") and _meets(item.context, asked) and not _meets(item.text, asked)


def _meets(text: str, asked: Sequence[str]) -> bool:
    """Whether a word stands in a text, in whatever form: "maintains" in "maintained"."""
    words = tokens.words(text)
    stems = {tokens.stem(word) for word in words}
    begun = {word[:_ROOT] for word in words if len(word) >= _ROOT}
    return any(tokens.stem(one) in stems or one[:_ROOT] in begun for one in asked)


def _read(choice: Choice, passage: Passage) -> tuple[list[ParsedCandidate], int | None]:
    """The candidates of a passage, and the number of the one that was chosen."""
    read = read_passage(choice.passage, passage, "", keep_stop=False)
    places = [(one.candidate.start, one.candidate.end) for one in read]
    span = (choice.start, choice.end)
    return read, places.index(span) if span in places else None


def _list_around(choice: Choice, passage: Passage) -> tuple[Candidate, list[ParsedCandidate]] | None:
    """The list that an item stands in, and its items; None where it is none, or the list is too long."""
    read, at = _read(choice, passage)
    if at is None or read[at].candidate.kind != "item":
        return None
    lists = (one.candidate for one in read if one.candidate.kind == "list")
    whole = next((one for one in lists if _holds(one, choice)), None)
    if whole is None:
        return None
    inside = (one for one in read if one.candidate.kind == "item" and _holds(whole, one.candidate))
    return whole, list(inside)


def _holds(whole: Candidate, one: Candidate | Choice) -> bool:
    return whole.start <= one.start and one.end <= whole.end


def _as_choice(choice: Choice, whole: Candidate, passage: Passage) -> Choice:
    text = passage.text[whole.start - passage.start : whole.end - passage.start]
    return msgspec.structs.replace(choice, start=whole.start, end=whole.end, text=text, context="")


def _among_steps(choice: Choice, passage: Passage) -> Choice | None:
    """A step with the others: the numbered list that it is an item of, where that is announced or orders
    something; or the orders behind it in one paragraph.
    """
    if found := _list_around(choice, passage):
        whole, items = found
        orders = sum(one.signs.orders for one in items)
        ordered = choice.context.endswith(":") or 2 * orders >= len(items)
        return _as_choice(choice, whole, passage) if ordered and _NUMBERED.match(choice.text) else None
    read, at = _read(choice, passage)
    if at is None or not read[at].signs.orders or not read[at].candidate.is_sentence:
        return None
    last = read[at].candidate
    for one in _orders_behind(read, at, passage):
        if one.end - choice.start > _ORDERS:
            break
        last = one
    if last.end == choice.end:
        return None
    text = passage.text[choice.start - passage.start : last.end - passage.start]
    return msgspec.structs.replace(choice, end=last.end, text=text)


def _orders_behind(read: Sequence[ParsedCandidate], at: int, passage: Passage) -> Iterator[Candidate]:
    """The sentences right behind one that order something too, within its paragraph."""
    for one, other in zip(read[at:], read[at + 1 :], strict=False):
        between = passage.text[one.candidate.end - passage.start : other.candidate.start - passage.start]
        behind = one.candidate.end <= other.candidate.start and not between.strip()
        if not (behind and other.signs.orders and other.candidate.is_sentence) or _GAP.search(between):
            return
        yield other.candidate


def _with_steps(choice: Choice, passage: Passage) -> Choice | None:
    """A choice with the list or the block of code that touches its end; None where there is none."""
    read = [one.candidate for one in read_passage(choice.passage, passage, "", keep_stop=False)]
    chosen = next((one for one in read if (one.start, one.end) == (choice.start, choice.end)), None)
    if chosen is None or chosen.row or chosen.kind in {*_SAYS, "item"}:
        return None
    steps = next((one for one in read if one.kind in _SAYS and _touches(chosen, one, passage)), None)
    if steps is None or steps.end - choice.start > LONGEST:
        return None
    text = passage.text[choice.start - passage.start : steps.end - passage.start]
    return msgspec.structs.replace(choice, end=steps.end, text=text)


def _touches(sentence: Candidate, steps: Candidate, passage: Passage) -> bool:
    """Whether only white space lies between the two, and the steps are those of the sentence: bullets that a
    line in a paragraph of its own announces are a list of something else.
    """
    between = passage.text[sentence.end - passage.start : steps.start - passage.start]
    if sentence.end > steps.start or between.strip():
        return False
    own = steps.kind == "list" and not is_item(steps.text) and not _NUMBERED.search(steps.text)
    return not (own and _GAP.search(between))
