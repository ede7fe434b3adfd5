"""The steps that a sentence leads up to: "Descale it when the lamp blinks. Proceed as follows: 1. …".

A rule after the choice: the sentence has the words of "How do I descale it?", the list below has the answer,
and often none of its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from edge.engines.question import kinds
from edge.engines.reading import Candidate, read_passage
from edge.engines.units import LONGEST
from edge.records import Choice, Draft, Passage

#: The kinds of a question that wants something done, and of what says how.
_ASKED = {"howto", "code"}
_SAYS = {"list", "code"}
#: A choice counts beside the best one when it has this share of its probability.
NEAR = 0.4
_NUMBERED = re.compile(r"(?m)^\s{0,9}\d{1,3}[.)]\s")


def joined(draft: Draft, question: str, passages: Sequence[Passage]) -> Draft:
    """The draft, where a way of doing something is asked for, with the choice that leads up to a list or a
    block of code, and that with it, first: the best choice, or one that is `NEAR` to it where that is no
    numbered list itself. `grounding.completed` leaves out the items of the list.
    """
    if draft.answer is not None or not draft.choices or _ASKED.isdisjoint(kinds(question)):
        return draft
    best = draft.choices[0]
    near = [one for one in draft.choices if one.probability >= NEAR * best.probability]
    for choice in near[:1] if _NUMBERED.search(best.text) else near:
        whole = _with_steps(choice, passages[choice.passage])
        if whole is not None:
            first = msgspec.structs.replace(whole, probability=best.probability)
            rest = [one for one in draft.choices if one is not choice]
            return msgspec.structs.replace(draft, choices=[first, *rest])
    return draft


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
    """Whether only white space lies between the two."""
    between = passage.text[sentence.end - passage.start : steps.start - passage.start]
    return sentence.end <= steps.start and not between.strip()
