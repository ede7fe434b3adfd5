"""The steps that a sentence leads up to: "Descale it when the lamp blinks. Proceed as follows: 1. …".

A rule after the choice: the sentence has the words of "How do I descale it?", the list below has the answer,
and often none of its words.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from edge.engines.question import kinds
from edge.engines.reading import Candidate, read_passage
from edge.engines.units import LONGEST
from edge.records import Draft, Passage

#: The kinds of a question that wants something done, and of what says how.
_ASKED = {"howto", "code"}
_SAYS = {"list", "code"}


def joined(draft: Draft, question: str, passages: Sequence[Passage]) -> Draft:
    """The draft, its first choice with the list or the block of code that touches its end, where a way of
    doing something is asked for. The other choices stay; `grounding.completed` leaves out the items of the
    list.
    """
    if draft.answer is not None or not draft.choices or _ASKED.isdisjoint(kinds(question)):
        return draft
    first = draft.choices[0]
    passage = passages[first.passage]
    read = [one.candidate for one in read_passage(first.passage, passage, "", keep_stop=False)]
    chosen = next((one for one in read if (one.start, one.end) == (first.start, first.end)), None)
    if chosen is None or chosen.row or chosen.kind in {*_SAYS, "item"}:
        return draft
    steps = next((one for one in read if one.kind in _SAYS and _touches(chosen, one, passage)), None)
    if steps is None or steps.end - first.start > LONGEST:
        return draft
    text = passage.text[first.start - passage.start : steps.end - passage.start]
    whole = msgspec.structs.replace(first, end=steps.end, text=text)
    return msgspec.structs.replace(draft, choices=[whole, *draft.choices[1:]])


def _touches(sentence: Candidate, steps: Candidate, passage: Passage) -> bool:
    """Whether only white space lies between the two."""
    between = passage.text[sentence.end - passage.start : steps.start - passage.start]
    return sentence.end <= steps.start and not between.strip()
