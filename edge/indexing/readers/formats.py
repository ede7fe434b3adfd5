"""Which reader a file gets, by its suffix, else by how it begins; what to do about files that have none."""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple, cast

from edge.errors import ReadError
from edge.indexing.readers import chat_export, gzipped
from edge.indexing.readers.asciidoc.beginning import is_asciidoc
from edge.indexing.readers.manual import roff
from edge.indexing.readers.plain_text import is_text
from edge.indexing.structure.document import Document

INSTALL = "pip install 'edge-answers[docs]'"


class Reader(NamedTuple):
    """The module that reads a kind, the suffixes it is known by, and a library that may not be installed."""

    module: str
    suffixes: str
    library: str = ""


#: Lists of pages and archives hold many documents, PDFs have a worker of their own: no module here.
READERS = {
    "pdf": Reader("", ".pdf"),
    "pages": Reader("", ".jsonl"),
    "archive": Reader("", ".zip"),
    "markdown": Reader("markdown", ".md .markdown .mkd .mdx"),
    "notebook": Reader("notebook", ".ipynb"),
    "text": Reader("plain_text", ".txt .text .info"),
    "html": Reader("html.page", ".html .htm .xhtml"),
    "word": Reader("office.word", ".docx .docm .dotx", "defusedxml"),
    "opendocument": Reader("office.opendocument", ".odt .ott .odp", "defusedxml"),
    "slides": Reader("office.slides", ".pptx .pptm .ppsx", "defusedxml"),
    "sheets": Reader("office.sheets", ".xlsx .xlsm .xlsb .xls .ods", "python_calamine"),
    "epub": Reader("epub", ".epub", "defusedxml"),
    "rtf": Reader("rtf.page", ".rtf"),
    "rst": Reader("rst", ".rst .rest", "docutils"),
    "table": Reader("delimited", ".csv .tsv .tab"),
    "manual": Reader("manual.page", ".man .mdoc"),
    "mail": Reader("mail", ".eml .emlx .mbox"),
    "contacts": Reader("contacts", ".vcf .vcard"),
    "org": Reader("org", ".org"),
    "latex": Reader("latex.page", ".tex .ltx .latex"),
    "asciidoc": Reader("asciidoc.page", ".adoc .asciidoc"),
    "subtitles": Reader("subtitles", ".srt .vtt"),
    "calendar": Reader("calendar", ".ics .ical", "icalendar"),
    "code": Reader(
        "source_code",
        ".py .pyi .js .mjs .ts .tsx .jsx .java .kt .scala .c .h .cc .cpp .hpp .cs .go .rs .rb .php .pl .lua"
        " .r .jl .swift .m .sql .sh .bash .zsh .fish .ps1 .bat .vim .el .toml .yaml .yml .ini .cfg .conf"
        " .properties .json .xml .xsd .css .scss .bib .diff .patch .cmake .gradle .tf .proto",
    ),
}  # fmt: skip
#: Suffix -> kind, for files found in a folder. A file named on the command line may have any suffix.
KINDS = {suffix: kind for kind, reader in READERS.items() for suffix in reader.suffixes.split()}
#: `gnupg.info-2`: a manual of Info in parts.
_PART = re.compile(r"(?<=\.info)-\d{1,3}\Z")
#: `ls.1`, `crontab.5.gz`, `printf.3p`: a section of the manual, or a log that was rotated (`syslog.1`).
_SECTION = re.compile(r"[1-9][a-z0-9]{0,8}|[nl]")
#: What a program comes with, in text, whatever the name ends in: `README.Debian`, `LICENSE.MIT`.
_WITH_PROGRAMS = {"authors", "changelog", "changes", "copying", "copyright", "faq", "history", "install",
                  "licence", "license", "lisezmoi", "news", "notice", "readme", "thanks", "todo"}  # fmt: skip

#: Bytes that tell a text of a form of its own.
_BEGINNING = 8_192

_CONVERT = "Save a copy as {0}."
#: What to do about files of kinds that nobody reads here.
_ADVICE = {
    ".doc": _CONVERT.format(".docx"),
    ".dot": _CONVERT.format(".docx"),
    ".ppt": _CONVERT.format(".pptx"),
    ".pages": _CONVERT.format(".docx or .pdf"),
    ".numbers": _CONVERT.format(".xlsx"),
    ".key": _CONVERT.format(".pptx or .pdf"),
    ".msg": _CONVERT.format(".eml"),
    ".mobi": _CONVERT.format(".epub"),
    ".azw3": _CONVERT.format(".epub"),
    ".djvu": _CONVERT.format(".pdf"),
    ".jsonl": 'A list of pages begins with {"source": …, "page": 1, "text": …}.',
    ".7z": "Unpack it.",
    ".rar": "Unpack it.",
    ".tar": "Unpack it.",
    ".tgz": "Unpack it.",
    ".xz": "Unpack it.",
    ".bz2": "Unpack it.",
    **dict.fromkeys(
        (".png", ".jpg", ".jpeg", ".tif", ".tiff"),
        "Pictures of text need OCR first: ocrmypdf --image-dpi 300 SCAN.png SCAN.pdf",
    ),
}


def kind_of_name(name: str) -> str:
    """The kind that a file's name tells, "" when its suffix is none of ours. `.gz` is looked through."""
    lower = name.lower()
    stem, dot, last = _PART.sub("", lower.removesuffix(gzipped.SUFFIX)).rpartition(".")
    kind = KINDS.get(f".{last}", "") if dot and stem and not stem.endswith("/") else ""
    # A list or an archive would have to be unpacked before it could be taken apart, and so would a PDF.
    packed = lower.endswith(gzipped.SUFFIX)
    return "" if packed and not READERS[kind or "pdf"].module else kind


def kind_of(path: Path, first_bytes: bytes) -> str:
    """The kind of a file: by suffix, else by how it begins."""
    known = kind_of_name(path.name)
    if not known and b"%PDF-" in first_bytes[:1024]:
        return "pdf"
    return known or found_kind(path.name, first_bytes) or "text"


def tells_little(name: str) -> bool:
    """Whether `found_kind` has to see how a file of this name begins."""
    stem, dot, last = _bare(name).rpartition(".")
    return _has_no_suffix(name) or last == "jsonl" or bool(dot and stem and _SECTION.fullmatch(last))


def found_kind(name: str, beginning: bytes) -> str:
    """The kind of a file in a folder, "" for one that is left aside. A name without a suffix (README,
    LICENSE) is text when it begins like text, one with the number of a section is a manual page.
    """
    if kind := kind_of_name(name):
        return kind
    if not tells_little(name):
        return ""
    if name.lower().endswith(gzipped.SUFFIX):
        beginning = gzipped.beginning(beginning)
    if not is_text(beginning):
        return ""
    if roff.is_manual_page(beginning) and "." in _bare(name):
        return "manual"
    return "text" if _has_no_suffix(name) else ""


def _bare(name: str) -> str:
    """A file's name in lower case, without its folders and the suffix of what packed it."""
    return name.lower().rpartition("/")[2].removesuffix(gzipped.SUFFIX)


def _has_no_suffix(name: str) -> bool:
    """README, README.Debian; or `Apache-2.0`, which ends in the number of a version."""
    stem, dot, last = _bare(name).rpartition(".")
    return not dot or stem in _WITH_PROGRAMS or (stem[-1:].isdigit() and last.isdigit())


@cache
def is_missing(kind: str) -> bool:
    """The library that reads this kind is not installed."""
    library = READERS[kind].library
    return bool(library) and importlib.util.find_spec(library) is None


def advice(suffix: str) -> str:
    """What to do that files of a suffix are read, "" when there is nothing."""
    kind = KINDS.get(suffix)
    return INSTALL if kind and is_missing(kind) else _ADVICE.get(suffix, "")


def document_of(data: bytes, name: str, kind: str, most: int) -> Document:
    """The document in the bytes of one file. Called in the worker only. `most`: bytes that a compressed file
    may unpack to. Raises ReadError, and whatever a library raises for a file that it cannot stand.
    """
    if gzipped.is_gzipped(data, name):
        data = gzipped.gunzip(data, most)
    if not data:
        raise ReadError("empty: 0 bytes")
    if data.startswith(b"%PDF-") and kind not in ("text", "code"):
        raise ReadError("a PDF under another name", "Rename it to end in .pdf.")
    # Imported when the first such file comes: an index of Markdown does not load what reads spreadsheets.
    module = importlib.import_module(f"edge.indexing.readers.{READERS[kind].module}")
    if kind == "text" and chat_export.is_chat(data[:_BEGINNING]):
        module = chat_export
    elif kind == "text" and is_asciidoc(data[:_BEGINNING]):
        module = importlib.import_module("edge.indexing.readers.asciidoc.page")
    read = cast(Callable[[bytes, str], Document], module.read)
    try:
        return read(data, name)
    except ReadError as error:
        # A file that was named by itself is tried as text, whatever it is.
        if kind == "text" and (what := advice(PurePosixPath(name).suffix.lower())):
            raise ReadError(error.message, what) from error
        raise
