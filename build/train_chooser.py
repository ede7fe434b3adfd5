"""Train the lexical engine's sentence chooser and its calibration, and write them to `assets/`.

    python build/train_chooser.py            train, calibrate, write both files to assets/
    python build/train_chooser.py --report   the same figures, nothing written

Data (`$EDGE_DEV_DATA`, default ../shared/data): SQuAD 1.1 train (English, CC BY-SA 4.0), PIAF (French, MIT;
paragraphs CC BY-SA), the handbook's own questions, and the fit and calibration documents of
`datasets/manuals`, `datasets/reading` and `datasets/found`. SQuAD's development articles, the regulations and
what is sealed are never read here: they are the yardsticks. Seeded; the same data give the
same files. Takes some minutes.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from chooser_examples import DATA, Example, LexicalSigns, handbook, lines, manuals, paragraphs, share
from chooser_fit import Outcome, Signs, figures, fit, outcomes

from edge.cascade.certify import certify, certify_absent, upper_bound
from edge.cascade.platt import platt
from edge.engines import features

ROOT = Path(__file__).resolve().parent.parent
READING, FOUND = ROOT / "datasets" / "reading", ROOT / "datasets" / "found"
TOGETHER = 6  # papers in a base of `datasets/reading`: few of its questions say which they are about
SEED = 7
FOLDS = 5
# (paragraphs in the index, paragraphs to a page, questions): small and large indexes, short and long pages.
SHARDS = ((400, 1, 900), (1200, 1, 1000), (1000, 4, 600), (1500, 6, 600))
HELD_OUT = ((800, 1, 700), (1000, 4, 400))  # other titles, for calibration only
GONE = 0.25  # share of questions whose paragraph is taken out
HANDBOOK_WEIGHT = 2.0  # one question of the handbook counts for so many of SQuAD's
PIAF_WEIGHT = 1.5
MANUALS_WEIGHT = 1.0  # 4 cost SQuAD and PIAF half a point and gave the manuals nothing
# At most so many best sentences wrong among those shown, with 90 % certainty (of up to three quotes shown
# together none is right in about 1 of 7). 1 in 4 would leave two thirds of the answerable questions
# unanswered; 3 in 10 let the handbook be answered too freely.
ALPHA, DELTA = 0.27, 0.1
# On documents without pages, whose questions are answered right half as often, that bound would leave one
# question in ten: there the threshold is where this share of the unanswerable is refused.
REFUSED = 0.80
# The same two for --strict low and high.
LEVELS = {"low": (0.40, 0.65), "high": (0.20, 0.90)}
# At most 1 in 10 questions whose answer is there may be told "not in your documents".
ABSENT_ALPHA = 0.10
LEAST = 40  # questions of a data set that are enough to bound it by itself


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--report", action="store_true", help="write nothing")
    given = parser.parse_args()
    if not (DATA / "squad").is_dir():
        print(f"skipped: no training data in {DATA} (set EDGE_DEV_DATA)", file=sys.stderr)
        return 0
    english, held = squad(SHARDS, HELD_OUT)
    french = [replace(e, weight=PIAF_WEIGHT) for e in piaf()]
    own = [replace(e, weight=HANDBOOK_WEIGHT) for e in handbook(both=False)]
    papers = [replace(e, weight=MANUALS_WEIGHT) for e in documents()]
    say(
        f"examples: squad {len(english)}, held out {len(held)}, piaf {len(french)}, handbook {len(own)},"
        f" documents {len(papers)}"
    )

    crossed = cross(french + own + papers, english)
    held_out = outcomes(fit([*english, *french, *own, *papers]), held)
    found = by_set([*held_out, *crossed])
    model = fit([*english, *french, *own, *papers])
    provenance = {
        "data": sources(english, french, own, papers),
        "seed": SEED, "script": "build/train_chooser.py",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "figures": found,
    }  # fmt: skip
    chooser = json.dumps({"schema": 1, **model.json(), "provenance": provenance}, ensure_ascii=False) + "\n"
    book = calibrations(f"chooser-{hashlib.sha256(chooser.encode()).hexdigest()[:12]}", [*held_out, *crossed])
    say(json.dumps(found, indent=1))
    say(json.dumps(book, indent=1))
    say(f"chooser.json: {len(chooser.encode())} bytes")
    if not given.report:
        (ROOT / "assets" / "chooser.json").write_text(chooser, encoding="utf-8")
        (ROOT / "assets" / "calibration.json").write_text(json.dumps(book, indent=1) + "\n", encoding="utf-8")
    return 0


def documents() -> list[Example]:
    """Examples of the three sets over documents people have, without what is sealed."""
    both = ("fit", "calibration")
    return [
        *manuals(both),
        *(replace(e, set="reading") for e in manuals(both, of=READING, together=TOGETHER)),
        *(replace(e, set="found") for e in manuals(both, of=FOUND)),
    ]


def by_set(found: Sequence[Outcome]) -> dict[str, Any]:
    """Figures of each data set, of models that had not seen the title, document or question."""
    return {
        name: figures([o for o in found if o.example.set == name])
        for name in {o.example.set: 0 for o in found}
    }


def sources(
    english: Sequence[Example], french: Sequence[Example], own: Sequence[Example], papers: Sequence[Example]
) -> dict[str, str]:
    """What was fitted on, with its licence."""
    return {
        "SQuAD 1.1 train": f"{len(english)} questions; Rajpurkar et al. 2016, CC BY-SA 4.0",
        "PIAF 1.1, development third": f"{len(french)} questions; Etalab, MIT, paragraphs CC BY-SA",
        "The Arbiter's Handbook": f"{len(own)} questions; this project",
        "datasets/manuals, reading, found; not sealed": f"{len(papers)} questions; this project",
    }


def squad(
    shards: Sequence[tuple[int, int, int]],
    held_out: Sequence[tuple[int, int, int]],
    signs: LexicalSigns | None = None,
) -> tuple[list[Example], list[Example]]:
    """Training examples and held-out ones, from different titles."""
    by_title: dict[str, list[dict[str, Any]]] = {}
    for paragraph in lines(DATA / "squad" / "train.jsonl.gz"):
        by_title.setdefault(paragraph["title"], []).append(paragraph)
    titles = sorted(by_title)
    random.Random(SEED).shuffle(titles)

    def take(shards: Sequence[tuple[int, int, int]]) -> list[Example]:
        found: list[Example] = []
        for size, join, most in shards:
            shard: list[dict[str, Any]] = []
            while len(shard) < size:
                shard += by_title[titles.pop()]
            found += paragraphs(shard, name="squad", join=join, most=most, gone=GONE, both=False, signs=signs)
            say(f"squad: {len(found)} examples")
        return found

    return take(shards), take(held_out)


def piaf(signs: LexicalSigns | None = None) -> list[Example]:
    """Examples of short pages and of long ones."""
    data = lines(DATA / "piaf" / "dev.jsonl")
    made = list[Example]()
    for name, join, most in (("piaf", 1, 1200), ("piaf, long pages", 4, 400)):
        made += paragraphs(data, name=name, join=join, most=most, gone=GONE, both=False, signs=signs)
        say(f"piaf: {len(made)} examples")
    return made


def cross(
    examples: Sequence[Example],
    always: Sequence[Example],
    signs: Signs = features,
    quotes: int = 1,
    *,
    trees: bool = False,
) -> list[Outcome]:
    """Outcomes of each example under a model that has not seen its title (or its question, in the
    handbook).
    """
    found: list[Outcome] = []
    for number in range(FOLDS):
        others = [*always, *(e for e in examples if fold(e.group) != number)]
        model = fit(others, signs=signs, quotes=quotes, trees=trees)
        found += outcomes(model, [e for e in examples if fold(e.group) == number], signs=signs)
    return found


def fold(group: str) -> int:
    """The part of cross-validation in which a group is left out."""
    return int(share(group) * FOLDS)


def calibrations(
    model: str,
    found: Sequence[Outcome],
    engine: str = "lexical",
    *,
    refused: float = REFUSED,
    surest: float = 0.0,
    bound: float = ALPHA,
    absent: float = ABSENT_ALPHA,
) -> dict[str, Any]:
    """Platt for each kind of document and language, one threshold for each kind, on items that no fitted
    model had seen: all of them, since neither touches the raw score that the other reads.

    Within a kind the threshold is pooled, because the data sets differ more than the languages: SQuAD alone
    would let English answer too freely on the handbook. Over the kinds it is not: with one threshold for
    both, pages were refused too often and parts answered too freely. `certified` says whether the bound also
    holds for the language by itself. `surest`: no probability is higher than what is certified of this share
    of the items of a kind (a logistic says too much where the few errors left are of another sort).
    """
    made = []
    for kind in ("pages", "parts"):
        items = [o for o in found if o.part == (kind == "parts")]
        threshold = _threshold(kind, items, bound, refused)
        levels = {name: _threshold(kind, items, *bounds) for name, bounds in LEVELS.items()}
        most = _most(items, surest)
        for language in ("en", "fr", "und"):
            own = [o for o in items if language in ("und", o.example.language)]
            slope, offset = platt([o.raw for o in own], [o.best for o in own])
            accepted = [o for o in own if o.raw >= threshold]
            wrong = sum(not o.best for o in accepted)
            made.append(
                {
                    "key": {"engine": engine, "model": model, "language": language, "kind": kind},
                    "slope": round(slope, 4),
                    "offset": round(offset, 4),
                    "most": most,
                    "threshold": threshold,
                    "levels": levels,
                    "certified": upper_bound(wrong, len(accepted), DELTA) <= bound,
                    "alpha": bound,
                    "delta": DELTA,
                    "fitted_on": len(own),
                    "tested_on": len(own),
                    "coverage": round(len(accepted) / len(own), 4),
                    "error": round(wrong / len(accepted), 4),
                    **_absence(own, items, absent),
                }
            )
    return {
        "schema": 1,
        "calibrations": made,
        "provenance": {"script": "build/train_chooser.py", "seed": SEED},
    }


def _most(items: Sequence[Outcome], surest: float) -> float:
    """What is certified, with 1 - DELTA, of the share right among the surest items; 1 of none."""
    if not surest:
        return 1.0
    best = sorted(items, key=lambda o: -o.raw)[: max(LEAST, round(surest * len(items)))]
    return round(1 - upper_bound(sum(not o.best for o in best), len(best), DELTA), 4)


def _threshold(kind: str, items: Sequence[Outcome], alpha: float, refused: float) -> float:
    """On pages, the loosest that holds the bound; on parts, where that share of the gone is refused."""
    if kind == "parts":
        gone = sorted(o.raw for o in items if o.example.gone)
        return round(gone[min(len(gone) - 1, int(refused * len(gone)))], 4)
    found = certify([o.raw for o in items], [o.best for o in items], alpha=alpha, delta=DELTA)
    if found is None:
        raise SystemExit(f"no threshold holds at alpha {alpha}: the chooser is not good enough to ship")
    return round(found, 4)


def _absence(tested: Sequence[Outcome], every: Sequence[Outcome], alpha: float) -> dict[str, float | None]:
    """From which P(none) on "not in your documents" may be said of these items. The bound must hold for them
    and for each data set that is large enough to tell: none must pay for another's ease.
    """
    sets: dict[str, list[float]] = {}
    for outcome in every:
        if not outcome.example.gone:
            sets.setdefault(outcome.example.set, []).append(outcome.none)
    there = [o.none for o in tested if not o.example.gone]
    groups = [there, *(values for values in sets.values() if len(values) >= LEAST)]
    found = [certify_absent(group, alpha=alpha, delta=DELTA) for group in groups]
    holding = [one for one in found if one is not None]
    threshold = max(holding) if len(holding) == len(found) else None
    gone = [o.none for o in tested if o.example.gone]
    return {
        "absent": threshold,
        "absent_alpha": alpha,
        "absent_present": _from(there, threshold),
        "absent_gone": _from(gone, threshold),
    }


def _from(values: Sequence[float], threshold: float | None) -> float:
    """Share of the values from a threshold on."""
    return round(sum(v >= threshold for v in values) / len(values), 4) if threshold and values else 0.0


def say(line: str) -> None:
    """A line of progress."""
    print(line, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
