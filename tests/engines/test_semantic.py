"""The engine that also compares meanings: which sentences get a vector, and whose weights it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import edge
from edge import paths
from edge.engines import semantic
from edge.engines.lexical import LexicalEngine
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


@cache
def fitted() -> str:
    """The encoder that the shipped weights were fitted with."""
    return semantic.load_weights().network


@given(sizes=st.lists(st.integers(1, 40), min_size=1, max_size=30), seed=st.integers(0, 9))
@settings(max_examples=40, deadline=None)
def test_vectors_are_few_and_no_passage_is_forgotten(sizes: list[int], seed: int) -> None:
    """At most MOST sentences get a vector, each once and in order, the best by words among them; while there
    is room every passage has one.
    """
    texts = [" ".join(f"The key number {n} hangs there." for n in range(size)) for size in sizes]
    measured, _ = LexicalEngine(frequencies, 50).measure("Where does the key hang?", passages(*texts))
    utility = np.random.default_rng(seed).standard_normal(len(measured.candidates))
    kept = semantic.worth_a_vector(measured, utility)
    assert kept == sorted(set(kept)) and len(kept) == min(semantic.MOST, len(utility))
    assert int(np.argmax(utility)) in kept
    if 2 * len(sizes) <= semantic.MOST:
        assert {measured.candidates[at].passage for at in kept} == set(range(len(sizes)))


def test_the_same_question_has_the_same_draft() -> None:
    """Nothing is drawn by chance, and every number is finite: they are printed as JSON."""
    engine = semantic.SemanticEngine(LexicalEngine(frequencies, 12), hashed, fitted())
    first, second = (engine.choose("Where is the key?", passages(FRENCH, ENGLISH)) for _ in range(2))
    assert first == second and first.choices
    assert np.isfinite(list(first.signals.values())).all()


def test_nothing_to_choose_from_is_none() -> None:
    """Without a passage P(none) is 1, and no vector is asked for."""
    engine = semantic.SemanticEngine(
        LexicalEngine(frequencies, 12), lambda _: pytest.fail("no text"), fitted()
    )
    draft = engine.choose("Where is the key?", [])
    assert (draft.choices, draft.none) == ([], 1.0)


def test_weights_of_another_encoder_are_refused() -> None:
    """A cosine of one encoder means nothing to weights fitted with another."""
    with pytest.raises(ModelError, match="another encoder"):
        semantic.SemanticEngine(LexicalEngine(frequencies, 12), hashed, "0" * 64)
    other = msgspec.structs.replace(semantic.load_weights(), network="0" * 64)
    assert semantic.SemanticEngine(LexicalEngine(frequencies, 12), hashed, "0" * 64, other).name == "semantic"


def test_an_english_question_finds_the_french_sentence() -> None:
    """With the encoder that ships, meaning crosses the language where no word does."""
    pytest.importorskip("onnxruntime")
    from edge.models import manage

    embedder = manage.embedder("encoder-fr-en", threads=1)
    engine = semantic.SemanticEngine(LexicalEngine(frequencies, 12), embedder.query, fitted())
    draft = engine.choose("Where is the key kept?", passages(ENGLISH, FRENCH))
    assert draft.choices[0].text == "La clé est suspendue derrière la porte bleue."


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
