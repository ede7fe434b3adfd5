"""Evidence in composed contexts: LoCoMo conversations with questions whose evidence turns are known.

    python bench/quality/context.py dev.json [--out run.jsonl] [--given] [--dense 0.8] [--set window_size=0 …]

`dev.json`: conversations with sessions of turns (id, speaker, text), questions with evidence. It is not ours
(CC BY-NC 4.0) and never shipped. `--given` keeps the sessions' own summaries as level 1. `--dense`: the
weight of vectors beside words, by the model that `memory.vectors` would choose; 0: words alone. Tokens are
characters / 4, so that runs compare. Prints mean evidence coverage at 512, 1,024 and 2,048 tokens, and the
time of a context.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from datetime import datetime
from pathlib import Path
from statistics import quantiles
from typing import Any

from edge.compose.conversation_source import ConversationSource
from edge.compose.conversations import ConversationStore, Turn
from edge.compose.embedder import ItemEmbedder, of_items
from edge.compose.pack import characters
from edge.compose.pipeline import compose
from edge.compose.request import CompositionRequest
from edge.compose.summary_rows import insert_summary
from edge.records.context import ComposeParams
from edge.settings import ComposeSettings
from edge.state.access import Principal
from edge.state.database import open_state, transaction

BUDGETS = (512, 1_024, 2_048)


def day(text: str) -> str:
    return datetime.strptime(text, "%I:%M %p on %d %B, %Y").isoformat() + "+00:00"


def stored(db: Any, conversation: dict[str, Any], given: bool) -> dict[str, str]:
    """Keep a conversation, a session each; our ids -> the data's."""
    store = ConversationStore(db)
    ids: dict[str, str] = {}
    for session in conversation["sessions"]:
        at = day(session["date"])
        turns = [Turn(turn["speaker"], turn["text"], at) for turn in session["turns"]]
        made = store.add(f"session {session['session']}", turns)
        ids.update(zip(made, (turn["id"] for turn in session["turns"]), strict=True))
        if given:
            with transaction(db):
                rows = [int(id[1:]) for id in made]
                insert_summary(
                    db, rows, session["summary"], role="given", level=1, at=at, words=[t.text for t in turns]
                )
    return ids


def embedded(db: Any, chosen: str) -> ItemEmbedder | None:
    """The embedder, when every turn has its vector."""
    embedder, _ = of_items(chosen)
    while embedder and embedder.embed_missing(db, Principal(), "turn", 10_000):
        pass
    return embedder


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--given", action="store_true")
    parser.add_argument("--dense", type=float, default=ComposeSettings().dense)
    parser.add_argument("--model", default="auto", help="as the setting memory.vectors")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE")
    options = parser.parse_args()
    params = {name: json.loads(value) for name, _, value in (one.partition("=") for one in options.set)}
    rows: list[dict[str, Any]] = []
    times: list[float] = []
    used_cpu: list[float] = []
    shares: dict[int, list[float]] = {budget: [] for budget in BUDGETS}
    for conversation in json.loads(options.data.read_text(encoding="utf-8")):
        with tempfile.TemporaryDirectory() as folder:
            db = open_state(Path(folder, "state.db"))
            ids = stored(db, conversation, options.given)
            embedder = embedded(db, options.model) if options.dense else None
            source = ConversationSource(db, Principal(), embedder, dense=options.dense)
            for question in conversation["questions"]:
                if not (question["answerable"] and question["evidence"]):
                    continue
                for budget in BUDGETS:
                    began, cpu = time.perf_counter(), time.process_time()
                    given = ComposeParams(**{"max_tokens": budget, "fetch_k": 120, **params})
                    made = compose(
                        CompositionRequest(question["question"], [source], given, count=characters(4))
                    )
                    times.append((time.perf_counter() - began) * 1e3)
                    used_cpu.append((time.process_time() - cpu) * 1e3)
                    turns = [ids[message.id] for message in made.expanded.messages]
                    wanted = set(question["evidence"])
                    shares[budget].append(len(wanted & set(turns)) / len(wanted))
                    used = len(made.text) / 4
                    rows.append({"id": question["id"], "budget": budget, "turns": turns, "tokens": used})
            db.close()
    if options.out:
        options.out.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    for budget, values in shares.items():
        over = sum(row["budget"] == budget and row["tokens"] > budget for row in rows)
        print(f"{budget:5d} tokens: coverage {100 * sum(values) / len(values):.1f}, {over} over budget")
    for name, values in (("ms", times), ("ms CPU", used_cpu)):
        cuts = quantiles(values, n=20)
        print(f"{name} per context: p50 {cuts[9]:.1f}, p95 {cuts[18]:.1f}; {len(rows)} contexts")


if __name__ == "__main__":
    main()
