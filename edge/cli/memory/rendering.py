"""Memories as people read them."""

from __future__ import annotations

from edge.cli.terminal.style import Style, highlight, safe, table, wrap
from edge.i18n import language, render
from edge.records import Reason
from edge.records.memory import Memory, MemoryHit, MemorySearch, MemoryStats, MemorySuggestion
from edge.text.iso_date import local_day


def found(response: MemorySearch, style: Style, width: int | None, *, explain: bool) -> list[str]:
    """The results as lines, best first, counted in the query's language as their notes are."""
    shown: list[str] = []
    for rank, hit in enumerate(response.results, 1):
        shown += [""] * bool(shown) + _hit(rank, hit, style, width, explain=explain)
    tongue = language(response.query)
    if not shown:
        return [style.warn(render(Reason("search.nothing"), tongue))]
    count = render(Reason("search.results", {"count": len(response.results)}), tongue)
    return [*shown, "", style.dim(f"{count} · {response.ms:.0f} ms")]


def _hit(rank: int, hit: MemoryHit, style: Style, width: int | None, *, explain: bool) -> list[str]:
    from edge.state.full_text import stem
    from edge.text.tokens import fold

    wanted = frozenset(stem(word) for words in hit.why.matched.values() for word in words)
    where = f"{style.place(hit.id)} {hit.type} · {style.bold(safe(hit.title))}"
    shown = [f"{rank:>2}. {where}  {style.dim(f'{local_day(hit.created_at)} · {hit.score:.3f}')}"]
    decided = hit.why.decided_by
    rows = [(decided.replace("_", " "), hit.why.part)] if decided else []
    if decided != "solution":
        rows.append(("solution", hit.context.solution))
    elif hit.context.situation:
        rows.insert(0, ("situation", hit.context.situation))
    for name, text in rows:
        if text:
            lines = wrap(f"{name}: {safe(text)}", width, "    ", "      ")
            shown += [
                highlight(
                    line, wanted if style.coloured else frozenset(), lambda w: stem(fold(w)), style.bold
                )
                for line in lines
            ]
    if explain:
        channels = "  ".join(f"{name} {value:.3f}" for name, value in hit.why.channels.items())
        matched = "; ".join(f"{name}: {', '.join(words)}" for name, words in hit.why.matched.items())
        shown += [style.dim(f"    {part}") for part in (channels, safe(matched)) if part]
    return shown


def listed(memories: list[Memory], count: int) -> list[str]:
    """Memories a line each; `count`: of all that there are."""
    rows = [["id", "learnt", "type", "title"]]
    rows += [[one.id, local_day(one.created_at), one.type, safe(one.title)] for one in memories]
    left = count - len(memories)
    return [*table(rows, numbers=False), *([f"{left} more: --limit NUMBER"] if left else [])]


def whole(memory: Memory, style: Style, width: int | None) -> list[str]:
    """A memory with its context and links."""
    context = memory.context
    shown = [style.bold(line) for line in wrap(safe(memory.title), width)]
    kind = "pattern of episodes" if memory.semantic else memory.type
    about = [memory.id, kind, memory.project, local_day(memory.created_at), memory.origin]
    shown.append(style.place(" · ".join(safe(part) for part in about if part)))
    if memory.deleted_at:
        shown.append(
            style.warn(f"deleted on {local_day(memory.deleted_at)}: edge memory restore {memory.id}")
        )
    if memory.superseded_by:
        shown.append(style.warn(f"superseded by {memory.superseded_by}"))
    for name, text in (
        ("", memory.content), ("situation", context.situation), ("solution", context.solution),
        ("what failed", context.what_failed), ("keywords", ", ".join(context.trigger_keywords)),
        ("files", ", ".join(context.files_modified)), ("errors", "; ".join(context.error_messages)),
        ("conversation", context.conversation_excerpt), ("context, not structured", memory.legacy),
        ("covers", ", ".join(memory.covers)),
    ):  # fmt: skip
        for number, line in enumerate(text.splitlines()):
            lead = f"{name}: " if name and not number else ""
            shown += wrap(lead + safe(line), width, "    " if number and name else "  ", "    ")
    for link in memory.links:
        told = f"{link.source} {link.kind.replace('_', ' ')} {link.target}: {link.reason}"
        shown += wrap(safe(told), width, "  ", "    ")
    return shown


def suggested(suggestions: list[MemorySuggestion]) -> list[str]:
    """What might be one pattern."""
    if not suggestions:
        return ["Nothing to suggest: no three memories resemble one another enough."]
    shown = []
    for one in suggestions:
        shown.append(
            f"{one.id}. {len(one.memories)} memories, {one.score:.2f}: {safe(', '.join(one.shared[:6]))}"
        )
        shown += [f"    {id} {safe(title)}" for id, title in zip(one.memories, one.titles, strict=False)]
    return [*shown, "", "Make a pattern: edge memory consolidate --accept NUMBER"]


def measures(stats: MemoryStats) -> list[str]:
    """The measures of the store."""
    rows = [
        ["memories in force", str(stats.memories)],
        ["superseded, deleted", f"{stats.superseded}, {stats.deleted}"],
        ["with a complete context", _share(stats.complete_share) + " (goal: 90 % or more)"],
        ["found first, context searched", _share(stats.recall_at_1)],
        ["found first, without context", _share(stats.recall_at_1_without_context)],
        ["search, median and 95th of 100", f"{_ms(stats.search_ms_p50)}, {_ms(stats.search_ms_p95)}"],
        ["with a vector", str(stats.vectors)],
        ["size of the database", f"{stats.bytes / 1e6:.1f} MB"],
    ]
    rows += [[f"  {name}", str(count)] for name, count in stats.by_type.items()]
    return table(rows, numbers=False)


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _ms(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f} ms"
