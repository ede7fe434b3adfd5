"""Fit what confidence says, on documents without pages, to what the product shows.

    python build/calibrate_shown.py             ask, fit, write assets/calibration.semantic.json
    python build/calibrate_shown.py --report    the same figures, nothing written

After `train_semantic.py`, whose cross-fitted items are single candidates: the product then completes lists,
quotes entries whole and joins sentences that touch, so that more is right than they say. Platt scaling of the
raw score to "the best quote holds the evidence", over documents of `datasets/found` that the chooser was not
fitted on and that are not sealed. Thresholds stay: they are of the raw score. About ten minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from calibration_fit import platt
from chooser_examples import ROOT, questions

import edge
from edge.cascade.calibrate import logistic, logit
from edge.settings import Settings
from edge.text.language import language

SET = ROOT / "datasets" / "found"
OUT = ROOT / "assets" / "calibration.semantic.json"
#: The documents that came after the chooser was fitted.
DOCUMENTS = (
    "shogi-rules", "gimp-photos", "gnucash-guide", "kstars-astroinfo", "lifelines-guide", "xsane-guide",
    "ofl-faq", "sgt-puzzles", "kpatience", "simutrans", "solfege", "grisbi", "drgeo", "sylpheed", "brltty",
    "eyes17",
)  # fmt: skip


class Shown(NamedTuple):
    """A question as it came out. `raw`: the score before scaling; `right`: the best quote holds evidence."""

    language: str
    document: str
    raw: float
    right: bool


def ask(documents: Sequence[str]) -> list[Shown]:
    """The questions of these documents, in a base of the whole set; those whose best quote has no page."""
    rows = questions.load(("fit", "calibration"), "", SET)
    asked = {row["id"]: row["question"] for row in rows}
    found = []
    with tempfile.TemporaryDirectory() as folder, questions.base(Settings(), Path(folder), SET) as session:
        given: dict[str, edge.Answer] = {}
        for row in rows:
            if row["document"] not in documents:
                continue
            history = [given[row["follows"]]] if row["follows"] in given else []
            answer = given[row["id"]] = session.ask(row["question"], history=history)
            ways = [row["evidence"] or [], *[[run] for run in row.get("also") or []]]
            best = [*answer.citations, *answer.candidates][:1]
            if best and best[0].page is None and answer.confidence.calibrated is not None:
                pieces = [piece for way in ways for piece in way]
                right = questions._first(answer, pieces)
                said = language(asked[row["id"]])
                found.append(Shown(said, row["document"], answer.confidence.raw, right))
    return found


def told(items: Sequence[Shown], fitted: Sequence[tuple[float, float]]) -> list[str]:
    """By fifths of what is said: questions, said, right."""
    fifths: list[list[tuple[float, bool]]] = [[] for _ in range(5)]
    for one, (slope, offset) in zip(items, fitted, strict=True):
        said = logistic(slope * logit(one.raw) + offset)
        fifths[min(4, int(5 * said))].append((said, one.right))
    return [
        f"{len(of)}: {sum(s for s, _ in of) / len(of):.2f} {sum(r for _, r in of) / len(of):.2f}"
        for of in fifths
        if of
    ]


def fit(items: Sequence[Shown]) -> tuple[float, float]:
    return platt([one.raw for one in items], [one.right for one in items])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--report", action="store_true", help="write nothing")
    given = parser.parse_args()
    with ProcessPoolExecutor(2) as pool:
        items = [one for part in pool.map(ask, (DOCUMENTS[::2], DOCUMENTS[1::2])) for one in part]
    book = json.loads(OUT.read_text(encoding="utf-8"))
    for entry in book["calibrations"]:
        if entry["key"]["kind"] != "parts":
            continue
        name = entry["key"]["language"]
        own = [one for one in items if name in ("und", one.language)]
        out = [fit([other for other in own if other.document != one.document]) for one in own]
        print(name, len(own), "before", told(own, [(entry["slope"], entry["offset"])] * len(own)))
        print(name, len(own), "now, documents left out", told(own, out))
        slope, offset = fit(own)
        entry |= {"slope": round(slope, 4), "offset": round(offset, 4), "fitted_on": len(own)}
    book["provenance"]["shown"] = "build/calibrate_shown.py: slope and offset of documents without pages"
    if not given.report:
        OUT.write_text(json.dumps(book, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
