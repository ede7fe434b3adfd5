"""Mutated PDFs: the parent lives, the rest of the batch is indexed, each reason is recorded."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import fault_tally
from documents import BODY, pdf, pdf_with_table

from edge.indexing.run import index_paths
from edge.search.build import build_search
from edge.search.database import open_knowledge
from edge.settings import IndexSettings

PDFS = int(os.environ.get("EDGE_FAULT_PDFS", "40"))
SEED = int(os.environ.get("EDGE_FAULT_SEED", "3"))


def mutate(data: bytes, chooser: random.Random) -> bytes:
    """Bits flipped, cut short, a part repeated or removed, numbers changed, or objects made to loop."""
    broken = bytearray(data)
    match chooser.randrange(6):
        case 0:
            for _ in range(chooser.randrange(1, 60)):
                broken[chooser.randrange(len(broken))] ^= 1 << chooser.randrange(8)
        case 1:
            del broken[chooser.randrange(len(broken)) :]
        case 2:
            start = chooser.randrange(len(broken))
            broken[start:start] = broken[start : start + chooser.randrange(4000)] * chooser.randrange(1, 5)
        case 3:
            start = chooser.randrange(len(broken))
            del broken[start : start + chooser.randrange(1, 2000)]
        case 4:
            numbers = list(re.finditer(rb"\d+", data))
            for found in sorted(chooser.sample(numbers, min(8, len(numbers))), key=lambda m: -m.start()):
                broken[found.start() : found.end()] = str(chooser.choice([0, -1, 2**31, 10**12])).encode()
        case _:
            references = list(re.finditer(rb"(\d+) 0 R", data))
            for found in sorted(
                chooser.sample(references, min(4, len(references))), key=lambda m: -m.start()
            ):
                broken[found.start() : found.end()] = b"%d 0 R" % chooser.randrange(1, 8)
    return bytes(broken)


def test_mutated_pdfs(tmp_path: Path) -> None:
    """No mutation ends or hangs the parent; the good PDFs among them are indexed in full."""
    chooser = random.Random(SEED)
    folder = tmp_path / "pdfs"
    folder.mkdir()
    originals = [
        pdf(tmp_path / "a.pdf", headings=["One", "Two"], bookmarks=True, footer="Page {page}").read_bytes(),
        pdf_with_table(tmp_path / "t.pdf", [["Mode", "Time"], ["Blitz", "3 min"]]).read_bytes(),
    ]
    for number in range(PDFS):
        (folder / f"m{number:04}.pdf").write_bytes(mutate(chooser.choice(originals), chooser))
    good = {"good-first.pdf", "zz-good-last.pdf"}
    for name in good:
        pdf(folder / name)

    report = index_paths(
        [folder], tmp_path / "k.db", IndexSettings(pdf_seconds=20), build_search=build_search
    )

    assert len(report.sources) == PDFS + len(good)
    by_name = {source.source: source for source in report.sources}
    assert all(by_name[name].status == "added" and by_name[name].pages == len(BODY) for name in good)
    failed = {source.source: source.reason for source in report.sources if source.status == "failed"}
    assert all(failed.values()), "a failure without a reason"
    assert failed, f"seed {SEED} broke nothing: the mutations are too mild"
    slow = [source.source for source in report.sources if "took longer" in source.reason]
    assert not slow, f"hung until the deadline: {slow}"
    db = open_knowledge(tmp_path / "k.db")
    try:
        assert dict(db.execute("SELECT name, reason FROM failures").fetchall()) == failed
        fault_tally.count("mutated PDFs", PDFS)
    finally:
        db.close()
