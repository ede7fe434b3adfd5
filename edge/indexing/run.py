"""An index run: what changed is read, stored a document at a time, and published when all are done."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Literal

import msgspec

import edge
from edge import durable
from edge.errors import ReadError
from edge.indexing.progress import Progress
from edge.indexing.readers import formats
from edge.indexing.source_reader import SourceReader
from edge.indexing.sources.discover import Place, SourceFile, UnreachedPlace, discover
from edge.indexing.sources.inventory import Inventory
from edge.indexing.sources.names import SourceKey
from edge.indexing.sources.roots import Moved
from edge.indexing.sources.walk import Selection
from edge.indexing.storing.publish import BuildSearch, publish
from edge.indexing.storing.workspace import Failure, IndexedSource, Workspace, locked, storage_errors
from edge.indexing.storing.write import Origin, SourceCounts, forgive, recipe, store, transaction
from edge.indexing.structure.document import Document
from edge.indexing.summaries import OpenSummarizer, summarise_indexed
from edge.indexing.vectors import ChooseEmbedder, claim, embed_indexed
from edge.records import IndexReport, Manifest, SourceReport, UnreadText
from edge.search.database import KNOWLEDGE_VERSION, sha256_of
from edge.settings import IndexSettings
from edge.state.readership import ReadershipChange
from edge.text.language import is_foreign_text

#: A note of a document whose language no network here reads: its words are found, its meaning is not.
FOREIGN = (
    "in neither French nor English, which the networks that ship read: it is searched by words, so ask in its"
    " own language"
)

Status = Literal["added", "changed", "unchanged", "removed", "failed"]


def index_paths(
    paths: Sequence[Path | Place],
    knowledge: Path,
    settings: IndexSettings,
    *,
    build_search: BuildSearch,
    prune: bool = False,
    rebuild: bool = False,
    selection: Selection | None = None,
    label: str = "",
    readers: ReadershipChange | None = None,
    moved: Moved | None = None,
    embedder: ChooseEmbedder | None = None,
    summarizer: OpenSummarizer | None = None,
    progress: Progress | None = None,
) -> IndexReport:
    """Index files and folders into a knowledge base, and say what happened to each document.

    Unchanged documents (same bytes, same recipe) are skipped, changed ones replaced, unreadable ones reported
    while the rest goes on. Documents gone from the folders named are listed in `missing`, and removed with
    `prune`. `rebuild` makes the search tables again even if nothing changed. An interrupted run (Ctrl-C,
    kill, full disk) is resumed by the next one.

    `selection` says what of a folder is read. A folder is known by its full path. `label` names it (one
    folder, or file), or says that it is the one of this name, which was moved; `moved` is asked when that
    seems so and nobody said it. `readers`: who may read what is named. `embedder` gives passages that lack a
    vector theirs; None: they get none. `summarizer` gives tables that lack a summary theirs.

    Raises UsageError (nothing to index, or a folder seems to have been moved), ReadError (nothing could be
    read), StorageError (disk, folder or another run in the way) and KnowledgeError (the existing knowledge
    base is damaged).
    """
    bar = progress or Progress()
    started = time.monotonic()
    discovery = discover(paths, selection)
    named, knowledge = knowledge, durable.followed(knowledge)
    with storage_errors(knowledge), locked(knowledge):
        workspace = Workspace(knowledge)
        try:
            claim(workspace)
            with SourceReader(settings) as sources:
                inventory = Inventory(
                    workspace,
                    discovery,
                    label=label,
                    readers=readers,
                    moved=moved,
                    paths_kept=settings.record_paths,
                )
                run = _IndexRun(workspace, inventory, sources, settings, bar)
                bar.start(sum(file.size for file in discovery.files), len(discovery.files))
                sources.follow(run.pdfs_to_read(discovery.files))
                for file in discovery.files:
                    run.file(file)
            for place in discovery.unreached:
                run.unreached(place)
            missing = run.missing(discovery.unreached, prune=prune)
            names = inventory.names()
            renamed = inventory.rename(names)
            manifest = workspace.current
            if manifest is None:
                run.refuse_if_empty(names)
            summarised = summarise_indexed(workspace, summarizer, bar) if summarizer else None
            embedded = embed_indexed(workspace, embedder, bar) if embedder else None
            if workspace.writing or manifest is None or rebuild or not _by_this_edge(manifest):
                workspace.db()
                workspace.close()
                manifest = publish(
                    workspace.building, knowledge, build_search, bar, record_paths=settings.record_paths
                )
                workspace.discard()
        finally:
            workspace.close()
            bar.finish()
    return IndexReport(
        knowledge=str(named),
        sha256=manifest.sha256,
        bytes=manifest.bytes,
        documents=manifest.sources,
        pages=manifest.pages,
        chunks=manifest.chunks,
        tables=sum(known.counts.tables for known in inventory.known.values()),
        sources=run.reports(names),
        partly_read=sum(report.unread is not None for _, report in run.reported),
        missing=sorted(names[key] for key in missing),
        renamed=renamed,
        vectors=embedded,
        summaries=summarised,
        ignored=(ignored := dict(Counter(discovery.ignored) + run.left_aside)),
        advice={suffix: what for suffix in ignored if (what := formats.advice(suffix))},
        skipped=discovery.skipped,
        resumed=workspace.resumed,
        ms=round((time.monotonic() - started) * 1000, 1),
    )


def _is_foreign(document: Document) -> bool:
    """Whether its first pages are in a language that no network here reads."""
    return is_foreign_text("\n".join(page.text for page in document.pages[:3]))


def _by_this_edge(manifest: Manifest) -> bool:
    return (manifest.edge, manifest.knowledge_version) == (edge.__version__, KNOWLEDGE_VERSION)


class _IndexRun:
    """The state of one index run: what has been seen, what to report."""

    def __init__(
        self,
        workspace: Workspace,
        inventory: Inventory,
        sources: SourceReader,
        settings: IndexSettings,
        bar: Progress,
    ) -> None:
        self._workspace = workspace
        self._inventory = inventory
        self._sources = sources
        self._settings = settings
        self._bar = bar
        self._seen: set[SourceKey] = set()
        self._broken: set[SourceKey] = set()  # files that could not be read
        self._digests: dict[Path, str] = {}  # of PDFs that are being read ahead
        self.left_aside: Counter[str] = Counter()  # suffixes of files that have no reader here
        self.reported: list[tuple[SourceKey, SourceReport]] = []

    def file(self, file: SourceFile) -> None:
        """Read one file, whatever comes of it."""
        self._bar.document(file.name)
        started = time.monotonic()
        key = self._inventory.key_of(file)
        digest = ""
        try:
            self._sources.refuse_large(file.size)
            if formats.is_missing(file.kind):
                self._without_reader(file, key)
            elif file.kind == "pages":
                self._pages(file, key)
            elif file.kind == "archive":
                self._archive(file, key)
            else:
                digest = self._digests.pop(file.path, "") or sha256_of(file.path)
                if not self._is_known(key, digest, file.kind, started):
                    document = self._sources.read(file.path, file.name, file.kind, digest)
                    self._store(key, digest, file.size, document, started)
        except ReadError as error:
            self._fail(key, digest or self._digest_of_failed(file), error, started)
        except OSError as error:
            # Reading a document, not writing ours (that raises apsw's own errors): it costs this file only.
            self._fail(key, digest, ReadError(f"cannot be read: {error.strerror}"), started)
        self._bar.advance(file.size)

    def _digest_of_failed(self, file: SourceFile) -> str:
        """What tells the next run whether a file that failed has changed; "" for one not to be read."""
        try:
            return "" if file.size > self._settings.max_file_bytes else sha256_of(file.path)
        except OSError:
            return ""

    def pdfs_to_read(self, files: Sequence[SourceFile]) -> Iterator[tuple[Path, str]]:
        """Path and name of each PDF that is not stored as it is now, looked at when it is asked for."""
        for file in files:
            if file.kind != "pdf" or file.size > self._settings.max_file_bytes:
                continue
            try:
                digest = self._digests[file.path] = sha256_of(file.path)
            except OSError:  # told when its turn comes
                continue
            if not self._unchanged(self._inventory.key_of(file), digest, file.kind):
                yield file.path, file.name

    def unreached(self, place: UnreachedPlace) -> None:
        """Tell of a place that nobody could look into."""
        key = self._inventory.unreached(place)
        self._fail(key, "", ReadError(f"cannot be reached: {place.reason}"), time.monotonic())

    def missing(self, unreached: Sequence[UnreachedPlace], *, prune: bool) -> list[SourceKey]:
        """Documents of the places named that are there no more; with `prune` they are removed."""
        self._inventory.forgive_unseen(self._seen)
        gone = self._inventory.gone(self._seen, self._broken, unreached)
        if not prune:
            return gone
        for key in gone:
            name = self._inventory.known[key].name
            self._inventory.remove(key)
            self.reported.append((key, SourceReport(source=name, status="removed")))
        return []

    def reports(self, names: Mapping[SourceKey, str]) -> list[SourceReport]:
        """What to tell of each document, under its name."""
        return [
            msgspec.structs.replace(report, source=names.get(key, report.source))
            for key, report in self.reported
        ]

    def refuse_if_empty(self, names: Mapping[SourceKey, str]) -> None:
        """Raise when a new knowledge base would have no page at all to search. An old one may be emptied."""
        if self._inventory.known or self._workspace.current:
            return
        self._workspace.discard()
        failed = [
            f"{report.source}: {report.reason}" for report in self.reports(names) if report.status == "failed"
        ]
        more = f" (and {len(failed) - 3} more)" if len(failed) > 3 else ""
        raise ReadError(
            f"Nothing could be read, so no knowledge base was written. {'; '.join(failed[:3])}{more}.",
            "Give at least one document with text: PDF, Markdown, text, HTML or JSONL of pages"
            f" (for Office files: {formats.INSTALL}).",
        )

    def _pages(self, file: SourceFile, of_file: SourceKey) -> None:
        for source in self._sources.sources(file.path, file.name, file.kind):
            started = time.monotonic()
            key = of_file._replace(member=source.name)
            try:
                if source.document is None:
                    raise ReadError(source.reason)
                if not self._is_known(key, source.sha256, "", started):
                    self._store(key, source.sha256, source.size, source.document, started)
            except ReadError as error:
                self._fail(key, source.sha256, error, started)
        self._seen.add(of_file)

    def _archive(self, file: SourceFile, of_file: SourceKey) -> None:
        for member in self._sources.members(file.path, file.name):
            started = time.monotonic()
            key = of_file._replace(member=member.name)
            try:
                if member.reason:
                    raise ReadError(member.reason)
                if not member.kind or formats.is_missing(member.kind):
                    self._seen.add(key)
                    self.left_aside[PurePosixPath(member.name).suffix.lower()] += 1
                elif not self._is_known(key, member.sha256, member.kind, started):
                    document = self._sources.member(file.path, file.name, member)
                    self._store(key, member.sha256, member.size, document, started)
            except ReadError as error:
                self._fail(key, member.sha256, error, started)
        self._seen.add(of_file)

    def _without_reader(self, file: SourceFile, key: SourceKey) -> None:
        """Leave a file aside whose reader is not installed; what was indexed of it before stays."""
        if not file.place.is_folder:
            raise ReadError(f"no reader for {file.path.suffix} is installed", formats.INSTALL)
        self._broken.add(key)
        self.left_aside[file.path.suffix.lower()] += 1

    def _is_known(self, key: SourceKey, sha256: str, kind: str, started: float) -> bool:
        """Report and skip a document that is stored already."""
        if not self._unchanged(key, sha256, kind):
            return False
        known = self._inventory.known[key]
        if key in self._inventory.failures:
            forgive(self._workspace.db(), key)
            del self._inventory.failures[key]
        repeated = known.unread is not None
        self._report(key, "unchanged", known.counts, started, unread=known.unread, repeated=repeated)
        return True

    def _unchanged(self, key: SourceKey, sha256: str, kind: str) -> bool:
        known = self._inventory.known.get(key)
        return known is not None and (known.sha256, known.recipe) == (sha256, recipe(self._settings, kind))

    def _store(self, key: SourceKey, sha256: str, size: int, document: Document, started: float) -> None:
        status: Status = "changed" if key in self._inventory.known else "added"
        origin = Origin(key, self._inventory.provisional_name(key), sha256, size)
        counts = store(self._workspace.db(), origin, document, self._settings)
        self._inventory.failures.pop(key, None)
        self._inventory.known[key] = IndexedSource(
            origin.name, sha256, recipe(self._settings, document.kind), counts, document.unread
        )
        notes = [*document.notes, *([FOREIGN] if _is_foreign(document) else [])]
        self._report(key, status, counts, started, unread=document.unread, notes=notes)

    def _fail(self, key: SourceKey, sha256: str, error: ReadError, started: float) -> None:
        """Record why a document could not be read. What was indexed of it before stays."""
        reason = ". ".join(part.rstrip(".") for part in (error.message, error.hint) if part)
        held = self._inventory.failures.get(key)
        held_so = held is not None and held[1:] == (sha256, reason)
        if not held_so:
            failure = Failure(held.name if held else "", sha256, reason)
            with transaction(self._workspace.db()):
                self._workspace.db().execute(
                    "INSERT OR REPLACE INTO failures (root_id, file, member, name, sha256, reason)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (*key, *failure),
                )
            self._inventory.failures[key] = failure
        if not key.member:
            self._broken.add(key)
        stays = " (what was indexed of it before stays)" if key in self._inventory.known else ""
        repeated = held_so and bool(sha256)
        self._report(key, "failed", SourceCounts(0, 0, 0), started, reason=reason + stays, repeated=repeated)

    def _report(
        self,
        key: SourceKey,
        status: Status,
        counts: SourceCounts,
        started: float,
        *,
        reason: str = "",
        unread: UnreadText | None = None,
        notes: Sequence[str] = (),
        repeated: bool = False,
    ) -> None:
        self._seen.add(key)
        report = SourceReport(
            source="",
            status=status,
            pages=counts.pages,
            chunks=counts.chunks,
            tables=counts.tables,
            reason=reason or str(unread or ""),
            unread=unread,
            notes=list(notes),
            # A run that was interrupted came not as far as telling.
            repeated=repeated and not self._workspace.resumed,
            ms=round((time.monotonic() - started) * 1000, 1),
        )
        self.reported.append((key, report))
