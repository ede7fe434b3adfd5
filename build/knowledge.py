"""Build the knowledge base that ships: the two handbook PDFs through the same ingestion a user runs.

python build/knowledge.py            writes assets/handbook/knowledge.db and its manifest
python build/knowledge.py --check    builds in a temporary folder and says whether the bytes are the same
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import edge
from edge import paths
from edge.settings import IndexSettings

PDFS = ("arbiters-handbook-en.pdf", "guide-de-l-arbitre-fr.pdf")


def build(target: Path) -> None:
    """Index the PDFs into `target`, from nothing, with default settings whatever the user's own say."""
    for stale in (target, paths.manifest_of(target)):
        stale.unlink(missing_ok=True)
    sources = [paths.asset("handbook", name) for name in PDFS]
    settings = edge.Settings(index=IndexSettings(record_paths=False))
    with edge.open(target, settings=settings) as session:
        report = session.index(sources)
    failed = [f"{source.source}: {source.reason}" for source in report.sources if source.status == "failed"]
    if failed:
        sys.exit("cannot read " + "; ".join(failed))
    counts = f"{report.pages} pages, {report.chunks} chunks, {report.tables} tables"
    print(f"{target.name}: {counts}, {report.bytes:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare with what is in assets, change nothing")
    check = parser.parse_args().check
    shipped = paths.shipped_knowledge()
    if not check:
        build(shipped)
        return
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / shipped.name
        build(fresh)
        same = all(
            old.read_bytes() == new.read_bytes()
            for old, new in ((shipped, fresh), (paths.manifest_of(shipped), paths.manifest_of(fresh)))
        )
    print("identical" if same else "different: run python build/knowledge.py and commit the result")
    sys.exit(not same)


if __name__ == "__main__":
    main()
