"""What is near in meaning is told of each passage: the cosines that the search has found anyway."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import edge
from edge.records import Passage

pytest.importorskip("onnxruntime", reason="onnxruntime (extra embed) is not installed")
pytest.importorskip("tokenizers", reason="tokenizers (extra embed) is not installed")

QUESTION = "Where is the key of the boiler room kept?"
TEXT = " ".join(
    f"The bins of house {n} are emptied on Mondays by the city, early in the morning." for n in range(30)
)
ANSWER = "The key of the boiler room hangs behind the blue door."


def passages(base: Path, **changed: str) -> list[Passage]:
    settings = edge.config.load(changed, environ={})
    with edge.open(base, settings=settings) as session:
        return session.library.searcher.passages(QUESTION, 5)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    (folder / "part.md").write_text(f"# House\n\n{TEXT} {ANSWER}\n", encoding="utf-8")
    page = {"source": "page", "page": 1, "text": f"{TEXT}\n\n{ANSWER}"}
    (folder / "page.jsonl").write_text(json.dumps(page) + "\n", encoding="utf-8")
    with edge.open(folder / "k.db") as session:
        session.index([folder / "part.md", folder / "page.jsonl"])
    return folder / "k.db"


def test_each_passage_has_the_cosines_of_its_own_chunks(base: Path) -> None:
    """A passage of a page is one chunk and has one; a part is read whole and has those of all its chunks;
    what speaks of the same is nearer.
    """
    found = passages(base)
    paged, parts = [one for one in found if one.paged], [one for one in found if not one.paged]
    assert len(paged) > 1 and parts
    for one in paged:
        assert [(near.start, near.end) for near in one.similarities] == [(one.start, one.end)]
    for one in parts:
        assert len(one.similarities) > 1 and all(near.end <= len(one.text) for near in one.similarities)
    for one in (paged, parts):
        near = [each for passage in one for each in passage.similarities]
        best = max(near, key=lambda each: each.cosine)
        (text,) = {passage.text[best.start - passage.start : best.end - passage.start] for passage in one
                   if best in passage.similarities}  # fmt: skip
        assert ANSWER in text and -1.0 <= best.cosine <= 1.0


def test_without_vectors_there_are_none(base: Path) -> None:
    """Searched by words, a passage has no cosines, and nothing is made up."""
    assert {len(one.similarities) for one in passages(base, **{"search.vectors": "none"})} == {0}
