"""How the rules fare on the template-made e-mails, through the development scorer.

    python bench/quality/emails.py                        a table of the scorer's figures
    python bench/quality/emails.py --write FILE.jsonl     also the predictions (the scorer's format)
    python bench/quality/emails.py --json                 the scorer's whole result

The set is saturated (research: multipass.md, section 6): it guards against a fall, and proves nothing of real
mail; `bench/test_mail.py` gates on authors left out. Reads `$EDGE_DEV_DATA` (default `../shared/data` beside
the checkout) and the scorer in `tools` beside it; skips with a reason where either is absent.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from edge.extract.rules.engine import RulesEngine  # noqa: E402
from edge.messages.from_json import of_json  # noqa: E402
from edge.records import Context, Proposal  # noqa: E402
from edge.settings import ExtractSettings  # noqa: E402

DATA = Path(os.environ.get("EDGE_DEV_DATA") or ROOT.parent / "shared" / "data")
MAILS = DATA / "emails_fr" / "dev.json"
SCORER = DATA.parent / "tools" / "score_emails.py"

#: Figures to reach (issue 4), by their place in the scorer's result.
GATES = {
    ("action", "macro_f1"): 0.95,
    ("types", "recall_micro"): 0.80,
    ("types", "precision_floor"): 0.80,
    ("grounding", "quote_in_email"): 1.0,
    ("grounding", "offsets_exact"): 1.0,
}


def scorer() -> ModuleType | None:
    """The development scorer, imported from its file."""
    spec = importlib.util.spec_from_file_location("score_emails", SCORER) if SCORER.is_file() else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def prediction(id: str, proposal: Proposal) -> dict[str, Any]:
    """A proposal as the scorer reads it. It stops early exactly where it proposes deletion."""
    return {
        "id": id,
        "action": proposal.action,
        "early_stop": proposal.action == "delete",
        "confidence": proposal.action_confidence,
        "passes": 1,
        "extractions": [
            {
                "type": one.type, "info": one.info, "date": one.date, "time": one.time, "amount": one.amount,
                "calendar": one.calendar, "task": one.task, "quote": one.quote, "start": one.start,
                "end": one.end,
            }
            for one in proposal.extractions
        ],
    }  # fmt: skip


def main() -> int:
    """Score, print, and return 1 where a figure is below its gate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", type=Path, help="write the predictions here")
    parser.add_argument("--json", action="store_true", help="print the scorer's whole result")
    given = parser.parse_args()
    score = scorer()
    if score is None or not MAILS.is_file():
        print(f"skipped: needs {MAILS} and {SCORER} (set EDGE_DEV_DATA)")
        return 0
    mails = json.loads(MAILS.read_text(encoding="utf-8"))["emails"]
    settings = ExtractSettings()
    engine = RulesEngine(settings)
    messages = [of_json({**mail["input"], "id": mail["id"]}, settings) for mail in mails]
    engine.draft(messages[0], "blind", Context(), None)  # libraries and lexicons are loaded once
    began = time.process_time()
    proposals = [engine.draft(message, "blind", Context(), None) for message in messages]
    spent = (time.process_time() - began) * 1e3 / len(messages)
    predictions = [prediction(mail["id"], one) for mail, one in zip(mails, proposals, strict=True)]
    with tempfile.TemporaryDirectory() as folder:
        file = given.write or Path(folder) / "predictions.jsonl"
        file.write_text("".join(json.dumps(one) + "\n" for one in predictions), encoding="utf-8")
        result = score.score(mails, *score.read_predictions(file))
    if given.json:
        print(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        for group in ("action", "types", "extractions", "calendar", "grounding", "derived_values"):
            print(
                f"{group:15}", {name: value for name, value in result[group].items() if name != "confusion"}
            )
        print(f"{'strict':15}", result["strict_all_checks"], "ms a message (CPU)", round(spent, 2))
    low = [".".join(path) for path, gate in GATES.items() if (result[path[0]][path[1]] or 0) < gate]
    print("below its gate: " + ", ".join(low) if low else "all gates hold", file=sys.stderr)
    return 1 if low else 0


if __name__ == "__main__":
    raise SystemExit(main())
