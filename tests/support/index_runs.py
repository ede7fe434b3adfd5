"""A run over one folder, and what it left in the knowledge base."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from edge import paths
from edge.indexing.run import index_paths
from edge.records import IndexReport, Manifest
from edge.search.build import build_search
from edge.search.database import open_knowledge
from edge.settings import IndexSettings


def run(folder: Path, knowledge: Path, **options: Any) -> IndexReport:
    settings = options.pop("settings", IndexSettings())
    return index_paths([folder], knowledge, settings, build_search=build_search, **options)


def status(report: IndexReport) -> dict[str, str]:
    return {source.source: source.status for source in report.sources}


def content(knowledge: Path) -> str:
    manifest = msgspec.json.decode(paths.manifest_of(knowledge).read_bytes(), type=Manifest)
    return manifest.content


def rows(knowledge: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    db = open_knowledge(knowledge)
    try:
        return db.execute(query, values).fetchall()
    finally:
        db.close()
