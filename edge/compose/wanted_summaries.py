"""Which summaries ought to be there: level 1 of windows of turns, level 2 of conversations, weeks, months and
themes, made of those of level 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from edge.state.full_text import stems

#: What a summary is: its role, its title, and the items that it covers, ascending.
SummaryKey = tuple[str, str, tuple[int, ...]]

#: Turns of a window.
WINDOW = 20
#: Summaries that make a theme, the share of all at which a word is no theme any more, and themes at most.
THEME_LEAST, THEME_MOST, THEMES = 3, 0.2, 12


@dataclass(frozen=True, slots=True)
class SummaryPart:
    """A turn, or a summary of the level below: what is summed up."""

    item: int
    text: str
    day: str
    conversation: int


@dataclass(frozen=True, slots=True)
class WantedSummary:
    """A summary that ought to be there."""

    role: str
    title: str
    level: int
    conversation: int | None
    place: int
    covers: tuple[SummaryPart, ...]

    @property
    def key(self) -> SummaryKey:
        """What it is, whatever its text."""
        return self.role, self.title, tuple(sorted(part.item for part in self.covers))

    def replaces(self, key: SummaryKey) -> bool:
        """Whether a summary that is there is an older one of the same thing."""
        role, title, covered = key
        if (role, title) != (self.role, self.title) or not covered:
            return False
        return role not in ("window", "conversation") or covered[0] == self.key[2][0]


def _windows(turns: Sequence[SummaryPart]) -> list[WantedSummary]:
    """Level 1: windows of turns of each conversation."""
    by_conversation: dict[int, list[SummaryPart]] = {}
    for turn in turns:
        by_conversation.setdefault(turn.conversation, []).append(turn)
    return [
        WantedSummary("window", "", 1, conversation, start, tuple(said[start : start + WINDOW]))
        for conversation, said in by_conversation.items()
        for start in range(0, len(said), WINDOW)
    ]


def _above(summaries: Sequence[SummaryPart]) -> list[WantedSummary]:
    """Level 2: conversations of several windows, weeks and months of several summaries, and themes."""
    wanted = []
    groups: dict[tuple[str, str], list[SummaryPart]] = {}
    for one in summaries:
        groups.setdefault(("conversation", str(one.conversation)), []).append(one)
        if day := _day(one.day):
            year, week, _ = day.isocalendar()
            groups.setdefault(("week", f"{year}-W{week:02}"), []).append(one)
            groups.setdefault(("month", f"{day:%Y-%m}"), []).append(one)
    for (role, title), parts in groups.items():
        if len(parts) < 2:
            continue
        conversation = parts[0].conversation if role == "conversation" else None
        wanted.append(
            WantedSummary(role, "" if role == "conversation" else title, 2, conversation, 0, tuple(parts))
        )
    return wanted + _themes(summaries)


def _themes(summaries: Sequence[SummaryPart]) -> list[WantedSummary]:
    """Words that several summaries share and most do not."""
    holders: dict[str, list[SummaryPart]] = {}
    for one in summaries:
        for stem in dict.fromkeys(stems(one.text)):
            holders.setdefault(stem, []).append(one)
    most = max(THEME_LEAST, THEME_MOST * len(summaries))
    shared = {stem: held for stem, held in holders.items() if THEME_LEAST <= len(held) <= most}
    themes: list[WantedSummary] = []
    taken: set[tuple[int, ...]] = set()
    for stem in sorted(shared, key=lambda stem: (-len(shared[stem]) * len(stem), stem)):
        cover = tuple(part.item for part in shared[stem])
        if cover not in taken and len(themes) < THEMES:
            taken.add(cover)
            themes.append(WantedSummary("theme", stem, 2, None, 0, tuple(shared[stem])))
    return themes


def _day(at: str) -> date | None:
    try:
        return date.fromisoformat(at[:10])
    except ValueError:
        return None


#: What ought to be there of each level, made of what is below it.
WANTED: dict[int, Callable[[Sequence[SummaryPart]], list[WantedSummary]]] = {1: _windows, 2: _above}
