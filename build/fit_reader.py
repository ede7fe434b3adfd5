"""Fit what stands behind the reader's network: sentence choice, P(none), P(right), calibration and
threshold.

    python build/fit_reader.py            writes assets/reader.json and assets/calibration.reader.json

Weights: questions of SQuAD's training articles that the network never saw (reader_data.HELD_OUT), each
asked with its paragraph and without it, and made unanswerable ones. Platt and threshold: other items,
namely the calibration articles of dev.jsonl (there and gone) and the handbook's English questions. The
other articles of dev.jsonl are for measuring.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import reader_cases
from calibration_fit import certify, platt
from reader_cases import Case, Corpus
from reader_data import Maker, held_out, read

from edge.cascade import calibrate
from edge.engines.linear import Linear, ScorerWeights
from edge.engines.onnx import reader as engine
from edge.engines.onnx import span_model

ASSETS = Path(__file__).resolve().parents[1] / "assets"
ALPHA, DELTA = 0.20, 0.1  # at most 20 in 100 quotes shown are wrong, with 90 % certainty
RIDGE = 3.0
TITLES = 45  # articles of the knowledge base that the weights are fitted on, the held-out ones among them

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Row:
    """One case, read: `labels` marks the sentences that hold the answer."""

    case: Case
    readings: engine.WindowFeatures
    labels: NDArray[np.bool_]


def calibration_article(title: str) -> bool:
    """Whether an article of dev.jsonl calibrates (4 of its 10); the others measure."""
    return int(hashlib.sha1(title.encode()).hexdigest(), 16) // 3 % 3 == 1


class Remembering(span_model.SpanModel):
    """The network with its answers kept: a question is asked there and gone, of mostly the same windows."""

    def __init__(self, model: span_model.SpanModel) -> None:
        super().__init__(model.card, model._session, model._tokenizer)
        self._held: dict[bytes, span_model.Logits] = {}

    def read(self, question: span_model.TokenizedText, ids: span_model.Integers) -> span_model.Logits:
        key = question.ids.tobytes() + b"|" + ids.tobytes()
        if key not in self._held:
            self._held[key] = super().read(question, ids)
        return self._held[key]


def rows(corpus: Corpus, cases: Iterable[Case], model: span_model.SpanModel, told: str) -> list[Row]:
    """Read every case; those in which nothing could be read are left out."""
    found: list[Row] = []
    began = time.process_time()
    for number, case in enumerate(cases, 1):
        held = engine.look(corpus.lexical, model, case.question, case.passages)
        if held is not None and held.seen:
            found.append(Row(case, held, np.array([case.holds(c) for c in held.candidates])))
        if number % 200 == 0:
            print(f"{told}: {number} cases, {time.process_time() - began:.0f} s CPU", flush=True)
    return found


def unanswerable(case: Case, maker: Maker, numbers: dict[str, int], rng: random.Random) -> Case | None:
    """The question changed so that its paragraph no longer answers it, or None."""
    for kind in rng.sample(("swap", "turn", "premise"), 3):
        made = maker.make(kind, numbers[case.question], rng)
        if made is not None:
            return Case("adversarial", made.question, [], case.gold, [], [])
    return None


def training_rows(folder: Path, model: span_model.SpanModel, most: int) -> list[Row]:
    """Cases of articles that the network never saw, with other articles as distraction."""
    every = read("train.jsonl.gz")
    titles = list(dict.fromkeys(it.title for it in every))
    kept = {t for t in titles if held_out(t)}
    kept |= set(random.Random("distraction").sample([t for t in titles if t not in kept], TITLES - len(kept)))
    paragraphs = [it for it in every if it.title in kept]
    corpus, cases = reader_cases.squad(paragraphs, folder, "fit", ask_of=held_out, most=most)
    maker = Maker(paragraphs, {}, 2)
    numbers = {paragraphs[p].questions[q].question: n for n, (p, q) in enumerate(maker.questions)}
    rng = random.Random("made unanswerable")

    def more() -> Iterable[Case]:
        for case in cases:
            yield case
            if case.kind == "there" and rng.random() < 0.4:
                made = unanswerable(case, maker, numbers, rng)
                if made is not None:
                    yield Case(made.kind, made.question, [], made.gold, corpus.find(made.question), [])

    return rows(corpus, more(), model, "fit")


def fit(found: Sequence[Row]) -> dict[str, Linear]:
    """The three scorers. A sentence is chosen by a conditional logit over the sentences read."""
    mean, scale = _standard(np.vstack([row.readings.matrix for row in found]))
    usable = [row for row in found if row.labels.any() and not row.labels.all()]
    weights = _conditional(
        [(row.readings.matrix - mean) / scale for row in usable], [row.labels for row in usable]
    )
    choose = _linear(engine.SENTENCE, mean, scale, weights, 0.0)
    table, none, right = [], [], []
    for row in found:
        utility = choose(row.readings.matrix)
        table.append(engine.overall(row.readings, utility, row.case.passages))
        none.append(not row.labels.any())
        right.append(bool(row.labels[int(utility.argmax())]))
    x = np.array(table)
    mean, scale = _standard(x)
    z = (x - mean) / scale
    heads = {"choose": choose}
    for name, target in (("none", none), ("right", right)):
        heads[name] = _linear(engine.QUESTION, mean, scale, *_logistic(z, np.array(target, float)))
    return heads


def outcome(row: Row, heads: dict[str, Linear]) -> tuple[float, bool, int]:
    """(raw P(right), whether the chosen sentence holds the answer, its number)."""
    utility = heads["choose"](row.readings.matrix)
    top = int(utility.argmax())
    x = float(heads["right"](engine.overall(row.readings, utility, row.case.passages)))
    return float(1 / (1 + np.exp(-np.clip(x, -60, 60)))), bool(row.labels[top]), top


def calibrated(found: Sequence[tuple[float, bool]], model: str) -> calibrate.Calibration:
    """Platt and the loosest threshold whose error bound holds; without one, where right and wrong balance."""
    raw, right = [r for r, _ in found], [ok for _, ok in found]
    slope, offset = platt(raw, right)
    threshold = certify(raw, right, alpha=ALPHA, delta=DELTA)
    certified = threshold is not None
    if threshold is None:
        threshold = max(raw, key=lambda t: sum((r >= t) == ok for r, ok in found))
    accepted = [ok for r, ok in found if r >= threshold]
    return calibrate.Calibration(
        key=calibrate.CalibrationKey(engine="reader", model=model, language="en"),
        slope=round(slope, 4), offset=round(offset, 4),
        threshold=round(threshold, 4), certified=certified, alpha=ALPHA, delta=DELTA, fitted_on=len(found),
        tested_on=len(found), coverage=round(len(accepted) / len(found), 4),
        error=round(1 - sum(accepted) / len(accepted), 4),
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most", type=int, default=700, help="questions that the weights are fitted on")
    parser.add_argument("--calibrate", type=int, default=300, help="questions of dev.jsonl that calibrate")
    given = parser.parse_args()
    model = Remembering(span_model.load())
    with reader_cases.scratch() as folder:
        found = training_rows(Path(folder), model, given.most)
        heads = fit(found)
        provenance = {
            "made_by": "build/fit_reader.py",
            "questions": len(found),
            "figures": figures(found, heads),
        }
        print(json.dumps(provenance, indent=1))
        _write(heads, model.sha, provenance)
        engine.load_weights.cache_clear()
        name = engine.ReaderEngine(_any_lexical(), model).model
        corpus, cases = reader_cases.squad(
            read("dev.jsonl"), Path(folder), "dev", ask_of=calibration_article, most=given.calibrate
        )
        dev = [outcome(row, heads)[:2] for row in rows(corpus, cases, model, "dev")]
        corpus, cases = reader_cases.handbook(Path(folder))
        book = [outcome(row, heads)[:2] for row in rows(corpus, cases, model, "handbook")]
    entry = calibrated([*dev, *book], name)
    sets = {"dev.jsonl, calibration articles, there and gone": len(dev), "handbook, English": len(book)}
    made = calibrate.CalibrationTable(
        schema=1, calibrations=[entry], provenance={"made_by": "build/fit_reader.py", "items": sets}
    )
    _dump(ASSETS / "calibration.reader.json", made)
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(entry), indent=1).decode())


def figures(found: Sequence[Row], heads: dict[str, Linear]) -> dict[str, float]:
    """On the fitting items themselves: how often the chosen sentence is right when it is there, and AUROC."""
    from reader_metrics import auc

    done = [(row.case.kind, *outcome(row, heads)) for row in found]
    there = [ok for kind, _, ok, _ in done if kind == "there"]
    return {
        "sentence_right_when_there": round(100 * sum(there) / len(there), 1),
        "auroc_right": round(
            auc([r for _, r, ok, _ in done if ok], [r for _, r, ok, _ in done if not ok]), 3
        ),
    }


def _any_lexical() -> Any:
    from edge.engines.lexical import LexicalEngine

    return LexicalEngine(lambda words: dict.fromkeys(words, 0), 1)


def _write(heads: dict[str, Linear], network: str, provenance: dict[str, Any]) -> None:
    held = ScorerWeights(
        schema=1,
        network=network,
        choose=heads["choose"],
        none=heads["none"],
        right=heads["right"],
        provenance=provenance,
    )
    _dump(ASSETS / "reader.json", held)


def _dump(path: Path, value: Any) -> None:
    import msgspec

    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")


def _linear(names: tuple[str, ...], mean: Array, scale: Array, weights: Array, intercept: float) -> Linear:
    def short(values: Array) -> list[float]:
        return [float(f"{value:.5g}") for value in values]

    return Linear(
        names=names,
        mean=short(mean),
        scale=short(scale),
        weights=short(weights),
        intercept=float(f"{intercept:.6g}"),
    )


def _standard(x: Array) -> tuple[Array, Array]:
    scale = x.std(axis=0)
    scale[scale < 1e-9] = 1.0
    return x.mean(axis=0), scale


def _ascend(parts: Callable[[Array], tuple[float, Array, Array]], size: int, steps: int = 40) -> Array:
    """Newton steps on (value, gradient, negative Hessian), halved while they do not improve."""
    w = np.zeros(size)
    value, gradient, curve = parts(w)
    for _ in range(steps):
        step = np.linalg.solve(curve, gradient)
        length = 1.0
        while (new := parts(w + length * step))[0] <= value and length > 1e-4:
            length /= 2
        if length <= 1e-4:
            break
        gained = new[0] - value
        w, (value, gradient, curve) = w + length * step, new
        if gained < 1e-6:
            break
    return w


def _conditional(blocks: Sequence[Array], labels: Sequence[NDArray[np.bool_]]) -> Array:
    """Weights that maximise log P(a right sentence) under a softmax over each question's sentences."""
    size = blocks[0].shape[1]

    def parts(w: Array) -> tuple[float, Array, Array]:
        value, gradient, curve = -RIDGE / 2 * float(w @ w), -RIDGE * w, RIDGE * np.eye(size)
        for x, y in zip(blocks, labels, strict=True):
            u = x @ w
            p = np.exp(u - u.max())
            p /= p.sum()
            r = np.where(y, p, 0.0)
            value += float(np.log(max(r.sum(), 1e-300)))
            r /= max(r.sum(), 1e-300)
            mean = p @ x
            gradient = gradient + (r - p) @ x
            curve = curve + (x * p[:, None]).T @ x - np.outer(mean, mean)
        return value, gradient, curve

    return _ascend(parts, size)


def _logistic(x: Array, y: Array) -> tuple[Array, float]:
    a = np.hstack([x, np.ones((len(x), 1))])
    penalty = RIDGE * np.eye(a.shape[1])
    penalty[-1, -1] = 1e-6

    def parts(w: Array) -> tuple[float, Array, Array]:
        u = a @ w
        p = 1 / (1 + np.exp(-np.clip(u, -40, 40)))
        value = float((y * u - np.logaddexp(0, u)).sum() - w @ penalty @ w / 2)
        return value, a.T @ (y - p) - penalty @ w, (a * (p * (1 - p))[:, None]).T @ a + penalty

    w = _ascend(parts, a.shape[1])
    return w[:-1], float(w[-1])


if __name__ == "__main__":
    main()
