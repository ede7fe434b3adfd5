"""Train the sentence chooser that also has an encoder's cosines, and its calibration, and write them to
`assets/semantic.json` and `assets/calibration.semantic.json`.

    python build/train_semantic.py            train, calibrate, write both files to assets/
    python build/train_semantic.py --report   the same figures, nothing written

The data and the procedure of `train_chooser.py`, with the vectors of `encoder-fr-en` in the search and beside
the lexical signs; fewer SQuAD questions, because each sentence costs a vector. The encoder has seen about one
in ten of SQuAD's training questions, so their cosines are a little too good.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import sys
from dataclasses import replace
from pathlib import Path

import train_chooser as lexical
from chooser_examples import DATA, SemanticSigns, handbook, manuals
from chooser_fit import fit, outcomes

from edge.engines import semantic

ROOT = Path(__file__).resolve().parent.parent
MODEL = "encoder-fr-en"
SHARDS = ((400, 1, 500), (1200, 1, 500), (1000, 4, 300), (1500, 6, 300))
HELD_OUT = ((800, 1, 400), (1000, 4, 250))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--report", action="store_true", help="write nothing")
    given = parser.parse_args()
    if not (DATA / "squad").is_dir():
        print(f"skipped: no training data in {DATA} (set EDGE_DEV_DATA)", file=sys.stderr)
        return 0
    signs = SemanticSigns(MODEL)
    english, held = lexical.squad(SHARDS, HELD_OUT, signs)
    french = [replace(e, weight=lexical.PIAF_WEIGHT) for e in lexical.piaf(signs)]
    own = [replace(e, weight=lexical.HANDBOOK_WEIGHT) for e in handbook(both=False, signs=signs)]
    papers = [replace(e, weight=lexical.MANUALS_WEIGHT) for e in manuals(("fit", "calibration"), signs=signs)]
    lexical.say(f"examples: {len(english)} {len(held)} {len(french)} {len(own)} {len(papers)}")
    crossed = lexical.cross(french + own + papers, english, signs=semantic)
    held_out = outcomes(fit([*english, *french, *own, *papers], signs=semantic), held, signs=semantic)
    found = lexical.by_set(held_out, crossed)
    model = fit([*english, *french, *own, *papers], signs=semantic)
    chooser = json.dumps(
        {
            "schema": 1,
            "choose": model.choose.json(),
            "none": model.none.json(),
            "right": model.right.json(),
            "network": signs.sha,
            "provenance": {
                "data": lexical.sources(english, french, own, papers),
                "seed": lexical.SEED,
                "script": "build/train_semantic.py",
                "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
                "figures": found,
            },
        },
        ensure_ascii=False,
    )
    chooser += "\n"
    name = f"semantic-{hashlib.sha256(chooser.encode()).hexdigest()[:12]}"
    book = lexical.calibrations(name, [*held_out, *crossed], engine="semantic")
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
