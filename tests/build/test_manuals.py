"""The labels of `datasets/manuals` and `datasets/found` point at what edge's own readers see."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from edge.indexing.pdf.process import PdfReader
from edge.indexing.readers import formats
from edge.indexing.structure.document import Document
from edge.search.pages import lines_of
from edge.search.structure import StoredStructure
from edge.settings import IndexSettings

DATASETS = ROOT / "datasets"
FOUND = ("found/en", "found/fr")
PARTS = ("manuals/en-a", "manuals/en-b", "manuals/fr-a", "manuals/fr-b", *FOUND)
KINDS = {
    "fact", "howto", "definition", "table", "list", "code", "yesno", "conversational", "typo", "twopart",
    "followup", "absent", "almost",
}  # fmt: skip


@cache
def questions(part: str) -> list[dict[str, Any]]:
    lines = (DATASETS / part / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def document_of(path: Path) -> Document:
    """What the reader makes of a file."""
    data = path.read_bytes()
    kind = formats.kind_of(path, data[:1024])
    if kind == "pdf":
        return PdfReader(IndexSettings()).read(path, path.name)
    return formats.document_of(data, path.name, kind, len(data))


@cache
def pages_of(path: Path) -> dict[int, str]:
    """The texts of a document's pages, white space folded."""
    return {page.number: " ".join(page.text.split()) for page in document_of(path).pages}


def text_of(path: Path) -> str:
    return " ".join(pages_of(path).values())


@pytest.mark.parametrize("part", PARTS)
def test_labels_are_whole(part: str) -> None:
    """Ids once, known kinds, an answer with evidence or neither, documents split in three."""
    rows = questions(part)
    ids = [row["id"] for row in rows]
    assert len(set(ids)) == len(ids) and {row["kind"] for row in rows} <= KINDS
    documents = tomllib.loads((DATASETS / part / "manifest.toml").read_text(encoding="utf-8"))
    flat = json.dumps(documents)
    assert all(f'"split": "{split}"' in flat for split in ("fit", "calibration", "sealed"))
    for row in rows:
        assert row["question"].strip(), row["id"]
        assert row["language"] in (("en", "fr") if part in FOUND else (part.split("/")[1][:2],)), row["id"]
        assert row["follows"] is None or row["follows"] in ids, row["id"]
        assert (row["kind"] in ("absent", "almost")) == (not row["evidence"]), row["id"]


@pytest.mark.parametrize("part", PARTS)
def test_the_readers_see_the_evidence(part: str) -> None:
    """At least 99 % of what answers stands in the text that edge indexes, word for word."""
    files = {path.stem: path for path in (DATASETS / part / "documents").iterdir()}
    runs = [
        (row["document"], run)
        for row in questions(part)
        for run in [*(row["evidence"] or []), *(row.get("also") or [])]
    ]
    missing = [
        run for document, run in runs if " ".join(run.split()) not in text_of(files[Path(document).stem])
    ]
    assert len(missing) <= 0.01 * len(runs), missing


def manifest(part: str) -> list[dict[str, Any]]:
    documents: list[dict[str, Any]] = tomllib.loads(
        (DATASETS / part / "manifest.toml").read_text(encoding="utf-8")
    )["document"]
    return documents


@pytest.mark.parametrize("part", FOUND)
def test_found_documents_may_be_carried(part: str) -> None:
    """Each found document is in one split and small; origin, author, licence named, its text here."""
    documents = manifest(part)
    files = {path.name for path in (DATASETS / part / "documents").iterdir()}
    assert {Path(entry["file"]).name for entry in documents} == files and len(files) == len(documents)
    assert {entry["split"] for entry in documents} <= {"fit", "calibration", "open", "sealed"}
    for entry in documents:
        path = DATASETS / part / entry["file"]
        # Fonts take most of a PDF, as text it is no longer than the others.
        assert path.stat().st_size <= (250_000 if path.suffix == ".pdf" else 60_000), entry["id"]
        assert all(entry[name].strip() for name in ("origin", "author", "licence")), entry["id"]
        text = entry.get("licence_file")
        # Those without a file are their own licence, state it, or are in the public domain.
        assert text is None or (DATASETS / part / text).is_file(), entry["id"]
    assert {row["document"] for row in questions(part)} == {entry["id"] for entry in documents}


def bare(text: str) -> str:
    """Letters and digits alone: readers add bullets and arrows, Markdown its marks, both fold spaces."""
    return re.sub(r"[\W_]", "", text).casefold()


@pytest.mark.parametrize("part", FOUND)
def test_found_evidence_lies_where_it_is_said(part: str) -> None:
    """The lines of a label, in their order, hold all of its first evidence; in a PDF or a book, its page."""
    files = {Path(entry["file"]).stem: DATASETS / part / entry["file"] for entry in manifest(part)}
    checked = 0
    for row in questions(part):
        path = files[row["document"]]
        place = "page" if path.suffix in (".pdf", ".epub") else "lines"
        assert (row.get(place) is None) == (not row["evidence"]), row["id"]
        if not row["evidence"]:
            continue
        if place == "page":
            assert " ".join(row["evidence"][0].split()) in pages_of(path)[row["page"]], row["id"]
            checked += 1
            continue
        first, last = row["lines"]
        source = " ".join(path.read_text(encoding="utf-8").splitlines()[first - 1 : last])
        if path.suffix == ".html":
            source = unescape(re.sub(r"<[^>]*>", "", source))
        assert bare(row["evidence"][0]) in bare(source), row["id"]
        checked += 1
    assert checked > 100


@pytest.mark.parametrize("part", FOUND)
def test_lines_of_html_are_those_of_the_label(part: str) -> None:
    """Evidence in a page of HTML is said to stand on the lines that the label has, found by another way; at
    least 98 in 100 on just these.
    """
    files = {one["id"]: DATASETS / part / one["file"] for one in manifest(part)}
    same = checked = 0
    for row in questions(part):
        path = files[row["document"]]
        if path.suffix != ".html" or not row["evidence"]:
            continue
        (page,) = document_of(path).pages
        run = re.search(r"\s+".join(map(re.escape, row["evidence"][0].split())), page.text)
        if run is None:
            continue
        said = lines_of(StoredStructure(page.lines), page.text, *run.span())
        first, last = row["lines"]
        same += said == (first, last)
        checked += 1
        assert said and (page.text.count(run[0]) > 1 or (said[0] <= last and first <= said[1])), row["id"]
    assert checked > 400 and same >= 0.98 * checked
