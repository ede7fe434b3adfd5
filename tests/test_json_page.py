"""docs/json.md says what is in the JSON that other programs read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from edge.records import Answer, Citation, Hit, SearchResponse
from edge.records.context import ComposedResult, ContextEntry, ContextMessage, ContextSummary
from edge.records.extraction import Extracted, Extraction
from edge.records.index import IndexReport, SourceReport
from edge.records.memory import MemoryAdded, MemoryHit, MemoryMatch, MemorySearch

PAGE = (Path(__file__).parents[1] / "docs" / "json.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "record",
    [
        Answer, Citation, Hit, SearchResponse, IndexReport, SourceReport, Extracted, Extraction,
        MemoryAdded, MemorySearch, MemoryHit, MemoryMatch, ComposedResult, ContextMessage, ContextSummary,
        ContextEntry,
    ],
)  # fmt: skip
def test_every_field_is_documented(record: type[Answer]) -> None:
    """A field without a word on the page is one that nobody can rely on."""
    told = set(re.findall(r"`(\w+)`", PAGE))
    assert set(record.__struct_fields__) - told == set()
