"""The engine that reads and compares meanings: which sentences get a vector, and whose weights it takes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import edge
from edge import paths
from edge.cascade.factory import ENCODER, READER
from edge.engines import semantic
from edge.engines.lexical import LexicalEngine
from edge.engines.lines import Line, LineReader, Shown
from edge.errors import ModelError
from edge.records import Passage

FRENCH = (
    "La remise reste fermée pendant l'hiver. La clé est suspendue derrière la porte bleue. "
    "Personne ne doit la prendre sans prévenir la gardienne."
)
ENGLISH = "The boiler is started with the green lever. Visitors park their cars behind the old mill."


def passages(*texts: str) -> list[Passage]:
    return [
        Passage(chunk=n, source="a.txt", page=n, start=7, end=7 + len(text), text=text, rank=n, score=1 / n)
        for n, text in enumerate(texts, 1)
    ]


def frequencies(words: Sequence[str]) -> Mapping[str, int]:
    return dict.fromkeys(words, 1)


def hashed(text: str) -> NDArray[np.float32]:
    """A unit vector that depends on the text alone."""
    found = np.random.default_rng(len(text)).standard_normal(8).astype(np.float32)
    return found / np.float32(np.linalg.norm(found))


class Said:
    """A reader that says these numbers, else as many as lines have words; the second time the same."""

    def __init__(self, evidence: Sequence[float] = ()) -> None:
        self.evidence = evidence

    def read(
        self, question: str, passages: Sequence[Shown], worth: NDArray[np.float64]
    ) -> NDArray[np.float32]:
        found = np.array(self.evidence or [0.0] * len(worth), np.float32)
        for line in (line for page in passages for line in page.lines if not self.evidence):
            found[list(line.candidates)] = len(line.text.split())
        return found

    def near(self, question: str, passage: Shown, line: int) -> float:
        return self._of(passage.lines[line])

    def beside(self, question: str, places: Sequence[tuple[Shown, int]]) -> NDArray[np.float32]:
        return np.array([self._of(page.lines[line]) for page, line in places], np.float32)

    def _of(self, line: Line) -> float:
        return self.evidence[line.candidates[0]] if self.evidence else len(line.text.split())


class Never:
    """A reader that is asked for nothing."""

    def __getattr__(self, name: str) -> Any:
        pytest.fail("there is no text")


@cache
def fitted() -> str:
    """The networks that the shipped weights were fitted with."""
    return semantic.load_weights().network


def engine(reader: LineReader | None = None, embed: Any = hashed) -> semantic.SemanticEngine:
    return semantic.SemanticEngine(LexicalEngine(frequencies, 12), embed, reader or Said(), fitted())


@given(count=st.integers(1, 60), seed=st.integers(0, 9))
@settings(max_examples=40)
def test_vectors_are_few(count: int, seed: int) -> None:
    """At most MOST sentences get a vector, each once and in order: the READ with most evidence, and of the
    others those that were to be read first.
    """
    order, evidence = np.random.default_rng(seed).standard_normal((2, count))
    kept = semantic.worth_a_vector(evidence, order)
    assert kept == sorted(set(kept)) and len(kept) == min(semantic.MOST, count)
    assert set(np.argsort(-evidence)[: semantic.READ].tolist()) <= set(kept)
    if left := set(range(count)) - set(kept):
        rest = set(kept) - set(np.argsort(-evidence)[: semantic.READ].tolist())
        assert min(order[list(rest)]) > max(order[list(left)])


def test_the_same_question_has_the_same_draft() -> None:
    """Nothing is drawn by chance, and every number is finite: they are printed as JSON."""
    first, second = (engine().choose("Where is the key?", passages(FRENCH, ENGLISH)) for _ in range(2))
    assert first == second and first.choices
    assert np.isfinite(list(first.signals.values())).all()


def test_all_that_was_found_is_read_at_once() -> None:
    """One reading of every passage, with the worth of each candidate; the question has a vector once."""
    read, embedded = list[tuple[str, int, int]](), list[str]()

    class Counting(Said):
        def read(
            self, question: str, passages: Sequence[Shown], worth: NDArray[np.float64]
        ) -> NDArray[np.float32]:
            read.append((question, len(passages), len(worth)))
            return np.zeros(len(worth), np.float32)

    def embedding(text: str) -> NDArray[np.float32]:
        embedded.append(text)
        return hashed(text)

    engine(Counting(), embedding).choose("Where is the key?", passages(FRENCH, ENGLISH))
    assert read == [("Where is the key?", 2, 5)]
    assert embedded.count("Where is the key?") == 1 and len(embedded) == 6


def test_evidence_for_a_sentence_makes_it_likelier() -> None:
    """Of the same sentences with the same words and vectors, the one that the reader points at gains."""

    def share(evidence: Sequence[float], start: str) -> float:
        draft = engine(Said(evidence)).choose("Where is the key?", passages(FRENCH, ENGLISH))
        return next(one.probability for one in draft.choices if one.text.startswith(start))

    for at, start in enumerate(("La remise", "La clé", "Personne", "The boiler", "Visitors")):
        pointed = [6.0 if n == at else -6.0 for n in range(5)]
        assert share(pointed, start) > share([-6.0] * 5, start)


def test_what_a_second_look_says_counts() -> None:
    """Of sentences that the first reading finds alike, the one gains that speaks more when it is read again;
    what is read again beyond all measure is bounded like the first evidence.
    """

    class Again(Said):
        def __init__(self, pointed: str, odds: float) -> None:
            super().__init__([1.0] * 5)
            self.pointed, self.odds = pointed, odds

        def _of(self, line: Line) -> float:
            return self.odds if line.text.startswith(self.pointed) else -4.0

    def shares(pointed: str, odds: float) -> dict[str, float]:
        draft = engine(Again(pointed, odds)).choose("Where is the key?", passages(FRENCH, ENGLISH))
        return {one.text: one.probability for one in draft.choices}

    for text in list(shares("", -4.0))[:2]:
        assert shares(text, 6.0)[text] > shares("nothing", 0.0)[text]
    assert shares("La clé", 1e30) == shares("La clé", 16.0)


@pytest.mark.parametrize("again", [None, {"names": ["behind"]}])
def test_weights_without_a_second_look_are_refused(tmp_path: Path, again: Any) -> None:
    """A weights file of before, or one whose scorer reads other columns, is named with the command that
    trains it.
    """
    told = json.loads(paths.asset("semantic.json").read_text(encoding="utf-8"))
    told["again"] = again and told["again"] | again
    path = tmp_path / "semantic.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(ModelError, match=r"second look|other columns") as caught:
        semantic.load_weights(path)
    assert "build/train_semantic.py" in caught.value.hint


def test_evidence_beyond_all_measure_is_bounded() -> None:
    """What a network says outside the range it was fitted in cannot outweigh all other signs."""
    wild, most = [1e30, -1e30, 99.0, -99.0, 0.0], [16.0, -16.0, 16.0, -16.0, 0.0]
    drafts = [engine(Said(e)).choose("Where is the key?", passages(FRENCH, ENGLISH)) for e in (wild, most)]
    assert drafts[0] == drafts[1] and np.isfinite(list(drafts[0].signals.values())).all()


def test_nothing_to_choose_from_is_none() -> None:
    """Without a passage P(none) is 1, nothing is read and no vector is asked for."""

    def never(*_: object) -> Any:
        pytest.fail("there is no text")

    draft = engine(Never(), never).choose("Where is the key?", [])
    assert (draft.choices, draft.none) == ([], 1.0)


def test_weights_of_other_networks_are_refused() -> None:
    """A cosine or a log-odds of one network means nothing to weights fitted with another."""
    lexical = LexicalEngine(frequencies, 12)
    with pytest.raises(ModelError, match="another encoder or reader") as caught:
        semantic.SemanticEngine(lexical, hashed, Said(), "0" * 64)
    assert "build/train_semantic.py" in caught.value.hint
    other = msgspec.structs.replace(semantic.load_weights(), network="0" * 64)
    assert semantic.SemanticEngine(lexical, hashed, Said(), "0" * 64, other).name == "semantic"
    assert len({semantic.network_of(*pair) for pair in ("ab", "ba", "aa", "bb")}) == 4


def test_the_weights_that_ship_are_those_of_the_networks_that_ship() -> None:
    """Encoder, reader and weights come together: one of them made anew without the others fails here."""
    from edge.models import catalog

    digests = [catalog.get(name).fitted_with for name in (ENCODER, READER)]
    assert semantic.network_of(*digests) == fitted()


def test_an_english_question_finds_the_french_sentence() -> None:
    """With the networks that ship, meaning crosses the language where no word does; and the other way."""
    pytest.importorskip("onnxruntime")
    from edge.models import networks

    opened = engine(networks.evidence(READER), networks.embedder(ENCODER, threads=1).query)
    draft = opened.choose("Where is the key kept?", passages(ENGLISH, FRENCH))
    assert draft.choices[0].text == "La clé est suspendue derrière la porte bleue."
    draft = opened.choose("Comment met-on la chaudière en marche ?", passages(FRENCH, ENGLISH))
    assert draft.choices[0].text == "The boiler is started with the green lever."


def test_the_reader_tells_the_answer_from_its_neighbours() -> None:
    """With the network that ships: of a page's sentences the one that answers has most evidence, in both
    languages and across them.
    """
    pytest.importorskip("onnxruntime")
    from edge.engines.lines import shown
    from edge.models import networks

    reader = networks.evidence(READER)
    for question, text, at in (
        ("Where is the key kept?", FRENCH, 1),
        ("Où est la clé ?", FRENCH, 1),
        ("How is the boiler started?", ENGLISH, 0),
        ("Où les visiteurs garent-ils leur voiture ?", ENGLISH, 1),
    ):
        found = reader.read(question, shown(passages(text)), np.zeros(text.count(".")))
        assert int(np.argmax(found)) == at, question


def test_the_encoder_that_ships_fits_its_table() -> None:
    """The largest token runs: whoever opens the shipped files need not try it again."""
    pytest.importorskip("onnxruntime")
    from edge.engines.onnx.embedder import Embedder
    from edge.models import catalog, installed

    model = catalog.get(ENCODER)
    found = installed.verified(model, model.variant())
    assert found.place == installed.SHIPPED
    assert Embedder(model, model.variant(), found.paths).space.dims


def test_the_reader_that_ships_fits_its_table_and_its_window() -> None:
    """The largest token and a whole window run: whoever opens the shipped files need not try it again."""
    pytest.importorskip("onnxruntime")
    from edge.engines.onnx.evidence import EvidenceReader
    from edge.models import catalog, installed

    model = catalog.get(READER)
    found = installed.verified(model, model.variant())
    assert found.place == installed.SHIPPED and model.reading is not None
    EvidenceReader(found.paths[0], found.paths[-1], vocabulary=model.reading.vocabulary)


def test_a_question_is_embedded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """By search and by the engine that answers: one encoder is opened, the question becomes one vector."""
    embedder = pytest.importorskip("edge.engines.onnx.embedder", reason="extra embed is not installed")
    told: list[tuple[object, str]] = []
    embed = embedder.Embedder._embed

    def counted(self: object, text: str) -> object:
        told.append((self, text))
        return embed(self, text)

    monkeypatch.setattr(embedder.Embedder, "_embed", counted)
    question = "What happens when a flag falls?"
    with edge.open(paths.shipped_knowledge()) as session:
        assert session.ask(question).outcome != "absent"
    assert [text for _, text in told].count(question) == 1
    assert len(told) > 10 and len({id(one) for one, _ in told}) == 1
