"""What `edge bench` measures, and the JSON it prints."""

from __future__ import annotations

from edge.records.base import SCHEMA, Record


class BenchmarkFigure(Record, frozen=True, kw_only=True):
    """One thing that was done again and again, in milliseconds of processor time. `floor`: the cheapest thing
    that could be called the same, done in turn with it; `ratio`: how many times its median ours takes.
    """

    name: str
    p50_ms: float
    p95_ms: float
    floor: str
    floor_p50_ms: float
    ratio: float
    runs: int


class BenchmarkReport(Record, frozen=True, kw_only=True):
    """`busy`: processes that wanted a core when it began, a core (1 is a full machine), null where the system
    does not say: above about .5 the figures are those of a busy machine.
    """

    schema: int = SCHEMA
    version: str
    machine: str
    cores: int
    busy: float | None
    knowledge: str
    pages: int
    questions: int
    engine: str
    memory_mb: float | None
    figures: list[BenchmarkFigure]
