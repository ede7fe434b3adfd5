"""Fit what confidence says, on documents without pages, to what the product shows.

    python build/calibrate_shown.py EXAMPLES            ask, fit, write assets/calibration.semantic.json
    python build/calibrate_shown.py EXAMPLES --report   the same figures, nothing written

After `train_semantic.py --keep EXAMPLES`, whose cross-fitted items are single candidates: the product then
completes lists, quotes entries whole and joins sentences, so that more is right than they say. The documents
of `datasets/manuals` and `datasets/found` that are not sealed are asked through the product, each with
weights that were fitted without it; Platt scaling of the raw score to "the best quote holds the evidence",
and the bound of the surest. Thresholds stay: they are of the raw score. About twenty minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import msgspec
from chooser_examples import ROOT, Example, Json, questions
from chooser_fit import fit
from train_chooser import DELTA, FOLDS, LEAST, fold
from train_semantic import QUOTES, SUREST, weights_file

import edge
from edge.cascade.calibrate import logistic, logit
from edge.cascade.certify import upper_bound
from edge.cascade.platt import platt
from edge.engines import semantic
from edge.engines.linear import ScorerWeights
from edge.settings import Settings
from edge.text.language import language

SETS = {"manuals": ("calibration",), "found": ("fit", "calibration")}
OUT = ROOT / "assets" / "calibration.semantic.json"
#: No more is said of documents without pages, whatever the surest here certify: of what was then said with
#: .90 and more, 12 % was wrong in sealed `manuals` (bench/log/networks.md, 2026-11-28).
MOST = 0.8895


class Asked(NamedTuple):
    """A question as it came out. `raw`: the score before scaling; `first`: the best quote holds evidence,
    `right`: one of those shown does; `parts`: the best quote has no page.
    """

    set: str
    language: str
    document: str
    raw: float
    first: bool
    right: bool
    there: bool
    answered: bool
    parts: bool


def ask(fitted: Sequence[ScorerWeights], half: int, every: int) -> list[Asked]:
    """Every second document of each set, with the weights of its fold, in a base of the whole set; every so
    many-th of its questions.
    """
    found = []
    for name, splits in SETS.items():
        folder = ROOT / "datasets" / name
        rows = questions.load(splits, "", folder)
        mine = sorted({row["document"] for row in rows})[half::2]
        with tempfile.TemporaryDirectory() as place:
            questions.base(Settings(), Path(place), folder).close()
            for number, weights in enumerate(fitted):
                semantic.load_weights = lambda path=None, weights=weights: weights  # type: ignore[assignment]
                own = [row for row in rows if row["document"] in mine and fold(row["document"]) == number]
                with edge.open(Path(place, "manuals.db"), settings=Settings()) as session:
                    found += _answers(session, own[::every], name)
    return found


def _answers(session: edge.Edge, rows: Sequence[Json], name: str) -> list[Asked]:
    """What comes out of the questions, without those for which no sentence was chosen."""
    given: dict[str, edge.Answer] = {}
    found = []
    for row in rows:
        history = [given[row["follows"]]] if row["follows"] in given else []
        answer = given[row["id"]] = session.ask(row["question"], history=history)
        ways = [row["evidence"] or [], *[[run] for run in row.get("also") or []]]
        pieces = [piece for way in ways for piece in way]
        shown = [*answer.citations, *answer.candidates]
        if not shown or answer.confidence.calibrated is None:
            continue
        texts = [f"{quote.context} {quote.quote}" for quote in shown]
        held = [any(questions.holds(text, piece) for piece in pieces) for text in texts]
        asked = Asked(
            name, language(row["question"]), row["document"], answer.confidence.raw, held[0], any(held),
            bool(pieces), not answer.abstained, shown[0].page is None,
        )  # fmt: skip
        found.append(asked)
    return found


def told(items: Sequence[Asked], fitted: Sequence[tuple[float, float]], most: float) -> list[str]:
    """By fifths of what is said: questions, said, right."""
    fifths: list[list[tuple[float, bool]]] = [[] for _ in range(5)]
    for one, (slope, offset) in zip(items, fitted, strict=True):
        said = min(most, logistic(slope * logit(one.raw) + offset))
        fifths[min(4, int(5 * said))].append((said, one.first))
    return [
        f"{len(of)}: {sum(s for s, _ in of) / len(of):.2f} {sum(r for _, r in of) / len(of):.2f}"
        for of in fifths
        if of
    ]


def scaling(items: Sequence[Asked]) -> tuple[float, float]:
    return platt([one.raw for one in items], [one.first for one in items])


def surest(items: Sequence[Asked]) -> float:
    """What is certified of the share right among the surest."""
    best = sorted(items, key=lambda one: -one.raw)[: max(LEAST, round(SUREST * len(items)))]
    return round(1 - upper_bound(sum(not one.first for one in best), len(best), DELTA), 4)


def weights_of(examples: Sequence[Example], out: int, like: ScorerWeights) -> ScorerWeights:
    """Fitted without a fold, under the name of those that ship: their calibrations are found."""
    model = fit(
        [one for one in examples if fold(one.group) != out], signs=semantic, quotes=QUOTES, trees=True
    )
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "semantic.json")
        path.write_text(weights_file(model, {}), encoding="utf-8")
        return msgspec.structs.replace(semantic.load_weights(path), sha=like.sha)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("examples", type=Path, help="what train_semantic.py --keep wrote")
    parser.add_argument("--report", action="store_true", help="write nothing")
    parser.add_argument("--every", type=int, default=1, help="every so many-th question, to be quick")
    given = parser.parse_args()
    every = [one for part in pickle.loads(given.examples.read_bytes()) for one in part]
    like = semantic.load_weights()
    fitted = [weights_of(every, out, like) for out in range(FOLDS)]
    with ProcessPoolExecutor(2) as pool:
        asked = pool.map(ask, (fitted, fitted), (0, 1), (given.every, given.every))
        items = [one for part in asked for one in part]
    for name in SETS:
        own = [one for one in items if one.set == name]
        there, answered = [one for one in own if one.there], [one for one in own if one.answered]
        print(
            f"{name} ({len(own)}): right {sum(one.right and one.answered for one in own) / len(there):.3f},"
            f" wrong of answered {sum(not one.right for one in answered) / len(answered):.3f}, refused"
            f" {1 - sum(not one.there for one in answered) / (len(own) - len(there)):.3f}"
        )
    items = [one for one in items if one.parts]
    book = json.loads(OUT.read_text(encoding="utf-8"))
    parts = [entry for entry in book["calibrations"] if entry["key"]["kind"] == "parts"]
    # A share of the questions is too few to certify the surest: what the fit certifies of them stays.
    most = min(MOST, surest(items) if given.every == 1 else parts[0]["most"])
    for entry in parts:
        name = entry["key"]["language"]
        own = [one for one in items if name in ("und", one.language)]
        apart = [scaling([other for other in own if fold(other.document) != out]) for out in range(FOLDS)]
        out = [apart[fold(one.document)] for one in own]
        print(name, len(own), "before", told(own, [(entry["slope"], entry["offset"])] * len(own), most))
        print(name, len(own), "now, documents left out", told(own, out, most))
        slope, offset = scaling(own)
        entry |= {"slope": round(slope, 4), "offset": round(offset, 4), "most": most, "fitted_on": len(own)}
    book["provenance"]["shown"] = "build/calibrate_shown.py: slope, offset, most of documents without pages"
    if not given.report:
        OUT.write_text(json.dumps(book, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
