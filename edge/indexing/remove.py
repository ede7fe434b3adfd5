"""Documents out of a knowledge base: a run that reads nothing. Their files are not touched."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from edge import durable
from edge.errors import StorageError, UsageError
from edge.indexing.progress import Progress
from edge.indexing.sources.holdings import Holdings
from edge.indexing.sources.names import SourceKey
from edge.indexing.storing.publish import BuildSearch, publish
from edge.indexing.storing.workspace import Workspace, locked, storage_errors
from edge.records.documents import RemoveReport
from edge.search.database import OLDEST_CONTENT, verify
from edge.search.sources import nearest


def remove_documents(
    knowledge: Path,
    names: Sequence[str],
    roots: Sequence[str] = (),
    *,
    build_search: BuildSearch,
    progress: Progress | None = None,
) -> RemoveReport:
    """Remove the documents of these names (or patterns: `old/*.pdf`), and all of these roots. A new file is
    put in place of the old one, whole or not at all.

    Raises UsageError for a name that no document has, KnowledgeError, and StorageError when an index run was
    interrupted: it is to be finished first.
    """
    bar = progress or Progress()
    named, knowledge = knowledge, durable.followed(knowledge)
    verify(knowledge, oldest=OLDEST_CONTENT)
    with storage_errors(knowledge), locked(knowledge):
        workspace = Workspace(knowledge)
        try:
            if workspace.resumed:
                raise StorageError(
                    f"An index run of {knowledge} was interrupted.",
                    "Finish it first: run that edge index again.",
                )
            held = Holdings(workspace)
            chosen = _chosen(held, names, roots)
            removed = sorted(held.known[key].name for key in chosen if key in held.known)
            for key in chosen:
                held.remove(key)
            renamed = held.rename(held.names())
            workspace.close()
            manifest = publish(workspace.building, knowledge, build_search, bar)
            workspace.discard()
        finally:
            workspace.close()
            bar.finish()
    return RemoveReport(
        knowledge=str(named), removed=removed, renamed=renamed, sha256=manifest.sha256, bytes=manifest.bytes,
        documents=manifest.sources,
    )  # fmt: skip


def _chosen(held: Holdings, names: Sequence[str], roots: Sequence[str]) -> list[SourceKey]:
    called = {key: source.name for key, source in held.known.items()}
    called |= {key: failure.name for key, failure in held.failures.items() if key not in called}
    chosen: set[SourceKey] = set()
    for name in names:
        # Not by part of a name, as --source: a slip would remove what nobody meant.
        found = [key for key, source in called.items() if source == name] or [
            key for key, source in called.items() if fnmatchcase(source, name)
        ]
        if not found:
            raise UsageError(f"No document is called {name!r}.", nearest(sorted(set(called.values())), name))
        chosen.update(found)
    labels = held.labels
    for root in roots:
        if root not in labels.values():
            raise UsageError(f"No folder is called {root!r} here.", nearest(sorted(labels.values()), root))
        chosen.update(key for key in called if labels[key.root] == root)
    return sorted(chosen)
