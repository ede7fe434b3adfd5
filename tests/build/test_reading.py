"""What the networks learn from: whole labels, evidence that stands in its document, free texts."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from edge.indexing.readers import formats

READING = ROOT / "datasets" / "reading"
PARTS = sorted(path.parent.name for path in READING.glob("*/manifest.toml"))


@cache
def documents(part: str) -> dict[str, dict[str, Any]]:
    """The manifest's entries by id."""
    manifest = tomllib.loads((READING / part / "manifest.toml").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in manifest["document"]}


@cache
def questions(part: str) -> list[dict[str, Any]]:
    """The lines of `questions.jsonl`."""
    lines = (READING / part / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def text_of(path: Path) -> str:
    """What the reader makes of a document, white space folded."""
    data = path.read_bytes()
    found = formats.document_of(data, path.name, formats.kind_of(path, data[:1024]), len(data))
    return " ".join(" ".join(page.text.split()) for page in found.pages)


@pytest.mark.parametrize("part", PARTS)
def test_labels_are_whole(part: str) -> None:
    """Ids once, documents of the manifest and the folder alike, evidence exactly where something answers."""
    rows, known = questions(part), documents(part)
    files = {path.name.partition(".")[0] for path in (READING / part / "documents").iterdir()}
    assert set(known) == files == {row["document"] for row in rows}
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        assert row["language"] in ("en", "fr") and row["question"].strip(), row["id"]
        assert (row["kind"] in ("absent", "almost")) == (not row["evidence"]), row["id"]


@pytest.mark.parametrize("part", PARTS)
def test_evidence_stands_in_its_document(part: str) -> None:
    """At least 99 % of what answers, or only seems to, is a run of the text that edge reads."""
    files = {path.name.partition(".")[0]: path for path in (READING / part / "documents").iterdir()}
    runs = []
    for row in questions(part):
        also = [[one] if isinstance(one, str) else one for one in row.get("also") or []]
        ways = [row["evidence"] or [], *also, row.get("near") or []]
        runs += [(row["document"], run) for way in ways for run in way]
    missing = [
        (document, run) for document, run in runs if " ".join(run.split()) not in text_of(files[document])
    ]
    assert len(missing) <= 0.01 * len(runs), missing


@pytest.mark.parametrize("part", PARTS)
def test_documents_may_be_carried(part: str) -> None:
    """What is not our own names its origin, and the licence that lies beside."""
    for entry in documents(part).values():
        if entry["licence"] not in ("CC0-1.0", "public domain"):
            assert "Debian package" in entry["origin"], entry["id"]
            assert (READING / part / entry["licence_file"]).is_file(), entry["id"]
