"""Results of a search in the order in which the reader finds the query answered."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edge
from edge.errors import ModelError
from edge.records import Hit, Passage
from edge.search.reorder import CHANNEL, LEAST, PAGE, PART, POOL, BestLine, PagesRead, by_evidence
from edge.settings import Settings

#: The second answers; the first says the words of the question once more.
TALK = (
    "# Keys\n\nTenants often ask where the key of the boiler room is. Nobody but the caretaker needs it as a"
    " rule, and it is kept in good order.\n"
)
ANSWER = "# Winter\n\nThe key of the boiler room is on a hook behind the blue door.\n"
OTHERS = ("# Bins\n\nThe bins are emptied on Mondays.\n", "# Bicycles\n\nThe room for bicycles has no key.\n")
QUESTION = "Where is the key of the boiler room kept?"


def results(*scores: float) -> list[Hit]:
    return [
        Hit(
            rank=rank, source=f"{rank}.md", page=None, pages=[], score=score, channels={"words": score},
            text="text", heading="", chunk=rank,
        )
        for rank, score in enumerate(scores, 1)
    ]  # fmt: skip


def order(hits: list[Hit]) -> list[str]:
    return [hit.source for hit in hits]


def read(hits: list[Hit], *odds: float) -> list[Hit]:
    return by_evidence(hits, dict(enumerate(odds, 1)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("house")
    for name, text in zip(("talk", "winter", "bins", "bicycles"), (TALK, ANSWER, *OTHERS), strict=True):
        (made / f"{name}.md").write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def base(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("base") / "k.db"
    with edge.open(base) as session:
        session.index([folder])
    return base


def without() -> Settings:
    return edge.config.load({"search.reader": "none"}, environ={})


def test_evidence_counts_beside_the_score() -> None:
    """A little evidence moves what stands close; no evidence moves what stands far."""
    near = results(1.0, 0.9)
    assert order(read(near, 0.0, 0.11 / PART.weight)) == ["2.md", "1.md"]
    assert order(read(near, 0.0, 0.09 / PART.weight)) == ["1.md", "2.md"]
    assert order(read(results(10.0, 0.1), 2 * LEAST, 0.4 / PART.weight)) == ["1.md", "2.md"]


def test_a_page_of_which_one_passage_is_read_moves_less() -> None:
    """Its evidence says less of it, and no more than so much counts."""
    pages = [msgspec.structs.replace(hit, page=hit.rank) for hit in results(1.0, 1.01 - PAGE.weight)]
    assert order(read(pages, 0.0, 1.0)) == ["2.md", "1.md"]
    far = [msgspec.structs.replace(hit, page=hit.rank) for hit in results(1.0, 0.99 - 2 * PAGE.weight)]
    assert order(read(far, 0.0, 9.0)) == ["1.md", "2.md"]


@given(
    st.lists(st.floats(0.001, 9), min_size=2, max_size=2 * POOL),
    st.lists(st.floats(-20, 20), min_size=POOL, max_size=POOL),
)
def test_the_order_alone_changes(scores: list[float], odds: list[float]) -> None:
    """The same results, ranked from 1, with the scores that stood at each place, and channels that still add
    up to them; those beyond the pool stay.
    """
    hits = results(*sorted(scores, reverse=True))
    found = read(hits, *odds[: len(hits)])
    assert sorted(order(found)) == sorted(order(hits)) and found[POOL:] == hits[POOL:]
    assert [hit.rank for hit in found] == list(range(1, len(hits) + 1))
    assert [hit.score for hit in found] == [hit.score for hit in hits]
    assert all(sum(hit.channels.values()) == pytest.approx(hit.score, abs=1e-5) for hit in found)


def test_what_is_not_read_is_a_little_worse_than_the_worst() -> None:
    """Nobody knows what it says: it neither gains on what was read nor falls to the floor."""
    hits = results(1.0, 1.0 + PART.weight / 2, 1.0 + 2 * PART.weight)
    assert order(by_evidence(hits, {1: 0.0})) == ["3.md", "1.md", "2.md"]
    assert order(by_evidence(hits, {1: LEAST - 9})) == ["3.md", "2.md", "1.md"]


def test_the_page_that_answers_comes_before_one_that_asks(base: Path) -> None:
    """With the networks that ship; the channel says what each gained or lost, whatever `k` is."""
    pytest.importorskip("onnxruntime")
    with edge.open(base, settings=without()) as session:
        plain = session.search(QUESTION).results
    with edge.open(base) as session:
        found = session.search(QUESTION).results
        assert order(session.search(QUESTION, 1).results) == ["winter.md"]
    assert order(plain)[0] == "talk.md" and order(found)[:2] == ["winter.md", "talk.md"]
    assert not any(CHANNEL in hit.channels for hit in plain)
    assert found[0].channels[CHANNEL] > 0 > found[1].channels[CHANNEL]
    assert {hit.text for hit in found} == {hit.text for hit in plain}


def test_the_line_that_answers_is_told(base: Path) -> None:
    """Of each result that was read: a run of its text, by places of the same text as `start`."""
    pytest.importorskip("onnxruntime")
    with edge.open(base) as session:
        first, *others = session.search(QUESTION).results
    assert first.best is not None
    at, end = (place - first.start for place in first.best)
    assert first.text[at:end] == "The key of the boiler room is on a hook behind the blue door."
    assert all(one.start <= one.best[0] < one.best[1] <= one.end for one in others if one.best)
    with edge.open(base, settings=without()) as session:
        assert {hit.best for hit in session.search(QUESTION).results} == {None}


@pytest.mark.parametrize("paged", [True, False])
@pytest.mark.parametrize("joint", [False, True])
def test_the_part_with_the_best_line_is_shown(tmp_path: Path, paged: bool, joint: bool) -> None:
    """Words say which part of a page is shown, unless a reader has found the line: then it is the part with
    this line, told by places in the same text as `start`; of what was not read nothing changes.
    """
    talk = " ".join(f"The key of the boiler room is asked for often, says tenant {n}." for n in range(20))
    answer = " ".join(f"Behind door {n} hangs a hook." for n in range(40))
    if paged:
        place = tmp_path / "house.jsonl"
        line = {"source": "house", "page": 1, "text": f"{talk}\n\n{answer}"}
        place.write_text(json.dumps(line) + "\n", encoding="utf-8")
    else:
        place = tmp_path / "house.md"
        place.write_text(f"# Keys\n\n{talk} {answer}\n", encoding="utf-8")
    (tmp_path / "bins.md").write_text(OTHERS[0], encoding="utf-8")

    def read(query: str, passages: list[Passage]) -> PagesRead:
        for one in passages:
            if (at := one.text.find("Behind door 30")) >= 0:
                start = one.start + at
                return PagesRead(
                    {one.rank: BestLine(3.0, (start, start + len("Behind door 30 hangs a hook.")))}
                )
        return PagesRead({})

    with edge.open(tmp_path / "k.db", settings=without()) as session:
        session.index([place, tmp_path / "bins.md"])
    bases = [tmp_path / "k.db"]
    if joint:
        bases.append(tmp_path / "other.db")
        with edge.open(bases[1], settings=without()) as session:
            session.index([tmp_path / "bins.md"])
    with edge.open(bases, settings=without()) as session:
        plain = session.library.searcher.search(QUESTION).results
        found = session.library.searcher.search(QUESTION, reader=read).results
    assert "Behind door 30" not in plain[0].text and plain[0].best is None
    assert found[0].best is not None and found[0].start <= found[0].best[0]
    start, end = (at - found[0].start for at in found[0].best)
    assert found[0].text[start:end] == "Behind door 30 hangs a hook."
    assert [one.text for one in found[1:]] == [one.text for one in plain[1:]]
    assert {one.best for one in found[1:]} <= {None}


def test_what_is_indexed_in_between_is_read(folder: Path, tmp_path: Path) -> None:
    """A session that searched, indexed and searches again reads the new base, not the one it let go."""
    pytest.importorskip("onnxruntime")
    with edge.open(tmp_path / "k.db") as session:
        session.index([folder / "talk.md", folder / "bins.md"])
        assert order(session.search(QUESTION).results)[0] == "talk.md"
        session.index([folder])
        assert order(session.search(QUESTION).results)[0] == "winter.md"


def test_scores_of_nothing_divide_nothing() -> None:
    """Scores are rounded: even where all of them are none, results have an order."""
    assert order(read(results(0.0, 0.0), 0.0, 1.0)) == ["2.md", "1.md"]


def test_several_bases_are_read_as_one(base: Path, tmp_path: Path) -> None:
    """The best of all of them, each under its base's name."""
    pytest.importorskip("onnxruntime")
    (tmp_path / "hall.md").write_text("# Hall\n\nThe hall is swept on Fridays.\n", encoding="utf-8")
    with edge.open(tmp_path / "other.db") as session:
        session.index([tmp_path / "hall.md"])
    with edge.open([base, tmp_path / "other.db"]) as session:
        first = session.search(QUESTION).results[0]
    assert (first.source, first.knowledge) == ("winter.md", "k.db") and CHANNEL in first.channels


def test_a_reader_that_cannot_be_used_is_told(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The results come all the same, in the order of words and meaning, and a note says why."""
    pytest.importorskip("onnxruntime")
    from edge.models import networks

    def broken(name: str) -> None:
        raise ModelError("The reader is damaged.", "Reinstall edge.")

    with edge.open(base, settings=without()) as session:
        plain = session.search(QUESTION)
    monkeypatch.setattr(networks, "evidence", broken)
    with edge.open(base) as session:
        found = session.search(QUESTION)
    assert found.results == plain.results and plain.notes == []
    assert found.notes == ["ranked by words and meaning alone: The reader is damaged"]


def test_another_language_is_not_read(base: Path) -> None:
    """The reader knows French and English."""
    with edge.open(base) as session:
        results = session.search("Где находится ключ от boiler room key?").results
    assert results and not any(CHANNEL in hit.channels for hit in results)
