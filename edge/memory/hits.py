"""Memories that were found, as they are told: each with what decided."""

from __future__ import annotations

from edge.memory.context_order import CONTEXT, Ordered, WeighedMemory
from edge.memory.stem_finder import StemFinder
from edge.records.memory import MemoryHit, MemoryMatch
from edge.state import full_text
from edge.text.one_line import one_line
from edge.text.sentences import split

#: Characters of the part that is shown.
_PART = 160


def hits(found: Ordered) -> list[MemoryHit]:
    """The best, best first."""
    return [_hit(one, found.asked, found.rarity) for one in found.best]


def _hit(one: WeighedMemory, asked: dict[str, str], rarity: dict[str, float]) -> MemoryHit:
    memory = one.memory
    matched = {
        name: [word for stem, word in asked.items() if stem in held] for name, held in one.held.items()
    }
    weight = {name: sum(rarity[full_text.stem(word)] for word in matched[name]) for name in CONTEXT}
    # Keywords are taken from the context: they decide only where its sentences do not.
    decided = max(weight, key=lambda name: (name != "trigger_keywords" and weight[name] > 0, weight[name]))
    part = ""
    if weight[decided]:
        value = getattr(memory.context, decided)
        part = _part(value if isinstance(value, str) else "; ".join(value), StemFinder(asked))
    return MemoryHit(
        id=memory.id, type=memory.type, title=memory.title, content=memory.content, project=memory.project,
        score=one.score, context=memory.context, created_at=memory.created_at,
        why=MemoryMatch(
            channels={name: round(value, 6) for name, value in one.channels.items()},
            matched={name: words for name, words in matched.items() if words},
            decided_by=decided if weight[decided] else "", part=part,
        ),
    )  # fmt: skip


def _part(text: str, finder: StemFinder) -> str:
    """The sentence of a text with most words of the query."""
    if len(text) <= _PART:
        return one_line(text, _PART)
    sentences = [text[unit.start : unit.end] for unit in split(text)] or [text]
    return one_line(max(sentences, key=lambda sentence: len(finder.stems(sentence))), _PART)
