"""Memories out: JSONL (a line each, everything in it) and Markdown for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from edge.records.memory import Memory
from edge.text.iso_date import local_day


def jsonl(memories: Iterable[Memory]) -> Iterator[bytes]:
    """A line each, with the line end."""
    for memory in memories:
        yield msgspec.json.encode(memory) + b"\n"


def markdown(memories: Iterable[Memory]) -> Iterator[str]:
    """A section each."""
    for memory in memories:
        context = memory.context
        yield f"## {memory.title}\n"
        about = [memory.id, memory.type, memory.project, local_day(memory.created_at)]
        yield " · ".join(part for part in about if part) + "\n"
        for heading, text in (
            ("", memory.content), ("Situation", context.situation), ("Solution", context.solution),
            ("What failed", context.what_failed), ("Context", memory.legacy),
            ("Conversation", context.conversation_excerpt),
        ):  # fmt: skip
            if text:
                yield (f"**{heading}.** " if heading else "") + f"{text}\n"
        for heading, entries in (
            ("Keywords", context.trigger_keywords), ("Files", context.files_modified),
            ("Errors", context.error_messages), ("Episodes", memory.covers),
        ):  # fmt: skip
            if entries:
                yield f"**{heading}.** {', '.join(entries)}\n"
        for link in memory.links:
            yield f"- {link.source} {link.kind.replace('_', ' ')} {link.target}: {link.reason}\n"
