"""The program that shows a page of a document: started with a list of arguments, never through a shell."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from edge.errors import UsageError

#: Programs that can be told the page of a PDF, and how; in the order in which they are looked for.
_PDF = {
    "okular": ("-p", "{page}", "{file}"),
    "evince": ("--page-index={page}", "{file}"),
    "papers": ("--page-index={page}", "{file}"),
    "atril": ("--page-index={page}", "{file}"),
    "xreader": ("--page-index={page}", "{file}"),
    "zathura": ("-P", "{page}", "{file}"),
    "sioyek": ("--page", "{page}", "{file}"),
    "qpdfview": ("{file}#{page}",),
    "mupdf": ("{file}", "{page}"),
    "xpdf": ("{file}", "{page}"),
}
#: What the system's own opener is trusted with: nothing that it would run (a script, a page in a browser).
_OPENED = frozenset((
    ".pdf", ".md", ".markdown", ".txt", ".text", ".rst", ".csv", ".tsv", ".docx", ".odt", ".pptx", ".odp",
    ".xlsx", ".ods", ".epub", ".rtf",
))  # fmt: skip
_NAMES = re.compile(r"\{file\}|\{page\}")


class Viewing(NamedTuple):
    """How a file is shown, and whether at its page."""

    arguments: list[str]
    at_page: bool


def viewing(file: Path, page: int | None, configured: str) -> Viewing | None:
    """What shows a file at a page; None when nothing here can, or should. Raises UsageError for a viewer in
    the settings that cannot be understood.
    """
    values = {"{file}": str(file), "{page}": str(page or 1)}
    if configured:
        arguments = parsed(configured, windows=os.name == "nt")
        return Viewing(_filled(arguments, values), page is None or "{page}" in configured)
    kind = file.suffix.lower()
    if kind not in _OPENED:
        return None
    if kind == ".pdf" and _has_display():
        for program, given in _PDF.items():
            if found := shutil.which(program):
                return Viewing([found, *_filled(given, values)], at_page=True)
    opener = _opener()
    return Viewing([opener, str(file)], at_page=page is None) if opener else None


def _has_display() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _opener() -> str | None:
    """The system's own, which takes a file and no page."""
    if sys.platform == "darwin":
        return "/usr/bin/open"
    if os.name == "nt":
        return "explorer.exe"
    return shutil.which("xdg-open") if _has_display() else None


def start(arguments: list[str]) -> None:
    """Start a viewer and leave it to itself. Raises OSError when it cannot be started."""
    subprocess.Popen(
        arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip


def parsed(configured: str, *, windows: bool) -> list[str]:
    """The arguments of a viewer in the settings, by the rules of a shell; on Windows a backslash stands
    between folders, and an apostrophe quotes nothing. Raises UsageError.
    """
    words = shlex.shlex(configured, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if windows:
        words.escape, words.quotes = "", '"'
    try:
        arguments = list(words)
    except ValueError as error:
        raise UsageError(
            f"open.viewer cannot be understood: {error}.", "For example: zathura -P {page} {file}"
        ) from error
    return arguments if any("{file}" in argument for argument in arguments) else [*arguments, "{file}"]


def _filled(arguments: Sequence[str], values: dict[str, str]) -> list[str]:
    # In one go, and not by str.format: a file may have braces in its name.
    return [_NAMES.sub(lambda found: values[found[0]], argument) for argument in arguments]
