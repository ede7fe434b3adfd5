"""A server that runs for somebody serves what they may read, as if there were nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from http_server import serving
from readers import ANNA, index, write

pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")


def test_a_server_obeys_the_settings_of_who_started_it(tmp_path: Path) -> None:
    """Documents, pages, passages and answers: nothing of the folder of another, not even that it is there."""
    whole, alone = tmp_path / "whole.db", tmp_path / "alone.db"
    index(whole, write(tmp_path / "own", gong="The gong is struck at noon by the arbiter."), by=ANNA,
          visibility="private")  # fmt: skip
    for base in (whole, alone):
        index(base, write(tmp_path / "all", clock="The clock is stopped when the gong is struck twice."))
    with serving(
        tmp_path / "home", "--knowledge", str(whole), "--knowledge", str(alone), "--set", "access.owner=ben"
    ) as served:
        told = []
        for name in ("whole", "alone"):
            documents = served.get(f"/api/documents?knowledge={name}")
            found = served.post("/api/search", {"query": "gong noon", "knowledge": name})
            asked = {"question": "When is the gong struck?", "engine": "lexical", "knowledge": name}
            answer = served.post("/api/ask", asked)
            gone = served.request("GET", f"/api/page?source=gong.md&page=1&knowledge={name}")
            told.append((
                documents["documents"], documents["roots"], found["results"], found["sources"],
                answer["answer"], answer["confidence"], gone.status, gone.json()["error"]["message"],
            ))  # fmt: skip
    assert told[0] == told[1] and "noon" not in str(told[0])
