"""How many passes a message takes with a model in the loop, on mail whose labels are known.

    python bench/quality/climb.py [--mails N]     a table: passes, who was asked last, what is asked

A model of its own making stands where Gemma (`scripted`) or Claude on a loopback server (`haiku`, `sonnet`,
`opus`) would: it takes the labelled action and quotes what the rules found. `--careless P`: with that
probability a reading drops a finding, or keeps what is worthless. So this measures the ladder, its gates and
its prices; what a real model finds is for whoever has one. The mails are the development e-mails where they
are (`$EDGE_DEV_DATA`), and those of `datasets/mail` that no fit has seen and anybody may read.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

import msgspec  # noqa: E402
from loopback import Loopback  # noqa: E402

import edge  # noqa: E402
from edge import paths  # noqa: E402
from edge.cascade.run import Tier  # noqa: E402
from edge.cloud.approval import CloudApproval  # noqa: E402
from edge.extract import pipeline  # noqa: E402
from edge.extract.llm.base import Drafter  # noqa: E402
from edge.extract.rules.engine import RulesEngine  # noqa: E402
from edge.messages.from_json import of_json  # noqa: E402
from edge.records import Context, Extracted, Message, PassKind, Proposal  # noqa: E402
from edge.settings import CloudSettings, ExtractSettings, Settings  # noqa: E402

DATA = Path(os.environ.get("EDGE_DEV_DATA") or ROOT.parent / "shared" / "data")
OPEN_SETS = ("mails_5", "mails_6", "mails_8")
SURE = {"quotes_found": 1.0, "values_agree": 1.0, "action_logprob": -0.05}
SETTINGS = ExtractSettings()


class ScriptedModel:
    """Reads as the label says, and quotes what rules found; carelessly now and then."""

    name, model = "gemma", "scripted"

    def __init__(self, actions: dict[str, str], careless: float, seed: int = 14) -> None:
        self._actions, self._careless, self._dice = actions, careless, random.Random(seed)
        self._rules = RulesEngine(SETTINGS)

    def draft(
        self, message: Message, kind: PassKind, context: Context, before: Proposal | None = None
    ) -> Proposal:
        """What the pass says."""
        action = self._actions[message.id]
        read = self._rules.draft(message, "blind", Context()).extractions if action != "delete" else []
        found = [msgspec.structs.replace(it, required=False) for it in read]
        if self._dice.random() < self._careless:
            if found:
                found.pop(self._dice.randrange(len(found)))
            else:
                action = "archive"
        return Proposal(action=action, extractions=found, signals=SURE, why="as labelled")  # type: ignore[arg-type]


def form(proposal: Proposal) -> dict[str, Any]:
    """The same as Claude fills it in."""
    return {
        "entities": [], "used": [], "why": proposal.why, "action": proposal.action, "question": "",
        "strategic": False, "sure": "high", "withdrawn": [],
        "evidence": "",
        "extractions": [
            {
                "type": it.type, "quote": it.quote, "info": it.info, "importance": it.importance,
                "date": it.date or "", "time": it.time or "", "currency": it.currency or "",
                "amount": "" if it.amount is None else str(it.amount), "task": it.task,
                "calendar": it.calendar, "note": it.note or "", "note_action": it.note_action,
                "required": False,
            }
            for it in proposal.extractions
        ],
    }  # fmt: skip


def mails(most: int) -> list[tuple[dict[str, Any], str]]:
    """Messages with their labelled actions."""
    found: list[tuple[dict[str, Any], str]] = []
    if (DATA / "emails_fr" / "dev.json").is_file():
        rows = json.loads((DATA / "emails_fr" / "dev.json").read_text(encoding="utf-8"))["emails"]
        found += [({**row["input"], "id": row["id"]}, row["expected"]["action"]) for row in rows]
    for name in OPEN_SETS:
        lines = (ROOT / "datasets" / "mail" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        for row in map(json.loads, lines):
            found.append(({k: v for k, v in row.items() if k != "expected"}, row["expected"]["action"]))
    return found[:most]


def scripted(rows: list[tuple[dict[str, Any], str]], careless: float) -> list[Extracted]:
    """A model on this device, and nobody else."""
    model = ScriptedModel({row["id"]: action for row, action in rows}, careless)
    rules = RulesEngine(SETTINGS)
    tiers: list[Tier[Drafter]] = [Tier(model, looks=3)]
    return [
        pipeline.extract(of_json(row, SETTINGS), tiers, lambda *_: Context(), SETTINGS, rules=rules)[0]
        for row, _ in rows
    ]


def looped(rows: list[tuple[dict[str, Any], str]], careless: float) -> list[Extracted]:
    """Rules, then Claude on a loopback server: haiku, sonnet, opus, through the gate and its budget."""
    model = ScriptedModel({row["id"]: action for row, action in rows}, careless)
    now: list[Message] = []

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        return form(model.draft(now[0], "expert", Context()))

    with tempfile.TemporaryDirectory() as home, Loopback("right", value=answer) as server:
        os.environ |= {"EDGE_HOME": home, "EDGE_CLIMB_KEY": "sk-loopback"}
        paths.home.cache_clear()
        cloud = CloudSettings(
            mode="auto", base_url=server.url, key="EDGE_CLIMB_KEY", ladder="haiku,sonnet,opus", day_usd=1e4,
            month_usd=1e4, day_calls=100_000, day_tokens=10**10,
        )  # fmt: skip
        made = []
        approval = CloudApproval(allowed=True)
        with edge.open(
            settings=Settings(cloud=cloud), state=Path(home) / "state.db", approval=approval
        ) as one:
            for row, _ in rows:
                now[:] = [of_json(row, SETTINGS)]
                made.append(one.extract(row))
    return made


def told(name: str, rows: list[tuple[dict[str, Any], str]], made: list[Extracted]) -> None:
    """A line of the table."""
    passes = Counter(sum(not it.error for it in result.passes) for result in made)
    two = sum(count for n, count in passes.items() if n <= 2)
    asked = sum(result.needs_clarification for result in made)
    settled = [
        (row, result) for row, result in zip(rows, made, strict=True) if not result.needs_clarification
    ]
    wrong = sum((result.action == "delete") != (label == "delete") for (_, label), result in settled)
    end_in_two = sum(sum(not it.error for it in result.passes) <= 2 for _, result in settled)
    used = Counter(result.escalation.used or "here" for result in made)
    spent = sum(result.escalation.cost_usd for result in made)
    print(
        f"{name:18} {len(made)} mails; at most two passes {two / len(made):.0%}, settled in two"
        f" {end_in_two / len(made):.0%}, asked {asked / len(made):.0%}, wrong among the others {wrong} of"
        f" {len(settled)}; passes {dict(sorted(passes.items()))}; last {dict(used)}; ${spent:.2f} (made up)"
    )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mails", type=int, default=10_000, help="at most so many")
    parser.add_argument("--careless", type=float, default=0.1, help="share of readings with a mistake")
    given = parser.parse_args()
    rows = mails(given.mails)
    for careless in (0.0, given.careless):
        told(f"scripted, {careless:.0%}", rows, scripted(rows, careless))
        told(f"loopback, {careless:.0%}", rows, looped(rows, careless))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
