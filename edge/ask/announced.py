"""What a quote that ends in a colon announces: "Enter this transaction:" is nothing without what follows.

A rule after the choice, on the page: the passage that was read may end with the line that announces, and an
item may announce the items under it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from edge.ask.grounding import PageText, in_table
from edge.records import Choice, Draft, Passage
from edge.text.lists import is_item, listings

#: What is announced is quoted up to so many characters: half of it would look like all of it.
LONGEST = 1_200

_COLON = re.compile(r"[:：]\s{0,9}\Z")
#: Stands for the quote, whose colon makes one item a list.
_LEAD = "Announced:\n"
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n|\Z")


def completed(draft: Draft, passages: Sequence[Passage], page_text: PageText, quotes: int) -> Draft:
    """The draft, each of its first `quotes` choices that ends in a colon with the list, the code or the
    paragraph right below it. What a model wrote is left as it is; what then lies in another choice is left
    to `grounding.completed`.
    """
    if draft.answer is not None:
        return draft
    choices = [_whole(one, passages[one.passage], page_text) for one in draft.choices[:quotes]]
    return msgspec.structs.replace(draft, choices=[*choices, *draft.choices[quotes:]])


def _whole(choice: Choice, passage: Passage, page_text: PageText) -> Choice:
    if not _COLON.search(choice.text) or in_table(choice, passage):
        return choice
    page = page_text(passage.source, passage.page)
    if page[choice.start : choice.end] != choice.text:
        return choice
    end = _end(page, choice.end, passage)
    return msgspec.structs.replace(choice, end=end, text=page[choice.start : end])


def _end(page: str, at: int, passage: Passage) -> int:
    """Where what is announced ends; `at` where nothing of it can be quoted whole."""
    rest = page[at : at + 4 * LONGEST]
    between = rest[: len(rest) - len(rest.lstrip())]
    if between == rest or not 1 <= between.count("\n") <= 2:
        return at
    begin = at + between.rfind("\n") + 1
    shape = passage.structure
    barred = (*((run.start, run.end) for run in shape.tables), *shape.aside)
    if any(start <= begin + 1 and begin < end for start, end in barred):
        return at
    headings = [start for start, _ in shape.sections if start >= begin]
    if headings and not page[begin : headings[0]].strip():  # an empty section, or one of its own
        return at
    below = rest[begin - at :]
    line = below.partition("\n")[0]
    code = next((end for start, end in shape.code if start - len(line) <= begin < end), 0)
    if code:
        end = code
    elif is_item(line):
        found = next((one for one in listings(_LEAD + below) if one.items), None)
        if found is None:
            return at
        end = begin + found.end - len(_LEAD)
    else:
        end = begin + (match.start() if (match := _PARAGRAPH.search(below)) else len(below))
    return end if end - at <= LONGEST else at
