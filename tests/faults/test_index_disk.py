"""Writing that fails part-way through an index run: a typed error, the old file intact, a clean resume."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from edge.indexing.run import index_paths
from edge.search.build import build_search
from edge.search.database import open_knowledge, verify
from edge.settings import IndexSettings

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="file size limits are a POSIX resource")

# A file size limit fails writes wherever they happen to be: building, WAL, assembly, the compacted file.
CHILD = """
import resource, signal, sys
from pathlib import Path
from edge.settings import IndexSettings
from edge.errors import StorageError
from edge.indexing.run import index_paths
from edge.search.build import build_search
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
limit = int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    index_paths([Path(sys.argv[1])], Path(sys.argv[2]), IndexSettings(), build_search=build_search)
except StorageError as error:
    assert error.hint
    sys.exit(9)
"""


def test_write_errors_at_any_file_size(tmp_path: Path) -> None:
    """Wherever writing fails, the outcome is StorageError or success, never a broken state."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(6):
        body = f"Sentence {number} of the rules of play. " * 400
        (folder / f"{number}.md").write_text(f"# Chapter {number}\n\n{body}", encoding="utf-8")
    settings = IndexSettings()
    calm = index_paths([folder], tmp_path / "calm.db", settings, build_search=build_search).sha256
    refused = 0
    for limit in (0, 120_000, 200_000, 330_000, 50_000_000):
        knowledge = tmp_path / f"{limit}" / "k.db"
        knowledge.parent.mkdir()
        older = IndexSettings(chunk_tokens=100)
        old = index_paths([folder / "0.md"], knowledge, older, build_search=build_search).sha256
        child = subprocess.run(
            [sys.executable, "-c", CHILD, str(folder), str(knowledge), str(limit)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert child.returncode in {0, 9}, f"limit {limit}: {child.stderr[-600:]}"
        refused += child.returncode == 9
        assert verify(knowledge, full=True).sha256 == (old if child.returncode else calm), f"limit {limit}"
        open_knowledge(knowledge).close()
        assert index_paths([folder], knowledge, settings, build_search=build_search).sha256 == calm
    assert 3 <= refused < 5  # the limits do fall inside the run, and the last one does not
