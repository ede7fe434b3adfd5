"""Run by test_long_files: indexes one file in a process of its own, and says what it took.

`python long_files.py SHAPE BYTES FOLDER` prints {"cpu": seconds, "peak": MB, "workers": MB, "status", …}: the
seconds and the peak are those of edge and its workers together, `workers` is the most that one of them held.
With the shape "bare SHAPE" its text goes into a bare FTS5 table; with "parts" BYTES is a number of parts, a
hundred to a file.
"""

from __future__ import annotations

import json
import random
import resource
import sys
from collections.abc import Callable, Iterator
from itertools import chain, count
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from process_memory import ProcessMemory

if TYPE_CHECKING:
    from edge.records import IndexReport

_CHANCE = random.Random(3)
_LETTERS = "etaoinshrdlucmfwypvbgk"
_WORDS = ["".join(_CHANCE.choices(_LETTERS, k=_CHANCE.randint(2, 11))) for _ in range(20_000)]
_WEIGHTS = [1 / (rank + 5) for rank in range(len(_WORDS))]


def _prose(between: str, every: int) -> Iterator[str]:
    while True:
        words = _CHANCE.choices(_WORDS, _WEIGHTS, k=5_000)
        yield "".join(" ".join(words[at : at + every]) + between for at in range(0, 5_000, every))


def _repeated(unit: str) -> Callable[[], Iterator[str]]:
    def again() -> Iterator[str]:
        while True:
            yield unit * (65_536 // len(unit))

    return again


def _begun(begin: str, unit: str) -> Iterator[str]:
    yield begin
    yield from _repeated(unit)()


def _headings(mark: str) -> Iterator[str]:
    for number in range(10**9):
        yield f"{mark}Heading {number}\n\nSome words of section {number}.\n\n"


_RECORD = '{"source": "a.pdf", "page": 1, "text": "'


def _records() -> Iterator[str]:
    for number in range(1, 10**6):
        yield json.dumps({"source": "a.pdf", "page": number, "text": f"Page {number} has words."}) + "\n"


def _keys() -> Iterator[str]:
    """Encoded bytes without an end, as in a text that holds a key or a picture."""
    while True:
        yield _CHANCE.randbytes(256).hex()


#: Name -> suffix, and endless text.
SHAPES: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
    "one line": (".txt", lambda: _prose(". ", 13)),
    "lines": (".txt", lambda: _prose(".\n", 14)),
    "paragraphs": (".txt", lambda: _prose(".\n\n", 60)),
    "no end mark": (".txt", lambda: _prose(" ", 50)),
    "two words": (".txt", _repeated("word two ")),
    "one word": (".txt", _repeated("a")),
    "keys": (".txt", _keys),
    "figures": (".txt", _repeated("1 234 567 ")),
    "spaces": (".txt", _repeated("  \n x")),
    "empty lines": (".txt", _repeated("\n\n\nx")),
    "capitals": (".txt", _repeated("TITLE\n\nA line below it.\n\n")),
    "articles": (".txt", lambda: _headings("Article 4 ")),
    "bars": (".txt", _repeated("a | b\n")),
    "quotes": (".txt", _repeated('"« ')),
    "questions": (".txt", _repeated("Is it so?\n\nIt is so.\n\n")),
    "typographic": (".txt", _repeated("l’œuvre — « déjà » … ")),
    "headings": (".md", lambda: _headings("# ")),
    "prose": (".md", lambda: _prose(".\n\n", 60)),
    "rows": (".md", lambda: _begun("| a | b |\n|---|---|\n", "| 1 | 2 |\n")),
    "items": (".md", _repeated("- an item\n")),
    "emphasis": (".md", _repeated("*a **b ")),
    "comments": (".md", _repeated("<!-- ")),
    "brackets": (".md", _repeated("[a](")),
    "paragraph": (".html", _repeated("<p>Some words of it.</p>\n")),
    "divisions": (".html", _repeated("<div>")),
    "unclosed": (".html", _repeated("<!--")),
    "attributes": (".html", lambda: chain(["<p "], (f"a{n}=1 " for n in count()))),
    "cells": (".html", lambda: _begun("<table>", "<tr><td>a<td>b")),
    "records": (".jsonl", _records),
    "long record": (".jsonl", lambda: _begun(_RECORD, "word ")),
    "binary": (".txt", _repeated("\x00\x01")),
}  # fmt: skip


_BARE = "bare "


def write(path: Path, shape: str, size: int) -> None:
    """So many bytes of a shape."""
    left = size
    with path.open("w", encoding="utf-8") as file:
        for piece in SHAPES[shape][1]():
            left -= file.write(piece)
            if left <= 0:
                return


def _spent() -> float:
    """Processor seconds of this process and of those that it started and that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime


def index(shape: str, size: int, folder: Path) -> dict[str, object]:
    """Write the file, index it, and measure the second."""
    path = folder / f"{shape}{SHAPES[shape][0]}"
    write(path, shape, size)
    good = folder / "good.txt"
    good.write_text("A short text beside it, which is always read.", encoding="utf-8")
    report, spent = _indexed([good, path], folder)
    sources = {one.source: one for one in report.sources}
    source = next(one for name, one in sources.items() if name != good.name)  # a list of pages names its own
    return spent | {
        "status": source.status, "reason": source.reason, "pages": report.pages,
        "good": sources[good.name].status,
    }  # fmt: skip


def parts(number: int, folder: Path) -> dict[str, object]:
    """Index so many sections that are a part each (of 200 words: two of them would be too long for one)."""
    written = folder / "written"
    written.mkdir()
    for at in range(0, number, 100):
        sections = [
            f"# Section {n}\n\n{' '.join(_CHANCE.choices(_WORDS, _WEIGHTS, k=200))}.\n"
            for n in range(at, min(at + 100, number))
        ]
        (written / f"{at:06}.md").write_text("\n".join(sections), encoding="utf-8")
    report, spent = _indexed([written], folder)
    return spent | {"status": {one.status for one in report.sources}.pop(), "pages": report.pages}


def bare(shape: str, size: int, folder: Path) -> dict[str, object]:
    """The same text into an FTS5 table that does nothing else, rows as long as parts are."""
    import apsw

    path = folder / "bare.txt"
    write(path, shape, size)
    began = _spent()
    db = apsw.Connection(str(folder / "bare.db"))
    db.execute("CREATE VIRTUAL TABLE f USING fts5(text, tokenize='unicode61 remove_diacritics 2')").fetchall()
    with path.open(encoding="utf-8") as file, db:
        while row := file.read(2_000):
            db.execute("INSERT INTO f VALUES (?)", (row,))
    db.close()
    return {"cpu": _spent() - began}


def _indexed(paths: list[Path], folder: Path) -> tuple[IndexReport, dict[str, object]]:
    """Index them into a new base, and what it took."""
    from edge.indexing.run import index_paths
    from edge.search.build import build_search
    from edge.settings import IndexSettings

    began = _spent()
    with ProcessMemory() as held:
        report = index_paths(paths, folder / "long.db", IndexSettings(), build_search=build_search)
    return report, {"cpu": _spent() - began, "peak": held.peak, "workers": held.workers}


def main(shape: str, size: int, folder: Path) -> dict[str, object]:
    """What is asked for on the command line."""
    if shape == "parts":
        return parts(size, folder)
    if shape.startswith(_BARE):
        return bare(shape.removeprefix(_BARE), size, folder)
    return index(shape, size, folder)


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))))
