"""An index run: what changed is read, stored a document at a time, and published when all are done."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec

import edge
from edge.config import IndexSettings
from edge.errors import ReadError
from edge.indexing import reader
from edge.indexing.discover import SourceFile, UnreachedPlace, discover
from edge.indexing.document import Document
from edge.indexing.file_reader import FileReader
from edge.indexing.pdf import PdfReader
from edge.indexing.progress import Progress, Silent
from edge.indexing.publish import BuildSearch, publish
from edge.indexing.workspace import IndexedSource, Workspace, locked, storage_errors
from edge.indexing.write import Origin, SourceCounts, forget, recipe, store, transaction
from edge.records import IndexReport, SourceReport, UnreadText
from edge.search.database import sha256_of

Status = Literal["added", "changed", "unchanged", "removed", "failed"]


def index_paths(
    paths: Sequence[Path],
    knowledge: Path,
    settings: IndexSettings,
    *,
    build_search: BuildSearch,
    prune: bool = False,
    rebuild: bool = False,
    progress: Progress | None = None,
) -> IndexReport:
    """Index files and folders into a knowledge base, and say what happened to each document.

    Unchanged documents (same bytes, same recipe) are skipped, changed ones replaced, unreadable ones reported
    while the rest goes on. Documents gone from the folders named are listed in `missing`, and removed with
    `prune`. `rebuild` makes the search tables again even if nothing changed. An interrupted run (Ctrl-C,
    kill, full disk) is resumed by the next one.

    Raises UsageError (nothing to index), ReadError (nothing could be read), StorageError (disk, folder or
    another run in the way) and KnowledgeError (the existing knowledge base is damaged).
    """
    bar = progress or Silent()
    started = time.monotonic()
    discovery = discover(paths)
    with storage_errors(knowledge), locked(knowledge):
        space = Workspace(knowledge)
        try:
            with PdfReader(settings) as pdfs, FileReader(settings) as files:
                run = _IndexRun(space, pdfs, files, settings, bar, prune=prune)
                bar.start(sum(file.size for file in discovery.files), len(discovery.files))
                for file in discovery.files:
                    run.file(file)
            for place in discovery.unreached:
                run.unreached(place)
            missing = run.missing(discovery.roots, discovery.unreached)
            manifest = space.current
            if space.writing or manifest is None or rebuild or manifest.edge != edge.__version__:
                run.refuse_if_empty()
                space.db()
                space.close()
                manifest = publish(space.building, knowledge, build_search, bar)
                space.discard()
        finally:
            space.close()
            bar.finish()
    return IndexReport(
        knowledge=str(knowledge),
        sha256=manifest.sha256,
        bytes=manifest.bytes,
        pages=manifest.pages,
        chunks=manifest.chunks,
        tables=run.table_count,
        sources=run.reports,
        partly_read=sum(source.unread is not None for source in run.reports),
        missing=missing,
        ignored=(ignored := run.left_aside(discovery.ignored)),
        advice={suffix: what for suffix in ignored if (what := reader.advice(suffix))},
        resumed=space.resumed,
        ms=round((time.monotonic() - started) * 1000, 1),
    )


class _IndexRun:
    """The state of one index run: what was known, what has been seen, what to report."""

    def __init__(
        self,
        space: Workspace,
        pdfs: PdfReader,
        files: FileReader,
        settings: IndexSettings,
        bar: Progress,
        *,
        prune: bool,
    ) -> None:
        self._space = space
        self._pdfs = pdfs
        self._files = files
        self._settings = settings
        self._bar = bar
        self._prune = prune
        self._known = space.known()
        self._failures = space.failures()
        self._seen: set[str] = set()
        self._lists: set[str] = set()  # labels of the lists and archives read
        self._aside: Counter[str] = Counter()  # suffixes of files without a reader
        self.reports: list[SourceReport] = []

    @property
    def table_count(self) -> int:
        """Tables in the knowledge base as it now stands."""
        return sum(known.counts.tables for known in self._known.values())

    def file(self, file: SourceFile) -> None:
        """Read one file, whatever comes of it."""
        self._bar.document(file.name)
        started = time.monotonic()
        try:
            self._refuse_large(file)
            if reader.is_missing(file.kind):
                self._without_reader(file)
            elif file.kind == "pages":
                self._pages(file)
            elif file.kind == "archive":
                self._archive(file)
            else:
                origin = Origin(file.name, file.root, sha256_of(file.path), file.size, file.kind)
                if not self._is_known(origin, started):
                    self._store(origin, self._read(file.path, origin), started)
        except ReadError as error:
            self._fail(Origin(file.name, file.root, "", file.size), error, started)
        except OSError as error:
            # Reading a document, not writing ours (that raises apsw's own errors): it costs this file only.
            self._fail(
                Origin(file.name, file.root, "", file.size),
                ReadError(f"cannot be read: {error.strerror}"),
                started,
            )
        self._bar.advance(file.size)

    def unreached(self, place: UnreachedPlace) -> None:
        """Tell of a place that nobody could look into."""
        name = place.name or place.root
        self._fail(
            Origin(name, place.root, "", 0), ReadError(f"cannot be reached: {place.reason}"), time.monotonic()
        )

    def missing(self, roots: list[str], unreached: Sequence[UnreachedPlace] = ()) -> list[str]:
        """Sources of the folders and lists named that are there no more; with prune they are removed. Those
        of an unreached place may well be there.
        """

        def hidden(name: str, root: str) -> bool:
            return any(
                root == place.root and (not place.name or f"{name}/".startswith(f"{place.name}/"))
                for place in unreached
            )

        def owned(root: str) -> bool:
            return root in self._lists or any(
                root == label or root.startswith(f"{label}/") for label in roots
            )

        for name in sorted(name for name, (root, _, _) in self._failures.items() if owned(root)):
            if name not in self._seen:
                self._space.db().execute("DELETE FROM failures WHERE name = ?", (name,))
        gone = sorted(
            name
            for name, known in self._known.items()
            if name not in self._seen and owned(known.root) and not hidden(name, known.root)
        )
        if not self._prune:
            return gone
        for name in gone:
            with transaction(self._space.db()):
                forget(self._space.db(), name)
            self.reports.append(SourceReport(source=name, status="removed"))
            del self._known[name]
        return []

    def refuse_if_empty(self) -> None:
        """Raise ReadError when there would be no page at all to search."""
        if self._known:
            return
        self._space.discard()
        failed = [f"{report.source}: {report.reason}" for report in self.reports if report.status == "failed"]
        more = f" (and {len(failed) - 3} more)" if len(failed) > 3 else ""
        raise ReadError(
            f"Nothing could be read, so no knowledge base was written. {'; '.join(failed[:3])}{more}.",
            "Give at least one document with text: PDF, Markdown, text, HTML or JSONL of pages"
            f" (for Office files: {reader.INSTALL}).",
        )

    def left_aside(self, found: Mapping[str, int]) -> dict[str, int]:
        """How many files had no reader, by suffix; `found`: those that were not even tried."""
        return dict(Counter(found) + self._aside)

    def _refuse_large(self, file: SourceFile) -> None:
        limit = self._settings.max_file_bytes
        if file.size > limit:
            raise ReadError(
                f"too large: {file.size / 1024**2:.0f} MB, the limit is {limit / 1024**2:.0f} MB",
                "Split it, or raise the limit: EDGE_INDEX_MAX_FILE_BYTES.",
            )

    def _without_reader(self, file: SourceFile) -> None:
        """Leave a file aside whose reader is not installed; what was indexed of it before stays."""
        if not file.root:
            raise ReadError(f"no reader for {file.path.suffix} is installed", reader.INSTALL)
        self._seen.add(file.name)
        self._aside[file.path.suffix.lower()] += 1

    def _read(self, path: Path, origin: Origin, member: str = "") -> Document:
        """One document, read by the worker for its kind. Raises ReadError, also when it is not what `origin`
        says any more.
        """
        if origin.kind == "pdf" and not member:
            with path.open("rb") as file:
                _refuse_no_pdf(file.read(1024))
            document = self._pdfs.read(path, origin.name)
            changed = path.stat().st_size != origin.size
        elif origin.kind == "pdf":
            document, changed = self._packed_pdf(path, origin.name, member), False
        else:
            reply = self._files.read(path, origin.name, origin.kind, member)
            changed = reply.sha256 != origin.sha256
            if reply.document is None:
                raise ReadError("damaged: its reader gave no document")
            document = reply.document
        if changed:
            raise ReadError("it changed while it was being read", "Index again when it is complete.")
        return document

    def _packed_pdf(self, path: Path, name: str, member: str) -> Document:
        """A PDF in an archive: its worker reads files, so it is unpacked to one."""
        with TemporaryDirectory() as folder:
            copy = Path(folder, "member.pdf")
            copy.write_bytes(self._files.read(path, name, "bytes", member).data)
            with copy.open("rb") as file:
                _refuse_no_pdf(file.read(1024))
            try:
                return self._pdfs.read(copy, name)
            except ReadError as error:  # another folder each time would be another reason
                raise ReadError(error.message.replace(str(copy), name), error.hint) from error

    def _label(self, file: SourceFile) -> str:
        """What the sources in a list or archive belong to. A lone one is labelled by its folder too, so that
        two of one name own different sources.
        """
        return f"{file.root or file.path.resolve().parent.name}/{file.name}"

    def _pages(self, file: SourceFile) -> None:
        label = self._label(file)
        self._lists.add(label)
        for source in self._files.sources(file.path, file.name, file.kind):
            started = time.monotonic()
            origin = Origin(source.name, label, source.sha256, source.size)
            try:
                if source.document is None:
                    raise ReadError(source.reason)
                if not self._is_known(origin, started):
                    self._store(origin, source.document, started)
            except ReadError as error:
                self._fail(origin, error, started)

    def _archive(self, file: SourceFile) -> None:
        members = self._files.read(file.path, file.name, file.kind).members
        label = self._label(file)
        self._lists.add(label)
        for member in members:
            started = time.monotonic()
            origin = Origin(f"{file.name}/{member.name}", label, member.sha256, member.size, member.kind)
            try:
                if member.reason:
                    raise ReadError(member.reason)
                if not member.kind or reader.is_missing(member.kind):
                    self._seen.add(origin.name)
                    self._aside[PurePosixPath(member.name).suffix.lower()] += 1
                elif not self._is_known(origin, started):
                    self._store(origin, self._read(file.path, origin, member.name), started)
            except ReadError as error:
                self._fail(origin, error, started)

    def _is_known(self, origin: Origin, started: float) -> bool:
        """Report and skip a source that is stored already. Raises ReadError when the name is taken."""
        if origin.name in self._seen:
            raise ReadError("another source of this name was read in this run", "Rename one of them.")
        known = self._known.get(origin.name)
        if known is None:
            return False
        same = known.sha256 == origin.sha256
        if known.root != origin.root and known.root and origin.root and not same and not self._prune:
            raise ReadError(
                f"another document of this name was indexed from {known.root}",
                "Rename one; or, if the folder was renamed, run again with --prune.",
            )
        if not same or known.recipe != recipe(self._settings, origin.kind):
            return False
        self._seen.add(origin.name)
        if origin.root and known.root != origin.root:
            self._space.db().execute("UPDATE sources SET root = ? WHERE name = ?", (origin.root, origin.name))
        if origin.name in self._failures:
            self._space.db().execute("DELETE FROM failures WHERE name = ?", (origin.name,))
        self._report(origin.name, "unchanged", known.counts, started, unread=known.unread)
        return True

    def _store(self, origin: Origin, document: Document, started: float) -> None:
        known = self._known.get(origin.name)
        if known and not origin.root:  # a lone file keeps belonging to the folder it was first found in
            origin = msgspec.structs.replace(origin, root=known.root)
        counts = store(self._space.db(), origin, document, self._settings)
        self._seen.add(origin.name)
        self._known[origin.name] = IndexedSource(
            origin.root, origin.sha256, recipe(self._settings, document.kind), counts, document.unread
        )
        status: Status = "changed" if known else "added"
        self._report(origin.name, status, counts, started, unread=document.unread, notes=document.notes)

    def _fail(self, origin: Origin, error: ReadError, started: float) -> None:
        """Record why a document could not be read. What was indexed of it before stays."""
        reason = ". ".join(part.rstrip(".") for part in (error.message, error.hint) if part)
        known = self._known.get(origin.name)
        entry = (origin.root, origin.sha256, reason)
        if self._failures.get(origin.name) != entry:
            with transaction(self._space.db()):
                self._space.db().execute(
                    "INSERT OR REPLACE INTO failures (name, root, sha256, reason) VALUES (?, ?, ?, ?)",
                    (origin.name, *entry),
                )
        self._seen.add(origin.name)
        stays = " (what was indexed of it before stays)" if known else ""
        self._report(origin.name, "failed", SourceCounts(0, 0, 0), started, reason=reason + stays)

    def _report(
        self,
        name: str,
        status: Status,
        counts: SourceCounts,
        started: float,
        *,
        reason: str = "",
        unread: UnreadText | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        self.reports.append(
            SourceReport(
                source=name,
                status=status,
                pages=counts.pages,
                chunks=counts.chunks,
                tables=counts.tables,
                reason=reason or str(unread or ""),
                unread=unread,
                notes=list(notes),
                ms=round((time.monotonic() - started) * 1000, 1),
            )
        )


def _refuse_no_pdf(beginning: bytes) -> None:
    if b"%PDF-" not in beginning:
        raise ReadError("not a PDF: it does not begin with %PDF-")
