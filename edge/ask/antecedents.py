"""A quote with the sentence that it points back to, and the one that points back to it or says the rest.

A rule after the choice: "Because of this, there are no rules …" is nothing that a person would write down,
and of "You cannot add a user to such a group. This has to be done on the server." half is no answer. Often
the first sentence has the words of the question and the one behind it the answer: "What do the histograms
show?", "The histogram shows the density. The top one is of the raw image, …".
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from edge.engines.reading import Candidate, read_passage
from edge.records import Choice, Draft, Passage
from edge.text.references import points_back
from edge.text.sentences import goes_on

#: A quote grows to so many characters at most.
LONGEST = 600
#: The sentence behind the best one is quoted with it from this share of its probability on. Of 74 answers of
#: `datasets/found` with one between .03 and .15 (from there on it is shown anyway), 12 were right only with
#: it and 52 without; of 138 below, two.
FOLLOWS = 0.03


def joined(draft: Draft, passages: Sequence[Passage], quotes: int) -> Draft:
    """The draft, each of its first `quotes` choices with its neighbours in the same paragraph: the sentence
    before where it points back, the one after where that does; the best one also with the one after where
    that has a share too (`FOLLOWS`). What a model wrote is left as it is; a choice that another one then
    holds is left to `grounding.completed`.
    """
    if draft.answer is not None:
        return draft
    choices: list[Choice] = []
    for choice in draft.choices[:quotes]:
        whole = _whole(choice, passages[choice.passage], draft.choices[1:] if not choices else ())
        # Two quotes may reach for the same sentence: the better one has it.
        choices.append(choice if any(_overlap(whole, other) for other in choices) else whole)
    if choices == draft.choices[:quotes]:
        return draft
    return msgspec.structs.replace(draft, choices=[*choices, *draft.choices[quotes:]])


def _whole(choice: Choice, passage: Passage, others: Sequence[Choice]) -> Choice:
    read = [one.candidate for one in read_passage(choice.passage, passage, "", keep_stop=False)]
    at = next((n for n, one in enumerate(read) if (one.start, one.end) == (choice.start, choice.end)), None)
    if at is None or not read[at].is_sentence:
        return choice
    first = last = read[at]
    if at > 0 and points_back(first.text) and _next_to(read[at - 1], first, passage):
        if at > 1 and _cut(read[at - 2], passage):
            return choice
        first = read[at - 1]
    after = read[at + 1] if at + 1 < len(read) else None
    if after and (points_back(after.text) or _has_share(after, choice, others)):
        last = after if _next_to(last, after, passage) else last
    if (first.start, last.end) == (choice.start, choice.end) or last.end - first.start > LONGEST:
        return choice
    text = passage.text[first.start - passage.start : last.end - passage.start]
    return msgspec.structs.replace(choice, start=first.start, end=last.end, text=text)


def _has_share(one: Candidate, best: Choice, others: Sequence[Choice]) -> bool:
    return any(
        (other.passage, other.start, other.end) == (one.passage, one.start, one.end)
        and other.probability >= FOLLOWS * best.probability
        for other in others
    )


def _overlap(one: Choice, other: Choice) -> bool:
    return one.passage == other.passage and one.start < other.end and other.start < one.end


def _cut(one: Candidate, passage: Passage) -> bool:
    """Whether it is a piece of a sentence that is too long for one."""
    return one.is_sentence and goes_on(passage.text, one.start - passage.start, one.end - passage.start)


def _next_to(one: Candidate, other: Candidate, passage: Passage) -> bool:
    """Whether both are sentences with nothing between them, not even a blank line."""
    between = passage.text[one.end - passage.start : other.start - passage.start]
    return (
        one.is_sentence and other.is_sentence and one.end <= other.start and not between.strip()
        and "\n\n" not in between
    )  # fmt: skip
