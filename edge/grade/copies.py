"""Copies from files: documents of text, PDF, pictures of pages, JSON with an answer for each question, or a
table with a copy a row.

A PDF or a picture is opened by a worker, never in this process. The name on a copy is for its owner: it is
taken out of what judges read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from edge import evident
from edge.errors import CopyError, ReadError
from edge.folders import visible
from edge.grade import answer_labels, class_table
from edge.grade.sight import Sight
from edge.grade.student_copy import MAX_CHARS, checked, of_json, of_text
from edge.indexing.pdf.page_pictures import PagePictures, kind_of_picture
from edge.indexing.readers import formats, plain_text
from edge.indexing.source_reader import SourceReader
from edge.paths import is_folder
from edge.records import CopyPage, Reason, Record, ScaleQuestion, StudentCopy, coded
from edge.records.index import page_runs
from edge.settings import IndexSettings
from edge.text.sanitise import tidy

#: Kinds of documents that a copy may be.
_KINDS = ("pdf", "text", "markdown", "word", "opendocument", "rtf", "html", *class_table.KINDS)
#: Files of a folder that are copies.
SUFFIXES = {
    ".json", ".jsonl", ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".gif", ".bmp",
    *(suffix for suffix, kind in formats.KINDS.items() if kind in _KINDS),
}  # fmt: skip
#: Files of a folder that were meant as copies and that nobody reads: what to do about them.
_UNREAD = {
    **dict.fromkeys((".heic", ".heif", ".webp", ".avif"), "Save it as .jpg."),
    **dict.fromkeys((".zip", ".7z", ".rar"), "Unpack it."),
}
MAX_BYTES = 64 * 1024 * 1024


class UnreadCopy(Record, frozen=True, kw_only=True):
    """A copy that cannot be graded, and why. `student` as far as it is known."""

    id: str
    student: str = ""
    source: str = ""
    error: str
    hint: str = ""


_NO_FILE = 'Name a file; a program may also give {"id", "text"} or {"id", "answers": {"Q1": "…"}}.'


class CopyReader(AbstractContextManager["CopyReader"]):
    """Reads copies one after another, in warm workers that are ended when this is left.

    `max_pages`: a longer document is no copy. `sight`: how pages are drawn for the judges. `questions` of the
    scale: by these the columns of a table and the answers of JSON are known.
    """

    def __init__(
        self, max_pages: int = 60, sight: Sight | None = None, questions: Sequence[ScaleQuestion] = ()
    ) -> None:
        self._questions = questions
        settings = msgspec.structs.replace(IndexSettings(), max_pages=max_pages)
        self._sight = sight or Sight()
        self._open = ExitStack()
        self._sources = self._open.enter_context(SourceReader(settings))
        self._pictures = self._open.enter_context(
            PagePictures(settings, self._sight.side, self._sight.across)
        )

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def read_all(
        self, paths: Sequence[Path], without: Path | None = None
    ) -> Iterator[StudentCopy | UnreadCopy]:
        """The copies of files and folders in order; what cannot be read says so and costs only itself.
        `without`: a folder of results, which may lie among the copies.
        """
        for path in paths:
            if is_folder(path):
                yield from self.read_all(list(found_in(path, without)))
            elif path.suffix.lower() == ".jsonl":
                yield from self._lines(path)
            elif formats.kind_of_name(path.name) in class_table.KINDS:
                yield from self._rows(path)
            elif hint := _left_aside(path):
                yield UnreadCopy(id=path.stem, source=str(path), error=f"{path} is not read.", hint=hint)
            else:
                yield self._one(path)

    def read(self, path: Path) -> StudentCopy:
        """One copy. Raises CopyError with what is wrong and the next step."""
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            said = getattr(error, "strerror", None) or error
            raise CopyError(f"The copy {path} cannot be read: {said}.", _NO_FILE) from error
        if len(data) > MAX_BYTES:
            raise CopyError(f"The copy {path} has more than {MAX_BYTES} bytes.", "Split it.")
        if path.suffix.lower() == ".json":
            return self._known(of_json(_decoded(data, str(path)), name=path.stem, source=str(path)))
        digest = sha256(data).hexdigest()
        try:
            if picture := kind_of_picture(data):
                return self._seen(path, digest, picture, {}, ())
            if (kind := formats.kind_of(path, data)) in class_table.KINDS:
                raise CopyError(f"{path} is a table, a copy a row.", "Grade it as a class: edge grade FILE")
            return self._document(path, kind, digest)
        except ReadError as error:
            raise CopyError(f"The copy {path} cannot be graded: {error.message}.", error.hint) from error

    def _document(self, path: Path, kind: str, digest: str) -> StudentCopy:
        which = self._sight.which
        try:
            document = self._sources.read(path, path.name, kind, digest)
        except ReadError as error:
            if kind != "pdf" or not error.message.startswith("image-only") or which == "none":
                raise
            return self._seen(path, digest, kind, {}, ())
        texts = {page.number: tidy(page.text) for page in document.pages}
        scanned = document.unread.scanned if document.unread else []
        if kind == "pdf" and which == "all":
            return self._seen(path, digest, kind, texts, ())
        if scanned and which == "auto":
            return self._seen(path, digest, kind, texts, scanned)
        pages = tuple(CopyPage(number=number, text=text) for number, text in texts.items())
        left = Reason("grade.pages_left", {"pages": page_runs(scanned)}) if scanned else None
        return checked(StudentCopy(id=path.stem, source=str(path), pages=pages, codes=coded(notes=left)))

    def _seen(
        self, path: Path, digest: str, kind: str, texts: Mapping[int, str], pages: Sequence[int]
    ) -> StudentCopy:
        """A copy with pages (none: all) as pictures beside the text of the others. Raises ReadError."""
        which = page_runs(pages) if pages else "its pages"
        self._sight.require(f"The copy {path} cannot be graded: {which} are pictures")
        drawn = self._pictures.draw(path, digest, kind, pages)
        notes = []
        if shown := sorted({one.page for one in drawn.pictures}):
            parts = len(drawn.pictures)
            notes.append(Reason("grade.pages_seen", {"pages": page_runs(shown), "parts": parts}))
        if drawn.blank:
            notes.append(Reason("grade.pages_blank", {"pages": page_runs(drawn.blank)}))
        numbers = range(1, drawn.count + 1)
        text = tuple(CopyPage(number=number, text=texts.get(number, "")) for number in numbers)
        return checked(
            StudentCopy(
                id=path.stem,
                source=str(path),
                pages=text,
                pictures=drawn.pictures,
                views=drawn.views,
                codes=coded(notes=notes),
            )
        )

    def _one(self, path: Path) -> StudentCopy | UnreadCopy:
        try:
            return self.read(path)
        except CopyError as error:
            return UnreadCopy(id=path.stem, source=str(path), error=error.message, hint=error.hint)

    def _lines(self, path: Path) -> Iterator[StudentCopy | UnreadCopy]:
        try:
            with path.open("rb") as file:
                for number, line in enumerate(iter(lambda: file.readline(MAX_BYTES), b""), start=1):
                    if line.strip():
                        yield self._line(line, f"{path.stem}-{number}", f"{path}:{number}")
        except OSError as error:
            yield UnreadCopy(id=path.stem, source=str(path), error=f"{path} cannot be read: {error}.")

    def _line(self, line: bytes, name: str, source: str) -> StudentCopy | UnreadCopy:
        try:
            return self._known(of_json(_decoded(line, source), name=name, source=source))
        except CopyError as error:
            return UnreadCopy(id=name, source=source, error=error.message, hint=error.hint)

    def _known(self, copy: StudentCopy) -> StudentCopy:
        """The copy. Raises CopyError where all it answers are questions that the scale has not: no answer to
        any of them would be graded, each as if nothing stood there.
        """
        keys = {answer_labels.key(one.id) for one in self._questions}
        given = copy.answers or {}
        if keys and given and not any(answer_labels.key(name) in keys for name in given):
            named = ", ".join(repr(name[:40]) for name in list(given)[:5])
            wanted = ", ".join(repr(one.id) for one in self._questions[:5])
            raise CopyError(
                f"The copy {copy.source or copy.id} answers {named}: no question of the scale.",
                f"Name its answers as the scale does: {wanted}.",
            )
        return copy

    def _rows(self, path: Path) -> Iterator[StudentCopy | UnreadCopy]:
        """The copies of a table, a row each."""
        count = 0
        try:
            for count, row in enumerate(self._table(path), start=1):
                source = f"{path}:{count}"
                given = {name: tidy(text)[:MAX_CHARS] for name, text in row.answers.items()}
                copy = StudentCopy(
                    id=row.id or f"{path.stem}-{count}", student=row.student, source=source, answers=given
                )
                try:
                    yield checked(copy)
                except CopyError as error:
                    yield UnreadCopy(
                        id=copy.id, student=row.student, source=source, error=error.message, hint=error.hint
                    )
        except CopyError as error:
            yield UnreadCopy(id=path.stem, source=str(path), error=error.message, hint=error.hint)

    def _table(self, path: Path) -> Iterator[class_table.ClassRow]:
        kind = formats.kind_of_name(path.name)
        try:
            digest = sha256(path.read_bytes()).hexdigest()
            document = self._sources.read(path, path.name, kind, digest)
        except (OSError, ValueError) as error:
            said = getattr(error, "strerror", None) or error
            raise CopyError(f"The table {path} cannot be read: {said}.", "Name a file.") from error
        except ReadError as error:
            raise CopyError(f"The table {path} cannot be read: {error.message}.", error.hint) from error
        yield from class_table.rows(document, self._questions, str(path))


def of_bytes(data: bytes, *, name: str) -> StudentCopy:
    """A copy that came without a file: a text, in whatever encoding. Raises CopyError for anything else: to
    grade the bytes of a PDF as if somebody had written them would give a student nothing.
    """
    if len(data) > MAX_BYTES:
        raise CopyError(f"The copy {name} has more than {MAX_BYTES} bytes.", "Split it.")
    if formats.kind_of(Path(), data) == "pdf" or kind_of_picture(data):
        raise CopyError(f"The copy {name} is a PDF or a picture, not a text.", "Name its file instead.")
    try:
        text = plain_text.decode(data)
    except ReadError as error:
        raise CopyError(f"The copy {name} cannot be graded: {error.message}.", error.hint) from error
    return of_text(text, name=name)


def found_in(folder: Path, without: Path | None = None) -> Iterator[Path]:
    """The files of a folder that are copies, or were meant as such, in order."""
    apart = without.resolve() if without is not None else None
    for path in sorted(visible(folder)):
        known = path.suffix.lower() in SUFFIXES or _left_aside(path)
        if known and path.is_file() and not (apart and path.resolve().is_relative_to(apart)):
            yield path


def holds_many(path: Path) -> bool:
    """Whether a path stands for several copies: a folder, a list, a table."""
    many = path.suffix.lower() == ".jsonl" or formats.kind_of_name(path.name) in class_table.KINDS
    return many or is_folder(path)


def _left_aside(path: Path) -> str:
    """What to do that a file is read whose kind nobody reads; "" for a copy, and for what is none."""
    suffix = path.suffix.lower()
    return "" if suffix in SUFFIXES else _UNREAD.get(suffix) or formats.advice(suffix)


def _decoded(data: bytes, source: str) -> Any:
    try:
        return msgspec.json.decode(evident.text(data))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise CopyError(f"The copy {source} is not JSON: {error}.", "One object for each copy.") from error
