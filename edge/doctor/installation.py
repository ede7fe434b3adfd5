"""Is the installation whole: Python, SQLite and what it can do, the reader of PDFs."""

from __future__ import annotations

import platform
from importlib import metadata

from edge import __version__
from edge.records.diagnosis import Check

#: Below this, a crafted FTS5 table can overflow the heap (CVE-2026-11824) and WAL can corrupt.
OLDEST_SQLITE = (3, 53, 2)


def python() -> Check:
    """Which Python runs edge, and on what. Never amiss: an older one does not start it."""
    detail = f"{platform.python_version()} on {platform.system()} {platform.machine()}, edge {__version__}"
    return Check(name="python", status="ok", detail=detail)


def sqlite_version() -> str:
    """Version of the SQLite that edge uses, e.g. "3.54.1". Raises ImportError."""
    import apsw

    return str(apsw.sqlitelibversion())


def sqlite() -> Check:
    """Fails where apsw is missing, or its SQLite is one with known faults."""
    step = "pip install --upgrade apsw"
    try:
        found = sqlite_version()
    except ImportError as error:
        return Check(name="sqlite", status="fail", detail=f"apsw cannot be imported: {error}", next_step=step)
    if tuple(int(part) for part in found.split(".")[:3]) < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        return Check(
            name="sqlite", status="fail", detail=f"{found} is older than {oldest} and unsafe", next_step=step
        )
    return Check(name="sqlite", status="ok", detail=f"{found}, through apsw")


def fts5() -> Check:
    """Fails where SQLite was built without full-text search."""
    import apsw

    try:
        apsw.Connection(":memory:").execute("CREATE VIRTUAL TABLE t USING fts5(x)").fetchall()
    except apsw.Error as error:
        return Check(
            name="fts5", status="fail", detail=str(error), next_step="pip install --force-reinstall apsw"
        )
    return Check(name="fts5", status="ok", detail="full-text search is built in")


def extensions() -> Check:
    """Warns where SQLite loads no extensions: that which sums the pages of `state.db` is one."""
    import apsw

    try:
        apsw.Connection(":memory:").enable_load_extension(True)
    except (apsw.Error, AttributeError) as error:
        return Check(
            name="extensions",
            status="warn",
            detail=f"SQLite cannot load extensions: {error}",
            next_step="Pages of state.db go without their sums, so that some damage goes unseen:"
            " pip install --force-reinstall apsw",
        )
    return Check(name="extensions", status="ok", detail="SQLite can load extensions")


def pdf() -> Check:
    """Warns where PyMuPDF is missing, or of a version that edge is not tested with."""
    # Found, not imported: the PDF library belongs to the worker process.
    try:
        found = metadata.version("pymupdf")
    except metadata.PackageNotFoundError:
        return Check(
            name="pdf",
            status="warn",
            detail="PyMuPDF is missing: PDFs cannot be indexed",
            next_step="pip install 'pymupdf<2'",
        )
    if int(found.split(".", 1)[0]) >= 2:
        return Check(
            name="pdf",
            status="warn",
            detail=f"PyMuPDF {found}: edge is tested with 1.x, and 2.x takes 136 MB at start",
            next_step="pip install 'pymupdf<2'",
        )
    return Check(name="pdf", status="ok", detail=f"PyMuPDF {found}, run in a worker process")
