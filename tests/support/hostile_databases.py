"""Run by test_hostile_databases: what edge makes of knowledge bases that somebody altered and sealed anew.

`python hostile_databases.py BASE FOLDER` prints a JSON line a base: {"name", "outcomes", "seconds", "peak"}.
An outcome is what one use came to: "fine", or the class of the error that a person would be told.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import msgspec

import edge
from edge import paths
from edge.errors import EdgeError
from edge.records import Manifest
from edge.search import database
from edge.search.seal import read_seal, write_seal

_MANY = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000) SELECT i FROM n)"
_FAR = '[{"cells": ["a"], "start": 900000, "end": 990000}]'
_SPACES = paths.asset("sql", "spaces.sql").read_text(encoding="utf-8")
_DEEP = "[" * 5_000 + "]" * 5_000

#: Name -> statements that make a base of the right tables one that no edge would write.
ALTERED: dict[str, tuple[str, ...]] = {
    "ordinals out of range": (
        "UPDATE postings SET docs = CAST(zeroblob(length(docs) - 4) || x'ffffffff' AS BLOB)",
    ),
    "ordinals past the end": ("UPDATE postings SET docs = x'ffffff7f'",),
    "impacts missing": ("UPDATE postings SET impacts = x''",),
    "more postings than documents": (
        "UPDATE postings SET docs = zeroblob(200000), impacts = zeroblob(100000)",
    ),
    "a word in 200,000 rows": (
        f"INSERT INTO postings SELECT 'wkey', 9 + i, x'0000', x'ff' FROM {_MANY}",
    ),
    "half an ordinal": ("UPDATE postings SET docs = substr(docs, 1, 3)",),
    "postings as text": ("UPDATE postings SET docs = 'words', impacts = 'words'",),
    "no postings": ("DELETE FROM postings",),
    "no arrays": ("DELETE FROM search_arrays",),
    "arrays of half numbers": ("UPDATE search_arrays SET data = substr(data, 1, 3)",),
    "arrays of nothing": ("UPDATE search_arrays SET data = x''",),
    "arrays as text": ("UPDATE search_arrays SET data = 'words'",),
    "arrays of other rows": ("UPDATE search_arrays SET data = zeroblob(length(data))",),
    "arrays that fall": (
        "UPDATE search_arrays SET data = CAST(x'ffffffff00000000' || substr(data, 9) AS BLOB)",
    ),
    "spans past the page": ('UPDATE chunks SET start = 1000000, "end" = 2000000',),
    "spans backwards": ('UPDATE chunks SET start = "end", "end" = 0',),
    "negative spans": ('UPDATE chunks SET start = -5, "end" = -1',),
    "spans beyond 64 bits": ('UPDATE chunks SET "end" = 9223372036854775807',),
    "spans as text": ("UPDATE chunks SET start = 'zero'",),
    "chunks of no page": ("UPDATE chunks SET page_id = 99999",),
    "pages of no document": ("UPDATE pages SET source_id = 99990 + id",),
    "page numbers as text": ("UPDATE pages SET number = 'one ' || id",),
    "pages as bytes": ("UPDATE pages SET text = x'ff00ff'",),
    "pages that are not UTF-8": ("UPDATE pages SET text = CAST(x'fffefd' AS TEXT)",),
    "empty pages": ("UPDATE pages SET text = ''",),
    "one page of 200 MB": ("UPDATE pages SET text = printf('%.*c', 200000000, 'x') WHERE id = 1",),
    "shifts beyond 64 bits": ("UPDATE pages SET shift = 9223372036854775807",),
    "structure that is no JSON": ("UPDATE pages SET structure = '{'",),
    "structure nested 5,000 deep": (f"UPDATE pages SET structure = '{_DEEP}'",),
    "structure of other spans": ("UPDATE pages SET structure = '{\"lines\":[[-5,0]],\"code\":[[9,1]]}'",),
    "tables that are no JSON": ("UPDATE tables SET rows = '{', header = '{'",),
    "rows past the page": (f"UPDATE tables SET rows = '{_FAR}'",),
    "sections of no heading": ("UPDATE sections SET heading = x'ff', first_page = 'x', level = -1",),
    "unread that is no JSON": ("UPDATE sources SET unread = '{'",),
    "names with escapes": ("UPDATE sources SET name = char(27) || ']0;x' || char(7) || id",),
    "a glossary of 200,000": (
        f"INSERT INTO glossary SELECT i, 'key', 1, -1, 9 FROM {_MANY}",
    ),
    "meta of other things": ("UPDATE meta SET value = 'x'",),
    "vectors of no model": (
        "INSERT INTO embedding_models VALUES (1, 'm', 'r', 2147483647, '', '')",
        "INSERT INTO vectors SELECT 1, id, x'00' FROM chunks",
    ),
    "roots of no place": ("UPDATE roots SET place = x'00ff'",),
    "readers of no kind": (
        _SPACES, "PRAGMA ignore_check_constraints=ON", "INSERT INTO spaces VALUES (1, x'00ff', 7, 'all')"
    ),
    "readers of no folder": (_SPACES, "INSERT INTO spaces VALUES (99999, 'a', 'b', 'private')"),
    "an edition of chunks of no page": (
        _SPACES, "INSERT INTO spaces VALUES (1, 'a', 'b', 'org')", "UPDATE chunks SET page_id = 99999"
    ),
}  # fmt: skip


def altered(base: Path, target: Path, statements: tuple[str, ...]) -> None:
    """A copy of a base with these changes, under a true seal."""
    target.write_bytes(base.read_bytes()[: read_seal(base).size])
    db = apsw.Connection(str(target))
    db.execute("PRAGMA foreign_keys=OFF").fetchall()
    for statement in statements:
        db.execute(statement).fetchall()
    db.close()
    manifest = Manifest(
        file="", bytes=target.stat().st_size, sha256=database.sha256_of(target), content="",
        knowledge_version=database.KNOWLEDGE_VERSION, edge=edge.__version__, sources=3, pages=9, chunks=9,
    )  # fmt: skip
    write_seal(target, manifest)


def _uses(path: Path) -> Iterator[Callable[[], object]]:
    """What people do with a base, each by itself."""

    def asked(question: str) -> Callable[[], object]:
        def ask() -> object:
            with edge.open(path) as session:
                return msgspec.json.encode(session.ask(question))

        return ask

    def searched() -> object:
        with edge.open(path) as session:
            return msgspec.json.encode(session.search("key door arrosage pressure", 20))

    def listed() -> object:
        with edge.open(path) as session:
            library = session.library
            names = [one.source for one in library.documents().documents]
            found = [(library.document(name), library.pages(name)) for name in names]
            return msgspec.json.encode(found)

    yield asked("Where does the brass key hang?")
    yield asked("What is the highest pressure in winter?")
    yield searched
    yield listed


def outcome(use: Callable[[], object]) -> str:
    """ "fine", or the error that a person is told; anything else is raised."""
    try:
        use()
    except EdgeError as error:
        assert error.message
        return type(error).__name__
    return "fine"


def _most_held() -> int:
    """MB this process held at most; `ru_maxrss` of a child begins with what its parent held."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) // 1024


def _late(*_: object) -> None:
    raise TimeoutError("hangs")


if __name__ == "__main__":
    base, folder = Path(sys.argv[1]), Path(sys.argv[2])
    signal.signal(signal.SIGALRM, _late)
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    for name, statements in ALTERED.items():
        path = folder / "altered.db"
        altered(base, path, statements)
        began, told = time.monotonic(), []
        for use in _uses(path):
            signal.alarm(60)
            try:
                told.append(outcome(use))
            except Exception as error:  # noqa: BLE001  what this is about
                told.append(f"TRACEBACK {type(error).__name__}: {error}"[:200])
            signal.alarm(0)
        peak = _most_held()
        line = {"name": name, "outcomes": told, "seconds": round(time.monotonic() - began, 2), "peak": peak}
        print(json.dumps(line), flush=True)
        path.unlink()
