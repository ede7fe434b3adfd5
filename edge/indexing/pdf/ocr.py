"""Text recognition, the parent's side: scanned PDFs are given a text layer where Tesseract is installed and
the setting `index.ocr` names its languages. Off by default: it takes seconds a page, and reads with errors.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from edge.errors import ReadError
from edge.indexing.pdf import ocr_protocol
from edge.indexing.pdf.ocr_protocol import OcrJob, OcrReply
from edge.settings import IndexSettings
from edge.worker.process import WorkerEnded, WorkerProcess

_MODULE = "edge.indexing.pdf.ocr_worker"
_LANGUAGES = re.compile(r"[A-Za-z_]{2,20}(?:\+[A-Za-z_]{2,20}){0,9}")
_FOLDER = re.compile(r'languages in "([^"]+)"')
_TURN_ON = (
    "Recognise its text first (ocrmypdf IN OUT), or {}index it again with EDGE_INDEX_OCR=eng "
    "(or fra, or eng+fra)."
)
_INSTALL = "install tesseract and "


def advice() -> str:
    """What to do about a PDF that is only pictures, when recognition is off."""
    return _TURN_ON.format("" if shutil.which("tesseract") else _INSTALL)


def recognise(source: Path, target: Path, settings: IndexSettings, pages: Sequence[int] = ()) -> None:
    """Write to `target` the PDF in `source` with a text layer on these pages (from 1; none: on all).

    Raises ReadError when Tesseract or a language is missing, or a page takes longer than a PDF may.
    """
    languages = settings.ocr
    if not _LANGUAGES.fullmatch(languages):
        raise ReadError(f"index.ocr is {languages!r}, no languages", "For example: EDGE_INDEX_OCR=eng+fra")
    job = OcrJob(
        os.fsencode(source), os.fsencode(target), languages, _tessdata(languages),
        int(settings.pdf_seconds), settings.pdf_memory_bytes, list(pages),
    )  # fmt: skip
    worker: WorkerProcess[OcrReply] = WorkerProcess(_MODULE, ocr_protocol.replies)
    every = iter(pages or count(1))
    page = next(every)
    try:
        worker.send(job)
        while True:
            reply = worker.receive(time.monotonic() + settings.pdf_seconds)
            if reply is None:
                raise ReadError(f"page {page} took longer than {settings.pdf_seconds:g} s to recognise")
            if reply.reason:
                raise ReadError(f"page {page} could not be recognised: {reply.reason}")
            if not reply.more:
                return
            page = next(every, page)
    except WorkerEnded as ended:
        raise ReadError(f"page {page} ended its recognition ({ended})") from None
    finally:
        worker.end(kill=True)


def _tessdata(languages: str) -> str:
    """The folder of Tesseract's trained files. Raises ReadError when one is missing."""
    program = shutil.which("tesseract")
    if program is None:
        raise ReadError("image-only, and tesseract is not installed", "Install it, with its languages.")
    try:
        said = subprocess.run(
            [program, "--list-langs"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            encoding="utf-8", errors="replace", timeout=30, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ReadError(f"image-only, and {program} does not answer: {error}") from error
    listed = (said.stdout + said.stderr).splitlines()
    missing = [one for one in languages.split("+") if one not in listed]
    if missing:
        raise ReadError(
            f"image-only, and tesseract has no language {', '.join(missing)}", "Install it, or name another."
        )
    folder = next((match[1] for line in listed if (match := _FOLDER.search(line))), "")
    return os.environ.get("TESSDATA_PREFIX") or folder
