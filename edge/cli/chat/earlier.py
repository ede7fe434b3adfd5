"""What was said or learnt before: turns that a talk goes on from, and what helps where documents do not."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from edge.ask.conversation import found_nothing
from edge.cli.terminal.style import safe
from edge.records import EarlierTurn
from edge.text.tokens import stems

if TYPE_CHECKING:
    from edge.memory.reader import MemoryReader
    from edge.records.context import ComposedResult, ContextMessage

#: Lines that are shown, and characters of each.
_LINES, _LONGEST = 3, 200


def turns(context: ComposedResult) -> list[EarlierTurn]:
    """The questions of a conversation that goes on, each with what answered it."""
    found: list[EarlierTurn] = []
    for turn in context.turns:
        if turn.role == "user":
            found.append(EarlierTurn(question=turn.content))
        elif found and not found_nothing(turn.content):
            found[-1] = EarlierTurn(question=found[-1].question, quotes=[turn.content])
    return found


def lines(context: ComposedResult, memories: MemoryReader, said: AbstractSet[str]) -> list[str]:
    """What may help where the documents do not: a turn with what came after it, if together they hold half of
    what is asked, and memories that hold as much or mean the same. Of the turns just said not those of this
    session (`said`), which stand above. At most three lines, of those that hold most.
    """
    asked = frozenset(stems(context.query))
    told: dict[str, str] = {}
    found = _learnt(context, memories, asked) + _pairs(context, said, asked)
    for _, some in sorted(found, key=lambda one: -one[0]):
        told |= some
    return list(told.values())[:_LINES]


def _learnt(
    context: ComposedResult, memories: MemoryReader, asked: frozenset[str]
) -> list[tuple[int, dict[str, str]]]:
    """The memories of a context that speak of what is asked, each with how much of it they hold."""
    like = {
        entry.id: "vectors" in entry.channels
        for entry in context.items
        if entry.kept and entry.kind == "memory"
    }
    found = []
    for memory in memories.many(list(like)):
        why = memory.context
        text = " ".join((memory.title, memory.content, why.situation, why.solution))
        held = len(asked.intersection(stems(text)))
        if 2 * held >= len(asked) or like[memory.id]:
            says = safe(f"{memory.title}: {memory.content or why.solution}")[:_LONGEST]
            found.append((held, {memory.id: f"learnt, {memory.id}: {says}"}))
    return found


def _pairs(
    context: ComposedResult, said: AbstractSet[str], asked: frozenset[str]
) -> list[tuple[int, dict[str, str]]]:
    """Turns with what came after them, each pair with how much of what is asked it holds."""
    why = {entry.id: entry.why for entry in context.items if entry.kept}
    hits = {id for id, reason in why.items() if reason == "hit" or (reason == "recent" and id not in said)}
    messages = [*context.expanded.messages, *context.turns]
    at: dict[tuple[str, int], ContextMessage] = {
        (message.conversation, message.index): message for message in messages
    }
    found = []
    for message in messages:
        after = at.get((message.conversation, message.index + 1))
        pair = [one for one in (message, after) if one is not None and not found_nothing(one.content)]
        held = len(asked.intersection(stem for one in pair for stem in stems(one.content)))
        if message.id in hits and 2 * held >= len(asked):
            told = {one.id: f"earlier, {one.role}: {safe(one.content)[:_LONGEST]}" for one in pair}
            found.append((held, told))
    return found
