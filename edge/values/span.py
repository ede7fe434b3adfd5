"""A value's place in its text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """`text` is the source's `[start:end]`, in code points, never empty."""

    start: int
    end: int
    text: str


SomeSpan = TypeVar("SomeSpan", bound=Span)


def apart(spans: Iterable[SomeSpan]) -> list[SomeSpan]:
    """The spans in order of place, without those that overlap an earlier (at one place: a longer) one."""
    separate: list[SomeSpan] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not separate or span.start >= separate[-1].end:
            separate.append(span)
    return separate
