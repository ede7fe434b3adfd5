"""Fit how sure edge is, on documents without pages, to what the product shows.

    python build/calibrate_shown.py EXAMPLES            ask, fit, write three files to assets/
    python build/calibrate_shown.py EXAMPLES --report   the same figures, nothing written

After `train_semantic.py --keep EXAMPLES`, whose cross-fitted items are single candidates: the product then
completes lists, quotes entries whole and joins sentences, so that more is right than they say. The documents
of `datasets/manuals` and `datasets/found` that are not sealed are asked through the product, each with
weights that were fitted without it. Then, on whether one of the quotes shown holds the evidence: a head on
the reader's states of the best sentence (`answerable.json`, beside `train_answerable.py`'s), what it adds
to the chooser's own sureness (`judged` in `semantic.json`), the thresholds at which so many of the answers
are wrong, Platt scaling of the best quote's, and the bound of the surest (`calibration.semantic.json`). Heads
and scores that are judged here saw nothing of the document. About twenty minutes on two cores.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pickle
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from chooser_examples import ROOT, Example, Json, questions
from chooser_fit import auroc, fit
from numpy.typing import NDArray
from train_answerable import OUT as HEADS
from train_answerable import fitted, left_out
from train_chooser import DELTA, FOLDS, LEAST, fold
from train_semantic import QUOTES, SUREST, weights_file

import edge
from edge.ask import pipeline
from edge.cascade.calibrate import logistic, logit
from edge.cascade.certify import upper_bound
from edge.cascade.platt import platt
from edge.engines import semantic
from edge.engines.answerable import AnswerableHeads
from edge.engines.linear import Judged, ScorerWeights
from edge.settings import Settings
from edge.text.language import language

SETS = {"manuals": ("calibration",), "found": ("fit", "calibration")}
OUT = ROOT / "assets" / "calibration.semantic.json"
WEIGHTS = ROOT / "assets" / "semantic.json"
#: The signal of the head that is fitted here.
HEAD = "answerable_shown"
#: No more is said of documents without pages, whatever the surest here certify: of what was then said with
#: .90 and more, 12 % was wrong in sealed `manuals` (bench/log/networks.md, 2026-11-28).
MOST = 0.8895
#: Of the answers given at each level so many may be wrong here. At .13, 86 % of what is not there is refused;
#: at .135 less than the 85 % that are asked.
WRONG = {"low": 0.2, "normal": 0.13, "high": 0.1}

Floats = NDArray[np.float64]


class Asked(NamedTuple):
    """A question as it came out. `raw`: the chooser's own score; `first`: the best quote holds evidence,
    `right`: one of those shown does; `held`: a gate kept it back; `parts`: the best quote has no page;
    `states`: the reader's, of the best sentence.
    """

    set: str
    language: str
    document: str
    raw: float
    first: bool
    right: bool
    there: bool
    held: bool
    parts: bool
    states: NDArray[np.float32]


def ask(weights_of_folds: Sequence[ScorerWeights], half: int, every: int) -> list[Asked]:
    """Every second document of each set, with the weights of its fold, in a base of the whole set; every so
    many-th of its questions.
    """
    found, seen = list[Asked](), list[tuple[dict[str, float], NDArray[np.float32]]]()
    AnswerableHeads.odds = _kept(AnswerableHeads.odds, seen)  # type: ignore[method-assign]
    pipeline.CLOSE = 0.0  # what is too unlikely to be shown is judged too
    for name, splits in SETS.items():
        folder = ROOT / "datasets" / name
        rows = questions.load(splits, "", folder)
        mine = sorted({row["document"] for row in rows})[half::2]
        with tempfile.TemporaryDirectory() as place:
            questions.base(Settings(), Path(place), folder).close()
            for number, weights in enumerate(weights_of_folds):
                semantic.load_weights = lambda path=None, weights=weights: weights  # type: ignore[assignment]
                own = [row for row in rows if row["document"] in mine and fold(row["document"]) == number]
                with edge.open(Path(place, "manuals.db"), settings=Settings()) as session:
                    found += _answers(session, own[::every], name, seen)
    return found


def _kept(odds: Callable[..., dict[str, float]], seen: list[Any]) -> Callable[..., dict[str, float]]:
    """The heads' judgement, that also keeps what it was given."""

    def judged(self: AnswerableHeads, states: NDArray[np.float32]) -> dict[str, float]:
        told = odds(self, states)
        seen.append((told, states.ravel().copy()))
        return told

    return judged


def _answers(session: edge.Edge, rows: Sequence[Json], name: str, seen: list[Any]) -> list[Asked]:
    """What comes out of the questions, without those for which no sentence was chosen and judged."""
    given: dict[str, edge.Answer] = {}
    found = []
    for row in rows:
        seen.clear()
        history = [given[row["follows"]]] if row["follows"] in given else []
        answer = given[row["id"]] = session.ask(row["question"], history=history)
        ways = [row["evidence"] or [], *[[run] for run in row.get("also") or []]]
        pieces = [piece for way in ways for piece in way]
        shown = [*answer.citations, *answer.candidates]
        signals = answer.passes[-1].signals
        states = next((held for told, held in seen if told.items() <= signals.items()), None)
        if not shown or answer.confidence.calibrated is None or states is None:
            continue
        texts = [f"{quote.context} {quote.quote}" for quote in shown]
        held = [any(questions.holds(text, piece) for piece in pieces) for text in texts]
        unsure = any(code.code == "no_sure_sentence" for code in answer.codes["reason"])
        asked = Asked(
            name, language(row["question"]), row["document"], answer.confidence.raw, held[0], any(held),
            bool(pieces), answer.abstained and not unsure, shown[0].page is None, states,
        )  # fmt: skip
        found.append(asked)
    return found


def head_of(items: Sequence[Asked]) -> tuple[Floats, float, Floats]:
    """(weights, intercept) of the head, and the log-odds of each item by one that saw nothing of its
    document.
    """
    x = np.array([one.states for one in items], np.float64)
    y = np.array([one.right for one in items])
    out = left_out(x, y, np.array([one.document for one in items]))
    slope, offset = platt([logistic(score) for score in out], y.tolist())
    weights, intercept = fitted(x, y)
    return slope * weights, slope * intercept + offset, slope * out + offset


def joined(raw: Sequence[float], odds: Floats, right: Sequence[bool]) -> Judged:
    """Logistic regression of what is right on the score's log-odds and the head's, by Newton's steps."""
    x = np.column_stack([[logit(one) for one in raw], odds, np.ones(len(odds))])
    y, w = np.array(right, float), np.zeros(3)
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ w))
        w += np.linalg.solve(x.T @ (x * (p * (1 - p))[:, None]) + 1e-6 * np.eye(3), x.T @ (y - p))
    own, head, intercept = (round(float(one), 4) for one in w)
    return Judged(own=own, signals={HEAD: head}, intercept=intercept)


def scored(items: Sequence[Asked], odds: Floats) -> list[float]:
    """The score of each item, with the head, as fitted on the other folds' documents."""
    folds = np.array([fold(one.document) for one in items])
    found = [0.0] * len(items)
    for out in range(FOLDS):
        rest = np.flatnonzero(folds != out)
        judge = joined([items[n].raw for n in rest], odds[rest], [items[n].right for n in rest])
        for n in np.flatnonzero(folds == out):
            found[n] = judge.sureness(items[n].raw, {HEAD: float(odds[n])})
    return found


def threshold(items: Sequence[Asked], scores: Sequence[float], wrong: float) -> float:
    """The lowest score from which no more than this share of the answers is wrong."""
    order = sorted((score, one.right) for score, one in zip(scores, items, strict=True) if not one.held)[::-1]
    missed = np.cumsum([not right for _, right in order]) / np.arange(1, len(order) + 1)
    return round(order[int(np.flatnonzero(missed <= wrong)[-1])][0], 4)


def answered(items: Sequence[Asked], scores: Sequence[float], bar: float) -> list[Asked]:
    """Those that an answer is given to."""
    return [one for score, one in zip(scores, items, strict=True) if score >= bar and not one.held]


def told(items: Sequence[Asked], scores: Sequence[float], bar: float) -> str:
    """Right of what is there, wrong of the answered, refused of what is not, and how they are told apart."""
    given, there = answered(items, scores, bar), sum(one.there for one in items)
    right = sum(one.right for one in given)
    wrong = 1 - right / max(1, len(given))
    gone = max(1, len(items) - there)
    refused = 1 - sum(not one.there for one in given) / gone
    apart = auroc(
        [score for score, one in zip(scores, items, strict=True) if one.right],
        [score for score, one in zip(scores, items, strict=True) if not one.right],
    )
    return f"right {right / there:.3f}, wrong {wrong:.3f}, refused {refused:.3f}, AUROC {apart:.3f}"


def fifths(said: Sequence[float], items: Sequence[Asked]) -> list[str]:
    """By fifths of what is said: questions, said, right."""
    of: list[list[tuple[float, bool]]] = [[] for _ in range(5)]
    for value, one in zip(said, items, strict=True):
        of[min(4, int(5 * value))].append((value, one.first))
    return [
        f"{len(it)}: {sum(s for s, _ in it) / len(it):.2f} {sum(r for _, r in it) / len(it):.2f}"
        for it in of
        if it
    ]


def surest(items: Sequence[Asked], scores: Sequence[float]) -> float:
    """What is certified of the share right among the surest."""
    order = sorted(zip(scores, (one.first for one in items), strict=True), reverse=True)
    best = order[: max(LEAST, round(SUREST * len(items)))]
    return round(1 - upper_bound(sum(not first for _, first in best), len(best), DELTA), 4)


def weights_of(examples: Sequence[Example], out: int, like: ScorerWeights) -> ScorerWeights:
    """Fitted without a fold, under the name of those that ship: their calibrations are found."""
    model = fit(
        [one for one in examples if fold(one.group) != out], signs=semantic, quotes=QUOTES, trees=True
    )
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "semantic.json")
        path.write_text(weights_file(model, {}), encoding="utf-8")
        return msgspec.structs.replace(semantic.load_weights(path), sha=like.sha)


def calibrated(book: Json, items: Sequence[Asked], scores: Sequence[float], model: str, most: float) -> None:
    """Scaling, thresholds and bound of documents without pages into the book, under the weights' new name."""
    bars = {level: threshold(items, scores, wrong) for level, wrong in WRONG.items()}
    normal = bars.pop("normal")
    given = answered(items, scores, normal)
    coverage, error = len(given) / len(items), 1 - sum(one.right for one in given) / len(given)
    for entry in book["calibrations"]:
        entry["key"]["model"] = model
        if entry["key"]["kind"] != "parts":
            continue
        name = entry["key"]["language"]
        own = [(s, one) for s, one in zip(scores, items, strict=True) if name in ("und", one.language)]

        def scaling(some: Sequence[tuple[float, Asked]]) -> tuple[float, float]:
            return platt([score for score, _ in some], [one.first for _, one in some])

        apart = [scaling([pair for pair in own if fold(pair[1].document) != out]) for out in range(FOLDS)]
        said = [
            min(most, logistic(apart[fold(one.document)][0] * logit(s) + apart[fold(one.document)][1]))
            for s, one in own
        ]
        print(name, len(own), "documents left out", fifths(said, [one for _, one in own]))
        slope, offset = scaling(own)
        entry |= {
            "slope": round(slope, 4), "offset": round(offset, 4), "most": most, "threshold": normal,
            "levels": bars, "fitted_on": len(own), "tested_on": len(items),
            "coverage": round(coverage, 4), "error": round(error, 4),
        }  # fmt: skip
    book["provenance"]["shown"] = "build/calibrate_shown.py: documents without pages"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("examples", type=Path, help="what train_semantic.py --keep wrote")
    parser.add_argument("--report", action="store_true", help="write nothing")
    parser.add_argument("--every", type=int, default=1, help="every so many-th question, to be quick")
    parser.add_argument("--keep", type=Path, help="keep what came out in this file, or take it from it")
    given = parser.parse_args()
    if given.keep and given.keep.is_file():
        items: list[Asked] = [Asked(*one) for one in pickle.loads(given.keep.read_bytes())]
    else:
        every = [one for part in pickle.loads(given.examples.read_bytes()) for one in part]
        weights = [weights_of(every, out, semantic.load_weights()) for out in range(FOLDS)]
        with ProcessPoolExecutor(2) as pool:
            asked = pool.map(ask, (weights, weights), (0, 1), (given.every, given.every))
            items = [one for part in asked for one in part]
        if given.keep:
            given.keep.write_bytes(pickle.dumps([tuple(one) for one in items]))
    items = [one for one in items if one.parts]
    head, intercept, odds = head_of(items)
    scores, own = scored(items, odds), [one.raw for one in items]
    for name in SETS:
        at = [n for n, one in enumerate(items) if one.set == name]
        part = [items[n] for n in at]
        for what, by in (("alone", own), ("with the head", scores)):
            bar = threshold(items, by, WRONG["normal"])
            print(f"{name} ({len(at)}), {what}: {told(part, [by[n] for n in at], bar)}")
    book = json.loads(OUT.read_text(encoding="utf-8"))
    judge = joined(own, odds, [one.right for one in items])
    written = json.loads(WEIGHTS.read_text(encoding="utf-8")) | {
        "judged": {"parts": msgspec.to_builtins(judge)}
    }
    chooser = json.dumps(written, ensure_ascii=False) + "\n"
    model = f"semantic-{hashlib.sha256(chooser.encode()).hexdigest()[:12]}"
    parts = next(entry for entry in book["calibrations"] if entry["key"]["kind"] == "parts")
    # A share of the questions is too few to certify the surest: what the fit certifies of them stays.
    most = min(MOST, surest(items, scores)) if given.every == 1 else parts["most"]
    calibrated(book, items, scores, model, most)
    heads = json.loads(HEADS.read_text(encoding="utf-8"))
    heads["heads"][HEAD] = {
        "weights": [float(f"{value:.6g}") for value in head],
        "intercept": round(float(intercept), 6),
    }
    heads["provenance"][HEAD] = "build/calibrate_shown.py: what is shown of the same documents"
    if not given.report:
        WEIGHTS.write_text(chooser, encoding="utf-8")
        HEADS.write_text(json.dumps(heads, ensure_ascii=False) + "\n", encoding="utf-8")
        OUT.write_text(json.dumps(book, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
