"""The reader's network: what it takes, what it gives, and which files it refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import places
import pytest
import tiny_reader
from hypothesis import given
from hypothesis import strategies as st

from edge.engines.onnx import span_model
from edge.errors import ModelError


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> span_model.SpanModel:
    return span_model.load(tiny_reader.write(tmp_path_factory.mktemp("reader")))


@given(st.text(max_size=200))
def test_every_token_knows_its_characters(model: span_model.SpanModel, text: str) -> None:
    """Offsets point into the text, in order, never beyond it: a span is sliced from the page by them."""
    tokens = model.tokens(text)
    assert tokens.offsets.shape == (len(tokens.ids), 2)
    if len(tokens.ids):
        assert tokens.offsets.min() >= 0 and tokens.offsets.max() <= len(text)
        assert (np.diff(tokens.offsets[:, 0]) >= 0).all()


def test_logits_are_told_against_no_answer(model: span_model.SpanModel) -> None:
    """One logit for each token of the window, less that of [CLS]; the same again for the same words."""
    asked, held = model.tokens("where is the key?"), model.tokens("the key is behind the door")
    first, again = model.read(asked, held.ids), model.read(asked, held.ids)
    assert first.start.shape == first.end.shape == held.ids.shape
    assert (first.start == again.start).all() and first.answerable == again.answerable
    other = model.read(model.tokens("who has the lamp?"), held.ids)
    assert not np.allclose(first.start, other.start)


def test_padding_changes_nothing(tmp_path: Path) -> None:
    """A masked token is not attended to: the graph gives a text the same logits with and without padding."""
    import onnxruntime

    recipe = places.recipe("reader_onnx")
    graph = recipe.build(recipe.random_weights(3), tiny_reader.HEADS).SerializeToString()
    session = onnxruntime.InferenceSession(graph)
    ids = np.array([[5, 9, 11, 40, 3, 0, 0]], np.int64)
    mask = np.array([[1, 1, 1, 1, 1, 0, 0]], np.int64)
    types = np.zeros_like(ids)
    padded = session.run(None, {"ids": ids, "types": types, "mask": mask})
    alone = session.run(None, {"ids": ids[:, :5], "types": types[:, :5], "mask": mask[:, :5]})
    assert np.allclose(padded[0][:, :5], alone[0], atol=1e-4) and np.allclose(padded[2], alone[2], atol=1e-4)


def test_quantising_keeps_the_order_of_the_logits(tmp_path: Path) -> None:
    """The int8 file is a quarter of the size of its weights and its logits go with those of fp32."""
    import onnxruntime

    recipe = places.recipe("reader_onnx")
    weights = recipe.random_weights(4, hidden=64, inner=128, vocabulary=2_000)
    weights = {name: value if "norm" in name else 0.1 * value for name, value in weights.items()}
    target = tmp_path / "small.onnx"
    recipe.quantise(weights, tiny_reader.HEADS, target, reduce_range=True)
    graph = recipe.build(weights, tiny_reader.HEADS).SerializeToString()
    assert target.stat().st_size < 0.5 * len(graph)
    ids = np.random.default_rng(1).integers(0, 2_000, (1, 60))
    feed = {"ids": ids, "types": np.zeros_like(ids), "mask": np.ones_like(ids)}
    plain, quantised = (onnxruntime.InferenceSession(it).run(None, feed)[0][0] for it in (graph, str(target)))
    assert np.corrcoef(plain, quantised)[0, 1] > 0.95


def test_a_long_question_is_cut_and_leaves_room(model: span_model.SpanModel) -> None:
    """However long the question, a window has room for text and is never longer than it may be."""
    asked = model.tokens("why " * 500)
    room = model.room(asked)
    assert room + span_model.QUESTION_TOKENS + 3 == span_model.WINDOW
    assert len(model.read(asked, model.tokens("x " * 400).ids[:room]).start) == room


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda card: card.unlink(), "is not here"),
        (lambda card: card.write_text("name = ", encoding="utf-8"), "is damaged"),
        (lambda card: card.write_bytes(b"\xff\xfe"), "is damaged"),
        (lambda card: (card.parent / "tiny.onnx").unlink(), "cannot be read"),
        (lambda card: (card.parent / "tiny.onnx").write_bytes(b"no network"), "is damaged"),
        (lambda card: (card.parent / "tiny.tokenizer.json").write_bytes(b""), "is damaged"),
    ],
)
def test_a_file_that_is_not_what_the_card_says_is_refused(tmp_path: Path, harm: object, says: str) -> None:
    """Missing, cut or changed: a ModelError (exit code 5) that names the file, before any parser sees it."""
    card = tiny_reader.write(tmp_path)
    harm(card)  # type: ignore[operator]
    with pytest.raises(ModelError, match=says) as caught:
        span_model.load(card)
    assert str(tmp_path) in caught.value.message and caught.value.hint and caught.value.exit_code == 5


def test_one_changed_bit_is_refused(tmp_path: Path) -> None:
    """The digest is checked, not only the size."""
    card = tiny_reader.write(tmp_path)
    network = tmp_path / "tiny.onnx"
    data = bytearray(network.read_bytes())
    data[len(data) // 2] ^= 1
    network.write_bytes(data)
    with pytest.raises(ModelError, match="damaged"):
        span_model.load(card)


def test_another_version_is_named(tmp_path: Path) -> None:
    """A card of another version says which it is and which is read here."""
    with pytest.raises(ModelError, match="version 7; this edge reads version 1"):
        span_model.load(tiny_reader.write(tmp_path, version=7))
