"""The labels of `datasets/manuals` point at what edge's own readers see."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from edge.indexing.pdf.process import PdfReader
from edge.indexing.readers import choose as reader
from edge.settings import IndexSettings

MANUALS = ROOT / "datasets" / "manuals"
PARTS = ("en-a", "en-b", "fr-a", "fr-b")
KINDS = {
    "fact", "howto", "definition", "table", "list", "code", "yesno", "conversational", "typo", "twopart",
    "followup", "absent", "almost",
}  # fmt: skip


@cache
def questions(part: str) -> list[dict[str, Any]]:
    lines = (MANUALS / part / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def text_of(path: Path) -> str:
    """What the reader makes of a document, white space folded."""
    data = path.read_bytes()
    kind = reader.kind_of(path, data[:1024])
    if kind == "pdf":
        document = PdfReader(IndexSettings()).read(path, path.name)
    else:
        document = reader.document_of(data, path.name, kind, len(data))
    return " ".join(" ".join(page.text for page in document.pages).split())


@pytest.mark.parametrize("part", PARTS)
def test_labels_are_whole(part: str) -> None:
    """Ids once, known kinds, an answer with evidence or neither, documents split in three."""
    rows = questions(part)
    ids = [row["id"] for row in rows]
    assert len(set(ids)) == len(ids) and {row["kind"] for row in rows} <= KINDS
    documents = tomllib.loads((MANUALS / part / "manifest.toml").read_text(encoding="utf-8"))
    flat = json.dumps(documents)
    assert all(f'"split": "{split}"' in flat for split in ("fit", "calibration", "sealed"))
    for row in rows:
        assert row["language"] == part[:2] and row["question"].strip(), row["id"]
        assert row["follows"] is None or row["follows"] in ids, row["id"]
        assert (row["kind"] in ("absent", "almost")) == (not row["evidence"]), row["id"]


@pytest.mark.parametrize("part", PARTS)
def test_the_readers_see_the_evidence(part: str) -> None:
    """At least 99 % of the evidence stands in the text that edge indexes, word for word."""
    files = {path.stem: path for path in (MANUALS / part / "documents").iterdir()}
    runs = [(row["document"], run) for row in questions(part) for run in row["evidence"] or []]
    missing = [
        run for document, run in runs if " ".join(run.split()) not in text_of(files[Path(document).stem])
    ]
    assert len(missing) <= 0.01 * len(runs), missing
