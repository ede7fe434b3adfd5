"""The entry of an option that a question names, before sentences that only speak of it.

A rule after the choice: what `-c` does stands in few of the question's words, and other entries have more of
them. How often what the rule finds is right was counted (bench/LOG.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from edge.ask import definitions
from edge.cascade.confidence import at_least
from edge.engines.reading import read_passage
from edge.engines.units import shape_of
from edge.records import Choice, Confidence, Draft, Passage
from edge.text import document_names, options, tokens
from edge.text.definition import LONGEST, entry_end
from edge.text.entries import entries
from edge.text.option_question import OptionQuestion, option_question

#: The signal of a draft whose first choice is the entry of an option, and the share of such that are right:
#: the lower bound (90 %) of 43 in 45, on manual pages whose own markup was the label (bench/LOG.md).
SIGNAL = "option"
RIGHT = 0.88

_LINE = re.compile(r"[^\n]*+\n?")


class OptionEntry(NamedTuple):
    """An entry: its passage and its place in the text of that; `context`: the headings of a row."""

    passage: int
    start: int
    end: int
    context: str


def preferred(draft: Draft, question: str, passages: Sequence[Passage]) -> Draft:
    """The draft with the entries of an option in the place of its choices, where the question asks what one
    does: those of the document that it names. `question`: with what it leans on, on lines of its own.
    """
    asked = option_question(question)
    if asked is None or draft.answer is not None:
        return draft
    found = list(_entries(asked, question, passages))
    if not found:
        return draft
    signals = {name: value for name, value in draft.signals.items() if name != definitions.SIGNAL}
    right = max(RIGHT, draft.choices[0].probability if draft.choices else 0.0)
    choices = [_choice(one, passages, right) for one in found]
    return msgspec.structs.replace(draft, choices=choices, signals=signals | {SIGNAL: RIGHT})


def confidence(draft: Draft, score: Confidence) -> Confidence:
    """The engine's confidence, or that of the rule where that is higher."""
    share = draft.signals.get(SIGNAL, 0.0)
    return at_least(score, share, "entry of an option, counted on manual pages")


def _entries(asked: OptionQuestion, question: str, passages: Sequence[Passage]) -> Iterator[OptionEntry]:
    """The entries that all its spellings head, in the order of the passages, each text once."""
    ranks = document_names.runs(question, asked.spellings[0])
    names = [document_names.names(one.source, one.heading) for one in passages]
    called = [document_names.best(one, ranks) for one in names]
    top = min((rank for rank in called if rank is not None), default=None)
    told = set()
    for index, (passage, rank) in enumerate(zip(passages, called, strict=True)):
        places = [set(options.headed(passage.text, one)) for one in asked.spellings] if rank == top else []
        for start in sorted(set.intersection(*places)) if places else ():
            entry = _entry(index, passage, start)
            if entry is None or passage.text[entry.start : entry.end] in told:
                continue
            read = passage.text if top is not None else passage.text[entry.start : entry.end]
            around = tokens.stems(f"{read} {passage.heading} {' '.join(names[index])}")
            if asked.others <= set(around):
                told.add(passage.text[entry.start : entry.end])
                yield entry


def _entry(index: int, passage: Passage, line: int) -> OptionEntry | None:
    """The whole of an entry that begins at a line; None where nothing is said of its term."""
    text = passage.text
    start = line + len(text[line:]) - len(text[line:].lstrip())
    stop = text.find("\n", start)
    stop = len(text) if stop < 0 else stop
    for read in read_passage(index, passage, "", keep_stop=False):
        one = read.candidate
        inside = one.row and one.start - passage.start <= start < one.end - passage.start
        said = any(cell.strip()[:1] != "-" for cell in one.text.split(" | "))  # `-b | -bits` is a term
        if inside and said:
            return OptionEntry(index, one.start - passage.start, one.end - passage.start, one.context)
    term = end = stop
    for entry in entries(text):
        if entry.term[0] <= start < entry.body[0]:
            start, term, end = entry.term[0], entry.term[1], entry.body[1]
            break
    else:
        if any(begin <= start < last for begin, last in shape_of(passage).headings):
            begin = stop + len(text[stop:]) - len(text[stop:].lstrip())
            end = text.find("\n\n", begin)
            end = len(text) if end < 0 else end
        elif (hanging := _hanging(text, line, stop)) > stop:
            end = hanging
        else:
            end, term = entry_end(text, start, stop), start
    end = _cut(text, start, max(end, stop))
    if len(tokens.terms(text[term:end])) < 2:
        return None
    return OptionEntry(index, start, end, "")


def _hanging(text: str, line: int, stop: int) -> int:
    """Where the lines end that stand further in than a line and right below it."""
    margin = _indent(text[line:stop])
    end = stop
    for below in _LINE.finditer(text, min(stop + 1, len(text))):
        if not below[0].strip() or _indent(below[0]) <= margin:
            break
        end = below.end()
    return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _cut(text: str, start: int, end: int) -> int:
    """The end of an entry, or of its last sentence within LONGEST."""
    if end - start <= LONGEST:
        return start + len(text[start:end].rstrip())
    said = text[start : start + LONGEST]
    at = max(said.rfind(". "), said.rfind(".\n"), said.rfind("\n\n") - 1)
    return start + (at + 1 if at > 0 else len(said.rstrip()))


def _choice(one: OptionEntry, passages: Sequence[Passage], probability: float) -> Choice:
    passage = passages[one.passage]
    return Choice(
        passage=one.passage, start=passage.start + one.start, end=passage.start + one.end,
        context=one.context, probability=probability, text=passage.text[one.start : one.end],
    )  # fmt: skip
