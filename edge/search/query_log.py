"""The retrieval log: opt-in, local, one JSON line per query. Nobody reads it but its owner."""

from __future__ import annotations

import os
from datetime import datetime

import msgspec

from edge import durable, paths
from edge.errors import StorageError
from edge.records import Hit, SearchResponse


def log_search(path: str, response: SearchResponse) -> None:
    """Append time, query, ranks, channels, documents. One write, so that two processes do not mix lines.

    Raises StorageError when the file cannot be written.
    """
    line = msgspec.json.encode(
        {
            "time": datetime.now().astimezone().isoformat(timespec="milliseconds"),
            "query": response.query,
            "ranks": [[_named(hit), hit.page, hit.chunk] for hit in response.results],
            "channels": [hit.channels for hit in response.results],
            "choice": [[source.source, source.score, source.kept] for source in response.sources],
            "notes": response.notes,
            "ms": response.ms,
        }
    )
    place = paths.expanded(path)
    try:
        handle = os.open(place, os.O_WRONLY | os.O_APPEND | os.O_CREAT | durable.BINARY, 0o600)
        try:
            os.write(handle, line + b"\n")
        finally:
            os.close(handle)
    except OSError as error:
        raise StorageError(
            f"The retrieval log {place} cannot be written: {error.strerror}.", "Change or clear search.log."
        ) from error


def _named(hit: Hit) -> str:
    """The document, after its base where several were searched, as in `SearchResponse.sources`."""
    return f"{hit.knowledge}: {hit.source}" if hit.knowledge else hit.source
