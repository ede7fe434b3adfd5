"""Build the knowledge base that ships: the two handbook PDFs through the same ingestion a user runs.

python build/knowledge.py            writes assets/handbook/knowledge.db and its manifest
python build/knowledge.py --check    builds in a temporary folder and says whether it comes out the same

Its passages have vectors of the encoder that ships. Products of whole numbers are exact everywhere, sums of
floats are not, and a sum rounded the other way moves a whole number: vectors are the same where their cosine
is at least 0.997 (with AVX2 alone the worst is 0.9985 to those of AVX-512). All else is compared byte for
byte, in a copy of each without vectors.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import edge
from edge import paths
from edge.records import EmbeddingSpace
from edge.search import vector_index, vectors
from edge.search.database import connect, open_knowledge
from edge.settings import IndexSettings

ENCODER = "encoder-fr-en"
#: Least cosine of a vector to the same one of another processor.
SAME = 0.997
PDFS = ("arbiters-handbook-en.pdf", "guide-de-l-arbitre-fr.pdf")


def build(target: Path) -> None:
    """Index the PDFs into `target`, from nothing, with default settings whatever the user's own say."""
    for stale in (target, paths.manifest_of(target)):
        stale.unlink(missing_ok=True)
    sources = [paths.asset("handbook", name) for name in PDFS]
    settings = edge.Settings(index=IndexSettings(record_paths=False, vectors=ENCODER))
    with edge.open(target, settings=settings) as session:
        report = session.index(sources)
    failed = [f"{source.source}: {source.reason}" for source in report.sources if source.status == "failed"]
    if failed:
        sys.exit("cannot read " + "; ".join(failed))
    if report.vectors is None or report.vectors.missing:
        sys.exit(f"not every passage has a vector: {report.vectors}")
    counts = f"{report.pages} pages, {report.chunks} chunks, {report.tables} tables"
    print(f"{target.name}: {counts}, {report.bytes:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare with what is in assets, change nothing")
    check = parser.parse_args().check
    shipped = paths.shipped_knowledge()
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / shipped.name
        build(fresh)
        if not check:  # a session writes to no base that ships
            shutil.copyfile(fresh, shipped)
            shutil.copyfile(paths.manifest_of(fresh), paths.manifest_of(shipped))
            return
        if fault := difference(shipped, fresh, Path(folder)):
            sys.exit(f"different: {fault}; run python build/knowledge.py and commit the result")
    print("the same")


def difference(shipped: Path, fresh: Path, folder: Path) -> str:
    """What sets two builds apart, besides what processors do to vectors; empty where nothing does."""
    old, new = (vectors_of(path) for path in (shipped, fresh))
    if [space for space, _, _ in old] != [space for space, _, _ in new]:
        return f"vectors of {[space.name for space, _, _ in old]}, not {[space.name for space, _, _ in new]}"
    for (space, ids, one), (_, others, other) in zip(old, new, strict=True):
        if not np.array_equal(ids, others):
            return f"{space.name}: {len(ids)} vectors of other passages than the {len(others)} made now"
        nearest = float(np.einsum("ij,ij->i", one, other).min())
        if not nearest >= SAME:
            return f"a vector of {space.name} has a cosine of {nearest:.4f} to the one made now"
    bare = [without_vectors(path, folder / f"bare-{at}.db") for at, path in enumerate((shipped, fresh))]
    return "" if bare[0] == bare[1] else "documents, passages or search tables"


def vectors_of(path: Path) -> list[tuple[EmbeddingSpace, Any, Any]]:
    """Model, chunk ids and vectors (chunks, dims) of a knowledge base."""
    db = open_knowledge(path)
    found = []
    for one in vectors.stored(db):
        # Zero on every place but one: the cosines to it are that place's numbers.
        index = vector_index.VectorIndex(db, one)
        units = np.eye(one.space.dims, dtype=np.float32)
        near = [index.nearest(unit, one.count) for unit in units]
        found.append((one.space, near[0].chunks, np.stack([each.cosines for each in near], axis=1)))
    db.close()
    return found


def without_vectors(path: Path, copy: Path) -> bytes:
    """The bytes of a knowledge base after its vectors were taken out."""
    shutil.copyfile(path, copy)
    db = connect(copy, readonly=False, sealed=False)
    db.execute("PRAGMA journal_mode=MEMORY").fetchall()
    db.execute("DELETE FROM vectors").fetchall()
    db.execute("VACUUM").fetchall()
    db.close()
    return copy.read_bytes()


if __name__ == "__main__":
    main()
