"""Train the sentence chooser that also has a reader's evidence and an encoder's cosines, and its calibration,
and write them to `assets/semantic.json` and `assets/calibration.semantic.json`.

    python build/train_semantic.py            train, calibrate, write both files to assets/
    python build/train_semantic.py --report   the same figures, nothing written

The procedure of `train_chooser.py`, on documents that the reader never learnt from: PIAF's development
third, the handbook, the calibration documents of `datasets/manuals`, those of `datasets/found` that are not
sealed, and a third of the questions of the parts of `datasets/reading` that were written later, in bases of
six documents; then each with a second look at what a first scorer ranks best. (On SQuAD's training articles
the reader is far surer than it is on anything new.) Needs scikit-learn, for the trees.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import pickle
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import train_chooser as lexical
from chooser_examples import DATA, Example, SemanticSigns, handbook, lines, manuals, paragraphs
from chooser_fit import Linear, Model, fit, ranking

from edge.cascade.factory import READER
from edge.engines import features, question, second_look, semantic
from edge.engines.lines import shown
from edge.engines.reading import Candidate
from edge.engines.semantic import network_of
from edge.models import catalog, networks
from edge.records import Passage
from edge.settings import AskSettings

ROOT = Path(__file__).resolve().parent.parent
MODEL = "encoder-fr-en"
#: Of the sentences shown from pages at most so many wrong. At .24 the handbook is answered for 49 % of what
#: is there and 59 % of the answered regulations cite their page (gate 50); at .26 it is 54 and 56.
ALPHA = 0.26
#: On documents without pages the threshold is where this share of the unanswerable is refused; the product
#: refuses some three points more of them.
REFUSED = 0.84
#: A question of `manuals` counts for so many of `found`, which has seven times as many (cross-fitted AUROC of
#: what is shown: .779 -> .792 on manuals, .781 -> .783 on found).
MANUALS_WEIGHT = 3.0
#: Parts of `datasets/reading` that the reader has not learnt from, the share of their questions that is
#: asked, and what one counts (with .3 the choice was the same, and AUROC of being right .002 to .005 less).
UNSEEN = ("en-l", "fr-l", "en-m", "fr-m", "en-n", "fr-n", "en-o", "fr-o")
EVERY, READING_WEIGHT = 1 / 3, 0.12
#: Of the questions whose answer is there at most so many are called absent: one in ten is asked, the product
#: says it by other ways too (words that stand nowhere), and in a small base what has other words than the
#: question looks absent.
ABSENT = 0.05
#: No probability is higher than what is certified of this share of the items.
SUREST = 0.05
#: P(right) is of one of the quotes that are shown: of the best alone it told less about the others.
QUOTES = AskSettings().quotes
SETS = ("piaf", "handbook", "manuals", "found", *UNSEEN)
PIAF = (("piaf", 1, 900), ("piaf, long pages", 4, 250))


def examples(of: str) -> list[Example]:
    """The examples of a data set, with their weights."""
    signs = SemanticSigns(MODEL)
    if of == "piaf":
        data = lines(DATA / "piaf" / "dev.jsonl")
        made = [
            example
            for name, join, most in PIAF
            for example in paragraphs(
                data, name=name, join=join, most=most, gone=lexical.GONE, both=False, signs=signs
            )
        ]
        return [replace(e, weight=lexical.PIAF_WEIGHT) for e in made]
    if of == "handbook":
        return [replace(e, weight=lexical.HANDBOOK_WEIGHT) for e in handbook(both=False, signs=signs)]
    if of == "manuals":
        return [replace(e, weight=MANUALS_WEIGHT) for e in manuals(("calibration",), signs=signs)]
    if of == "found":
        return [replace(e, set=of) for e in manuals(("fit", "calibration"), signs=signs, of=lexical.FOUND)]
    made = manuals(
        ("fit",), signs=signs, of=lexical.READING, together=lexical.TOGETHER, part=of, every=EVERY, gone=0.0
    )
    return [replace(e, set="reading", weight=READING_WEIGHT) for e in made]


def looked(given: tuple[list[Example], Linear]) -> list[Example]:
    """The examples with a second look at the candidates that a scorer ranks first."""
    examples, choose = given
    reader = networks.evidence(READER)
    found = []
    for example in examples:
        pages, measured = shown(example.passages), example.measured
        kept = numbers(example.passages, measured.candidates)
        looks = second_look.look(example.question, pages, kept, choose(measured.matrix), reader)
        found.append(replace(example, measured=replace(measured, looks=looks)))
    return found


def numbers(passages: Sequence[Passage], candidates: Sequence[Candidate]) -> list[int]:
    """The number of each candidate among all that the passages show."""
    every = features.measure(question.read("x"), passages, {}, 1).candidates
    at = {(one.passage, one.start, one.end, one.kind): number for number, one in enumerate(every)}
    return [at[one.passage, one.start, one.end, one.kind] for one in candidates]


def sources(made: Sequence[list[Example]]) -> dict[str, str]:
    """What was fitted on, with its licence."""
    piaf, own, papers, found, *reading = map(len, made)
    return {
        "PIAF 1.1, development third": f"{piaf} questions; Etalab, MIT, paragraphs CC BY-SA",
        "The Arbiter's Handbook": f"{own} questions; this project",
        "datasets/manuals, calibration documents": f"{papers} questions; this project",
        "datasets/found, fit and calibration documents": f"{found} questions; this project",
        "datasets/reading, parts l to o": f"{sum(reading)} questions; this project",
    }


def weights_file(model: Model, provenance: dict[str, Any]) -> str:
    """The text of `assets/semantic.json`."""
    written = {
        "schema": 1,
        **model.json(),
        "network": network_of(*(catalog.get(name).fitted_with for name in (MODEL, READER))),
        "provenance": provenance,
    }
    return json.dumps(written, ensure_ascii=False) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--report", action="store_true", help="write nothing")
    parser.add_argument("--keep", type=Path, help="keep the examples in this file, or take them from it")
    given = parser.parse_args()
    if not (DATA / "squad").is_dir():
        print(f"skipped: no training data in {DATA} (set EDGE_DEV_DATA)", file=sys.stderr)
        return 0
    with ProcessPoolExecutor(2) as pool:
        made = (
            pickle.loads(given.keep.read_bytes())
            if given.keep and given.keep.is_file()
            else [each.result() for each in [pool.submit(examples, of) for of in SETS]]
        )
    if made[0][0].measured.looks is None:
        choose = ranking([example for part in made for example in part], signs=semantic)
        halves = [part[half::2] for part in made for half in (0, 1)]
        with ProcessPoolExecutor(2) as pool:
            seen = list(pool.map(looked, [(half, choose) for half in halves]))
        made = [[*seen[2 * n], *seen[2 * n + 1]] for n in range(len(made))]
    if given.keep:
        given.keep.write_bytes(pickle.dumps(made))
    every = [example for part in made for example in part]
    measured = [example for example in every if example.set != "reading"]
    reading = [example for example in every if example.set == "reading"]
    lexical.say(f"examples: {[len(part) for part in made]}")
    crossed = lexical.cross(measured, reading, signs=semantic, quotes=QUOTES, trees=True)
    found = lexical.by_set(crossed)
    model = fit(every, signs=semantic, quotes=QUOTES, trees=True)
    chooser = weights_file(
        model,
        {
            "data": sources(made),
            "seed": lexical.SEED,
            "script": "build/train_semantic.py",
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "figures": found,
        },
    )
    name = f"semantic-{hashlib.sha256(chooser.encode()).hexdigest()[:12]}"
    book = lexical.calibrations(
        name, crossed, engine="semantic", refused=REFUSED, surest=SUREST, bound=ALPHA, absent=ABSENT
    )
    lexical.say(json.dumps(found, indent=1))
    lexical.say(json.dumps(book, indent=1))
    if not given.report:
        (ROOT / "assets" / "semantic.json").write_text(chooser, encoding="utf-8")
        (ROOT / "assets" / "calibration.semantic.json").write_text(
            json.dumps(book, indent=1) + "\n", encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
