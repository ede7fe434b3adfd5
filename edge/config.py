"""Settings: defaults < file < EDGE_* environment < flags, read once at the edge of the program.

`EDGE_SEARCH_K=3` sets `search.k`; the file is TOML with the same names (`[search]`, `k = 3`).
`edge config` prints the settings in force and where each came from.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from edge import files
from edge.errors import UsageError


class IndexSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How documents are read and cut. Part of each source's recipe: a change re-reads the source."""

    chunk_tokens: int = 200
    chunk_overlap: int = 0
    max_file_bytes: int = 200 * 1024 * 1024
    max_pages: int = 5_000
    pdf_seconds: float = 120.0  # wall clock for one PDF
    pdf_cpu_seconds: int = 120
    pdf_memory_bytes: int = 2 * 1024**3


class SearchSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The lexical mix and its options. Options that did not win on development data are off."""

    k: int = 5
    log: str = ""  # path of a JSONL retrieval log; empty: none is kept


class AskSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many pages are read, how many sentences are quoted, and below what edge abstains."""

    engine: str = "lexical"
    pages: int = 5
    quotes: int = 3
    max_question_bytes: int = 8_192


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    knowledge: str = ""  # empty: the knowledge base that ships
    offline: bool = False
    index: IndexSettings = IndexSettings()
    search: SearchSettings = SearchSettings()
    ask: AskSettings = AskSettings()

    @property
    def knowledge_path(self) -> Path:
        return Path(self.knowledge).expanduser() if self.knowledge else files.shipped_knowledge()


def load(flags: Mapping[str, Any] | None = None, *, environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings in force. `flags` maps dotted names to values, None meaning "not given". Raises UsageError."""
    return load_with_origins(flags, environ=environ)[0]


def load_with_origins(
    flags: Mapping[str, Any] | None = None, *, environ: Mapping[str, str] = os.environ
) -> tuple[Settings, dict[str, str]]:
    """Settings and, for every dotted name that is not at its default, where its value came from."""
    raise UsageError("not written yet")
