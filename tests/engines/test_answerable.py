"""The head on the reader's states: its own reader, its own size, and what it says as a signal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from edge.cascade.calibrate import logit
from edge.cascade.factory import READER
from edge.engines import semantic
from edge.engines.answerable import MOST, AnswerableHeads, LinearHead, load_heads
from edge.engines.lexical import LexicalEngine
from edge.engines.linear import Judged
from edge.engines.lines import Shown, shown
from edge.errors import ModelError
from edge.models import catalog
from edge.records import Passage

TEXTS = (
    "The key hangs behind the blue door. Nobody takes it without asking the caretaker.",
    "To close the mill: 1. stop the wheel; 2. bar the gate; 3. bring the key to the office.",
)
HEADS = AnswerableHeads(
    schema=1,
    network="a",
    heads={
        "prose": LinearHead(weights=[1.0, 0.0, 0.0, 0.5], intercept=-1.0),
        "papers": LinearHead(weights=[0.0, 1.0, 0.0, 0.0], intercept=0.0),
    },
)


def passages() -> list[Passage]:
    return [
        Passage(chunk=n, source="a.txt", page=n, start=0, end=len(text), text=text, rank=n, score=1 / n)
        for n, text in enumerate(TEXTS, 1)
    ]


def unit(text: str) -> NDArray[np.float32]:
    found = np.random.default_rng(len(text)).standard_normal(8).astype(np.float32)
    return found / np.float32(np.linalg.norm(found))


def frequencies(words: Sequence[str]) -> Mapping[str, int]:
    return dict.fromkeys(words, 1)


class Mute:
    """A reader to which all lines are alike."""

    def read(
        self, question: str, passages: Sequence[Shown], worth: NDArray[np.float64]
    ) -> NDArray[np.float32]:
        return np.zeros(len(worth), np.float32)

    def near(self, question: str, passage: Shown, line: int) -> float:
        return 0.0

    def beside(self, question: str, places: Sequence[tuple[Shown, int]]) -> NDArray[np.float32]:
        return np.zeros(len(places), np.float32)


def choose(judge: Any, **judged: Judged) -> Any:
    weights = msgspec.structs.replace(semantic.load_weights(), judged=judged)
    lexical = LexicalEngine(frequencies, 9)
    engine = semantic.SemanticEngine(lexical, unit, Mute(), weights.network, weights, judge=judge)
    return engine.choose("Where does the key hang?", passages())


def test_the_best_sentence_is_judged_and_nothing_else_changes() -> None:
    """Once a question, of the page and line that were chosen; a signal more, and the same choice."""
    seen: list[tuple[str, Shown, int]] = []

    def judge(question: str, page: Shown, line: int) -> dict[str, float]:
        seen.append((question, page, line))
        return {"answerable": 1.25}

    draft, plain = choose(judge), choose(None)
    ((question, page, line),) = seen
    assert question == "Where does the key hang?"
    assert page.lines[line].text == draft.choices[0].text
    assert draft.signals["answerable"] == 1.25 and "answerable" not in plain.signals
    assert msgspec.structs.replace(draft, signals=plain.signals) == plain


def test_what_the_judge_says_counts_in_how_sure_it_is() -> None:
    """For the kind of document that the weights name it adds to the log-odds, by its weight; for another
    kind, or in the choice itself, nothing changes.
    """
    worth = Judged(own=1.0, signals={"answerable": 0.5}, intercept=0.0)
    plain = choose(None).signals["right"]
    for odds in (-2.0, 0.0, 2.0):
        draft = choose(lambda *_, odds=odds: {"answerable": odds}, pages=worth)
        assert logit(draft.signals["right"]) == pytest.approx(logit(plain) + 0.5 * odds, abs=1e-6)
        assert draft.choices == choose(None).choices
        assert choose(lambda *_, odds=odds: {"answerable": odds}, parts=worth).signals["right"] == plain


@given(st.floats(0, 1), st.fixed_dictionaries(dict.fromkeys("abc", st.floats(-6, 6))))
def test_sureness_stays_a_probability(before: float, said: dict[str, float]) -> None:
    """Whatever a judge says, also of signals that nobody asked for; more for it is never less sure."""
    worth = Judged(own=0.7, signals={"a": 0.9, "b": 0.3}, intercept=-0.4)
    now = worth.sureness(before, said)
    assert 0.0 <= now <= 1.0
    assert worth.sureness(before, {**said, "a": 6.0}) >= now


def test_a_signal_that_no_head_says_is_no_nought() -> None:
    """Heads fitted anew without the one that the weights count on would shift every sureness unseen."""
    worth = Judged(own=0.7, signals={"shown": 0.9}, intercept=-0.4)
    with pytest.raises(ModelError, match=r"weighs shown.*\n?.*calibrate_shown"):
        worth.sureness(0.5, {"other": 1.0})


def test_the_heads_that_ship_say_what_the_weights_count_on() -> None:
    """Both files are fitted together."""
    heads = load_heads(catalog.get(READER).fitted_with).heads
    worth = semantic.load_weights().judged
    assert set(worth) == {"parts"} and all(one.signals.keys() <= heads.keys() for one in worth.values())


def test_every_candidate_has_a_place() -> None:
    """Of a sentence or row its own line, of a list an item of it."""
    pages = shown(passages())
    measured, _ = LexicalEngine(frequencies, 9).measure("Where does the key hang?", passages())
    for number, candidate in enumerate(measured.candidates):
        found = semantic.place(pages, number)
        assert found is not None
        text = found[0].lines[found[1]].text
        assert text == candidate.text or (candidate.kind == "list" and text in candidate.text)
    assert semantic.place(pages, len(measured.candidates)) is None


def test_odds_are_linear_and_bounded() -> None:
    """What it was not fitted on cannot say more than MOST; states of another size are refused."""
    assert HEADS.odds(np.array([[2.0, 3.0], [9.0, 1.0]], np.float32)) == {"prose": 1.5, "papers": 3.0}
    assert HEADS.odds(np.full((2, 2), 1e6, np.float32)) == {"prose": MOST, "papers": MOST}
    assert HEADS.odds(np.full((2, 2), -1e6, np.float32)) == {"prose": -MOST, "papers": -MOST}
    with pytest.raises(ModelError, match="6 states"):
        HEADS.odds(np.zeros((2, 3), np.float32))


def test_a_head_of_another_reader_or_a_damaged_one_is_refused(tmp_path: Path) -> None:
    """Whatever is wrong with the file, the error says how to make it again."""
    path = tmp_path / "head.json"
    path.write_bytes(msgspec.json.encode(HEADS))
    assert load_heads("a", path) == HEADS
    for network, content in (("b", path.read_bytes()), ("c", b"{"), ("d", b'{"schema": 1}')):
        path.write_bytes(content)
        with pytest.raises(ModelError) as caught:
            load_heads(network, path)
        assert "build/train_answerable.py" in caught.value.hint
    with pytest.raises(ModelError, match="cannot be read"):
        load_heads("e", tmp_path / "none.json")


def test_the_head_that_ships_belongs_to_the_reader_that_ships() -> None:
    """A reader trained anew without its head fails here; the head tells what is answered from what is not."""
    pytest.importorskip("onnxruntime")
    from edge.models import networks

    heads, reader = load_heads(catalog.get(READER).fitted_with), networks.evidence(READER)
    page = shown(passages())[0]
    asked = ("Where does the key hang?", "When was the key made?", "Where does the lantern hang?")
    there, *gone = (heads.odds(reader.states(question, page, 0)) for question in asked)
    for name in heads.heads:
        assert all(there[name] > odds[name] for odds in gone), name
