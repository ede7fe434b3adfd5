"""Knowledge bases of strangers: damaged seals are refused; what is sealed but no edge wrote comes to an
answer or a told error, in bounded time and memory.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import fault_tally
import hostile_databases
import pytest
from places import ROOT

from edge.errors import KnowledgeDamaged, KnowledgeError
from edge.search.content_check import fault
from edge.search.database import open_knowledge, verify
from edge.search.seal import read_seal

SEALS = 100


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits on memory and time are POSIX's")
def test_what_no_edge_wrote_is_told(small_knowledge: Path, tmp_path: Path) -> None:
    """Ordinals, spans, texts and JSON of any kind under a true seal: questions, searches and listings end in
    an answer or in KnowledgeDamaged, in seconds, with at most 1 GB; never a traceback, never 32 GiB.
    """
    done = subprocess.run(
        [sys.executable, "-W", "error", hostile_databases.__file__, str(small_knowledge), str(tmp_path)],
        capture_output=True, text=True, encoding="utf-8", timeout=600, cwd=ROOT, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "EDGE_HOME": str(tmp_path / "home")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["name"] for one in told] == list(hostile_databases.ALTERED)
    odd = [one for one in told if not set(one["outcomes"]) <= {"fine", "KnowledgeDamaged"}]
    assert odd == []
    assert sum("KnowledgeDamaged" in one["outcomes"] for one in told) >= 15
    assert max(one["peak"] for one in told) < 1_000
    fault_tally.count("hostile databases", len(told))


def test_a_base_of_ours_has_no_fault(small_knowledge: Path, tmp_path: Path) -> None:
    """What an index run writes is never called a stranger's; an altered one is, by what is wrong."""
    assert fault(small_knowledge) == ""
    path = tmp_path / "altered.db"
    hostile_databases.altered(small_knowledge, path, hostile_databases.ALTERED["spans past the page"])
    assert fault(path) == "a chunk outside its page"


def test_a_damaged_seal_is_refused(small_knowledge: Path, tmp_path: Path) -> None:
    """A byte changed, lost or added in hashes, manifest or footer: refused by name."""
    whole = small_knowledge.read_bytes()
    begins = read_seal(small_knowledge).size
    chance = random.Random(5)
    path = tmp_path / "damaged.db"
    for number in range(SEALS):
        at = chance.randrange(begins, len(whole))
        byte = bytes([whole[at] ^ chance.randrange(1, 256)])
        path.write_bytes(
            (whole[:at] + byte + whole[at + 1 :], whole[:at], whole[:at] + byte + whole[at:])[number % 3]
        )
        with pytest.raises(KnowledgeDamaged, match=r"damaged\.db"):
            verify(path)
        with pytest.raises(KnowledgeError):
            open_knowledge(path)
    fault_tally.count("damaged seals", SEALS)
