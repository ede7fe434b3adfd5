"""The reader on real ONNX Runtime with random weights: windows, numbers, hostile text, files that misfit."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from places import BUILD

from edge.errors import ModelDamaged, ModelError

pytest.importorskip("onnxruntime", reason="onnxruntime (extra embed) is not installed")
pytest.importorskip("tokenizers", reason="tokenizers (extra embed) is not installed")
pytest.importorskip("onnx", reason="onnx (test group) is not installed")

from edge.engines.lines import Line, Shown
from edge.engines.onnx import evidence
from edge.engines.onnx.evidence import EvidenceReader
from edge.engines.reading_order import BEHIND, MOST, worth_reading

SIZE = {"vocabulary": 512, "width": 48, "inner": 96, "layers": 2, "seed": 7}
QUESTION = "Where is the key?"


class Tiny(NamedTuple):
    """A reader that means nothing, its pieces, and its weights."""

    network: Path
    pieces: Path
    weights: dict[str, Any]

    def open(self, **given: Any) -> EvidenceReader:
        return EvidenceReader(self.network, self.pieces, **{"vocabulary": 512, **given})


@pytest.fixture(scope="module")
def build() -> Any:
    """build/bert.py, whose `reader` makes the graph of the one that ships."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BUILD))
        import bert  # type: ignore[import-not-found]

        yield bert


def tiny(build: Any, folder: Path, pieces: Path, *, positions: int = evidence.WINDOW, **changed: Any) -> Tiny:
    import onnx_graph  # type: ignore[import-not-found]

    weights = build.random_weights(**SIZE, positions=positions)
    rng = np.random.default_rng(SIZE["seed"])
    weights["evidence.weight"] = rng.standard_normal((1, SIZE["width"])).astype(np.float32)
    weights["evidence.bias"] = np.zeros(1, np.float32)
    weights |= changed
    onnx_graph.save(build.reader(weights, build.Shape(2, 4), "fp32"), folder / "reader.onnx")
    return Tiny(folder / "reader.onnx", pieces, weights)


@pytest.fixture(scope="module")
def made(build: Any, tiny_bert: Path, tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return tiny(build, tmp_path_factory.mktemp("reader é"), tiny_bert / "tokenizer.json")


@pytest.fixture(scope="module")
def reader(made: Tiny) -> EvidenceReader:
    return made.open()


def page(*texts: str, head: str = "Guide > Keys", above: tuple[str, ...] = (), first: int = 0) -> Shown:
    return Shown(head, [Line(above, text, (n,)) for n, text in enumerate(texts, first)])


def windows_of(reader: EvidenceReader, monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[int], int]]:
    """Fills with the ids of each window that is run, and where its passage begins."""
    seen: list[tuple[list[int], int]] = []
    run = reader._run

    def counted(ids: list[int], begin: int) -> Any:
        seen.append((ids, begin))
        return run(ids, begin)

    monkeypatch.setattr(reader, "_run", counted)
    return seen


def test_a_number_is_the_references(build: Any, made: Tiny, reader: EvidenceReader) -> None:
    """The mean of a line's logits less the first token's; types 0 for the question, 1 for the passage."""
    asked, head, above, one, other = (
        reader._tokenizer.encode(text, add_special_tokens=False).ids
        for text in ("a key?", "At", "of", "it hangs", "there")
    )
    ids = [2, *asked, 3, *head, 3, *above, *one, *other, 3]
    types = [0] * (len(asked) + 2) + [1] * (len(ids) - len(asked) - 2)
    logits = build.reader_reference(made.weights, build.Shape(2, 4), ids, types)
    at = len(asked) + len(head) + len(above) + 3
    cut, end = at + len(one), at + len(one) + len(other)
    wanted = [logits[at:cut].mean() - logits[0], logits[cut:end].mean() - logits[0]]
    found = reader.read("a key?", [page("it hangs", "there", head="At", above=("of",))], np.zeros(2))
    assert found.dtype == np.float32 and found == pytest.approx(wanted, abs=1e-4)


def test_glances_take_the_windows_by_worth(reader: EvidenceReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all passages the window with the worthiest line comes first, each is read only when it is asked for,
    and its best line speaks as it does when all is read.
    """
    passages = [page(*(f"{n} " * 90 for n in range(5)), head="At"), page("it hangs", head="There", first=5)]
    whole = reader.read("a key?", passages, np.zeros(6))
    for wanted in range(6):
        seen = windows_of(reader, monkeypatch)
        odds, line = next(reader.glances("a key?", passages, np.eye(6)[wanted]))
        assert len(seen) == 1 and odds == pytest.approx(max(whole[list(line.candidates)]), abs=1e-6)
    every = list(reader.glances("a key?", passages, np.arange(6.0)))
    assert every[0][1].candidates == (5,) and len(every) > 2


def test_a_line_is_read_again_with_its_neighbours_alone(reader: EvidenceReader) -> None:
    """Near: what would be said of the line if its passage held only the lines before and behind it."""
    texts = [f"it hangs {n} there" for n in range(7)]
    for at in range(7):
        part = page(*texts[max(0, at - 1) : at + 2], head="At")
        alone = reader.read("a key?", [part], np.zeros(len(part.lines)))[min(at, 1)]
        assert reader.near("a key?", page(*texts, head="At"), at) == pytest.approx(alone, abs=1e-6)


def test_a_line_with_long_neighbours_is_read_all_the_same(reader: EvidenceReader) -> None:
    """Neighbours that fill a window by themselves leave the line in the next one."""
    texts = [f"{n} " * 150 for n in range(3)]
    assert np.isfinite([reader.near("a key?", page(*texts), at) for at in range(3)]).all()


@given(sizes=st.lists(st.integers(0, 400), min_size=1, max_size=6), asked=st.integers(0, 90))
@settings(max_examples=30)
def test_lines_of_several_passages_are_read_in_one_window(
    reader: EvidenceReader, sizes: list[int], asked: int
) -> None:
    """Beside: one run of at most WINDOW tokens, whatever the lengths, and a finite number for each line."""
    places = [(page("x", "it " * size, head="At " * size, above=("of " * size,)), 1) for size in sizes]
    with pytest.MonkeyPatch.context() as patch:
        seen = windows_of(reader, patch)
        odds = reader.beside("a key " * asked, places)
    assert odds.shape == (len(sizes),) and np.isfinite(odds).all()
    assert [len(ids) <= evidence.WINDOW for ids, _ in seen] == [True]


def test_states_are_the_references_of_the_lines_own_window(
    build: Any, made: Tiny, reader: EvidenceReader
) -> None:
    """Of the window that holds the line: the first token's state, and the mean over the question's."""
    passage = page(*(f"{n} " * 90 for n in range(5)), head="At")
    asked = reader._ids("a key?")
    cut = list(reader._windows(asked, passage))
    assert len(cut) > 1
    number = 0
    for lines, ids, _, begin in cut:
        types = [int(at >= begin) for at in range(len(ids))]
        hidden = build._hidden(made.weights, build.Shape(2, 4), ids, types)
        wanted = np.stack([hidden[0], hidden[1 : 1 + len(asked)].mean(axis=0)])
        for _ in lines:
            assert reader.states("a key?", passage, number) == pytest.approx(wanted, abs=1e-4)
            number += 1
    assert number == 5


def test_states_of_what_was_just_read_cost_nothing(
    reader: EvidenceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are kept of the last reading, and given for no other question, page or line."""
    passage, twin = (page(*(f"{n} " * 90 for n in range(5)), head="At") for _ in range(2))
    fresh = [reader.states("a key?", passage, number) for number in range(5)]
    reader.read("a key?", [passage], np.zeros(5))
    seen = windows_of(reader, monkeypatch)
    assert np.array_equal([reader.states("a key?", passage, number) for number in range(5)], fresh)
    assert seen == []
    reader.states("a lock?", passage, 0)
    reader.states("a key?", twin, 0)
    assert len(seen) == 2


def test_a_list_has_the_mean_of_its_items(reader: EvidenceReader) -> None:
    """Also where they stand in two windows; a candidate that no line has is below all others."""
    items = [Line((), f"{n} " * 90, (n, 4)) for n in range(4)]
    found = reader.read(QUESTION, [Shown("", items)], np.zeros(6))
    assert found[4] == pytest.approx(found[:4].mean(), abs=1e-4)
    assert found[5] < found[:5].min()


def test_only_the_windows_that_are_worth_most_are_read(
    reader: EvidenceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MOST of them, where all are near; a candidate of another window is below all others."""
    passages = one_line_each(MOST + 3)
    worth = np.arange(len(passages)) / len(passages)
    seen = windows_of(reader, monkeypatch)
    found = reader.read(QUESTION, passages, worth)
    assert len(seen) == MOST
    assert found[:3].max() < found[3:].min()
    assert np.array_equal(reader.read(QUESTION, passages[3:], worth)[3:], found[3:])


def test_reading_ends_before_what_is_far_behind(
    reader: EvidenceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Best first, as long as a window is worth it beside what was said before: what was not read is below all
    that was, and the rest is as it is when everything is read.
    """
    passages = one_line_each(MOST)
    every = reader.read(QUESTION, passages, np.zeros(MOST))
    worth = -np.arange(MOST) * BEHIND / (MOST - 1)
    surest = np.maximum.accumulate(every)
    read = next(n for n in range(1, MOST + 1) if n == MOST or not worth_reading(-worth[n], surest[n - 1]))
    seen = windows_of(reader, monkeypatch)
    found = reader.read(QUESTION, passages, worth)
    assert len(seen) == read
    assert np.array_equal(found[:read], every[:read])
    assert read == MOST or found[read:].max() < found[:read].min()
    assert len(list(reader.glances(QUESTION, passages, worth))) == read


def test_a_passage_far_behind_is_no_work(reader: EvidenceReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of its windows can be read, so its lines are not tokenised either."""
    monkeypatch.setattr(reader, "_known", {})
    reader.read(QUESTION, one_line_each(2), np.array([0.0, -BEHIND - 0.1]))
    assert "0 it hangs there" in reader._known and "1 it hangs there" not in reader._known


def one_line_each(count: int) -> list[Shown]:
    return [Shown("", [Line((), f"{n} it hangs there", (n,))]) for n in range(count)]


TEXTS = st.one_of(
    st.text(st.characters(), max_size=30),
    st.sampled_from(["", " ", "\ud800", "\0", "word " * 300, "é\u0301🙂" * 50, "x" * 5_000, "鍵" * 400]),
)


@given(
    question=TEXTS,
    head=TEXTS,
    lines=st.lists(st.tuples(st.lists(TEXTS, max_size=2).map(tuple), TEXTS), max_size=12),
)
@settings(max_examples=60)
def test_every_candidate_has_a_number_and_no_window_is_too_long(
    reader: EvidenceReader, question: str, head: str, lines: list[tuple[tuple[str, ...], str]]
) -> None:
    """Whatever the question, the place and the lines: each line is read once, in order, in at most WINDOW
    tokens, framed.
    """
    with pytest.MonkeyPatch.context() as patch:
        seen = windows_of(reader, patch)
        shown = Shown(head, [Line(above, text, (n,)) for n, (above, text) in enumerate(lines)])
        found = reader.read(question, [shown], np.zeros(len(lines)))
        cut = list(reader._windows(reader._ids(question)[: evidence.QUESTION], shown))
        states = [reader.states(question, shown, number) for number in range(len(lines))[-1:]]
    assert np.isfinite(states).all()
    assert found.shape == (len(lines),) and np.isfinite(found).all()
    assert all(len(ids) <= evidence.WINDOW and (ids[0], ids[-1]) == (2, 3) for ids, _ in seen)
    assert [line for part, *_ in cut for line in part] == shown.lines
    for part, ids, spans, begin in cut:
        assert len(spans) == len(part) > 0 and ids[begin - 1] == 3
        assert all(begin <= first < last < len(ids) for first, last in spans)


@pytest.mark.parametrize("text", ["x" * 100_000, "word " * 20_000, "\n" * 100_000, "- \ud800é " * 15_000])
def test_a_huge_line_is_read_to_its_beginning(
    reader: EvidenceReader, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """100 kB as question, place, lead and line: a bounded run of it is tokenised, one window is enough."""
    seen = windows_of(reader, monkeypatch)
    most = []
    monkeypatch.setattr(evidence, "clean", lambda text: most.append(len(text)) or text.replace("\ud800", "?"))
    monkeypatch.setattr(reader, "_known", {})
    found = reader.read(text, [page(text, head=text, above=(text,))], np.zeros(1))
    assert np.isfinite(found).all() and len(seen) == 1
    assert max(most) <= evidence.LINE * 32


def test_a_line_is_given_the_same_number_again(made: Tiny, reader: EvidenceReader) -> None:
    """The same question, the same numbers: to the bit, in another reader, and beside other passages."""
    pages = [page("it hangs there", "nobody takes it"), page("alpha " * 100, "beta", head="")]
    alone = [reader.read(QUESTION, [one], np.zeros(2)).tobytes() for one in pages]
    assert [reader.read(QUESTION, [one], np.zeros(2)).tobytes() for one in reversed(pages)] == alone[::-1]
    assert made.open().read(QUESTION, pages[:1], np.zeros(2)).tobytes() == alone[0]
    later = Shown(pages[1].head, [Line((), line.text, (n + 2,)) for n, line in enumerate(pages[1].lines)])
    assert reader.read(QUESTION, [pages[0], later], np.zeros(4)).tobytes() == b"".join(alone)


def test_nothing_to_read_is_nothing(reader: EvidenceReader) -> None:
    """No candidate, no number, and the network is not run."""
    assert reader.read(QUESTION, [], np.zeros(0)).shape == (0,)
    assert reader.read(QUESTION, [Shown("Guide", [])], np.zeros(0)).shape == (0,)


def test_what_stands_above_is_said_once_a_window(
    reader: EvidenceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of one table share their heads; in the next window these are said again."""
    seen = windows_of(reader, monkeypatch)
    lead = reader._tokenizer.encode("zq", add_special_tokens=False).ids
    reader.read(QUESTION, [page(*["a b c d e f g h"] * 40, above=("zq",))], np.zeros(40))
    assert len(seen) > 1
    for ids, _ in seen:
        runs = [ids[at : at + len(lead)] for at in range(len(ids))]
        assert runs.count(lead) == 1


def test_what_is_kept_of_texts_is_bounded(made: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens of earlier texts are forgotten before they fill the memory; the numbers stay the same."""
    reader = made.open()
    first = reader.read(QUESTION, [page("it hangs there")], np.zeros(1))
    monkeypatch.setattr(evidence, "_KEPT", 2_000)
    for n in range(200):
        reader.read(QUESTION, [page(f"line {n}")], np.zeros(1))
        assert reader._held <= 2_000 + evidence.LINE * 32 and len(reader._known) <= reader._held
    assert np.array_equal(reader.read(QUESTION, [page("it hangs there")], np.zeros(1)), first)


def test_another_model_is_no_reader(tiny_bert: Path, tiny_cross_encoder: Path) -> None:
    """A file without `evidence` is refused when it is opened, and named."""
    pieces = tiny_bert / "tokenizer.json"
    for network in (tiny_bert / "model_int8.onnx", tiny_cross_encoder / "onnx/model.onnx"):
        with pytest.raises(ModelError, match="not a reader") as caught:
            EvidenceReader(network, pieces, vocabulary=512)
        assert str(network) in caught.value.message


def test_what_does_not_fit_is_refused(build: Any, made: Tiny, tmp_path: Path) -> None:
    """Pieces of another vocabulary, positions for less than a window, two logits a token: at opening."""
    with pytest.raises(ModelError, match="does not fit"):
        made.open(vocabulary=600)
    with pytest.raises(ModelError, match=r"reader\.onnx"):
        tiny(build, tmp_path, made.pieces, positions=64).open()
    two = {"evidence.weight": np.ones((2, 48), np.float32), "evidence.bias": np.zeros(2, np.float32)}
    with pytest.raises(ModelError, match=r"reader\.onnx"):
        tiny(build, tmp_path, made.pieces, **two).open()


def test_numbers_that_are_none_are_damage(build: Any, made: Tiny, tmp_path: Path) -> None:
    """NaN would be printed as JSON, and win or lose every comparison."""
    with pytest.raises(ModelDamaged, match="no number"):
        tiny(build, tmp_path, made.pieces, **{"evidence.bias": np.full(1, np.nan, np.float32)}).open()


@pytest.mark.parametrize("name", ["network", "pieces"])
@pytest.mark.parametrize("data", [None, b"", b"\x00\x01", b"{}"])
def test_a_missing_or_damaged_file_is_named(
    made: Tiny, tmp_path: Path, name: str, data: bytes | None
) -> None:
    """A ModelDamaged that says which file it is."""
    path = tmp_path / "here.bin"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ModelDamaged, match=r"here\.bin"):
        made._replace(**{name: path}).open()


@pytest.mark.parametrize("seed", range(20))
def test_damaged_models_never_crash(made: Tiny, tmp_path: Path, seed: int) -> None:
    """Truncated, flipped or emptied files are a ModelError or still give finite numbers."""
    rng = random.Random(seed)
    data = bytearray(made.network.read_bytes())
    if seed % 3 == 0:
        data = data[: rng.randrange(len(data))]
    elif seed % 3 == 1:
        for _ in range(8):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    else:
        at = rng.randrange(len(data) - 64)
        data[at : at + 64] = bytes(64)
    target = tmp_path / "reader.onnx"
    target.write_bytes(data)
    try:
        found = made._replace(network=target).open().read(QUESTION, [page("it hangs there")], np.zeros(1))
    except ModelError:
        return
    assert np.isfinite(found).all()


def test_a_missing_library_says_what_to_install(made: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra, the error is the command that installs it."""
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ModelError) as caught:
        made.open()
    assert "edge-answers[embed]" in caught.value.hint
